//! References to bytes that live beside the rows: payloads and results.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What bytes are, without the bytes: their SHA-256 (hex) and length. They stay identical.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ContentRef {
    /// SHA-256 in lowercase hex.
    pub sha256: String,
    /// Length in bytes.
    pub bytes: u64,
}

impl ContentRef {
    /// Describes `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self {
            sha256: data_encoding::HEXLOWER.encode(&Sha256::digest(bytes)),
            bytes: bytes.len() as u64,
        }
    }
}
