//! From version 4 to the model. What repeats (modules, providers, dependencies) is read once and shared.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Read};
use std::iter::Peekable;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResource, InstanceKey, ModuleInstance, Resource, ResourceMode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::value::RawValue;
use smol_str::SmolStr;
use value::{Path, PathStep, Value};

use super::cut::{Cut, cut};
use super::dependency_lists::DependencyLists;
use super::error::{FORM, invalid, syntax};
use super::fold::fold;
use super::{ReadError, StateFile, leading_version, text, v4};
use crate::{
    CheckObject, CheckResult, CheckStatus, DependencyList, InstanceState, Object, ObjectStatus, OutputState,
    ResourceState, State,
};

const TWICE: &str = "Duplicate resource instance in state";
const METADATA: &str = "Invalid resource instance metadata in state";
const PATH: &str = "Error unmarshaling path steps";

/// Reads a file of version 4 without ever holding all of it; nothing if it is not one, or something is wrong with it.
pub(crate) fn read_from(source: &mut dyn Read) -> io::Result<Option<StateFile>> {
    Ok(cut(source)?.and_then(read_cut))
}

/// Reads a file of version 4 without its lists; nothing if it is not one, or something is wrong with it.
pub(super) fn read_cut(cut: Cut) -> Option<StateFile> {
    if leading_version(&cut.text) != Some(4) {
        return None;
    }
    let mut reader = Reader { cut: cut.lists.into_iter().peekable(), text: &cut.text, ..Reader::default() };
    let read = read_text(&cut.text, &mut reader).ok();
    // What was cut out may have been something else.
    read.filter(|_| reader.cut.peek().is_none())
}

/// Reads a file of version 4, however it is written.
pub(super) fn read(text: &str) -> Result<StateFile, ReadError> {
    read_strictly(fold(text, &v4::SHAPE)?.as_bytes())
}

/// Reads a file of version 4 that is written as the tools write it.
pub(crate) fn read_strictly(bytes: &[u8]) -> Result<StateFile, ReadError> {
    read_text(bytes, &mut Reader::default())
}

fn read_text<'a>(bytes: &'a [u8], reader: &mut Reader<'a>) -> Result<StateFile, ReadError> {
    // Checked once as a whole, strings need not be checked one by one.
    let file: serde_json::Result<v4::File<'_>> = match std::str::from_utf8(bytes) {
        Ok(text) => serde_json::from_str(text),
        Err(_) => serde_json::from_slice(bytes),
    };
    let file = file.map_err(|error| syntax(&error))?;
    let version = file.terraform_version.unwrap_or_default();
    if !is_program_version(&version) {
        let message = "the version of the program that wrote it is not understood.";
        return Err(invalid("Invalid Terraform version string", message));
    }
    let mut state = State::default();
    for (name, output) in file.outputs.unwrap_or_default() {
        let output = read_output(&name, output)?;
        state.outputs.insert(name.into(), output);
    }
    let resources = file.resources.unwrap_or_default();
    let count = resources.len();
    // Files are nearly in our order, so that sorting and building at once is faster than inserting.
    let read = resources.into_iter().map(|resource| reader.resource(resource));
    state.resources = read.collect::<Result<BTreeMap<_, _>, _>>()?.into();
    if state.resources.len() != count {
        let addr = first_twice(bytes, reader).map_or("a resource".to_owned(), |addr| addr.to_string());
        return Err(invalid(TWICE, format!("{addr} is there twice.")));
    }
    state.checks = file.check_results.map(|checks| checks.into_iter().filter_map(read_check).collect());
    Ok(StateFile {
        terraform_version: version.into_owned(),
        serial: file.serial.unwrap_or_default(),
        lineage: file.lineage.unwrap_or_default().into_owned(),
        state,
    })
}

/// The first resource that is there a second time.
fn first_twice<'a>(bytes: &'a [u8], reader: &mut Reader<'a>) -> Option<AbsResource> {
    let file: v4::File<'a> = serde_json::from_slice(bytes).ok()?;
    let mut seen = BTreeSet::new();
    let mut addresses = file.resources?.into_iter().filter_map(|resource| reader.address(&resource).ok());
    addresses.find(|addr| !seen.insert(addr.clone()))
}

