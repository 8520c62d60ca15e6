//! The platform's published description. The bot's requests and the fake's answers are checked against it.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use jsonschema::Validator;
use serde_json::Value;

/// Reduced to the operations that a bot like this one may use. Permissions of commands may also be strings, as in
/// answers and in every client.
const DOCUMENT: &str = include_str!("../openapi.json");

static PARSED: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(DOCUMENT).expect("the description is JSON"));
static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(read);

/// A schema by its place in the document, compiled when it is first needed.
#[derive(Debug)]
struct Schema {
    pointer: String,
    validator: OnceLock<Validator>,
}

#[derive(Debug)]
pub(super) struct Operation {
    /// Such as `GET /channels/{channel_id}`.
    pub(super) route: String,
    method: String,
    segments: Vec<String>,
    pub(super) queries: Vec<String>,
    request: Option<Schema>,
    /// The answers' schemas, by status.
    answers: BTreeMap<u16, Schema>,
}

/// Returns the operation of a request, and the path's parameters by name.
pub(super) fn operation(method: &str, path: &str) -> Option<(&'static Operation, BTreeMap<String, String>)> {
    let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let fitting =
        OPERATIONS.iter().filter(|operation| {
            operation.method == method
                && operation.segments.len() == segments.len()
                && operation.segments.iter().zip(&segments).all(|(wanted, given)| {
                    wanted == given || wanted.starts_with('{') && !given.starts_with('@')
                })
        });
    let operation = fitting.min_by_key(|operation| operation.route.matches('{').count())?;
    let names = operation.segments.iter().zip(segments).filter(|(wanted, _)| wanted.starts_with('{'));
    let values = names.map(|(wanted, given)| (wanted.trim_matches(['{', '}']).to_owned(), given.to_owned()));
    Some((operation, values.collect()))
}

impl Operation {
    pub(super) fn faults_of_request(&self, body: &Value) -> Vec<String> {
        match (&self.request, body) {
            (None, Value::Null) => Vec::new(),
            (None, body) => vec![format!("takes no body, and was sent {body}")],
            (Some(schema), body) => schema.faults(body),
        }
    }

    pub(super) fn faults_of_answer(&self, status: u16, body: &Value) -> Vec<String> {
        self.answers.get(&status).map(|schema| schema.faults(body)).unwrap_or_default()
    }
}

impl Schema {
    fn at(pointer: String) -> Option<Self> {
        PARSED.pointer(&pointer)?;
        Some(Self { pointer, validator: OnceLock::new() })
    }

    fn faults(&self, body: &Value) -> Vec<String> {
        let validator = self.validator.get_or_init(|| {
            let mut schema = PARSED.pointer(&self.pointer).cloned().expect("it was there a moment ago");
            schema["components"] = PARSED["components"].clone();
            jsonschema::validator_for(&schema).expect("the description's schemas are schemas")
        });
        let shown = |error: jsonschema::ValidationError<'_>| {
            let why: String = error.to_string().chars().take(600).collect();
            format!("{}: {why}", error.instance_path())
        };
        validator.iter_errors(body).map(shown).collect()
    }
}

fn read() -> Vec<Operation> {
    let mut operations = Vec::new();
    for (path, item) in PARSED["paths"].as_object().expect("paths are an object") {
        let escaped = path.replace('~', "~0").replace('/', "~1");
        for (method, operation) in item.as_object().expect("a path has operations") {
            if method == "parameters" {
                continue;
            }
            let base = format!("/paths/{escaped}/{method}");
            let content = "content/application~1json/schema";
            let statuses = operation["responses"].as_object().expect("an operation has answers").keys();
            let statuses = statuses.filter_map(|status| status.parse::<u16>().ok());
            let answers = statuses.filter_map(|status| {
                Some((status, Schema::at(format!("{base}/responses/{status}/{content}"))?))
            });
            let queries = operation["parameters"].as_array().into_iter().flatten();
            operations.push(Operation {
                route: format!("{} {path}", method.to_uppercase()),
                method: method.to_uppercase(),
                segments: path.trim_start_matches('/').split('/').map(ToOwned::to_owned).collect(),
                queries: queries.filter_map(|query| query["name"].as_str().map(ToOwned::to_owned)).collect(),
                request: Schema::at(format!("{base}/requestBody/{content}")),
                answers: answers.collect(),
            });
        }
    }
    operations
}
