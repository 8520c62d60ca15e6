//! The OpenAPI 3.1 document of everything below `/api`, made of the handlers.

use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::callers::scopes::scopes_of;
use crate::pages::template::Bootstrap;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Boostdesk",
        description = "Every refusal is an `ApiError` under its HTTP status; 429 and 503 carry `Retry-After`."
    ),
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

/// What the document has beside its paths.
pub(crate) fn base() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// Gives every operation an id of its own, made of its method and path: `post_auth_login`, and names the scopes of API keys
/// that reach it.
pub(crate) fn named(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
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
                if let Some(security) = &mut operation.security {
                    let scopes = scopes_of(&method, path).iter();
                    security.extend(scopes.map(|scope| SecurityRequirement::new("apiKey", [scope.as_str()])));
                }
            }
        }
    }
    document
}

/// Serves the document.
pub(crate) fn page<S: Clone + Send + Sync + 'static>(document: utoipa::openapi::OpenApi) -> MethodRouter<S> {
    let text =
        Bytes::from(named(document).to_json().expect("a document of strings and numbers has a JSON form"));
    get(async move || ([(CONTENT_TYPE, "application/json")], text.clone()))
}
