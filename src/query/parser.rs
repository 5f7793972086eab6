//! Tokens into the typed tree.

use super::error::closest;
use super::field::METADATA_PREFIX;
use super::lexer::{Operator, Token, TokenKind, tokens};
use super::{
    Compare, DurationField, Field, FieldSet, NumberField, Predicate, QueryError, QueryErrorKind,
    Term, TextField, TextTest,
};
use crate::model::Millis;

/// Longest text of a predicate, in bytes.
pub const MAX_TEXT_BYTES: usize = 4096;
/// Most conditions of a predicate.
pub const MAX_TERMS: usize = 64;

const TEXT_OPERATORS: &str = "`=`, `!=` and `~`";
const ORDER_OPERATORS: &str = "`=`, `!=`, `<`, `<=`, `>` and `>=`";

impl Predicate {
    /// Reads a predicate over the fields of `set`.
    pub fn parse(text: &str, set: FieldSet) -> Result<Self, QueryError> {
        if text.len() > MAX_TEXT_BYTES {
            let kind = QueryErrorKind::TooLong(text.len());
            return Err(QueryError { kind, offset: MAX_TEXT_BYTES, length: 0, suggestion: None });
        }
        let mut parser = Parser { text, set, tokens: tokens(text)?, next: 0 };
        if parser.tokens.is_empty() {
            return Err(parser.fault(QueryErrorKind::Empty));
        }
        let mut terms = vec![parser.term()?];
        while parser.peek().is_some() {
            parser.and()?;
            if terms.len() == MAX_TERMS {
                return Err(parser.fault(QueryErrorKind::TooManyTerms));
            }
            terms.push(parser.term()?);
        }
        Ok(Self::of(terms))
    }
}

