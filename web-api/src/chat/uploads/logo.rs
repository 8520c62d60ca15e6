//! Storefronts' logos. Only a small version is kept, in the database.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;

use super::Uploads;
use super::helper::Task;
use super::receive::{admit, announced, sniffed, take_file};
use super::sniff::Media;
use crate::http::error::{ApiError, Result};

/// Returns the picture in a request's form as a small square PNG. Nothing of the file itself is kept.
///
/// Errors: those of a chat upload, except the daily limit.
pub(crate) async fn receive(uploads: &Arc<Uploads>, subject: &str, request: Request) -> Result<Vec<u8>> {
    let announced = announced(&request);
    let _admitted = admit(uploads, subject, announced).await?;
    let (_, claimed, file) = take_file(uploads, request, logo_type).await?;
    let (file, found) = sniffed(file).await?;
    let media = found.filter(|media| *media == claimed).ok_or_else(wrong_type)?;
    let input = file.reopen().map_err(ApiError::broken)?;
    Ok(uploads.make_for(subject, Task::Square(media), input).await?.bytes)
}

fn logo_type(name: &str) -> Result<Media> {
    use Media::{Gif, Jpeg, Png, Svg, Webp};
    let claimed = Media::claimed(name);
    claimed.filter(|media| matches!(media, Png | Jpeg | Gif | Webp | Svg)).ok_or_else(wrong_type)
}

fn wrong_type() -> ApiError {
    ApiError::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "A logo is a picture (png, jpg, gif, webp, svg), and a file must be what its name says.",
    )
}