fn read_output(name: &str, output: v4::Output<'_>) -> Result<OutputState, ReadError> {
    let ty =
        output.ty.and_then(|ty| value::type_json::decode(ty.get().as_bytes()).ok()).ok_or_else(|| {
            invalid(
                "Invalid output value type in state",
                format!("the type of the output {name:?} is not understood."),
            )
        })?;
    let value = output.value.and_then(|json| value::json::decode(json.get().as_bytes(), &ty).ok());
    let value = value.ok_or_else(|| {
        let message = format!("the value of the output {name:?} does not fit its type.");
        invalid("Invalid output value saved in state", message)
    })?;
    let deprecated = output.deprecated.filter(|text| !text.is_empty());
    Ok(OutputState { value, sensitive: output.sensitive.unwrap_or_default(), deprecated })
}

/// What was read before and is shared. Keys are the texts in the file.
pub(crate) struct Reader<'a> {
    modules: HashMap<String, ModuleInstance, foldhash::fast::RandomState>,
    providers: HashMap<String, AbsProviderConfig, foldhash::fast::RandomState>,
    dependencies: DependencyLists,
    /// The text, where lists were cut out of it, and those that come next.
    text: &'a [u8],
    cut: Peekable<std::vec::IntoIter<(usize, DependencyList)>>,
    no_private: Arc<[u8]>,
    buffer: String,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self {
            modules: HashMap::default(),
            providers: HashMap::default(),
            dependencies: DependencyLists::default(),
            text: &[],
            cut: Vec::new().into_iter().peekable(),
            no_private: Arc::new([]),
            buffer: String::new(),
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads what a journal says of resources, one after the other.
    pub(crate) fn of_journal() -> Self {
        Self { dependencies: DependencyLists::of_journal(), ..Self::default() }
    }

    /// A resource with its address.
    pub(crate) fn resource(
        &mut self,
        resource: v4::Resource<'a>,
    ) -> Result<(AbsResource, ResourceState), ReadError> {
        let addr = self.address(&resource)?;
        let mut provider = match &resource.provider {
            Some(text) => Some(self.provider(text, &addr)?),
            None => None,
        };
        let mut instances: BTreeMap<Option<InstanceKey>, InstanceState> = BTreeMap::new();
        for object in resource.instances.unwrap_or_default() {
            let key = read_key(object.index_key).ok_or_else(|| {
                let message =
                    format!("an instance of {addr} has a key that is neither a whole number nor a string.");
                invalid(METADATA, message)
            })?;
            let own_provider = match &object.provider {
                Some(text) => Some(self.provider(text, &addr)?),
                None => None,
            };
            let deposed = object.deposed.as_deref().filter(|key| !key.is_empty()).map(SmolStr::from);
            if deposed.as_ref().is_some_and(|key| key.len() != DEPOSED_KEY) {
                let message = format!(
                    "an instance of {addr} has a deposed object whose key has not {DEPOSED_KEY} characters."
                );
                return Err(invalid(METADATA, message));
            }
            let object = Arc::new(self.object(object, &addr)?);
            let instance = instances.entry(key).or_default();
            let twice = match deposed {
                Some(deposed) => instance.deposed.insert(deposed, object).is_some(),
                None => instance.current.replace(object).is_some(),
            };
            if twice {
                return Err(invalid(TWICE, format!("an instance of {addr} is there twice.")));
            }
            if let Some(own) = own_provider {
                provider.get_or_insert_with(|| AbsProviderConfig { key: None, ..own.clone() });
                instance.provider = Some(Box::new(own));
            }
        }
        let provider =
            provider.ok_or_else(|| invalid(FORM, format!("the provider of {addr} is missing.")))?;
        Ok((addr, ResourceState { provider, instances }))
    }

    fn address(&mut self, resource: &v4::Resource<'a>) -> Result<AbsResource, ReadError> {
        let mode = match resource.mode.as_deref() {
            Some("managed") => ResourceMode::Managed,
            Some("data") => ResourceMode::Data,
            _ => {
                return Err(invalid(
                    "Invalid resource mode in state",
                    "a resource is neither \"managed\" nor \"data\".",
                ));
            }
        };
        let (Some(type_name), Some(name)) = (&resource.type_name, &resource.name) else {
            return Err(invalid(FORM, "a resource has no type or no name."));
        };
        let module = match &resource.module {
            Some(text) => self.module(text)?,
            None => ModuleInstance::root(),
        };
        let (type_name, name) = (type_name.as_ref().into(), name.as_ref().into());
        Ok(AbsResource { module, resource: Resource { mode, type_name, name } })
    }

    fn module(&mut self, text: &str) -> Result<ModuleInstance, ReadError> {
        if let Some(module) = self.modules.get(text) {
            return Ok(module.clone());
        }
        let module = ModuleInstance::parse(text)
            .map_err(|error| invalid("Invalid module instance address", error.to_string()))?;
        self.modules.insert(text.to_owned(), module.clone());
        Ok(module)
    }

    fn provider(&mut self, text: &str, addr: &AbsResource) -> Result<AbsProviderConfig, ReadError> {
        if let Some(provider) = self.providers.get(text) {
            return Ok(provider.clone());
        }
        let provider = AbsProviderConfig::parse(text)
            .map_err(|error| invalid(FORM, format!("the provider of {addr} is not understood: {error}")))?;
        self.providers.insert(text.to_owned(), provider.clone());
        Ok(provider)
    }

    fn object(&mut self, object: v4::Instance<'a>, addr: &AbsResource) -> Result<Object, ReadError> {
        let wrong = |summary: &'static str, what: &str| {
            invalid(summary, format!("the {what} of an instance of {addr} are not understood."))
        };
        let status = match object.status.as_deref() {
            None | Some("") => ObjectStatus::Ready,
            Some("tainted") => ObjectStatus::Tainted,
            Some(_) => return Err(wrong(METADATA, "words on the status")),
        };
        // Flat attributes count only where there are no others.
        let (attributes, attributes_flat) = match (object.attributes, object.attributes_flat) {
            (Some(attributes), _) => (self.compact(attributes), None),
            (None, Some(flat)) => (Arc::from(""), Some(Arc::new(flat))),
            (None, None) => (Arc::from("{}"), None),
        };
        let private = match object.private.as_deref() {
            None | Some("") => self.no_private.clone(),
            Some(text) => STANDARD.decode(text).map_err(|_| wrong(FORM, "bytes in \"private\""))?.into(),
        };
        let identity = object
            .identity
            .map(|identity| (self.compact(identity), object.identity_schema_version.unwrap_or_default()));
        Ok(Object {
            status,
            schema_version: object.schema_version.unwrap_or_default(),
            attributes,
            attributes_flat,
            sensitive_paths: read_paths(object.sensitive_attributes)
                .map_err(|summary| wrong(summary, "sensitive attributes"))?,
            private,
            dependencies: self
                .dependency_list(object.dependencies)
                .ok_or_else(|| wrong("Invalid address", "dependencies"))?,
            create_before_destroy: object.create_before_destroy.unwrap_or_default(),
            skip_destroy: object.skip_destroy.unwrap_or_default(),
            identity,
        })
    }

    fn compact(&mut self, json: &RawValue) -> Arc<str> {
        self.buffer.clear();
        text::compact(json.get(), &mut self.buffer);
        Arc::from(self.buffer.as_str())
    }

    fn dependency_list(&mut self, list: Option<&'a RawValue>) -> Option<DependencyList> {
        let Some(list) = list else { return Some(DependencyList::default()) };
        // What stands where a list was cut out is that list; whatever stands elsewhere is not.
        let place = (list.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if let Some((_, list)) = self.cut.next_if(|(at, _)| *at == place) {
            return Some(list);
        }
        self.dependencies.read(list.get())
    }
}

