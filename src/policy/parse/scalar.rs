//! Scalars to values. What YAML versions or engines read differently is refused by name.

use std::ops::RangeInclusive;

use super::nearest::nearest;
use crate::model::{DurationErrorKind, Millis};
use crate::policy::decimal::{self, DecimalError};
use crate::policy::diagnostic::{Code, shown};
use crate::policy::syntax::Scalar;

/// What is wrong with a value, before it has a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// What was probably meant, as it would be written.
    pub(super) meant: Option<Box<str>>,
}

impl Mistake {
    /// Makes a mistake without help.
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None, meant: None }
    }

    /// Says what to do about it.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says what was probably meant, as it would be written.
    pub(super) fn meant(mut self, text: impl Into<Option<String>>) -> Self {
        self.meant = text.into().map(String::into_boxed_str);
        self
    }
}

/// What an unquoted scalar looks like, in YAML 1.2 or in YAML 1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Null,
    Boolean(bool),
    Yaml11Boolean,
    Integer,
    Decimal,
    Octal,
    Sexagesimal,
    Hexadecimal,
    Exponent,
    Underscored,
    NonFinite,
    Text,
}

fn shape(text: &str) -> Shape {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Shape::Null,
        "true" | "True" | "TRUE" => return Shape::Boolean(true),
        "false" | "False" | "FALSE" => return Shape::Boolean(false),
        _ => {}
    }
    if ["yes", "no", "on", "off", "y", "n"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Shape::Yaml11Boolean;
    }
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let decimal = |part: &str| {
        let (whole, fraction) = part.split_once('.').unwrap_or((part, "0"));
        (digits(whole) && (digits(fraction) || fraction.is_empty()))
            || (whole.is_empty() && digits(fraction))
    };
    if [".inf", ".nan"].iter().any(|word| number.eq_ignore_ascii_case(word)) {
        Shape::NonFinite
    } else if number.starts_with("0x") {
        Shape::Hexadecimal
    } else if number.starts_with("0o")
        || (digits(number) && number.len() > 1 && number.starts_with('0'))
    {
        Shape::Octal
    } else if digits(number) {
        Shape::Integer
    } else if decimal(number) {
        Shape::Decimal
    } else if number.contains(':') && number.split(':').all(digits) {
        Shape::Sexagesimal
    } else if number.contains('_') && decimal(&number.replace('_', "")) {
        Shape::Underscored
    } else if number.split_once(['e', 'E']).is_some_and(|(mantissa, exponent)| {
        decimal(mantissa) && digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
    }) {
        Shape::Exponent
    } else {
        Shape::Text
    }
}

/// Tells whether nothing was written, or null.
pub(super) fn is_null(scalar: &Scalar) -> bool {
    scalar.plain && shape(&scalar.text) == Shape::Null
}

/// Says why a scalar is not what was wanted.
fn misfit(scalar: &Scalar, wanted: &str) -> Mistake {
    let text = shown(&scalar.text);
    let wrong = |what: &str| {
        Mistake::new(Code::WRONG_SCALAR_TYPE, format!("`{text}` is {what}; {wanted} belongs here"))
    };
    let shape = shape(&scalar.text);
    if !scalar.plain {
        return match shape {
            Shape::Text | Shape::Yaml11Boolean | Shape::Null => wrong("a text"),
            _ => wrong("a text because of its quotes")
                .help("remove the quotes")
                .meant(scalar.text.clone()),
        };
    }
    match shape {
        Shape::Null | Shape::Text => wrong("a text"),
        Shape::Boolean(_) => wrong("a boolean"),
        Shape::Integer | Shape::Decimal => wrong("a number"),
        Shape::Hexadecimal => wrong("hexadecimal").help("write it in decimal"),
        Shape::Exponent => wrong("in exponent notation").help("write the number out"),
        Shape::Underscored => wrong("a number in YAML 1.1 only").help("leave out the underscores"),
        Shape::NonFinite => wrong("not a finite number"),
        Shape::Yaml11Boolean => {
            let message = format!("`{text}` is a boolean in YAML 1.1 only; {wanted} belongs here");
            Mistake::new(Code::YAML11_BOOLEAN, message)
        }
        Shape::Octal => {
            let message = format!("`{text}` is octal to some YAML engines and decimal to others");
            let decimal = text.trim_start_matches('0');
            Mistake::new(Code::SEXAGESIMAL_OR_OCTAL, message)
                .help(match decimal.parse::<u64>() {
                    Ok(_) => format!("for the decimal number write `{decimal}`"),
                    Err(_) => "write a decimal number".to_owned(),
                })
                .meant(decimal.parse::<u64>().is_ok().then(|| decimal.to_owned()))
        }
        Shape::Sexagesimal => {
            let message = format!("`{text}` is a number to base 60 in YAML 1.1 and a text in 1.2");
            Mistake::new(Code::SEXAGESIMAL_OR_OCTAL, message)
                .help("write a duration as `1m30s`, a number in decimal")
        }
    }
}

/// Reads true or false.
pub(super) fn boolean(scalar: &Scalar) -> Result<bool, Mistake> {
    match shape(&scalar.text) {
        Shape::Boolean(value) if scalar.plain => Ok(value),
        Shape::Yaml11Boolean if scalar.plain => {
            let yes = ["yes", "on", "y"].iter().any(|word| scalar.text.eq_ignore_ascii_case(word));
            Err(misfit(scalar, "true or false")
                .help(format!("write `{yes}`"))
                .meant(yes.to_string()))
        }
        _ => Err(misfit(scalar, "true or false")),
    }
}

