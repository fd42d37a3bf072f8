//! Made-up configuration of the usual kind, in any amount.

use std::fmt::Write;

/// At least `size` bytes: units of several kinds in turn, each with names and numbers of its own.
pub(crate) fn make(size: usize) -> String {
    let mut text = String::with_capacity(size + 4096);
    text.push_str(HEAD);
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        // Odd multipliers give numbers of all lengths that do not repeat soon.
        let size = number * 7919 % 100_003;
        for piece in UNITS[number % UNITS.len()].split_inclusive('@') {
            match piece.strip_suffix('@') {
                Some(before) if before.ends_with('#') => {
                    text.push_str(&before[..before.len() - 1]);
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{size}");
                }
                Some(before) => {
                    text.push_str(before);
                    let _ = write!(text, "{number}");
                }
                None => text.push_str(piece),
            }
        }
    }
    text
}

const HEAD: &str = r#"# Made up by crates/bench.
terraform {
  required_version = ">= 1.5"
}
"#;

/// `@` is the number of the unit, `#@` another number.
const UNITS: &[&str] = &[
    r#"
# Instance @ of the fleet, with its volumes and a start script.
resource "aws_instance" "web_@" {
  ami                    = data.aws_ami.ubuntu.id // looked up
  instance_type          = var.environment == "prod" ? "m5.large" : "t3.micro"
  subnet_id              = element(module.vpc.private_subnets, @)
  vpc_security_group_ids = [aws_security_group.web.id, aws_security_group.ssh.id]
  monitoring             = true
  count                  = length(var.zones) > 2 ? 3 : 1

  root_block_device {
    volume_size = 100 + #@
    volume_type = "gp3"
    encrypted   = true
  }

  /* Extra volumes come from a variable. */
  dynamic "ebs_block_device" {
    for_each = { for v in var.volumes : v.name => v if v.size > 0 }
    content {
      device_name = ebs_block_device.value.device
      volume_size = ebs_block_device.value.size
      tags        = merge(local.tags, { Name = "${var.prefix}-${ebs_block_device.key}" })
    }
  }

  user_data = <<-EOT
    #!/bin/bash
    set -euo pipefail
    echo "starting ${var.name}-@"
    %{ for host in var.hosts ~}
    echo "${host.name} ${host.address}" >> /etc/hosts
    %{ endfor ~}
    systemctl enable --now app.service
  EOT

  tags = {
    Name        = "web-@"
    Environment = var.environment
    Owner       = "team\u0040example.com"
    "cost:code" = format("%s-%04d", var.cost_center, #@)
  }

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [ami, user_data, tags["Owner"]]
  }
}
"#,
    r#"
variable "limit_@" {
  type        = number
  default     = #@.25
  description = "The greatest number of requests per second; \"none\" is written as 0.\n"
}

variable "network_@" {
  description = "Addresses and zones of network @."
  type = object({
    cidr  = string
    zones = list(string)
    peers = optional(map(string), {})
  })
  default = {
    cidr  = "10.0.0.0/16"
    zones = ["a", "b", "c"]
  }
}

output "web_@_ips" {
  description = "Addresses of the instances of group @, in order of their index."
  value       = aws_instance.web_0[*].private_ip
  sensitive   = false
}
"#,
    r#"
locals {
  name_@    = "${var.prefix}-@"
  weights_@ = [1, 2.5, 1e3, -#@, 0.125]
  by_zone_@ = { for index, zone in var.zones : zone => { index = index, cidr = cidrsubnet(var.cidr, 8, index + @) } }
  hosts_@   = sort(distinct([for host in var.hosts : lower(trimspace(host.name)) if host.enabled && host.port != #@]))
  banner_@  = <<EOT
Welcome to ${var.name} number @.
  This host is managed; changes are lost.
EOT
}
"#,
    r#"
resource "aws_security_group" "group_@" {
  name        = "group-@"
  description = "Traffic of service @"
  vpc_id      = module.vpc.id

  # From the load balancer.
  ingress {
    from_port   = #@
    to_port     = #@
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8", "192.168.0.0/16"]
  }

  ingress {
    description = "health checks"
    from_port   = 8080
    to_port     = 8080
    protocol    = "tcp"
    cidr_blocks = concat(var.office_cidrs, ["10.@.0.0/32"])
  }

  egress {
    from_port        = 0
    to_port          = 0
    protocol         = "-1"
    cidr_blocks      = ["0.0.0.0/0"]
    ipv6_cidr_blocks = ["::/0"]
  }

  tags = merge(local.tags, { Service = "service-@", Path = "C:\\srv\\@" })
}

data "aws_iam_policy_document" "policy_@" {
  statement {
    sid       = "Read@"
    actions   = ["s3:GetObject", "s3:ListBucket"]
    resources = ["arn:aws:s3:::bucket-@", "arn:aws:s3:::bucket-@/*"]

    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalOrgID"
      values   = [var.organization]
    }
  }
}
"#,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_valid_and_as_large_as_asked_for() {
        let text = make(50_000);
        assert!(text.len() >= 50_000 && !text.contains('@'), "{text}");
        let (_, _, diags) = hcl::syntax::parse_config(diag::SourceFile::new("x.tf", text.into_bytes()));
        assert!(diags.is_empty(), "{diags:?}");
    }
}
