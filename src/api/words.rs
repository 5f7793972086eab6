//! How the domain's words and ids look in the generated interface description.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::model::{
    ActivityId, ActivityState, ClassifiedBy, DeadLetterId, DeadLetterStatus, FailureClass,
    GiveUpReason, ItemStatus, LeaseToken, OperationId, OperationKind, OperationStatus, Priority,
    StrategyKind, Timestamp,
};

macro_rules! word_schemas {
    ($($word:ty: $description:literal;)*) => {$(
        impl PartialSchema for $word {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .enum_values(Some(<$word>::ALL.iter().map(|word| word.as_str())))
                    .description(Some($description))
                    .into()
            }
        }

        impl ToSchema for $word {}
    )*};
}

word_schemas! {
    ActivityState: "Where an activity is in its life.";
    Priority: "How urgent an activity is among others of its queue.";
    StrategyKind: "The growth of the gaps between attempts.";
    GiveUpReason: "Why nothing is tried again.";
    FailureClass: "What a failure means for trying again.";
    DeadLetterStatus: "What became of a dead letter.";
    OperationKind: "What an operation does to each of its targets.";
    OperationStatus: "Where an operation is.";
    ItemStatus: "The result of one item of an operation.";
}

macro_rules! text_schemas {
    ($($id:ty: $example:literal, $description:literal;)*) => {$(
        impl PartialSchema for $id {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some($description))
                    .examples([$example])
                    .into()
            }
        }

        impl ToSchema for $id {}
    )*};
}

text_schemas! {
    ActivityId: "act_mfrggzdfmztwq2lknnwg23tpoa", "The id of an activity.";
    DeadLetterId: "dl_mfrggzdfmztwq2lknnwg23tpoa_1", "The id of a dead letter: activity and generation.";
    OperationId: "op_mfrggzdfmztwq2lknnwg23tpoa", "The id of an operation.";
    LeaseToken: "lt_…", "The fencing token of a lease; a secret of its holder.";
    ClassifiedBy: "http-table", "Which link of the classification chain answered.";
}

impl PartialSchema for Timestamp {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .description(Some("An instant, UTC, with milliseconds."))
            .into()
    }
}

impl ToSchema for Timestamp {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ActivityView, Page};

    #[test]
    fn words_are_described_wherever_they_stand() {
        let json = serde_json::to_value(ActivityState::schema()).unwrap();
        assert_eq!(json["enum"][5], "dead_lettered");
        let mut schemas = Vec::new();
        Page::<ActivityView>::schemas(&mut schemas);
        assert!(schemas.iter().any(|(name, _)| name == "ActivityState"));
    }
}
