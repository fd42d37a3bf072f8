//! Who holds a lock, in the JSON that all tools write.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Who holds a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockInfo {
    /// Tells this lock from all others.
    #[serde(rename = "ID", default)]
    pub id: String,
    /// What it is held for, such as `OperationTypeApply`.
    #[serde(rename = "Operation", default)]
    pub operation: String,
    /// Anything more.
    #[serde(rename = "Info", default)]
    pub info: String,
    /// `user@host`
    #[serde(rename = "Who", default)]
    pub who: String,
    /// The version of the program.
    #[serde(rename = "Version", default)]
    pub version: String,
    /// Since when, in RFC 3339 with nanoseconds.
    #[serde(rename = "Created", default)]
    pub created: String,
    /// What is locked; filled in by the store.
    #[serde(rename = "Path", default)]
    pub path: String,
}

impl LockInfo {
    /// For a new lock, held from now on by this process.
    pub fn new(operation: &str, version: &str) -> Self {
        Self {
            id: uuid::Uuid::new_v4().to_string(),
            operation: operation.to_owned(),
            info: String::new(),
            who: who(),
            version: version.to_owned(),
            created: rfc3339(SystemTime::now()),
            path: String::new(),
        }
    }

    /// As JSON without spaces.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts alone always become JSON")
    }

    /// From JSON; nothing if it is none.
    pub fn from_json(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

fn who() -> String {
    let user = nix::unistd::User::from_uid(nix::unistd::getuid()).ok().flatten().map(|user| user.name);
    let host = nix::unistd::gethostname().ok().map(|host| host.to_string_lossy().into_owned());
    format!("{}@{}", user.unwrap_or_default(), host.unwrap_or_default())
}

/// A time in UTC with nanoseconds, without zeros at the end, as Go writes it.
fn rfc3339(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let nanos = format!(".{:09}", since.subsec_nanos());
    let nanos = nanos.trim_end_matches('0').trim_end_matches('.');
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{nanos}Z")
}

/// Year, month and day of a day counted from 1970-01-01. Counted in eras of 400 years that begin in March, so
/// that the day that comes and goes is the last of a year.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, of_month)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_written_as_go_does() {
        let check = |seconds: u64, nanos: u32, expect: &str| {
            assert_eq!(rfc3339(UNIX_EPOCH + Duration::new(seconds, nanos)), expect);
        };
        check(0, 0, "1970-01-01T00:00:00Z");
        check(951_782_399, 120_000_000, "2000-02-28T23:59:59.12Z");
        check(951_782_400, 1, "2000-02-29T00:00:00.000000001Z");
        check(1_794_792_431, 693_701_146, "2026-11-16T01:27:11.693701146Z");
        check(4_107_542_400, 0, "2100-03-01T00:00:00Z");
    }

    #[test]
    fn what_terraform_writes_is_read_and_written() {
        let text = r#"{"ID":"b1d94fbd-a907-8cb8-e623-b5e01f50350d","Operation":"OperationTypeApply","Info":"","Who":"root@vm","Version":"1.11.4","Created":"2026-11-16T01:27:11.693701146Z","Path":"terraform.tfstate"}"#;
        let info = LockInfo::from_json(text.as_bytes()).unwrap();
        assert_eq!((info.who.as_str(), info.path.as_str()), ("root@vm", "terraform.tfstate"));
        assert_eq!(String::from_utf8(info.to_json()).unwrap(), text);
        assert_eq!(LockInfo::from_json(b"{"), None);
        assert!(LockInfo::new("x", "1").who.contains('@'));
    }
}
