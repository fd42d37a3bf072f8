"""Looks into blocks, and at what a plan says of an object beside its values."""

from checkov.common.models.enums import CheckCategories, CheckResult
from checkov.terraform.checks.resource.base_resource_check import BaseResourceCheck


class BlockKeys(BaseResourceCheck):
    def __init__(self):
        super().__init__(
            name="Blocks have keys of more than one letter; nothing is deleted",
            id="CKV_CAIRN_5",
            categories=[CheckCategories.GENERAL_SECURITY],
            supported_resources=["*"],
        )

    def scan_resource_conf(self, conf):
        actions = conf.get("__change_actions__", [])
        if "delete" in actions:
            return CheckResult.FAILED
        for block in conf.get("list") or []:
            self.evaluated_keys = ["list/[0]/key"]
            for item in block if isinstance(block, list) else [block]:
                if isinstance(item, dict) and len(str(item.get("key"))) < 4:
                    return CheckResult.FAILED
        return CheckResult.PASSED


check = BlockKeys()