/// Whether a text is the version of a program, or says nothing of it: numbers with dots, and what follows them.
fn is_program_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (numbers, rest) = text.split_at(end);
    text.is_empty()
        || numbers.split('.').all(|number| !number.is_empty())
            && rest.chars().all(|c| c.is_ascii_alphanumeric() || "-~+.".contains(c))
}

/// How long the key of a deposed object is.
const DEPOSED_KEY: usize = 8;

/// The key of an instance; nothing if it is not understood.
fn read_key(key: Option<&RawValue>) -> Option<Option<InstanceKey>> {
    let Some(key) = key else { return Some(None) };
    let text = key.get();
    if text.starts_with('"') {
        return serde_json::from_str::<String>(text).ok().map(|key| Some(InstanceKey::String(key.into())));
    }
    let number = text.parse().ok().or_else(|| value::num::Num::parse(text)?.to_i64())?;
    Some(Some(InstanceKey::Int(number)))
}

/// Paths to secrets, or the words for why they are not understood.
fn read_paths(paths: Option<&RawValue>) -> Result<Vec<Path>, &'static str> {
    let Some(paths) = paths.filter(|paths| paths.get() != "[]") else { return Ok(Vec::new()) };
    let paths: Vec<Vec<v4::Step<'_>>> = serde_json::from_str(paths.get()).map_err(|_| PATH)?;
    paths.iter().map(|steps| steps.iter().map(read_step).collect::<Result<_, _>>().map(Path)).collect()
}

