//! Modules from pages and archives of a server that means no good.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use config::ModuleTree;
use functions::NoFiles;
use install::{CliConfig, Environment, InstalledModules, ModuleInstaller};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::server::{Answer, Server};

/// Installs the module that a folder's configuration calls; what went wrong.
fn get(dir: &Path, source: &str) -> String {
    fs::write(dir.join("main.tf"), format!("module \"a\" {{\n  source = \"{source}\"\n}}\n"))
        .expect("the file can be written");
    let environment = Environment { working_dir: dir.to_path_buf(), ..Environment::default() };
    let data_dir = dir.join(".terraform");
    let installer =
        ModuleInstaller::new(&CliConfig::default(), &environment, &data_dir).expect("it is ready");
    let load = |modules: &InstalledModules| {
        let (module, mut diags) = config::load_module(dir);
        let (tree, more) = ModuleTree::load_partly(modules, module, &Default::default(), &NoFiles);
        diags.append(more);
        (tree, diags)
    };
    let (_, diags) = installer.run(&mut InstalledModules::forgotten(), &load, &|_| {});
    diags.iter().map(|problem| format!("{}: {}\n", problem.summary, problem.detail)).collect()
}

fn archive(names: &[&str]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry can be begun");
        zip.write_all(b"output \"x\" {\n  value = 1\n}\n").expect("it can be written");
    }
    zip.finish().expect("it can be ended").into_inner()
}

/// CVE-2022-26945 and those after it: where a page says that a package is.
#[test]
fn pages_do_not_decide_about_files_here() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("victim"), "untouched").expect("the file can be written");
    let secret = dir.path().join("secret");
    fs::create_dir(&secret).expect("the folder can be made");
    fs::write(secret.join("main.tf"), "").expect("the file can be written");
    let check = |says: &str, expect: Result<(), &str>| {
        let says = says.replace("DIR", &dir.path().display().to_string());
        let said = says.clone();
        let server = Server::start(move |path, address| match path.split('?').next() {
            Some("/good.zip") => Answer::ok(archive(&["main.tf", "sub/main.tf"])),
            Some("/evil.zip") => Answer::ok(archive(&["../../../victim"])),
            Some("/endless.zip") => Answer::ok("x").with("Content-Length", &(1_u64 << 40).to_string()),
            _ => Answer::ok("").with("X-Terraform-Get", &said.replace("SERVER", address)),
        });
        let problem = get(dir.path(), &format!("http://{}/m", server.address));
        assert_eq!(problem.is_empty(), expect.is_ok(), "{says}: {problem}");
        assert!(problem.contains(expect.err().unwrap_or_default()), "{says}: {problem}");
        let place = dir.path().join(".terraform/modules/a");
        assert_eq!(place.exists(), expect.is_ok(), "{says}");
        assert_eq!(fs::read_to_string(dir.path().join("victim")).expect("it is there"), "untouched");
        assert!(!dir.path().join("pwned").exists(), "{says}");
        let _ = fs::remove_dir_all(dir.path().join(".terraform"));
    };
    check("./good.zip", Ok(()));
    check("http://SERVER/good.zip//sub", Ok(()));
    // A path is one of the server's.
    check("DIR/secret", Err("from page to page without end"));
    check("./m", Err("from page to page without end"));
    check("file://DIR/secret", Err("not trusted"));
    check("git::file://DIR/secret", Err("not trusted"));
    check("git::ext::sh -c touch% DIR/pwned", Err("Failed to download module"));
    check("git::http://SERVER/x?ref=--upload-pack=touch%20DIR/pwned", Err("the ref is not the name of"));
    check("./evil.zip", Err("leads out of the folder"));
    check("./endless.zip", Err("larger than"));
    check("./good.zip//../..", Err("Failed to"));
    check("./good.zip//nothing", Err("nothing"));
}
