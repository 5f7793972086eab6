//! Identities and the ids derived from them.

use std::fmt;
use std::str::FromStr;

use data_encoding::{BASE32_NOPAD, Encoding};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Longest part of an identity, queue, type or worker name, in bytes.
pub const MAX_NAME_BYTES: usize = 256;

/// A text that is not the id it was taken for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// The prefix, length or alphabet is off.
    #[error("`{text}` is not {expected}")]
    Malformed {
        /// What was given.
        text: String,
        /// What was looked for, with its form.
        expected: &'static str,
    },
    /// A part of an identity is empty.
    #[error("{part} is empty")]
    Empty {
        /// Which part.
        part: &'static str,
    },
    /// A part of an identity is longer than the limit.
    #[error("{part} is {bytes} bytes long; the limit is {MAX_NAME_BYTES}")]
    TooLong {
        /// Which part.
        part: &'static str,
        /// How long it is.
        bytes: usize,
    },
    /// A part of an identity holds a control character.
    #[error("{part} contains a control character")]
    Control {
        /// Which part.
        part: &'static str,
    },
}

/// Refuses names that are empty, too long or hold control characters.
pub fn check_name(part: &'static str, text: &str) -> Result<(), IdError> {
    if text.is_empty() {
        return Err(IdError::Empty { part });
    }
    if text.len() > MAX_NAME_BYTES {
        return Err(IdError::TooLong { part, bytes: text.len() });
    }
    if text.chars().any(char::is_control) {
        return Err(IdError::Control { part });
    }
    Ok(())
}

/// The name of a tenant; everything is scoped by one.
pub type TenantId = String;

/// The identity of an activity: (tenant, workflow, execution, activity).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActivityKey {
    /// The tenant.
    pub tenant: TenantId,
    /// The workflow, e.g. `order-1001`.
    pub workflow_id: String,
    /// One run of the workflow, e.g. `run-1`.
    pub execution_id: String,
    /// The activity within the run, e.g. `charge`.
    pub activity_id: String,
}

impl ActivityKey {
    /// Makes an identity of checked parts.
    pub fn new(
        tenant: impl Into<String>,
        workflow_id: impl Into<String>,
        execution_id: impl Into<String>,
        activity_id: impl Into<String>,
    ) -> Result<Self, IdError> {
        let key = Self {
            tenant: tenant.into(),
            workflow_id: workflow_id.into(),
            execution_id: execution_id.into(),
            activity_id: activity_id.into(),
        };
        for (part, text) in key.parts() {
            check_name(part, text)?;
        }
        Ok(key)
    }

    fn parts(&self) -> [(&'static str, &str); 4] {
        [
            ("tenant", &self.tenant),
            ("workflow_id", &self.workflow_id),
            ("execution_id", &self.execution_id),
            ("activity_id", &self.activity_id),
        ]
    }

    /// The identity as bytes: each part as u32-LE length and UTF-8. Ids and jitter seeds hash it.
    pub fn identity_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(96);
        for (_, text) in self.parts() {
            let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes
    }

    /// The id: the first 16 bytes of SHA-256 over [`ActivityKey::identity_bytes`].
    pub fn id(&self) -> ActivityId {
        let digest = Sha256::digest(self.identity_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        ActivityId(bytes)
    }
}

impl fmt::Display for ActivityKey {
    /// `TENANT/WORKFLOW/EXECUTION/ACTIVITY`, each part percent-encoded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (_, text)) in self.parts().into_iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            for byte in text.bytes() {
                if byte.is_ascii_alphanumeric() || b"-_.~:@".contains(&byte) {
                    write!(f, "{}", char::from(byte))?;
                } else {
                    write!(f, "%{byte:02X}")?;
                }
            }
        }
        Ok(())
    }
}

const KEY_FORM: &str = "an identity TENANT/WORKFLOW/EXECUTION/ACTIVITY (parts percent-encoded)";

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

impl FromStr for ActivityKey {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let malformed = || IdError::Malformed { text: text.to_owned(), expected: KEY_FORM };
        let parts: Option<Vec<String>> = text.split('/').map(percent_decode).collect();
        let [tenant, workflow, execution, activity] =
            <[String; 4]>::try_from(parts.ok_or_else(malformed)?).map_err(|_| malformed())?;
        Self::new(tenant, workflow, execution, activity)
    }
}

/// Lowercase RFC 4648 base32 without padding: 16 bytes are 26 characters.
fn base32() -> &'static Encoding {
    static ENCODING: std::sync::LazyLock<Encoding> = std::sync::LazyLock::new(|| {
        let mut spec = BASE32_NOPAD.specification();
        spec.symbols.make_ascii_lowercase();
        // The alphabet is a constant of the library with its case changed: always encodable.
        spec.encoding().unwrap_or(BASE32_NOPAD)
    });
    &ENCODING
}

fn decode_fixed<const N: usize>(
    text: &str,
    prefix: &str,
    expected: &'static str,
) -> Result<[u8; N], IdError> {
    let malformed = || IdError::Malformed { text: text.to_owned(), expected };
    let body = text.strip_prefix(prefix).ok_or_else(malformed)?;
    let bytes = base32().decode(body.as_bytes()).map_err(|_| malformed())?;
    bytes.try_into().map_err(|_| malformed())
}