fn read_step(step: &v4::Step<'_>) -> Result<PathStep, &'static str> {
    match step.kind.as_ref() {
        "get_attr" => match serde_json::from_str::<String>(step.value.get()) {
            Ok(name) => Ok(PathStep::Attr(name.into())),
            Err(_) => Err(PATH),
        },
        "index" => read_index(step.value).map(PathStep::Index).ok_or(PATH),
        _ => Err("Unsupported path step"),
    }
}

fn read_index(key: &RawValue) -> Option<Value> {
    let key: v4::StepKey<'_> = serde_json::from_str(key.get()).ok()?;
    let ty = value::type_json::decode(key.ty.get().as_bytes()).ok()?;
    value::json::decode(key.value.get().as_bytes(), &ty).ok()
}

/// What was found out about a block; blocks of a kind that is not known are left out.
fn read_check(check: v4::Check) -> Option<CheckResult> {
    let kind =
        check.object_kind.filter(|kind| matches!(kind.as_str(), "resource" | "output" | "check" | "var"))?;
    let object = |object: v4::CheckObject| CheckObject {
        addr: object.object_addr.unwrap_or_default(),
        status: read_status(object.status.as_deref()),
        failures: object.failure_messages.unwrap_or_default(),
    };
    Some(CheckResult {
        kind: kind.into(),
        config_addr: check.config_addr.unwrap_or_default(),
        status: read_status(check.status.as_deref()),
        objects: check.objects.unwrap_or_default().into_iter().map(object).collect(),
    })
}

fn read_status(status: Option<&str>) -> CheckStatus {
    match status {
        Some("pass") => CheckStatus::Pass,
        Some("fail") => CheckStatus::Fail,
        Some("error") => CheckStatus::Error,
        _ => CheckStatus::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read with lists cut out is what is read without; whatever is not understood is read again.
    #[track_caller]
    fn check(text: &[u8]) {
        let cut = read_from(&mut &*text).expect("bytes can be read");
        match (cut, read_strictly(text)) {
            (Some(one), Ok(other)) => assert_eq!(one.write(), other.write(), "{}", text.escape_ascii()),
            (Some(_), Err(error)) => panic!("{error} for {}", text.escape_ascii()),
            (None, _) => {}
        }
    }

    fn file(objects: &str) -> String {
        format!(
            r#"{{"version":4,"outputs":{{"o":{{"value":{{"dependencies":["a.b"],"x\"dependencies":["a.b"]}},"type":["object",{{"dependencies":["list","string"],"x\"dependencies":["list","string"]}}]}}}},
"resources":[{{"mode":"managed","type":"t","name":"n","provider":"provider[\"r.io/a/b\"]","instances":[{objects}]}}]}}"#
        )
    }

    fn beside_long_list(objects: &str) -> String {
        let long = (10..60).map(|number| format!("\"a.b{number}\"")).collect::<Vec<_>>().join(",");
        format!(r#"{{"index_key":9,"status":"","dependencies":[{long}]}},{objects}"#)
    }

    #[test]
    fn lists_are_told_from_what_looks_like_them() {
        for objects in [
            r#"{"dependencies":[]},{"index_key":1,"dependencies":["a.b","a.c"]},{"index_key":2,"dependencies":["a.c"]}"#,
            r#"{"attributes":{"status":"","dependencies":["a.b"]},"dependencies":["a.b"]}"#,
            r#"{"attributes":{"status":"","dependencies":["a.b"]},"dependencies":0}"#,
            r#"{"attributes":{"status":"","dependencies":["a.b"]},"d\u0065pendencies":0}"#,
            r#"{"attributes":{"status":"","dependencies":["a.b"]},"d\u0065pendencies":["a.c"]}"#,
            r#"{"attributes":{"status":"","dependencies":["no address"]},"dependencies":["a.b"]}"#,
            r#"{"attributes":{"status":"","dependencies":["a.b",1]},"dependencies":["a.b"]}"#,
            r#"{"attributes":{"x":"\"dependencies\":[\"a.b\"]"},"dependencies":["a.b"]}"#,
            r#"{"status":"","dependencies":null},{"index_key":1,"dependencies" : [ "a.b" ]}"#,
            r#"{"status":"","dependencies":["a.b"],"dependencies":["a.b"]}"#,
            r#"{"status":"","dependencies":["a.b" "a.c"]}"#,
            r#"{"status":"","dependencies":["a.b",]}"#,
            r#"{"status":"","dependencies":["a.b"]]}"#,
            r#"{"status":"","dependencies":[,"a.b"]}"#,
            r#"{"status":"","dependencies":["a.b""#,
            r#"{"status":"","dependencies":["\u0061.b"]}"#,
            "{\"status\":\"\",\n          \"dependencies\": [\n            \"a.b\"\n          ]}",
            "{\"status\":\"\",\n          \"dependencies\": [\n            \"a.b\u{c}\"\n          ]}",
            "{\"status\":\"\",\n          \"dependencies\": [\n            \"a.b\"\u{c}\n          ]}",
            "{\"attributes\":{\n              \"dependencies\": [\"a.b\"]},\"dependencies\":[\"a.b\"]}",
        ] {
            check(file(objects).as_bytes());
            // Beside a long list, so that lists are worth being cut out.
            check(file(&beside_long_list(objects)).as_bytes());
        }
    }

    #[test]
    fn files_that_are_not_whole_are_told_alike() {
        let objects = r#"{"status":"","dependencies":["a.b","a.c"]},{"index_key":1,"dependencies":["a.b"]}"#;
        let whole = file(&beside_long_list(objects)).into_bytes();
        assert!(read_from(&mut whole.as_slice()).expect("bytes can be read").is_some());
        for at in 0..whole.len() {
            check(&whole[..at]);
            for byte in *b"\"[],\\0 \xff" {
                let mut changed = whole.clone();
                changed[at] = byte;
                check(&changed);
            }
        }
    }
    /// Gives a few bytes at a time, more or less.
    struct Trickle<'t>(&'t [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = (self.1 * 31 + 7) % 100_003;
            let length = self.1.min(buffer.len()).min(self.0.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    #[test]
    fn long_files_are_read_a_part_at_a_time() {
        // A chain, whose lists grow, with a short list between long ones.
        let object = |at: usize| {
            let count = if at.is_multiple_of(10) { at / 10 } else { at };
            let list = (0..count).map(|entry| format!("\n            \"a.name_of_block_{entry:04}\""));
            let list = list.collect::<Vec<_>>().join(",");
            format!(
                "{{\n          \"index_key\": {at},\n          \"dependencies\": [{list}\n          ]\n        }}"
            )
        };
        let objects = (0..700).map(object).collect::<Vec<_>>().join(",");
        let text = file(&objects);
        assert!(text.len() > 5_000_000);
        let whole = read_strictly(text.as_bytes()).expect("it is a state").write();
        for seed in [1, 2, 3] {
            let found = read_from(&mut Trickle(text.as_bytes(), seed)).expect("bytes can be read");
            assert!(found.expect("it is understood").write() == whole);
        }
        let mut written = Vec::new();
        let again = StateFile::read(&whole).expect("it is a state");
        again.write_to(&mut written).expect("a vector takes everything");
        assert!(written == whole);
    }
}
