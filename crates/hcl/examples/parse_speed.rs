//! How fast the native syntax is read: `cargo run --release -p hcl --example parse_speed [file]`.
//! Without a file, 10 MB of configuration of the usual kind are made up.
#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::time::Instant;

use diag::SourceFile;
use hcl::syntax::{lexer::tokenize_config, parse_config};

fn made_up(size: usize) -> Vec<u8> {
    let mut text = String::with_capacity(size + 2048);
    let mut n = 0;
    while text.len() < size {
        text.push_str(&UNIT.replace("NNN", &n.to_string()));
        n += 1;
    }
    text.into_bytes()
}

const UNIT: &str = r#"
# Instance NNN of the fleet, with its volumes and a start script.
resource "aws_instance" "web_NNN" {
  ami                    = data.aws_ami.ubuntu.id // looked up
  instance_type          = var.environment == "prod" ? "m5.large" : "t3.micro"
  subnet_id              = element(module.vpc.private_subnets, NNN)
  vpc_security_group_ids = [aws_security_group.web.id, aws_security_group.ssh.id]
  monitoring             = true
  count                  = length(var.zones) > 2 ? 3 : 1

  root_block_device {
    volume_size = 100 + NNN
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
    echo "starting ${var.name}-NNN"
    %{ for host in var.hosts ~}
    echo "${host.name} ${host.address}" >> /etc/hosts
    %{ endfor ~}
    systemctl enable --now app.service
  EOT

  tags = {
    Name        = "web-NNN"
    Environment = var.environment
    Owner       = "team@example.com"
    "cost:code" = format("%s-%04d", var.cost_center, NNN)
  }

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [ami, user_data, tags["Owner"]]
  }
}

output "web_NNN_ips" {
  description = "Addresses of the instances of group NNN, in order of their index."
  value       = aws_instance.web_NNN[*].private_ip
}
"#;

/// Seconds this process has run: unlike the time of day, not spoilt by other work on the machine.
fn now() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    match text.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()) {
        Some(nanos) => nanos / 1e9,
        None => START.get_or_init(Instant::now).elapsed().as_secs_f64(),
    }
}

fn main() -> std::io::Result<()> {
    let bytes = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => made_up(10_000_000),
    };
    let megabytes = bytes.len() as f64 / 1e6;
    let source = SourceFile::new("speed.tf", bytes);
    let mut best = [f64::MAX; 2];
    for _ in 0..7 {
        let start = now();
        let tokens = tokenize_config(source.bytes()).len();
        best[0] = best[0].min(now() - start);
        let start = now();
        let (tree, _, diags) = parse_config(source.clone());
        best[1] = best[1].min(now() - start);
        assert!(!diags.has_errors() && tokens > 0, "the text has errors: {diags:?}");
        drop(tree);
    }
    for (what, seconds) in ["tokens", "tree"].iter().zip(best) {
        println!("{what}: {:.1} ms for {megabytes:.1} MB, {:.0} MB/s", seconds * 1e3, megabytes / seconds);
    }
    Ok(())
}
