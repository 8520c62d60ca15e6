//! Lays the file and the environment over the defaults and remembers for each key which of them gave it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::ConfigError;

const DEFAULTS: &str = include_str!("defaults.toml");
const PREFIX: &str = "BOOSTDESK__";
/// OpenTelemetry's standard variables, and the keys that they stand for.
const STANDARD: [(&str, &str); 2] = [
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "telemetry.otlp_endpoint"),
    ("OTEL_SERVICE_NAME", "telemetry.service_name"),
];

/// Keys whose value is never shown in a message.
const SECRET: [&str; 4] = ["database.url", "discord.token", "captcha.secret_key", "delivery.webhook_secret"];

pub(super) struct Layers {
    values: Table,
    /// `web.bind` → `BOOSTDESK__WEB__BIND`. A key with its default has none.
    origins: BTreeMap<String, String>,
}

impl Layers {
    pub(super) fn of_defaults() -> Self {
        let values = DEFAULTS.parse().expect("the built-in defaults are TOML");
        Self { values, origins: BTreeMap::new() }
    }

    pub(super) fn add_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let text = fs::read_to_string(path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => ConfigError::Missing { path: path.to_owned() },
            _ => ConfigError::Unreadable { path: path.to_owned(), source },
        })?;
        let origin = path.display().to_string();
        let file: Table = text.parse().map_err(|error| syntax_error(&origin, &text, &error))?;
        for (section, keys) in file {
            let Some(known) = self.values.get(&section) else {
                return Err(self.unknown(origin, section));
            };
            let Value::Table(keys) = keys else {
                let problem = format!("must be a section: write it as [{section}]");
                return Err(ConfigError::BadValue { origin, key: section, problem });
            };
            debug_assert!(known.is_table(), "every default is in a section");
            for (key, value) in keys {
                let key = format!("{section}.{key}");
                let Some(default) = self.value(&key) else {
                    return Err(self.unknown(origin, key));
                };
                let value = typed_like(default, value).map_err(|problem| ConfigError::BadValue {
                    origin: origin.clone(),
                    key: key.clone(),
                    problem,
                })?;
                self.set(key, value, &origin);
            }
        }
        Ok(())
    }

    /// Applies the standard variables. An empty one counts as unset, as the standard says.
    pub(super) fn add_standard_variables(
        &mut self,
        variables: &[(OsString, OsString)],
    ) -> Result<(), ConfigError> {
        for (origin, key) in STANDARD {
            let given = variables.iter().find(|(name, text)| name == origin && !text.is_empty());
            let Some((_, text)) = given else { continue };
            let Some(text) = text.to_str() else {
                let problem = "must be UTF-8 text".to_owned();
                return Err(ConfigError::BadValue {
                    origin: origin.to_owned(),
                    key: key.to_owned(),
                    problem,
                });
            };
            self.set(key.to_owned(), Value::String(text.to_owned()), origin);
        }
        Ok(())
    }

    pub(super) fn add_variables<V>(&mut self, variables: V) -> Result<(), ConfigError>
    where
        V: IntoIterator<Item = (OsString, OsString)>,
    {
        for (name, text) in variables {
            let Some(origin) = name.to_str() else { continue };
            let Some(key) = origin.strip_prefix(PREFIX) else {
                self.refuse_misnamed(origin)?;
                continue;
            };
            let key = key.to_lowercase().replace("__", ".");
            let Some(default) = self.value(&key) else {
                return Err(self.unknown(origin.to_owned(), key));
            };
            let text = text.to_str().ok_or_else(|| "must be UTF-8 text".to_owned());
            let value = text.and_then(|text| parse_like(default, text, is_secret(&key)));
            let value = value.map_err(|problem| ConfigError::BadValue {
                origin: origin.to_owned(),
                key: key.clone(),
                problem,
            })?;
            self.set(key, value, origin);
        }
        Ok(())
    }

    /// Refuses a name such as `BOOSTDESK_WEB__BIND`, which would otherwise be ignored silently.
    fn refuse_misnamed(&self, name: &str) -> Result<(), ConfigError> {
        let key = name.strip_prefix("BOOSTDESK_").unwrap_or_default();
        if self.value(&key.to_lowercase().replace("__", ".")).is_none() {
            return Ok(());
        }
        Err(ConfigError::Misnamed { given: name.to_owned(), meant: format!("{PREFIX}{key}") })
    }

    /// Whether the file or a variable gave this key.
    pub(super) fn gives(&self, key: &str) -> bool {
        self.origins.contains_key(key)
    }

    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        serde_path_to_error::deserialize(Value::Table(self.values.clone())).map_err(|error| {
            let path = error.path().to_string();
            let key = path.split('[').next().unwrap_or_default();
            // The message of a toml error ends with a line break and may quote more than a line.
            let problem = error.inner().message().trim_end().to_owned();
            self.bad_value(key, problem)
        })
    }

    /// The error for two keys that do not go together, reported at the one given by the file or the environment.
    pub(super) fn contradiction(&self, key: &str, problem: &str) -> ConfigError {
        self.bad_value(key, problem.to_owned())
    }

    fn bad_value(&self, key: &str, problem: String) -> ConfigError {
        let origin = self.origins.get(key).map_or("built-in default", String::as_str);
        ConfigError::BadValue { origin: origin.to_owned(), key: key.to_owned(), problem }
    }

    fn unknown(&self, origin: String, key: String) -> ConfigError {
        let nearest = self
            .keys()
            .map(|known| (strsim::levenshtein(&known, &key), known))
            .min()
            .filter(|(edits, _)| *edits <= 2)
            .map(|(_, known)| known);
        ConfigError::UnknownKey { origin, key, nearest }
    }

    fn keys(&self) -> impl Iterator<Item = String> {
        self.values.iter().flat_map(|(section, keys)| {
            keys.as_table().into_iter().flatten().map(move |(key, _)| format!("{section}.{key}"))
        })
    }

    fn value(&self, key: &str) -> Option<&Value> {
        let (section, key) = key.split_once('.')?;
        self.values.get(section)?.get(key)
    }

    fn set(&mut self, key: String, value: Value, origin: &str) {
        let (section, name) = key.split_once('.').expect("only known keys are set");
        self.values[section][name] = value;
        self.origins.insert(key, origin.to_owned());
    }
}