/// The id of an activity: `act_` and 26 base32 characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActivityId(pub [u8; 16]);

impl fmt::Display for ActivityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "act_{}", base32().encode(&self.0))
    }
}

impl FromStr for ActivityId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        decode_fixed(text, "act_", "an activity id (act_ and 26 characters)").map(Self)
    }
}

/// The id of a dead letter: `dl_`, the activity's 26 characters, `_` and the generation that died.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeadLetterId {
    /// The activity that died.
    pub activity: ActivityId,
    /// Which of its lives ended.
    pub generation: u32,
}

impl fmt::Display for DeadLetterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dl_{}_{}", base32().encode(&self.activity.0), self.generation)
    }
}

impl FromStr for DeadLetterId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        const FORM: &str = "a dead letter id (dl_, 26 characters, _ and the generation)";
        let malformed = || IdError::Malformed { text: text.to_owned(), expected: FORM };
        let (head, generation) = text.rsplit_once('_').ok_or_else(malformed)?;
        let activity = ActivityId(decode_fixed(head, "dl_", FORM).map_err(|_| malformed())?);
        let generation = generation
            .parse()
            .ok()
            .filter(|g: &u32| *g > 0 && generation == g.to_string())
            .ok_or_else(malformed)?;
        Ok(Self { activity, generation })
    }
}

/// The fencing token of a lease: `lt_` and 64 characters.
///
/// It names its activity (16 bytes) before 24 random bytes, so a report finds its row by primary
/// key; only the whole token fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeaseToken([u8; 40]);

impl LeaseToken {
    /// Makes a token for `activity` from 24 random bytes.
    pub fn new(activity: ActivityId, random: [u8; 24]) -> Self {
        let mut bytes = [0; 40];
        bytes[..16].copy_from_slice(&activity.0);
        bytes[16..].copy_from_slice(&random);
        Self(bytes)
    }

    /// The activity that the lease is for.
    pub fn activity(&self) -> ActivityId {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.0[..16]);
        ActivityId(bytes)
    }

    /// The bytes behind the text: the activity's 16 and the 24 random ones.
    pub const fn as_bytes(&self) -> &[u8; 40] {
        &self.0
    }
}

impl From<[u8; 40]> for LeaseToken {
    fn from(bytes: [u8; 40]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for LeaseToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lt_{}", base32().encode(&self.0))
    }
}

impl FromStr for LeaseToken {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        decode_fixed(text, "lt_", "a lease token (lt_ and 64 characters)").map(Self)
    }
}

macro_rules! random_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal, $form:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; 16]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), base32().encode(&self.0))
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                decode_fixed(text, $prefix, $form).map(Self)
            }
        }
    };
}

random_id!(
    /// The id of an operation: `op_` and 26 characters.
    OperationId,
    "op_",
    "an operation id (op_ and 26 characters)"
);
random_id!(
    /// The id of one HTTP request: `req_` and 26 characters.
    RequestId,
    "req_",
    "a request id (req_ and 26 characters)"
);

macro_rules! serde_as_text {
    ($($name:ident),*) => {$(
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

serde_as_text!(ActivityId, DeadLetterId, LeaseToken, OperationId, RequestId);

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> ActivityKey {
        ActivityKey::new("default", "order-1001", "run-1", "charge").unwrap()
    }

    #[test]
    fn ids_read_back() {
        let id = key().id();
        assert_eq!(id.to_string().len(), 30);
        assert_eq!(id.to_string().parse(), Ok(id));
        let dead = DeadLetterId { activity: id, generation: 12 };
        assert_eq!(dead.to_string().parse(), Ok(dead));
        let token = LeaseToken::new(id, [7; 24]);
        assert_eq!(token.to_string().parse(), Ok(token));
        assert_eq!(token.activity(), id);
    }

    #[test]
    fn refuses_other_texts() {
        let dead = DeadLetterId { activity: key().id(), generation: 1 }.to_string();
        for text in
            ["", "act_", "act_!", "dl_x_1", &dead.replace("_1", "_0"), &dead.replace("_1", "_01")]
        {
            assert!(text.parse::<ActivityId>().is_err(), "{text}");
            assert!(text.parse::<DeadLetterId>().is_err(), "{text}");
        }
    }

    #[test]
    fn identities_survive_any_characters() {
        let odd = ActivityKey::new("default", "a/b", "100%?#&", "../O'Brien 東").unwrap();
        assert_eq!(odd.to_string().parse(), Ok(odd.clone()));
        assert!("a/b/c".parse::<ActivityKey>().is_err());
        assert!("a/b/c/%zz".parse::<ActivityKey>().is_err());
        assert!(ActivityKey::new("t", "w", "e", "a\u{1b}").is_err());
        assert!(ActivityKey::new("t", "", "e", "a").is_err());
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        let a = ActivityKey::new("t", "ab", "c", "d").unwrap();
        let b = ActivityKey::new("t", "a", "bc", "d").unwrap();
        assert_ne!(a.id(), b.id());
    }
}
