//! The two ways to name one thing: its id, or the identity that the id is derived from.

use std::str::FromStr;

use crate::model::{ActivityId, ActivityKey, DeadLetterId, IdError};

/// An activity, by its id or by `TENANT/WORKFLOW/EXECUTION/ACTIVITY`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ActivityTarget(pub(crate) ActivityId);

impl FromStr for ActivityTarget {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        if text.contains('/') {
            return Ok(Self(text.parse::<ActivityKey>()?.id()));
        }
        text.parse().map(Self).map_err(|_| IdError::Malformed {
            text: text.to_owned(),
            expected: "an activity id (act_ and 26 characters) or an identity \
                       TENANT/WORKFLOW/EXECUTION/ACTIVITY",
        })
    }
}

/// A dead letter, by its id or by `TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DeadLetterTarget {
    /// This one.
    Id(DeadLetterId),
    /// The one of the activity's present generation.
    Latest(ActivityId),
}

impl FromStr for DeadLetterTarget {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let malformed = || IdError::Malformed {
            text: text.to_owned(),
            expected: "a dead letter id (dl_, 26 characters, _ and the generation) or an identity \
                       TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]",
        };
        if !text.contains('/') {
            return text.parse().map(Self::Id).map_err(|_| malformed());
        }
        let Some((identity, generation)) = text.rsplit_once('#') else {
            return Ok(Self::Latest(text.parse::<ActivityKey>()?.id()));
        };
        let activity = identity.parse::<ActivityKey>()?.id();
        let generation = generation.parse().ok().filter(|g| *g > 0).ok_or_else(malformed)?;
        Ok(Self::Id(DeadLetterId { activity, generation }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_names_what_its_id_names() {
        let id = ActivityKey::new("default", "order-1001", "run-1", "charge").unwrap().id();
        let text = "default/order-1001/run-1/charge";
        assert_eq!(text.parse(), Ok(ActivityTarget(id)));
        assert_eq!(id.to_string().parse(), Ok(ActivityTarget(id)));
        assert_eq!(text.parse(), Ok(DeadLetterTarget::Latest(id)));
        let second = DeadLetterId { activity: id, generation: 2 };
        assert_eq!(format!("{text}#2").parse(), Ok(DeadLetterTarget::Id(second)));
        assert_eq!(second.to_string().parse(), Ok(DeadLetterTarget::Id(second)));
    }

    #[test]
    fn refuses_what_names_nothing() {
        for text in ["", "dl_x", "a/b/c", "a/b/c/d#0", "a/b/c/d#x", "a/b/c/d#", "op_1"] {
            assert!(text.parse::<DeadLetterTarget>().is_err(), "{text}");
        }
        for text in ["", "act_x", "a/b/c", "dl_x_1"] {
            assert!(text.parse::<ActivityTarget>().is_err(), "{text}");
        }
    }
}
