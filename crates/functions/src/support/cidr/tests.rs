//! Answers taken from `terraform console` (`contains`: from `tofu console`).

use super::*;

fn number(text: &str) -> IBig {
    text.parse().expect("a number")
}

#[test]
fn hosts() {
    let check = |prefix: &str, host: &str, expect: Result<&str, &str>| {
        let found = Prefix::parse(prefix).and_then(|prefix| prefix.host(&number(host)));
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{prefix} {host}");
    };
    check("10.0.0.0/8", "2", Ok("10.0.0.2"));
    check("10.0.0.0/8", "-1", Ok("10.255.255.255"));
    check("10.0.0.0/8", "16777215", Ok("10.255.255.255"));
    check("10.0.0.0/8", "16777216", Err("prefix of 8 does not accommodate a host numbered 16777216"));
    check("10.0.0.0/8", "-16777216", Ok("10.0.0.0"));
    check("10.0.0.0/8", "-16777217", Err("prefix of 8 does not accommodate a host numbered -1"));
    check("10.1.2.3/16", "5", Ok("10.1.0.5"));
    check("010.001.0.0/16", "1", Ok("10.1.0.1"));
    check("10.0.0.0/33", "1", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0/33"));
    check("10.0.0.0", "1", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0"));
    check("10.0.0/8", "1", Err("invalid CIDR expression: invalid CIDR address: 10.0.0/8"));
    check("x", "1", Err("invalid CIDR expression: invalid CIDR address: x"));
    check("", "1", Err("invalid CIDR expression: invalid CIDR address: "));
    check("10.0.0.0/8/8", "1", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0/8/8"));
    check("10.0.0.0/08", "1", Ok("10.0.0.1"));
    check("10.0.0.0/+8", "1", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0/+8"));
    check("10.0.0.256/8", "1", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.256/8"));
    check("0256.0.0.0/8", "1", Err("invalid CIDR expression: invalid CIDR address: 0256.0.0.0/8"));
    check("0000010.0.0.0/8", "1", Ok("10.0.0.1"));
    check("fd00::/64", "5", Ok("fd00::5"));
    check("fd00::/64", "-1", Ok("fd00::ffff:ffff:ffff:ffff"));
    check("fd00::/64", "18446744073709551615", Ok("fd00::ffff:ffff:ffff:ffff"));
    check("fd00::/64", "18446744073709551616", Ok("fd00:0:0:1::"));
    check("fd00::/48", "1208925819614629174705", Ok("fd00::41:8937:4bc6:a7ef:9db1"));
    check("::ffff:10.0.0.0/104", "5", Ok("0:5::ffff:a00:0"));
    check("::10.0.0.0/104", "5", Ok("::a00:5"));
    check("fe80::1%eth0/64", "5", Err("invalid CIDR expression: invalid CIDR address: fe80::1%eth0/64"));
    check("10.0.0.0/32", "0", Ok("10.0.0.0"));
    check("10.0.0.0/32", "1", Err("prefix of 32 does not accommodate a host numbered 1"));
    check("10.0.0.0/0", "4294967295", Ok("255.255.255.255"));
    check("::/0", "340282366920938463463374607431768211455", Ok("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"));
    check(
        "::/0",
        "340282366920938463463374607431768211456",
        Err("prefix of 0 does not accommodate a host numbered 340282366920938463463374607431768211456"),
    );
    check(
        "::/0",
        "-340282366920938463463374607431768211457",
        Err("prefix of 0 does not accommodate a host numbered -1"),
    );
    check("::/0", "-1", Ok("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"));
    check("fd00::00001/64", "1", Ok("fd00::1"));
    check("FD00::A/64", "1", Ok("fd00::1"));
    check("1:2:3:4:5:6:7:8/120", "3", Ok("1:2:3:4:5:6:7:3"));
    check(
        "1:2:3:4:5:6:7:8:9/120",
        "3",
        Err("invalid CIDR expression: invalid CIDR address: 1:2:3:4:5:6:7:8:9/120"),
    );
    check("1::2::3/120", "3", Err("invalid CIDR expression: invalid CIDR address: 1::2::3/120"));
    check("::1.2.3/120", "3", Err("invalid CIDR expression: invalid CIDR address: ::1.2.3/120"));
    check("1.2.3.4::/120", "3", Err("invalid CIDR expression: invalid CIDR address: 1.2.3.4::/120"));
    check(":1/120", "3", Err("invalid CIDR expression: invalid CIDR address: :1/120"));
    check("1:2/120", "3", Err("invalid CIDR expression: invalid CIDR address: 1:2/120"));
    check("10.0.0.0/-1", "3", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0/-1"));
    check("10.0.0.0/", "3", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0/"));
    check("10.0.0.0/8 ", "3", Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0/8 "));
    check("fd00::/129", "3", Err("invalid CIDR expression: invalid CIDR address: fd00::/129"));
    check("10.0.0.0/0008", "3", Ok("10.0.0.3"));
    check(
        "10.0.0.0/99999999999",
        "3",
        Err("invalid CIDR expression: invalid CIDR address: 10.0.0.0/99999999999"),
    );
    check("1:0:0:2:0:0:0:3/16", "3", Ok("1::3"));
    check(
        "10.0.0.0/8",
        "18446744073709551617",
        Err("prefix of 8 does not accommodate a host numbered 18446744073709551617"),
    );
    check(
        "10.0.0.0/8",
        "9223372036854775808",
        Err("prefix of 8 does not accommodate a host numbered 9223372036854775808"),
    );
    check("fd00::/120", "9223372036854775808", Ok("fd00::8000:0:0:0"));
    check("fd00::/120", "18446744073709551617", Ok("fd00:0:0:1::1"));
    check("fd00::/120", "256", Err("prefix of 120 does not accommodate a host numbered 256"));
}

#[test]
fn netmasks() {
    let check = |prefix: &str, expect: Result<&str, &str>| {
        let found = Prefix::parse(prefix).and_then(|prefix| prefix.netmask());
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{prefix}");
    };
    check("10.0.0.0/8", Ok("255.0.0.0"));
    check("10.0.0.0/12", Ok("255.240.0.0"));
    check("fd00::/64", Err("IPv6 addresses cannot have a netmask: fd00::/64"));
    check("x", Err("invalid CIDR expression: invalid CIDR address: x"));
    check("10.0.0.0/0", Ok("0.0.0.0"));
    check("::ffff:10.0.0.0/104", Ok("ffff:ffff:ffff:ffff:ffff:ffff:ff00:0"));
}

#[test]
fn single_subnets() {
    let check = |prefix: &str, bits: i64, subnet: &str, expect: Result<&str, &str>| {
        let found = Prefix::parse(prefix).and_then(|prefix| prefix.subnet(bits, &number(subnet)));
        let found = found.map(|subnet| subnet.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{prefix} {bits} {subnet}");
    };
    check("10.0.0.0/8", 8, "2", Ok("10.2.0.0/16"));
    check("10.0.0.0/8", 24, "2", Ok("10.0.0.2/32"));
    check("10.0.0.0/8", 25, "2", Err("insufficient address space to extend prefix of 8 by 25"));
    check("10.0.0.0/8", 2, "4", Err("prefix extension of 2 does not accommodate a subnet numbered 4"));
    check("10.0.0.0/8", 2, "3", Ok("10.192.0.0/10"));
    check("10.0.0.0/8", 2, "-1", Ok("0.64.0.0/10"));
    check("10.0.0.0/8", -1, "0", Ok("10.0.0.0/7"));
    check("10.0.0.0/8", 0, "0", Ok("10.0.0.0/8"));
    check("10.1.2.3/8", 0, "0", Ok("10.0.0.0/8"));
    check("10.0.0.0/8", 0, "1", Err("prefix extension of 0 does not accommodate a subnet numbered 1"));
    check("fd00::/48", 16, "65535", Ok("fd00:0:0:ffff::/64"));
    check(
        "fd00::/48",
        16,
        "65536",
        Err("prefix extension of 16 does not accommodate a subnet numbered 65536"),
    );
    check("fd00::/48", 80, "1208925819614629174705", Ok("fd00::41:8937:4bc6:a7ef:9db1/128"));
    check("fd00::/48", 81, "1", Err("insufficient address space to extend prefix of 48 by 81"));
    check("fd00::/32", 40, "1", Ok("fd00::100:0:0:0/72"));
    check("x", 1, "1", Err("invalid CIDR expression: invalid CIDR address: x"));
    check("0.0.0.0/0", 33, "1", Err("insufficient address space to extend prefix of 0 by 33"));
    check("010.0.0.0/8", 8, "1", Ok("10.1.0.0/16"));
    check(
        "::/0",
        128,
        "340282366920938463463374607431768211455",
        Ok("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"),
    );
    check(
        "::/0",
        128,
        "340282366920938463463374607431768211456",
        Err(
            "prefix extension of 128 does not accommodate a subnet numbered 340282366920938463463374607431768211456",
        ),
    );
    check("10.0.0.0/8", -8, "5", Err("prefix extension of -8 does not accommodate a subnet numbered 5"));
    check("::ffff:10.0.0.0/104", 8, "1", Ok("10.1.0.0/16"));
    check("fd00::/16", -1, "3", Ok("fd06::/15"));
    check("fd00::/16", 8, "-3", Ok("0:300::/24"));
    check("10.0.0.0/8", 8, "-255", Ok("0.255.0.0/16"));
    check("10.0.0.0/8", 8, "-256", Err("prefix extension of 8 does not accommodate a subnet numbered -256"));
    check(
        "10.0.0.0/8",
        8,
        "18446744073709551617",
        Err("prefix extension of 8 does not accommodate a subnet numbered 18446744073709551617"),
    );
    check("fd00::/16", 64, "18446744073709551616", Ok("fd01::/80"));
    check("fd00::/16", 60, "18446744073709551616", Ok("fd10::/76"));
    check("fd00::/16", 70, "18446744073709551616", Ok("fd00:400::/86"));
}

#[test]
fn many_subnets() {
    let check = |prefix: &str, bits: &[i64], expect: Result<&[&str], &str>| {
        let found = Prefix::parse(prefix).and_then(|prefix| subnets(&prefix, bits).map_err(|e| e.message));
        let found = found.map(|subnets| subnets.iter().map(Prefix::to_string).collect::<Vec<_>>());
        let expect = expect.map(|subnets| subnets.iter().map(|s| (*s).to_owned()).collect());
        assert_eq!(found, expect.map_err(str::to_owned), "{prefix} {bits:?}");
    };
    check("10.0.0.0/8", &[8, 8, 4], Ok(&["10.0.0.0/16", "10.1.0.0/16", "10.16.0.0/12"]));
    check("10.0.0.0/8", &[4, 8, 4], Ok(&["10.0.0.0/12", "10.16.0.0/16", "10.32.0.0/12"]));
    check("10.0.0.0/8", &[], Ok(&[]));
    check("10.0.0.0/8", &[0], Err("must extend prefix by at least one bit"));
    check("10.0.0.0/8", &[-1], Err("must extend prefix by at least one bit"));
    check("10.0.0.0/8", &[33], Err("may not extend prefix by more than 32 bits"));
    check("10.0.0.0/8", &[25], Err("would extend prefix to 33 bits, which is too long for an IPv4 address"));
    check(
        "10.0.0.0/8",
        &[1, 1, 1],
        Err("not enough remaining address space for a subnet with a prefix of 9 bits after 10.128.0.0/9"),
    );
    check("fd00::/48", &[16, 33], Err("may not extend prefix by more than 32 bits"));
    check("fd00::/48", &[16, 32], Ok(&["fd00::/64", "fd00:0:0:1::/80"]));
    check("fd00::/120", &[9], Err("would extend prefix to 129 bits, which is too long for an IPv6 address"));
    check("10.1.2.3/16", &[4, 4, 8, 4], Ok(&["10.1.0.0/20", "10.1.16.0/20", "10.1.32.0/24", "10.1.48.0/20"]));
    check("x", &[4], Err("invalid CIDR expression: invalid CIDR address: x"));
    check(
        "255.0.0.0/8",
        &[1, 1, 1],
        Err("not enough remaining address space for a subnet with a prefix of 9 bits after 255.128.0.0/9"),
    );
    check(
        "ffff::/16",
        &[1, 1, 1],
        Err("not enough remaining address space for a subnet with a prefix of 17 bits after ffff:8000::/17"),
    );
    check(
        "10.0.0.0/30",
        &[2, 2, 2, 2, 2],
        Err("not enough remaining address space for a subnet with a prefix of 32 bits after 10.0.0.3/32"),
    );
    check(
        "::ffff:10.0.0.0/104",
        &[8, 8],
        Err("not enough remaining address space for a subnet with a prefix of 112 bits after <nil>"),
    );
    check(
        "0.0.0.0/0",
        &[1],
        Err("not enough remaining address space for a subnet with a prefix of 1 bits after 128.0.0.0/1"),
    );
    check(
        "0.0.0.0/8",
        &[1, 2],
        Err("not enough remaining address space for a subnet with a prefix of 9 bits after 255.128.0.0/9"),
    );
    check(
        "::/0",
        &[1],
        Err("not enough remaining address space for a subnet with a prefix of 1 bits after 8000::/1"),
    );
    check(
        "::/16",
        &[2, 2],
        Err("not enough remaining address space for a subnet with a prefix of 18 bits after ffff:c000::/18"),
    );
    check("10.0.0.0/8", &[8, 1], Ok(&["10.0.0.0/16", "10.128.0.0/9"]));
}

#[test]
fn containment() {
    let check = |prefix: &str, inner: &str, expect: Result<bool, &str>| {
        let found = Prefix::parse(prefix).and_then(|p| p.contains(prefix, inner));
        assert_eq!(found.as_ref().map(|b| *b).map_err(String::as_str), expect, "{prefix} {inner}");
    };
    check("10.0.0.0/8", "10.1.2.3", Ok(true));
    check("10.0.0.0/8", "11.1.2.3", Ok(false));
    check("10.0.0.0/8", "10.1.0.0/16", Ok(true));
    check("10.0.0.0/8", "10.0.0.0/7", Ok(false));
    check("10.0.0.0/8", "10.0.0.0/8", Ok(true));
    check("10.0.0.0/8", "x", Err("invalid IP address or prefix: x"));
    check("10.0.0.0/8", "fd00::1", Err("address family mismatch: 10.0.0.0/8 vs. fd00::1"));
    check("fd00::/8", "10.0.0.1", Err("address family mismatch: fd00::/8 vs. 10.0.0.1"));
    check("fd00::/8", "fd00::1", Ok(true));
    check("10.0.0.0/8", "10.0.0.1/33", Err("invalid IP address or prefix: 10.0.0.1/33"));
    check("10.0.0.0/8", "010.0.0.1", Ok(true));
    check("10.0.0.0/8", "::ffff:10.0.0.1", Ok(true));
    check("::ffff:10.0.0.0/104", "10.0.0.1", Ok(true));
    check("10.0.0.5/8", "10.0.0.1", Ok(true));
    check("10.0.0.0/8", "fd00::/16", Err("address family mismatch: 10.0.0.0/8 vs. fd00::/16"));
    check("10.0.0.0/8", "", Err("invalid IP address or prefix: "));
    check("10.0.0.0/8", "10.0.0", Err("invalid IP address or prefix: 10.0.0"));
}
