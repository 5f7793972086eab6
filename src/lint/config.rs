//! `wovyr-retry.toml`: which rules count where, and by which numbers.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::path_glob;
use super::registry::rule;
use super::rule::{Rule, Unit};
use super::settings::Settings;
use crate::model::Millis;
use crate::policy::diagnostic::{Severity, Span};

/// The name of the file.
pub const CONFIG_FILE: &str = "wovyr-retry.toml";

/// What a configuration file says about linting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// What holds for every file.
    pub settings: Settings,
    /// The mildest finding that counts, if it says so.
    pub fail_on: Option<Severity>,
    /// Rules to ignore in files whose path fits a glob; paths from the configuration's directory.
    pub per_file_ignores: Vec<(String, Vec<String>)>,
}

/// What is wrong with a configuration file, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// What is wrong.
    pub message: String,
    /// The bytes that are to blame.
    pub span: Span,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    lint: Table,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    select: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    fail_on: Option<Spanned<String>>,
    #[serde(default)]
    rules: BTreeMap<Spanned<String>, BTreeMap<Spanned<String>, Spanned<Value>>>,
    #[serde(default)]
    per_file_ignores: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
}

impl Config {
    /// Reads a configuration file; whatever it does not know is an error.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let range = error.span().unwrap_or_default();
            let message = error.message().to_owned();
            ConfigError { message, span: Span::new(range.start, range.end) }
        })?;
        let Table { select, ignore, fail_on, rules, per_file_ignores } = file.lint;
        let mut config = Self::default();
        if let Some(select) = select {
            config.settings.select = known(select)?;
        }
        config.settings.ignore = known(ignore)?;
        config.fail_on = fail_on.as_ref().map(severity).transpose()?;
        for (code, table) in rules {
            let rule = rule(code.as_ref())
                .ok_or_else(|| at(&code, format!("no rule is called `{}`", code.as_ref())))?;
            for (key, value) in table {
                let (key, number) = number(rule, &key, &value)?;
                config.settings.numbers.insert((rule.code.id, key), number);
            }
        }
        for (glob, rules) in per_file_ignores {
            config.per_file_ignores.push((glob.into_inner(), known(rules)?));
        }
        Ok(config)
    }

    /// What holds for one file; `path` is its path from the configuration's directory, with `/`
    /// between the parts.
    pub fn settings_for(&self, path: &str) -> Settings {
        let mut settings = self.settings.clone();
        for (glob, rules) in &self.per_file_ignores {
            if path_glob::fits(glob, path) {
                settings.ignore.extend(rules.iter().cloned());
            }
        }
        settings
    }
}

fn at<T>(spanned: &Spanned<T>, message: String) -> ConfigError {
    let range = spanned.span();
    ConfigError { message, span: Span::new(range.start, range.end) }
}

fn known(prefixes: Vec<Spanned<String>>) -> Result<Vec<String>, ConfigError> {
    let check = |prefix: Spanned<String>| match Settings::known(prefix.as_ref()) {
        Ok(()) => Ok(prefix.into_inner()),
        Err(unknown) => Err(at(&prefix, unknown.to_string())),
    };
    prefixes.into_iter().map(check).collect()
}

fn severity(word: &Spanned<String>) -> Result<Severity, ConfigError> {
    let known = [Severity::Error, Severity::Warning, Severity::Info];
    known
        .into_iter()
        .find(|severity| severity.as_str() == word.as_ref())
        .ok_or_else(|| at(word, "`fail-on` is one of \"error\", \"warning\", \"info\"".to_owned()))
}

fn number(
    rule: &Rule,
    key: &Spanned<String>,
    value: &Spanned<Value>,
) -> Result<(&'static str, u64), ConfigError> {
    let setting = rule.settings.iter().find(|setting| setting.key == key.as_ref());
    let Some(setting) = setting else {
        let keys: Vec<_> = rule.settings.iter().map(|s| format!("`{}`", s.key)).collect();
        let known = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
        let message = format!("{} has no setting `{}`; it has {known}", rule.code.id, key.as_ref());
        return Err(at(key, message));
    };
    let (number, wanted) = match (setting.unit, value.as_ref()) {
        (Unit::Number, Value::Integer(number)) => (u64::try_from(*number).ok(), "a whole number"),
        (Unit::Number, _) => (None, "a whole number"),
        (Unit::Duration, Value::String(text)) => {
            (Millis::parse(text).ok().map(|span| span.0), "a duration such as \"1h30m\"")
        }
        (Unit::Duration, _) => (None, "a duration such as \"1h30m\""),
    };
    let message = || format!("`{}` of {} is {wanted}", setting.key, rule.code.id);
    Ok((setting.key, number.ok_or_else(|| at(value, message()))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::diagnostic::Code;

    fn error(text: &str) -> (String, String) {
        let error = Config::parse(text).unwrap_err();
        (text[error.span.start..error.span.end].to_owned(), error.message)
    }

    #[test]
    fn reads_what_is_documented() {
        let config = Config::parse(
            "[lint]\nselect = [\"WR\"]\nignore = [\"WR201\"]\nfail-on = \"error\"\n\
             [lint.rules.WR107]\nmax = 3\n[lint.rules.WR206]\nmin = \"1s\"\n\
             [lint.per-file-ignores]\n\"tests/**\" = [\"WR2\", \"WR001\"]\n",
        )
        .unwrap();
        assert_eq!(config.fail_on, Some(Severity::Error));
        assert_eq!(config.settings.numbers[&("WR107", "max")], 3);
        assert_eq!(config.settings.numbers[&("WR206", "min")], 1_000);
        let here = config.settings_for("tests/a/b.yaml");
        assert!(!here.wants(Code::DUPLICATE_KEY));
        assert!(config.settings_for("src/b.yaml").wants(Code::DUPLICATE_KEY));
        assert_eq!(Config::parse("").unwrap(), Config::default());
    }

    #[test]
    fn mistakes_have_their_places() {
        assert_eq!(error("[lint]\nselct = []").0, "selct");
        assert_eq!(error("[lint]\nselect = [\"WX\"]").0, "\"WX\"");
        assert_eq!(error("[lint]\nfail-on = \"never\"").0, "\"never\"");
        assert_eq!(error("[lint.rules.WR999]\nmax = 1").0, "WR999");
        assert_eq!(error("[lint.rules.WR107]\nmin = 1").0, "min");
        assert_eq!(error("[lint.rules.WR107]\nmax = -1").0, "-1");
        assert_eq!(error("[lint.rules.WR206]\nmin = 50").0, "50");
        assert!(!error("[lint").1.is_empty());
    }
}