/// Reads a whole number in a range.
pub(super) fn whole(scalar: &Scalar, range: &RangeInclusive<u32>) -> Result<u32, Mistake> {
    if !scalar.plain || shape(&scalar.text) != Shape::Integer {
        return Err(misfit(scalar, "a whole number"));
    }
    scalar.text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let text = shown(&scalar.text);
        let (low, high) = (range.start(), range.end());
        Mistake::new(Code::OUT_OF_RANGE, format!("`{text}` does not lie between {low} and {high}"))
    })
}

/// Reads an exact decimal, in ten-thousandths. A negative one is `None`: below every range.
pub(super) fn decimal(scalar: &Scalar) -> Result<Option<u32>, Mistake> {
    if !scalar.plain || !matches!(shape(&scalar.text), Shape::Integer | Shape::Decimal) {
        return Err(misfit(scalar, "a decimal number"));
    }
    let text = scalar.text.strip_prefix('+').unwrap_or(&scalar.text);
    if text.starts_with('-') {
        return Ok(None);
    }
    match decimal::parse(text) {
        Ok(units) => Ok(Some(units)),
        Err(DecimalError::TooLarge) => Ok(Some(u32::MAX)),
        Err(error @ (DecimalError::Malformed | DecimalError::TooPrecise)) => {
            let message = format!("`{}` has {error}", shown(text));
            Err(Mistake::new(Code::OUT_OF_RANGE, message).help("at most 4 decimals count"))
        }
    }
}

/// Reads a duration such as `1h30m`.
pub(super) fn duration(scalar: &Scalar) -> Result<Millis, Mistake> {
    let wanted = "a duration such as `30s`";
    if scalar.plain && !matches!(shape(&scalar.text), Shape::Text | Shape::Integer | Shape::Decimal)
    {
        return Err(misfit(scalar, wanted));
    }
    let text = shown(&scalar.text);
    let fault = match Millis::parse(&scalar.text) {
        Ok(duration) => return Ok(duration),
        Err(fault) => fault,
    };
    let negative = scalar.text.starts_with('-');
    let zero = !scalar.text.bytes().any(|b| matches!(b, b'1'..=b'9'))
        && scalar.text.starts_with(|c: char| c.is_ascii_digit());
    if negative || zero {
        let message = format!("`{text}` is no time to wait");
        return Err(Mistake::new(Code::ZERO_OR_NEGATIVE_DELAY, message)
            .help("a duration is at least `1ms`"));
    }
    if matches!(shape(&scalar.text), Shape::Integer | Shape::Decimal) {
        let message = format!("the duration `{text}` has no unit");
        let mistake = Mistake::new(Code::DURATION_WITHOUT_UNIT, message);
        return Err(match Millis::parse(&format!("{text}s")) {
            Ok(_) => mistake
                .help(format!("write `{text}s` for seconds, `{text}ms` for milliseconds"))
                .meant(format!("{text}s")),
            Err(_) => mistake.help("write whole numbers with ms, s, m, h or d"),
        });
    }
    let code = match &fault.kind {
        DurationErrorKind::Empty => return Err(misfit(scalar, wanted)),
        DurationErrorKind::MissingUnit => Code::DURATION_WITHOUT_UNIT,
        DurationErrorKind::UnknownUnit(_) | DurationErrorKind::OutOfOrder(_) => {
            Code::AMBIGUOUS_UNIT
        }
        DurationErrorKind::NotANumber(_) if fault.offset == 0 => Code::INVALID_VALUE,
        DurationErrorKind::NotANumber(_) => Code::AMBIGUOUS_UNIT,
        DurationErrorKind::OutOfRange => Code::OUT_OF_RANGE,
    };
    let mistake = Mistake::new(code, format!("`{text}`: {}", shown(&fault.kind.to_string())));
    Err(match fault.suggestion {
        Some(text) => {
            let meant = Millis::parse(&text).is_ok().then(|| text.clone());
            mistake.help(format!("did you mean `{}`?", shown(&text))).meant(meant)
        }
        None => mistake.help("write whole numbers with ms, s, m, h or d, such as `1h30m`"),
    })
}

/// Reads a text that is one in every version of YAML.
pub(super) fn text(scalar: &Scalar) -> Result<String, Mistake> {
    if scalar.text.is_empty() {
        return Err(Mistake::new(Code::INVALID_VALUE, "the text is empty"));
    }
    if !scalar.plain || shape(&scalar.text) == Shape::Text {
        return Ok(scalar.text.clone());
    }
    Err(misfit(scalar, "a text")
        .help(format!("put it in quotes: `\"{}\"`", shown(&scalar.text)))
        .meant(format!("\"{}\"", scalar.text)))
}

/// Reads one of a few words; `what` names them.
pub(super) fn word<T: Clone>(
    scalar: &Scalar,
    what: &str,
    choices: &[(&'static str, T)],
) -> Result<T, Mistake> {
    let text = text(scalar).map_err(|_| misfit(scalar, &format!("a {what}")))?;
    if let Some((_, value)) = choices.iter().find(|(word, _)| *word == text) {
        return Ok(value.clone());
    }
    Err(unknown_word(&text, what, &choices.iter().map(|(word, _)| *word).collect::<Vec<_>>()))
}

/// Says that a word is none of those that can stand here.
pub(super) fn unknown_word(text: &str, what: &str, choices: &[&'static str]) -> Mistake {
    let mistake = Mistake::new(Code::INVALID_VALUE, format!("unknown {what} `{}`", shown(text)));
    match nearest(text, choices) {
        Some(near) => {
            mistake.help(format!("did you mean `{}`?", near.word)).meant(near.word.to_owned())
        }
        None => mistake.help(format!("it is one of {}", listed(choices.iter().copied()))),
    }
}

/// `` `a`, `b`, `c` ``.
pub(super) fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
