//! Exact decimals with four places: multipliers and jitter factors, never through a float.

/// How many decimals there may be.
const PLACES: usize = 4;
const ONE: u32 = 10_000;

/// Why a text is no such decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum DecimalError {
    /// Not digits, a point and digits.
    #[error("not a decimal number")]
    Malformed,
    /// Digits after the fourth that count.
    #[error("more than {PLACES} decimals")]
    TooPrecise,
    /// Beyond what is ever allowed.
    #[error("too large")]
    TooLarge,
}

/// Reads `1.25` as ten-thousandths. No sign, no exponent; trailing zeros count for nothing.
pub(super) fn parse(text: &str) -> Result<u32, DecimalError> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.len() + fraction.len() == 0 {
        return Err(DecimalError::Malformed);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > PLACES {
        return Err(DecimalError::TooPrecise);
    }
    let number = |part: &str| if part.is_empty() { Ok(0) } else { part.parse::<u32>() };
    let whole = number(whole).map_err(|_| DecimalError::TooLarge)?;
    let fraction = number(&format!("{fraction:0<PLACES$}")).map_err(|_| DecimalError::Malformed)?;
    whole
        .checked_mul(ONE)
        .and_then(|units| units.checked_add(fraction))
        .ok_or(DecimalError::TooLarge)
}

/// Writes ten-thousandths so that [`parse`] reads them back: `2.0`, `0.1`, `1.0625`.
pub(super) fn format(units: u32) -> String {
    let fraction = format!("{:04}", units % ONE);
    let fraction = fraction.trim_end_matches('0');
    format!("{}.{}", units / ONE, if fraction.is_empty() { "0" } else { fraction })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_exactly_what_is_written() {
        for (text, units) in
            [("1", 10_000), ("2.0", 20_000), ("1.0001", 10_001), (".5", 5_000), ("2.", 20_000)]
        {
            assert_eq!(parse(text), Ok(units), "{text}");
        }
        assert_eq!(parse("0.10000000"), Ok(1_000));
        assert_eq!(parse("0.00001"), Err(DecimalError::TooPrecise));
        assert_eq!(parse("99999999"), Err(DecimalError::TooLarge));
        for text in ["", ".", "-1", "+1", "1e3", "1,5", "1.5.2", " 1", ".nan", "٣"] {
            assert_eq!(parse(text), Err(DecimalError::Malformed), "{text}");
        }
    }

    #[test]
    fn reads_what_it_writes() {
        for units in (0..30_000).chain([999_999, 1_000_000]) {
            assert_eq!(parse(&format(units)), Ok(units));
        }
        assert_eq!(format(20_000), "2.0");
        assert_eq!(format(10_625), "1.0625");
    }
}