fn is_secret(key: &str) -> bool {
    SECRET.contains(&key)
}

fn syntax_error(origin: &str, text: &str, error: &toml::de::Error) -> ConfigError {
    let before = error.span().map_or("", |span| &text[..span.start.min(text.len())]);
    let line = before.matches('\n').count() + 1;
    ConfigError::Syntax { origin: origin.to_owned(), line, message: error.message().replace('\n', ", ") }
}

/// Checks that a file's value has the type of the default; a whole number may stand for a fraction.
fn typed_like(default: &Value, value: Value) -> Result<Value, String> {
    match (default, value) {
        #[expect(clippy::cast_precision_loss, reason = "no setting is near 2^53")]
        (Value::Float(_), Value::Integer(number)) => Ok(Value::Float(number as f64)),
        (default, value) if default.same_type(&value) => Ok(value),
        (Value::String(_), value) => Err(format!("must be a text in quotes, not {}", named_type(&value))),
        (default, value) => Err(format!("must be {}, not {}", named_type(default), named_type(&value))),
    }
}

/// Parses a variable's text as a value of the default's type.
fn parse_like(default: &Value, text: &str, secret: bool) -> Result<Value, String> {
    let wrong = || {
        let given = if secret { String::new() } else { format!(", not `{text}`") };
        format!("must be {}{given}", named_type(default))
    };
    match default {
        Value::String(_) => Ok(Value::String(text.to_owned())),
        Value::Integer(_) => text.trim().parse().map(Value::Integer).map_err(|_| wrong()),
        Value::Float(_) => text.trim().parse().map(Value::Float).map_err(|_| wrong()),
        Value::Boolean(_) => text.trim().parse().map(Value::Boolean).map_err(|_| wrong()),
        Value::Array(_) => parse_list(text).ok_or_else(wrong),
        Value::Datetime(_) | Value::Table(_) => unreachable!("no default has this type"),
    }
}

/// `["a", "b"]` or `a, b`.
fn parse_list(text: &str) -> Option<Value> {
    let text = text.trim();
    if text.starts_with('[') {
        let mut table: Table = format!("list = {text}").parse().ok()?;
        return table.remove("list").filter(Value::is_array);
    }
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    Some(Value::Array(parts.map(|part| Value::String(part.to_owned())).collect()))
}

fn named_type(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::Array(_) => "a list",
        Value::Datetime(_) => "a date",
        Value::Table(_) => "a section",
    }
}
