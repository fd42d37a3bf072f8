"""Looks at single values of a thing, as the checks that come with checkov do."""

from checkov.common.models.enums import CheckCategories, CheckResult
from checkov.terraform.checks.resource.base_resource_check import BaseResourceCheck


class ThingSize(BaseResourceCheck):
    def __init__(self):
        super().__init__(
            name="No thing is too large, and none has a secret",
            id="CKV_CAIRN_4",
            categories=[CheckCategories.GENERAL_SECURITY],
            supported_resources=["framework_thing"],
        )

    def scan_resource_conf(self, conf):
        self.evaluated_keys = ["size", "secret"]
        size = conf.get("size")
        if conf.get("secret", [None])[0] is not None:
            return CheckResult.FAILED
        if not size or not isinstance(size[0], (int, float)):
            return CheckResult.UNKNOWN
        return CheckResult.FAILED if size[0] > 30 else CheckResult.PASSED


check = ThingSize()
