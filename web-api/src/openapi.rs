//! The OpenAPI 3.1 document of everything below `/api`, made of the handlers.

use axum::http::header::CONTENT_TYPE;
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};

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
        let description = "After Standard Webhooks, with the secret of the service that calls.";
        let header = ApiKeyValue::with_description("webhook-signature", description);
        components.add_security_scheme("service", SecurityScheme::ApiKey(ApiKey::Header(header)));
    }
}

/// What the document has beside its paths.
pub(crate) fn base() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// Gives every operation an id of its own, made of its method and path: `post_auth_login`.
pub(crate) fn named(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for (path, item) in &mut document.paths.paths {
        let words: Vec<&str> = path
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty() && *word != "api")
            .collect();
        let operations = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                operation.operation_id = Some(format!("{method}_{}", words.join("_")));
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
