//! Predicates as SQL. Every value is bound; the text is made of constants alone.

use rusqlite::ToSql;

use crate::model::{DeadLetterStatus, Timestamp};
use crate::query::{
    Compare, DurationField, FieldSet, NumberField, Predicate, Term, TextField, TextTest,
};

/// A condition of a `WHERE` with what is bound to it, in order.
#[derive(Default)]
pub(super) struct Condition {
    sql: String,
    values: Vec<Box<dyn ToSql>>,
}

impl Condition {
    /// The rows of a list: a tenant's, those that the predicate keeps as of `now`. Dead letters
    /// that are settled are out unless the predicate asks for a status.
    pub(super) fn of_list(
        set: FieldSet,
        tenant: &str,
        predicate: Option<&Predicate>,
        now: Timestamp,
    ) -> Self {
        let mut condition = Self::default();
        condition.and("tenant = ?", tenant.to_owned());
        let by_status = predicate.is_some_and(|p| p.asks_about(&TextField::Status));
        match set {
            FieldSet::DeadLetters if !by_status => {
                condition.and("status = ?", DeadLetterStatus::Dead);
            }
            FieldSet::DeadLetters | FieldSet::Activities => {}
        }
        for term in predicate.into_iter().flat_map(Predicate::terms) {
            condition.and_term(set, term, now);
        }
        condition
    }

    /// Adds a condition with one parameter.
    pub(super) fn and(&mut self, sql: &str, value: impl ToSql + 'static) {
        self.join();
        self.sql.push_str(sql);
        self.values.push(Box::new(value));
    }

    /// The text, without `WHERE`.
    pub(super) fn sql(&self) -> &str {
        &self.sql
    }

    /// What is bound to it, in order.
    pub(super) fn values(&self) -> impl Iterator<Item = &dyn ToSql> {
        self.values.iter().map(AsRef::as_ref)
    }

    fn join(&mut self) {
        if !self.sql.is_empty() {
            self.sql.push_str(" AND ");
        }
    }

    fn bind(&mut self, sql: &str, value: impl ToSql + 'static) {
        self.sql.push_str(sql);
        self.values.push(Box::new(value));
    }

    fn and_term(&mut self, set: FieldSet, term: &Term, now: Timestamp) {
        self.join();
        match term {
            Term::Text { field, test: TextTest::Like, value } => {
                self.bind("glob_matches(?, ", value.clone());
                self.text(set, field, now);
                self.sql.push(')');
            }
            Term::Text { field, test, value } => {
                self.text(set, field, now);
                let test = match test {
                    TextTest::Is => " = ?",
                    // Also where there is no value.
                    TextTest::IsNot => " IS NOT ?",
                    TextTest::Like => unreachable!("handled above"),
                };
                self.bind(test, value.clone());
            }
            Term::Number { field, compare, value } => {
                self.sql.push_str(number(set, *field));
                self.bind(comparison(*compare), *value);
            }
            Term::Duration { field, compare, value } => {
                self.span(set, *field, now);
                self.bind(comparison(*compare), value.0);
            }
        }
    }

    fn text(&mut self, set: FieldSet, field: &TextField, now: Timestamp) {
        use FieldSet::{Activities, DeadLetters};
        let column = match (field, set) {
            (TextField::Id, Activities) => "activity_text(id)",
            (TextField::Id, DeadLetters) => "dead_letter_text(activity, generation)",
            (TextField::Workflow, _) => "workflow_id",
            (TextField::Execution, _) => "execution_id",
            (TextField::Activity, _) => "activity_id",
            (TextField::Type, _) => "activity_type",
            (TextField::Queue, _) => "queue",
            (TextField::State, Activities) => {
                let due = "CASE WHEN state = 'delayed' AND due_at <= ? ";
                self.bind(due, now);
                "THEN 'scheduled' ELSE state END"
            }
            (TextField::Status, DeadLetters) => "status",
            (TextField::Policy, _) => "policy_name",
            (TextField::Reason, _) => "reason",
            (TextField::ErrorType, _) => "error_type",
            (TextField::ErrorMessage, _) => "error_message",
            (TextField::Worker, DeadLetters) => "worker_id",
            (TextField::Metadata(key), _) => {
                self.bind("label(metadata, ?", key.clone());
                ")"
            }
            (TextField::State, DeadLetters)
            | (TextField::Status | TextField::Worker, Activities) => "NULL",
        };
        self.sql.push_str(column);
    }

    fn span(&mut self, set: FieldSet, field: DurationField, now: Timestamp) {
        let (sql, end) = match (field, set) {
            (DurationField::Age, FieldSet::Activities) => ("max(0, ?", " - created_at)"),
            (DurationField::Age, FieldSet::DeadLetters) => ("max(0, ?", " - died_at)"),
            (DurationField::Due, FieldSet::Activities) => ("max(0, due_at - ?", ")"),
            (DurationField::Due, FieldSet::DeadLetters) => {
                self.sql.push_str("NULL");
                return;
            }
        };
        self.bind(sql, now);
        self.sql.push_str(end);
    }
}

fn number(set: FieldSet, field: NumberField) -> &'static str {
    match (field, set) {
        (NumberField::Attempts, FieldSet::Activities) => "attempt",
        (NumberField::Attempts, FieldSet::DeadLetters) => "attempts",
        (NumberField::Generation, _) => "generation",
        (NumberField::Http, _) => "http_status",
    }
}

fn comparison(compare: Compare) -> &'static str {
    match compare {
        Compare::Equal => " = ?",
        // Also where there is no value.
        Compare::NotEqual => " IS NOT ?",
        Compare::Less => " < ?",
        Compare::AtMost => " <= ?",
        Compare::Greater => " > ?",
        Compare::AtLeast => " >= ?",
    }
}
