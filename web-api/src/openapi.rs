//! The OpenAPI 3.1 document of everything below `/api`, made of the handlers.

use std::collections::BTreeMap;

use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::routing::{MethodRouter, get};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, ResponseBuilder, Schema};
use utoipa::{Modify, OpenApi};

use crate::callers::scopes::scopes_of;
use crate::document::DOCUMENT;
use crate::limits::limits;
use crate::pages::template::Bootstrap;

pub(crate) const PATH: &str = "/api/openapi.json";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Boostdesk",
        description = "Every refusal is an `ApiError` under its HTTP status; 429 and 503 carry `Retry-After`."
    ),
    servers((url = "/")),
    components(schemas(Bootstrap)),
    modifiers(&Sessions)
)]
struct Document;

struct Sessions;

impl Modify for Sessions {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let description = "The token that signing in gave, verbatim or after `Bearer `.";
        let header = ApiKeyValue::with_description("Authorization", description);
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Header(header)));
        let description = "An API key, verbatim or after `Bearer `. Scopes: of those named one is enough.";
        let header = ApiKeyValue::with_description("Authorization", description);
        components.add_security_scheme("apiKey", SecurityScheme::ApiKey(ApiKey::Header(header)));
        let description = "After Standard Webhooks, with the secret of the service that calls.";
        let header = ApiKeyValue::with_description("webhook-signature", description);
        components.add_security_scheme("service", SecurityScheme::ApiKey(ApiKey::Header(header)));
    }
}

/// Returns the document without its paths.
pub(crate) fn base() -> utoipa::openapi::OpenApi {
    let mut document = Document::openapi();
    document.extensions = Some(Extensions::from_iter([("x-limits", limits())]));
    document
}

/// Gives every operation an id made of its method and path (`post_auth_login`), the scopes of API keys that reach it, and the
/// refusals that come before its handler is called. A body without required fields becomes optional.
pub(crate) fn named(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let schemas =
        document.components.as_ref().map(|components| components.schemas.clone()).unwrap_or_default();
    for (path, item) in &mut document.paths.paths {
        let words: Vec<&str> = path
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty() && *word != "api")
            .collect();
        let operations = [
            (Method::GET, &mut item.get),
            (Method::PUT, &mut item.put),
            (Method::POST, &mut item.post),
            (Method::DELETE, &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                let name = method.as_str().to_ascii_lowercase();
                operation.operation_id = Some(format!("{name}_{}", words.join("_")));
                add_common_refusals(operation);
                describe(operation);
                if let Some(RefOr::T(body)) = &mut operation.request_body
                    && body.content.values().all(|content| says_nothing(content, &schemas))
                {
                    body.required = None;
                }
                // An empty list says that everybody may.
                let security = operation.security.get_or_insert_default();
                if !security.is_empty() {
                    let scopes = scopes_of(&method, path).iter();
                    security.extend(scopes.map(|scope| SecurityRequirement::new("apiKey", [scope.as_str()])));
                }
            }
        }
    }
    document
}

/// Whether a body is an object without required fields.
fn says_nothing(content: &RefOr<Content>, schemas: &BTreeMap<String, RefOr<Schema>>) -> bool {
    let RefOr::T(Content { schema: Some(RefOr::Ref(named)), .. }) = content else { return false };
    let name = named.ref_location.rsplit('/').next().unwrap_or_default();
    matches!(schemas.get(name), Some(RefOr::T(Schema::Object(object))) if object.required.is_empty())
}

/// Adds the refusals that are common to a kind of operations; handlers name only their own. A refusal has the shape of the
/// operation's own ones, and may be a page where the answer may be one.
fn add_common_refusals(operation: &mut Operation) {
    let parameters = operation.parameters.as_deref().unwrap_or_default();
    let has = |place: ParameterIn| {
        parameters.iter().any(|parameter| matches!(parameter, RefOr::T(known) if known.parameter_in == place))
    };
    let (has_path, has_query) = (has(ParameterIn::Path), has(ParameterIn::Query));
    let (has_parameters, has_body) = (!parameters.is_empty(), operation.request_body.is_some());
    let session = SecurityRequirement::new("session", [""; 0]);
    let asks_who = operation.security.as_ref().is_some_and(|ways| ways.contains(&session));
    let responses = &mut operation.responses.responses;
    let own = ["404", "401"].iter().find_map(|status| {
        let Some(RefOr::T(response)) = responses.get(*status) else { return None };
        let Some(RefOr::T(content)) = response.content.get("application/json") else { return None };
        Some(content.clone())
    });
    let page = responses.get("200").and_then(|answer| {
        let RefOr::T(answer) = answer else { return None };
        let Some(RefOr::T(page)) = answer.content.get("text/html") else { return None };
        Some(page.clone())
    });
    let content = own.unwrap_or_else(|| Content::new(Some(Ref::from_schema_name("ApiError"))));
    for (status, description, applies) in [
        ("400", "The address or the body is malformed", has_parameters || has_body),
        ("401", "No session, or one that is over", asks_who),
        ("403", "The role or the API key does not reach this", asks_who),
        ("404", "There is no such thing, or it is another's", has_path),
        ("413", "The body is too large", has_body),
        ("415", "The body is of another type", has_body),
        ("422", "Something that was sent is refused", has_query || has_body),
        ("429", "Too many requests", true),
        ("503", "The server or its database is too busy", true),
    ] {
        if applies && !responses.contains_key(status) {
            let mut response =
                ResponseBuilder::new().description(description).content("application/json", content.clone());
            if let Some(page) = &page {
                response = response.content("text/html", page.clone());
            }
            responses.insert(status.to_owned(), RefOr::T(response.build()));
        }
    }
}

/// OpenAPI requires a description of each answer. Where the handler gives none, it is the reason phrase of the status.
fn describe(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            let status = StatusCode::from_bytes(status.as_bytes()).ok();
            let reason = status.and_then(|status| status.canonical_reason());
            response.description = reason.expect("a status of HTTP").into();
        }
    }
}

/// Serves the document.
pub(crate) fn page<S: Clone + Send + Sync + 'static>() -> MethodRouter<S> {
    get(async || ([(CONTENT_TYPE, "application/json")], DOCUMENT))
}
