//! Cursors: a place in a list, opaque to callers.

use data_encoding::BASE64URL_NOPAD;

use crate::server::error::ApiError;

/// The lists; a cursor of one is no cursor of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Activities,
    History,
    DeadLetters,
    Operations,
    Items,
    Policies,
    Versions,
}

impl List {
    const fn tag(self) -> u8 {
        match self {
            Self::Activities => 1,
            Self::History => 2,
            Self::DeadLetters => 3,
            Self::Operations => 4,
            Self::Items => 5,
            Self::Policies => 6,
            Self::Versions => 7,
        }
    }

    /// Writes the place after which the next page starts.
    pub(super) fn cursor(self, place: &[u8]) -> String {
        let mut bytes = Vec::with_capacity(place.len() + 1);
        bytes.push(self.tag());
        bytes.extend_from_slice(place);
        BASE64URL_NOPAD.encode(&bytes)
    }

    /// Writes a numbered place.
    pub(super) fn cursor_at(self, place: u64) -> String {
        self.cursor(&place.to_be_bytes())
    }

    /// Reads a place.
    pub(super) fn place(self, cursor: &str) -> Result<Vec<u8>, ApiError> {
        match BASE64URL_NOPAD.decode(cursor.as_bytes()).as_deref() {
            Ok([tag, place @ ..]) if *tag == self.tag() => Ok(place.to_vec()),
            Ok(_) | Err(_) => Err(malformed()),
        }
    }

    /// Reads a numbered place; no cursor is no place.
    pub(super) fn place_at(self, cursor: Option<&str>) -> Result<Option<u64>, ApiError> {
        let Some(cursor) = cursor else { return Ok(None) };
        let place = self.place(cursor)?.try_into().map_err(|_| malformed())?;
        Ok(Some(u64::from_be_bytes(place)))
    }
}

fn malformed() -> ApiError {
    ApiError::field("cursor", "is not a `next_cursor` of this list; start without one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_its_own_only() {
        let cursor = List::Activities.cursor_at(7);
        assert_eq!(List::Activities.place_at(Some(&cursor)).unwrap(), Some(7));
        assert!(List::History.place_at(Some(&cursor)).is_err());
        for text in ["", "!", "AQ", "AQAAAAAAAAAHAA", "7"] {
            assert!(List::Activities.place_at(Some(text)).is_err(), "{text}");
        }
    }
}
