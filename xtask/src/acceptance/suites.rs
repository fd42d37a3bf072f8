//! The suites: where they come from, what in them calls a command-line program, and how they are run.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::events::{Outcomes, Run};
use crate::golang::{cache, go, providers, sources};

/// A published suite.
pub(super) struct Suite {
    pub(super) name: &'static str,
    module: &'static str,
    /// The packages that hold tests which call a program.
    pub(super) packages: &'static [&'static str],
    /// Tests that call none, as a pattern.
    without_program: &'static str,
    /// Releases of providers that its tests install.
    installs: &'static [(&'static str, &'static str)],
}

pub(super) const SUITES: &[Suite] = &[
    Suite {
        name: "time",
        module: "github.com/hashicorp/terraform-provider-time@v0.14.2",
        packages: &["internal/provider"],
        without_program: "TestResourceTimeSleep(Create|Delete)",
        installs: &[],
    },
    Suite {
        name: "exec",
        module: "github.com/hashicorp/terraform-exec@v0.26.0",
        packages: &["tfexec/internal/e2etest"],
        without_program: "TestContext_already.*",
        installs: STAND_INS,
    },
    Suite {
        name: "plugin-testing",
        module: "github.com/hashicorp/terraform-plugin-testing@v1.16.0",
        packages: &[
            "echoprovider",
            "helper/resource",
            "helper/resource/importstate",
            "helper/resource/query",
            "helper/resource/statestore",
            "internal/plugintest",
            "plancheck",
            "querycheck",
            "statecheck",
        ],
        without_program: "Test(Compose|Copy|Filter|ProtoV[56]|Retry|Run(Provider|Sweepers|TF)|Sdk\
            |Step(Merged|Provider)|TestCase[HPV]|TestCheck|TestMatch|TestStep[HV]|UniqueId|WaitFor).*\
            |TestShimState|TestTest_Main|TestTest.*_Error|TestExpectKnown.*_UnknownAttributeType",
        installs: STAND_INS,
    },
];

/// Fixtures of the suites ask for these releases, which are not to be had as modules: others stand in for them.
const STAND_INS: &[(&str, &str)] =
    &[("null", "3.1.0"), ("null", "3.1.1"), ("null", "1.0.0"), ("random", "3.1.3"), ("time", "0.14.2")];

impl Suite {
    /// Fetches what is missing of the suite, and what it and its tests need; says why it cannot be had.
    pub(super) fn fetch(&'static self) -> Result<Fetched, String> {
        let place = cache()?.join("acceptance");
        let version = self.module.rsplit('@').next().unwrap_or_default();
        let folder = place.join(format!("{}-{version}", self.name));
        let mirror = place.join("mirror");
        fs::create_dir_all(&mirror).map_err(|error| format!("{}: {error}", mirror.display()))?;
        sources(self.module, &folder)?;
        go(&folder, &["mod", "download"], &[])?;
        providers::stand_ins(&mirror, self.installs)?;
        let configuration = place.join("cli.tfrc");
        fs::write(&configuration, providers::cli_configuration(&[&mirror]))
            .map_err(|error| format!("{}: {error}", configuration.display()))?;
        Ok(Fetched { suite: self, folder, configuration })
    }
}

/// A suite whose sources are there.
pub(super) struct Fetched {
    suite: &'static Suite,
    folder: PathBuf,
    configuration: PathBuf,
}

/// A suite with the settings of its runs.
pub(super) struct Prepared {
    suite: &'static Suite,
    folder: PathBuf,
    variables: Vec<(String, String)>,
    /// The version that the program under test reports.
    pub(super) version: String,
}

impl Prepared {
    /// Drives this program, which reports the given level.
    pub(super) fn new(fetched: Fetched, binary: &Path, level: Option<&str>) -> Result<Self, String> {
        let Fetched { suite, folder, configuration } = fetched;
        let program = binary.display().to_string();
        let mut variables: Vec<(String, String)> = [
            ("CHECKPOINT_DISABLE", "1"),
            ("TF_ACC", "1"),
            ("TF_ACC_TERRAFORM_PATH", &program),
            ("TFEXEC_E2ETEST_TERRAFORM_PATH", &program),
            ("TF_CLI_CONFIG_FILE", &configuration.display().to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        if let Some(level) = level {
            variables.push(("CAIRN_TERRAFORM_LEVEL".to_owned(), level.to_owned()));
        }
        let version = reported(binary, &variables)?;
        Ok(Self { suite, folder, variables, version })
    }

    /// Builds the tests of a package, once, and runs them until all have come to an end.
    pub(super) fn run(
        &self,
        package: &str,
        only: Option<&str>,
        outcomes: &mut Outcomes,
    ) -> Result<(), String> {
        eprintln!("{}: {package}", self.suite.name);
        let folder = self.folder.join(package);
        let program = self.folder.join(format!("{}.test", package.replace('/', "-")));
        let out = program.display().to_string();
        if let Err(error) = go(&folder, &["test", "-c", "-o", &out, "."], &[]) {
            outcomes.broken(package, &error);
            return Ok(());
        }
        let mut skip: BTreeSet<String> = BTreeSet::from([self.suite.without_program.to_owned()]);
        loop {
            let mut run = self.once(&folder, &program, only, &skip)?;
            if !run.whole {
                run.blame();
            }
            // A panic took the rest of the package with it: go on without the tests that were run.
            let again = !run.whole && !run.ended.is_empty();
            skip.extend(run.ended.iter().cloned());
            outcomes.take(package, run);
            if !again {
                return Ok(());
            }
        }
    }

    fn once(
        &self,
        folder: &Path,
        program: &Path,
        only: Option<&str>,
        skip: &BTreeSet<String>,
    ) -> Result<Run, String> {
        let skip: Vec<&str> = skip.iter().map(String::as_str).collect();
        let mut command = Command::new("go");
        command.args(["tool", "test2json", "-t"]).arg(program);
        command.args(["-test.v=test2json", "-test.timeout=60m", "-test.parallel=2"]);
        command.arg(format!("-test.skip=^({})$", skip.join("|")));
        if let Some(only) = only {
            command.arg(format!("-test.run={only}"));
        }
        let mut child = command
            .current_dir(folder)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("go is needed and could not be run: {error}"))?;
        let mut run = Run::default();
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                run.event(&line);
            }
        }
        child.wait().map_err(|error| format!("{}: {error}", program.display()))?;
        Ok(run)
    }
}

/// The version that a program reports.
fn reported(binary: &Path, variables: &[(String, String)]) -> Result<String, String> {
    let output = Command::new(binary)
        .args(["version", "-json"])
        .current_dir("/")
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .output()
        .map_err(|error| format!("{}: {error}", binary.display()))?;
    let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    said["terraform_version"]
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| format!("{} does not tell its version", binary.display()))
}
