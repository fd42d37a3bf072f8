//! Tables of calls: known, null, unknown, marked, wrong. The keys were made for these tests only.

use crate::testing::*;
use crate::{Env, lookup};

const NO_NULL: &str = "str: argument must not be null";

#[test]
fn digests() {
    check("md5", [s("hello world")], s("5eb63bbbe01eeed093cb22bb8f5acdc3"));
    check("sha1", [s("hello world")], s("2aae6c35c94fcfb415dbe95f408b9ce91ee846ed"));
    check("sha256", [s("")], s("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    check("base64sha256", [s("e\u{301}")], s("SplVfkAzw1Od4utlRyAXytX5VX96BiWgnxw/biumnEw="));
    check(
        "base64sha512",
        [n("1.50")],
        s("nV0W8yWA/4c7ioXNVu8pAvZ9CcIODxaLjzDCgOsHq1YmYaXRogMsYewGTj3rBa4b+zstwiSL/eLNU0lPJgQSng=="),
    );
    check(
        "sha512",
        [s("hello world\n")],
        s("db3974a97f2407b7cae1ae637c0030687a11913274d578492558e39c16c017de\
           84eacdc8c62fe34ee4e12b4b1428817f09b6a2760c3f8a664ceae94d2434a593"),
    );
    for name in ["md5", "sha1", "sha256", "sha512", "base64sha256", "base64sha512"] {
        check(name, [unknown(STRING)], some(STRING));
        check(name, [some(STRING)], some(STRING));
        check(name, [sensitive(dynamic())], sensitive(some(STRING)));
        check_error(name, [untyped_null()], NO_NULL);
        check_error(name, [tuple([])], "str: string required");
        check_error(name, [], "no argument for str");
    }
    check("md5", [sensitive(s("a"))], sensitive(s("0cc175b9c0f1b6a831c399e269772661")));
}

#[test]
fn bcrypt() {
    let hash =
        |args: Vec<value::Value>| match lookup("bcrypt").map(|bcrypt| bcrypt.call(&Env::nothing(), args)) {
            Some(Ok(hash)) => hash.as_str().unwrap_or_default().to_owned(),
            other => panic!("{other:?}"),
        };
    let seventy_two = "x".repeat(72);
    for password in ["secret", "", seventy_two.as_str()] {
        let hash = hash(vec![s(password), n("4")]);
        assert!(hash.starts_with("$2a$04$") && hash.len() == 60, "{hash}");
        assert_eq!(bcrypt::verify(password, &hash).ok(), Some(true));
    }
    assert!(hash(vec![s("secret"), n("-1")]).starts_with("$2a$10$"));
    let planning = Env { impure_allowed: false, ..Env::nothing() };
    let planned = lookup("bcrypt").map(|bcrypt| bcrypt.call(&planning, vec![sensitive(s("a"))]));
    assert_eq!(planned, Some(Ok(sensitive(some(STRING)))));
    check("bcrypt", [unknown(STRING), n("4")], some(STRING));
    check("bcrypt", [s("a"), number_between(4, None)], some(STRING));
    check_error(
        "bcrypt",
        [s("a"), n("32")],
        "cannot hash the password: cost 32 is outside the allowed range from 4 to 31",
    );
    check_error("bcrypt", [s(&"x".repeat(73))], "cannot hash the password: its length exceeds 72 bytes");
    check_error("bcrypt", [s("a"), n("4"), n("5")], "bcrypt() takes no more than two arguments");
    check_error("bcrypt", [s("a"), s("x")], "cost: a number is required");
    check_error("bcrypt", [untyped_null()], NO_NULL);
}

#[test]
fn uuid() {
    let call = |env: &Env<'_>| lookup("uuid").map(|uuid| uuid.call(env, Vec::new()));
    let planning = Env { impure_allowed: false, ..Env::nothing() };
    assert_eq!(call(&planning), Some(Ok(some(STRING))));
    let (Some(Ok(one)), Some(Ok(other))) = (call(&Env::nothing()), call(&Env::nothing())) else {
        panic!("none")
    };
    assert_eq!(one.as_str().map(str::len), Some(36));
    assert_ne!(one, other);
    check_error("uuid", [s("a")], "more than 0 arguments");
}

#[test]
fn uuidv5() {
    let a = "4f3f2898-69e3-5a0d-820a-c4e87987dbce";
    check("uuidv5", [s("dns"), s("www.terraform.io")], s("a5008fae-b28c-5ba5-96cd-82b4c53552d6"));
    check("uuidv5", [s("url"), s("https://www.terraform.io/")], s("9db6f67c-dd95-5ea0-aa5b-e70e5c5f7cf5"));
    check("uuidv5", [s("oid"), s("1.3.6.1.4")], s("af9d40a5-7a36-5c07-b23a-851cd99fbfa5"));
    check("uuidv5", [s("x500"), s("CN=Example,C=GB")], s("84e09961-4aa4-57f8-95b7-03edb1073253"));
    check("uuidv5", [s("6ba7b8109dad11d180b400c04fd430c8"), s("a")], s(a));
    check("uuidv5", [s("{6BA7B810-9DAD-11D1-80B4-00C04FD430C8)"), s("a")], s(a));
    check("uuidv5", [s("URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430c8"), s("a")], s(a));
    check("uuidv5", [sensitive(s("dns")), s("")], sensitive(s("4ebd0208-8328-5d69-8c44-ec50939c0967")));
    check("uuidv5", [unknown(STRING), s("a")], some(STRING));
    check("uuidv5", [s("x"), some(STRING)], some(STRING));
    let refused = |namespace: &str, why: &str| {
        let message = format!("uuidv5() doesn't support namespace {namespace} ({why})");
        check_error("uuidv5", [s(namespace), s("a")], &message);
    };
    refused("DNS", "invalid UUID length: 3");
    refused("6ba7b810-9dad-11d1-80b4-00c04fd430zz", "invalid UUID format");
    refused("6ba7b810x9dad-11d1-80b4-00c04fd430c8", "invalid UUID format");
    refused("urn:xuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8", "invalid urn prefix: \"urn:xuid:\"");
    check_error("uuidv5", [s("dns"), untyped_null()], "name: argument must not be null");
    check_error("uuidv5", [s("dns"), tuple([])], "name: string required");
}

#[test]
fn rsadecrypt() {
    let (pkcs1, message) = (include_str!("testdata/rsa-pkcs1.pem"), include_str!("testdata/message.b64"));
    let keys = [pkcs1, include_str!("testdata/rsa-pkcs8.pem"), include_str!("testdata/rsa-openssh.pem")];
    for key in keys {
        check("rsadecrypt", [s(message), s(key)], s("é message"));
        check(
            "rsadecrypt",
            [s(message), s(&format!("before\n{}after\n", key.replace('\n', "\r\n")))],
            s("é message"),
        );
    }
    check("rsadecrypt", [s(message), sensitive(s(pkcs1))], sensitive(s("é message")));
    check("rsadecrypt", [unknown(STRING), s("x")], some(STRING));
    check("rsadecrypt", [s("!"), some(STRING)], some(STRING));
    let refused = |key: &str, why: &str| {
        check_error("rsadecrypt", [s(message), s(key)], &format!("privatekey: invalid private key: {why}"));
    };
    let passphrase = "this private key is protected by a passphrase";
    refused("", "no key found");
    refused("-----BEGIN RSA PRIVATE KEY-----\nYQ==\n", "no key found");
    refused(
        "-----BEGIN PUBLIC KEY-----\nYQ==\n-----END PUBLIC KEY-----",
        "unsupported key type \"PUBLIC KEY\"",
    );
    refused(include_str!("testdata/ec.pem"), "it is no RSA key");
    refused(include_str!("testdata/ed25519-openssh.pem"), "it is no RSA key");
    refused(include_str!("testdata/rsa-openssh-locked.pem"), passphrase);
    refused(&pkcs1.replacen("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\n\n", 1), passphrase);
    let failed = "failed to decrypt: the text was not encrypted for this key";
    check_error("rsadecrypt", [s(""), s(pkcs1)], failed);
    check_error("rsadecrypt", [s("YWJj"), s(pkcs1)], failed);
    check_error(
        "rsadecrypt",
        [s("!"), s(pkcs1)],
        "ciphertext: failed to decode input \"!\": cipher text must be base64-encoded",
    );
    check_error(
        "rsadecrypt",
        [s(include_str!("testdata/bytes.b64")), s(pkcs1)],
        "the decrypted data is not valid UTF-8, so it cannot be a string",
    );
    check_error("rsadecrypt", [untyped_null(), s("x")], "ciphertext: argument must not be null");
}
