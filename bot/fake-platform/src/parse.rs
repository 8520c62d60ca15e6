//! What a request says: its query and its body.

use std::collections::BTreeMap;
use std::convert::Infallible;

use bytes::Bytes;
use serde_json::Value;

pub(super) fn query_of(query: Option<&str>) -> BTreeMap<String, String> {
    url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect()
}

/// A JSON body, or a form with one in it and files beside it.
pub(super) async fn body(kind: &str, body: Bytes) -> Result<(Value, Vec<(String, Bytes)>), String> {
    if body.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    if kind.starts_with("application/json") {
        let json = serde_json::from_slice(&body).map_err(|error| format!("sent what is no JSON: {error}"))?;
        return Ok((json, Vec::new()));
    }
    let boundary = multer::parse_boundary(kind).map_err(|_| format!("sent a body of type `{kind}`"))?;
    let stream = futures::stream::once(async move { Ok::<_, Infallible>(body) });
    let mut form = multer::Multipart::new(stream, boundary);
    let (mut json, mut files) = (Value::Null, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|error| error.to_string())? {
        let (name, file) =
            (field.name().unwrap_or_default().to_owned(), field.file_name().map(ToOwned::to_owned));
        let content = field.bytes().await.map_err(|error| error.to_string())?;
        match (name.as_str(), file) {
            ("payload_json", _) => {
                json = serde_json::from_slice(&content).map_err(|error| format!("payload_json: {error}"))?;
            }
            (name, Some(file)) if name.starts_with("files[") => files.push((file, content)),
            (name, _) => return Err(format!("a form has no field `{name}`")),
        }
    }
    Ok((json, files))
}