struct Parser<'a> {
    text: &'a str,
    set: FieldSet,
    tokens: Vec<Token>,
    next: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    /// The next token as a bare word.
    fn word(&self) -> Option<&'a str> {
        self.peek()
            .filter(|token| token.kind == TokenKind::Word)
            .map(|token| &self.text[token.start..token.end])
    }

    /// A fault at the next token, or at the end of the text.
    fn fault(&self, kind: QueryErrorKind) -> QueryError {
        let (offset, length) = match self.peek() {
            Some(token) => (token.start, token.end - token.start),
            None => (self.text.trim_end().len(), 0),
        };
        QueryError { kind, offset, length, suggestion: None }
    }

    fn and(&mut self) -> Result<(), QueryError> {
        if self.word().is_some_and(|word| word.eq_ignore_ascii_case("and")) {
            self.next += 1;
            return Ok(());
        }
        Err(self.fault(QueryErrorKind::MissingAnd))
    }

    fn term(&mut self) -> Result<Term, QueryError> {
        match self.field()? {
            Field::Text(field) => self.text_term(field),
            Field::Number(field) => self.number_term(field),
            Field::Duration(field) => self.duration_term(field),
        }
    }

    fn field(&mut self) -> Result<Field, QueryError> {
        let Some(name) = self.word() else {
            return Err(self.fault(QueryErrorKind::MissingField));
        };
        if name == METADATA_PREFIX
            && let Some(Token { kind: TokenKind::Text(key), .. }) = self.tokens.get(self.next + 1)
            && !key.is_empty()
        {
            let field = Field::Text(TextField::Metadata(key.clone()));
            self.next += 2;
            return Ok(field);
        }
        let Some(field) = self.set.find(name) else {
            let kind = QueryErrorKind::UnknownField { name: name.to_owned(), set: self.set };
            let suggestion = closest(name, self.set.names());
            return Err(QueryError { suggestion, ..self.fault(kind) });
        };
        self.next += 1;
        Ok(field)
    }

    fn operator(&self, allowed: &'static str) -> Result<Operator, QueryError> {
        match self.peek() {
            Some(Token { kind: TokenKind::Operator(operator), .. }) => Ok(*operator),
            Some(_) | None => Err(self.fault(QueryErrorKind::MissingOperator { allowed })),
        }
    }

    fn text_term(&mut self, field: TextField) -> Result<Term, QueryError> {
        let name = || Field::Text(field.clone()).to_string();
        let operator = self.operator(TEXT_OPERATORS)?;
        let test = match operator {
            Operator::Equal => TextTest::Is,
            Operator::NotEqual => TextTest::IsNot,
            Operator::Like => TextTest::Like,
            Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => {
                return Err(self.fault(QueryErrorKind::WrongOperator {
                    field: name(),
                    operator: operator.as_str(),
                    allowed: TEXT_OPERATORS,
                }));
            }
        };
        self.next += 1;
        let words = field.words();
        let value = match (self.peek().map(|token| &token.kind), &words) {
            (Some(TokenKind::Text(value)), _) => value.clone(),
            // Words of a closed list need no quotes.
            (Some(TokenKind::Word), Some(_)) => self.word().unwrap_or_default().to_owned(),
            (Some(TokenKind::Word), None) => {
                let expected = "a text in double quotes";
                let kind = QueryErrorKind::WrongValue { field: name(), expected };
                let suggestion = self.word().map(super::predicate::quoted);
                return Err(QueryError { suggestion, ..self.fault(kind) });
            }
            (Some(TokenKind::Operator(_)) | None, _) => {
                let expected = "a text in double quotes";
                return Err(self.fault(QueryErrorKind::WrongValue { field: name(), expected }));
            }
        };
        if let Some(words) = words
            && test != TextTest::Like
            && !words.contains(&value.as_str())
        {
            let suggestion = closest(&value, words.iter().copied());
            let known = words.join(", ");
            let kind = QueryErrorKind::UnknownWord { field: name(), word: value, known };
            return Err(QueryError { suggestion, ..self.fault(kind) });
        }
        self.next += 1;
        Ok(Term::Text { field, test, value })
    }

    fn compare(&mut self, field: &Field) -> Result<Compare, QueryError> {
        let operator = self.operator(ORDER_OPERATORS)?;
        let compare = match operator {
            Operator::Equal => Compare::Equal,
            Operator::NotEqual => Compare::NotEqual,
            Operator::Less => Compare::Less,
            Operator::AtMost => Compare::AtMost,
            Operator::Greater => Compare::Greater,
            Operator::AtLeast => Compare::AtLeast,
            Operator::Like => {
                return Err(self.fault(QueryErrorKind::WrongOperator {
                    field: field.to_string(),
                    operator: operator.as_str(),
                    allowed: ORDER_OPERATORS,
                }));
            }
        };
        self.next += 1;
        Ok(compare)
    }

    fn number_term(&mut self, field: NumberField) -> Result<Term, QueryError> {
        let named = Field::Number(field);
        let compare = self.compare(&named)?;
        let number = self
            .word()
            .filter(|word| word.bytes().all(|digit| digit.is_ascii_digit()))
            .and_then(|word| word.parse().ok());
        let Some(value) = number else {
            let expected = "a whole number such as 3";
            let kind = QueryErrorKind::WrongValue { field: named.to_string(), expected };
            return Err(self.fault(kind));
        };
        self.next += 1;
        Ok(Term::Number { field, compare, value })
    }

    fn duration_term(&mut self, field: DurationField) -> Result<Term, QueryError> {
        let named = Field::Duration(field);
        let compare = self.compare(&named)?;
        let read = self.word().map(Millis::parse);
        let Some(Ok(value)) = read else {
            let expected = "a duration such as 90s or 1h30m (1ms to 366d)";
            let kind = QueryErrorKind::WrongValue { field: named.to_string(), expected };
            let suggestion = read.and_then(|parsed| parsed.err()?.suggestion);
            return Err(QueryError { suggestion, ..self.fault(kind) });
        };
        self.next += 1;
        Ok(Term::Duration { field, compare, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<String, String> {
        Predicate::parse(text, FieldSet::Activities)
            .map(|predicate| predicate.to_string())
            .map_err(|error| error.render(text))
    }

    #[test]
    fn reads_the_documented_predicate() {
        let text =
            r#"type = "ChargeCard" and attempts > 3 and error.message ~ "*timeout*" and age < 2h"#;
        assert_eq!(parse(text).as_deref(), Ok(text));
        let loose = "  state!=delayed AND\tdue<=1h and metadata.\"a b\"=\"\\u{7f}\" ";
        let strict = r#"state != "delayed" and due <= 1h and metadata."a b" = "\u{7f}""#;
        assert_eq!(parse(loose).as_deref(), Ok(strict));
    }

    #[test]
    fn shows_what_is_wrong_and_where() {
        let texts = [
            "type = \"x\" and atempts > 3",
            "state = delaied",
            "age < 30",
            "type = ChargeCard",
            "attempts ~ 3",
            "type > \"a\"",
            "type == \"a\"",
            "attempts = 3 or attempts = 4",
            "東 = \u{202e}1",
        ];
        let shown: Vec<String> = texts.iter().map(|text| parse(text).unwrap_err()).collect();
        insta::assert_snapshot!(shown.join("\n"), @r#"
        activities have no field `atempts`; they have id, workflow, execution, activity, type, queue, state, attempts, generation, policy, reason, error.type, error.message, http, age, due, metadata.KEY
          type = "x" and atempts > 3
                         ^^^^^^^ did you mean `attempts`?
        `state` is never `delaied`; it is one of scheduled, running, delayed, completed, failed, dead_lettered, cancelled
          state = delaied
                  ^^^^^^^ did you mean `delayed`?
        `age` is compared with a duration such as 90s or 1h30m (1ms to 366d)
          age < 30
                ^^ did you mean `30s`?
        `type` is compared with a text in double quotes
          type = ChargeCard
                 ^^^^^^^^^^ did you mean `"ChargeCard"`?
        `attempts` takes `=`, `!=`, `<`, `<=`, `>` and `>=`, not `~`
          attempts ~ 3
                   ^
        `type` takes `=`, `!=` and `~`, not `>`
          type > "a"
               ^
        `==` does not belong here
          type == "a"
               ^^ did you mean `=`?
        conditions are joined by `and`
          attempts = 3 or attempts = 4
                       ^^
        `\u{202e}` does not belong here
          東 = \u{202e}1
               ^^^^^^^^
        "#);
    }

    #[test]
    fn points_at_the_fault() {
        let place = |text: &str| {
            let error = Predicate::parse(text, FieldSet::DeadLetters).unwrap_err();
            (error.offset, error.length)
        };
        assert_eq!(place(""), (0, 0));
        assert_eq!(place("  "), (0, 0));
        assert_eq!(place("type"), (4, 0));
        assert_eq!(place("type = "), (6, 0));
        assert_eq!(place("type = \"a"), (7, 2));
        assert_eq!(place("type = \"\\x\""), (8, 2));
        assert_eq!(place("attempts = -1"), (11, 2));
        assert_eq!(place("attempts = 99999999999"), (11, 11));
        assert_eq!(place("state = delayed"), (0, 5));
        assert_eq!(place("metadata. = \"a\""), (0, 9));
        assert_eq!(place("attempts = 1 and"), (16, 0));
        assert_eq!(place("age < 2h = "), (9, 1));
    }

    #[test]
    fn is_bounded() {
        let many = |n| vec!["attempts > 1"; n].join(" and ");
        assert!(Predicate::parse(&many(MAX_TERMS), FieldSet::Activities).is_ok());
        let error = Predicate::parse(&many(MAX_TERMS + 1), FieldSet::Activities).unwrap_err();
        assert_eq!(error.kind, QueryErrorKind::TooManyTerms);
        let long = "é".repeat(MAX_TEXT_BYTES);
        let error = Predicate::parse(&long, FieldSet::Activities).unwrap_err();
        assert_eq!(error.kind, QueryErrorKind::TooLong(2 * MAX_TEXT_BYTES));
        assert!(error.render(&long).len() < 1000);
    }

    fn any_text_field() -> impl Strategy<Value = TextField> {
        prop_oneof![
            Just(TextField::Id),
            Just(TextField::Type),
            Just(TextField::ErrorMessage),
            ".+".prop_map(TextField::Metadata),
        ]
    }

    fn any_compare() -> impl Strategy<Value = Compare> {
        prop_oneof![
            Just(Compare::Equal),
            Just(Compare::NotEqual),
            Just(Compare::Less),
            Just(Compare::AtMost),
            Just(Compare::Greater),
            Just(Compare::AtLeast),
        ]
    }

    fn any_test() -> impl Strategy<Value = TextTest> {
        prop_oneof![Just(TextTest::Is), Just(TextTest::IsNot), Just(TextTest::Like)]
    }

    fn any_term() -> impl Strategy<Value = Term> {
        let text = (any_text_field(), any_test(), ".*")
            .prop_map(|(field, test, value)| Term::Text { field, test, value });
        let number = (any_compare(), any::<u32>()).prop_map(|(compare, value)| Term::Number {
            field: NumberField::Http,
            compare,
            value,
        });
        let duration = (any_compare(), 1..=Millis::MAX.0).prop_map(|(compare, value)| {
            Term::Duration { field: DurationField::Age, compare, value: Millis(value) }
        });
        prop_oneof![text, number, duration]
    }

    proptest! {
        #[test]
        fn never_panics_and_points_into_the_text(
            text in prop_oneof![
                "\\PC*",
                prop::collection::vec(
                    prop_oneof![
                        Just("type"), Just("age"), Just("metadata."), Just("="), Just("~"),
                        Just("<"), Just("!"), Just("\""), Just("\\u{"), Just("and"), Just("2h"),
                        Just("é"), Just("\u{0}"), Just(" "), Just("\"a\"")
                    ],
                    0..30
                ).prop_map(|parts| parts.concat()),
            ]
        ) {
            for set in [FieldSet::Activities, FieldSet::DeadLetters] {
                if let Err(error) = Predicate::parse(&text, set) {
                    prop_assert!(text.is_char_boundary(error.offset));
                    prop_assert!(text.is_char_boundary(error.offset + error.length));
                    prop_assert!(!error.render(&text).chars().any(|c| c.is_control() && c != '\n'));
                }
            }
        }

        #[test]
        fn reads_what_it_writes(terms in prop::collection::vec(any_term(), 1..5)) {
            let predicate = Predicate::of(terms);
            let text = predicate.to_string();
            prop_assume!(text.len() <= MAX_TEXT_BYTES);
            prop_assert_eq!(Predicate::parse(&text, FieldSet::Activities), Ok(predicate));
        }
    }
}
