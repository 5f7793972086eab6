//! Bytes on the wire: a text field, or its `…_base64` sibling, never both.

use data_encoding::BASE64;

use super::{FieldIssue, MAX_PAYLOAD_BYTES};

/// Bytes as an answer carries them: at most one of the two is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WireBytes {
    /// The bytes, if they are UTF-8.
    pub text: Option<String>,
    /// The bytes in base64, if they are not.
    pub base64: Option<String>,
}

impl WireBytes {
    /// Writes bytes as text where they are UTF-8, else in base64 (RFC 4648 §4, padded).
    pub fn encode(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self { text: Some(text), base64: None },
            Err(error) => Self { text: None, base64: Some(BASE64.encode(&error.into_bytes())) },
        }
    }
}

/// Reads the bytes of `field` from its text or its base64 form; neither is `None`.
///
/// Refuses both at once, invalid base64, and more than [`MAX_PAYLOAD_BYTES`].
pub fn decode_bytes(
    field: &str,
    text: Option<&str>,
    base64: Option<&str>,
) -> Result<Option<Vec<u8>>, FieldIssue> {
    let bytes = match (text, base64) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => {
            let issue = format!("give `{field}` or `{field}_base64`, not both");
            return Err(FieldIssue::new(field, issue));
        }
        (Some(text), None) => text.as_bytes().to_vec(),
        (None, Some(coded)) => BASE64.decode(coded.as_bytes()).map_err(|error| {
            let issue = format!("is not base64 (standard alphabet, padded): {error}");
            FieldIssue::new(format!("{field}_base64"), issue)
        })?,
    };
    if bytes.len() > MAX_PAYLOAD_BYTES {
        let issue = format!("is {} bytes long; the limit is {MAX_PAYLOAD_BYTES}", bytes.len());
        return Err(FieldIssue::new(field, issue));
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_stay_identical() {
        for bytes in [&b""[..], b"{\"amount\":42}", b"\xff\x00\xfe", "é\u{0}".as_bytes()] {
            let wire = WireBytes::encode(bytes.to_vec());
            assert!(wire.text.is_some() != wire.base64.is_some());
            let back = decode_bytes("payload", wire.text.as_deref(), wire.base64.as_deref());
            assert_eq!(back.unwrap().as_deref(), Some(bytes));
        }
    }

    #[test]
    fn refuses_both_and_bad_and_large() {
        let fault = |text: Option<&str>, base64: Option<&str>| {
            decode_bytes("payload", text, base64).unwrap_err().field
        };
        assert_eq!(fault(Some("a"), Some("YQ==")), "payload");
        assert_eq!(fault(None, Some("YQ=")), "payload_base64");
        assert_eq!(fault(None, Some("not base64!")), "payload_base64");
        assert_eq!(fault(Some(&"a".repeat(MAX_PAYLOAD_BYTES + 1)), None), "payload");
        assert_eq!(decode_bytes("payload", None, None), Ok(None));
    }
}
