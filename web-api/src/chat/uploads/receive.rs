//! `POST /api/chat/upload`: takes a file in.

use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum_extra::headers::{ContentLength, HeaderMapExt};
use boostdesk_core::chat::ChatError;
use boostdesk_core::chat::uploads::{self as known, Upload, UploadKind};
use boostdesk_core::foundation::words::misleads;
use data_encoding::HEXLOWER;
use multer::{Constraints, Field, Multipart, SizeLimit};
use serde::Serialize;
use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use utoipa::ToSchema;

use super::helper::{NoPicture, Task};
use super::picture::Picture;
use super::sniff::Media;
use super::space::Kept;
use super::{Placed, Uploads};
use crate::chat::access::{Access, ChatCaller};
use crate::chat::body::Attachment;
use crate::edge::concurrency::Place;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

/// Most bytes of a form beside its file.
const FORM: u64 = 16 * 1024;
/// How long a client may send nothing.
const SILENCE: Duration = Duration::from_secs(15);
/// How many characters are kept of a file's original name.
const NAME_LENGTH: usize = 120;

/// A form with the file in its field `file`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "described, and read piece by piece")]
pub(crate) struct UploadForm {
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Uploaded {
    code: u16,
    #[serde(flatten)]
    file: Attachment,
}

impl From<NoPicture> for ApiError {
    fn from(error: NoPicture) -> Self {
        match error {
            NoPicture::Refused(error) => Self::refused(error.to_string()),
            NoPicture::NoHelper { .. } => {
                Self::unavailable("Pictures cannot be taken right now. Please try again later.")
                    .because(error)
            }
            NoPicture::TooLarge => Self::too_large(error.to_string()),
            NoPicture::NoFile(_) => Self::broken(error),
        }
    }
}

/// Upload a picture or a video for a chat message
///
/// One file, in the field `file`. It is deleted after a day if no message has it by then.
#[utoipa::path(
    post,
    path = "/api/chat/upload",
    tag = "chat",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = Uploaded),
        (status = 415, description = "Not an accepted type, or not the type that its name says", body = ErrorBody),
        (status = 503, body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn receive(
    State(web): State<WebState>,
    State(uploads): State<Arc<Uploads>>,
    State(access): State<Arc<Access>>,
    ChatCaller { speaker, .. }: ChatCaller,
    request: Request,
) -> Result<Json<Uploaded>> {
    let announced = announced(&request);
    let _admitted = admit(&uploads, speaker.subject.as_str(), announced).await?;
    known::refuse_beyond_daily_limit(&web.app, &speaker, i64::try_from(announced).unwrap_or(i64::MAX))
        .await?;
    let (name, claimed, file) = take_file(&uploads, request, kept_type).await?;
    let stem = HEXLOWER.encode(&web.app.rng.bytes::<16>());
    let (upload, placed) = store(&uploads, speaker.subject.as_str(), file, claimed, stem, name).await?;
    known::register(&web.app, &speaker, &upload).await?;
    placed.stay();
    Ok(Json(Uploaded { code: 200, file: Attachment::of(upload, &access.host) }))
}

/// Delete an upload
///
/// Only the caller's own, and only while no message has it.
#[utoipa::path(
    delete,
    path = "/api/chat/upload/{name}",
    tag = "chat",
    params(("name" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 404, description = "No such upload, another user's, or a message has it", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn take_back(
    State(web): State<WebState>,
    State(uploads): State<Arc<Uploads>>,
    ChatCaller { speaker, .. }: ChatCaller,
    Path(name): Path<String>,
) -> Result<Json<Ack>> {
    let taken = known::take_back(&web.app, &speaker, &name).await;
    let files = taken.map_err(|error| match error {
        ChatError::NoSuchUpload => {
            ApiError::new(StatusCode::NOT_FOUND, "There is no such upload that could be taken back.")
        }
        other => other.into(),
    })?;
    uploads.remove(&files).await;
    Ok(Json(Ack::new("Upload removed.")))
}

/// Returns the request's `Content-Length`, 0 if it has none.
pub(super) fn announced(request: &Request) -> u64 {
    request.headers().typed_get().map_or(0, |ContentLength(length)| length)
}

/// An upload's place and disk space, given back on drop.
pub(super) struct Admitted {
    _place: Place<Box<str>>,
    _room: Kept,
}

/// Reserves a place and disk space for one more file of this user. Without a length, it counts as the largest accepted file.
pub(super) async fn admit(uploads: &Arc<Uploads>, subject: &str, announced: u64) -> Result<Admitted> {
    let place = uploads.under_way.take(subject.into()).ok_or_else(|| {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "Too many uploads at once. Please wait for one to end.")
            .retry_after(Duration::from_secs(5))
    })?;
    if announced > uploads.limit + FORM {
        return Err(too_large(uploads));
    }
    let bytes = if announced == 0 { uploads.limit } else { announced };
    let space = uploads.space.clone();
    let room = blocking(move || space.keep_room(bytes)).await?.ok_or_else(|| {
        ApiError::unavailable("There is no room for uploads right now. Please try again later.")
            .retry_after(Duration::from_mins(1))
    })?;
    Ok(Admitted { _place: place, _room: room })
}

fn too_large(uploads: &Uploads) -> ApiError {
    ApiError::too_large(format!(
        "The file is too large. At most {} MiB are accepted.",
        uploads.limit / 1024 / 1024
    ))
}

fn wrong_type() -> ApiError {
    ApiError::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "Only pictures and videos are accepted (png, jpg, gif, webp, bmp, svg, apng, mp4, webm, mov, gifv), \
         and a file must be what its name says.",
    )
}

const ONE_FILE: &str = "Send one file, as multipart/form-data, in the field `file`.";

/// The body is not a form.
fn no_form() -> ApiError {
    ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ONE_FILE)
}

/// The form does not hold exactly one file in `file`.
fn no_file() -> ApiError {
    ApiError::refused(ONE_FILE)
}

/// The form cannot be parsed.
fn broken_form() -> ApiError {
    ApiError::bad_request(ONE_FILE)
}

pub(super) fn kept_type(name: &str) -> Result<Media> {
    Media::claimed(name).ok_or_else(wrong_type)
}

/// Returns the form's only file, with its original name and the type that `claimed` reads from that name.
pub(super) async fn take_file(
    uploads: &Arc<Uploads>,
    request: Request,
    claimed: fn(&str) -> Result<Media>,
) -> Result<(String, Media, NamedTempFile)> {
    let form =
        request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).ok_or_else(no_form)?;
    let boundary = multer::parse_boundary(form).map_err(|error| match error {
        multer::Error::NoBoundary => broken_form(),
        _ => no_form(),
    })?;
    let size = SizeLimit::new().whole_stream(uploads.limit + FORM).per_field(uploads.limit);
    let constraints = Constraints::new().allowed_fields(vec!["file"]).size_limit(size);
    let body = request.into_body().into_data_stream();
    let mut form = Multipart::with_constraints(body, boundary, constraints);
    let mut field = in_time(uploads, form.next_field()).await?.ok_or_else(no_file)?;
    let name = harmless_name(field.file_name().ok_or_else(no_file)?);
    // Refuses a wrong name before the file is received.
    let claimed = claimed(&name)?;
    let file = write_down(uploads, &mut field).await?;
    drop(field);
    match in_time(uploads, form.next_field()).await? {
        None => Ok((name, claimed, file)),
        Some(_) => Err(no_file()),
    }
}

async fn write_down(uploads: &Arc<Uploads>, field: &mut Field<'_>) -> Result<NamedTempFile> {
    let folder = uploads.clone();
    let (file, to) = blocking(move || {
        let file = folder.unfinished()?;
        let to = file.reopen()?;
        Ok((file, to))
    })
    .await?;
    let mut to = tokio::fs::File::from_std(to);
    while let Some(bytes) = in_time(uploads, field.chunk()).await? {
        to.write_all(&bytes).await.map_err(ApiError::broken)?;
    }
    to.flush().await.map_err(ApiError::broken)?;
    Ok(file)
}

async fn in_time<T>(uploads: &Uploads, part: impl Future<Output = multer::Result<T>>) -> Result<T> {
    match timeout(SILENCE, part).await {
        Ok(Ok(part)) => Ok(part),
        Ok(Err(multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. })) => {
            Err(too_large(uploads))
        }
        Ok(Err(multer::Error::UnknownField { .. })) => Err(no_file()),
        Ok(Err(_)) => Err(broken_form()),
        Err(_) => Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "The upload stopped coming.")),
    }
}

/// Returns the last part of what may be a path, without control characters and those that hide or reorder text.
fn harmless_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: Vec<char> = last.chars().filter(|letter| !misleads(*letter)).collect();
    // Cuts off the front, to keep the extension.
    plain[plain.len().saturating_sub(NAME_LENGTH)..].iter().collect()
}

/// Looks into the file, makes it harmless and puts it in its place.
async fn store(
    uploads: &Arc<Uploads>,
    subject: &str,
    file: NamedTempFile,
    claimed: Media,
    stem: String,
    original_name: String,
) -> Result<(Upload, Placed)> {
    let (file, found) = sniffed(file).await?;
    let media = found.filter(|media| *media == claimed).ok_or_else(wrong_type)?;
    let folder = uploads.clone();
    if media.is_video() {
        return blocking(move || keep_video(&folder, file, media, &stem, original_name)).await;
    }
    let input = file.reopen().map_err(ApiError::broken)?;
    let picture = uploads.make_for(subject, Task::Remake(media), input).await?;
    if picture.bytes.len() as u64 > uploads.limit {
        return Err(too_large(uploads));
    }
    blocking(move || keep_picture(&folder, &picture, &stem, original_name)).await
}

/// Returns a file's type by its first bytes.
pub(super) async fn sniffed(file: NamedTempFile) -> Result<(NamedTempFile, Option<Media>)> {
    blocking(move || {
        let mut begin = Vec::new();
        file.reopen()?.take(4096).read_to_end(&mut begin)?;
        Ok((file, Media::sniff(&begin)))
    })
    .await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other).and_then(|done| done).map_err(ApiError::broken)
}

fn keep_video(
    uploads: &Uploads,
    file: NamedTempFile,
    media: Media,
    stem: &str,
    original_name: String,
) -> io::Result<(Upload, Placed)> {
    let mut placed = Placed(Vec::new());
    let size = file.as_file().metadata()?.len();
    let (extension, media_type) = media.video_type();
    let name = format!("{stem}.{extension}");
    uploads.keep(file, &name, &mut placed)?;
    let upload = Upload {
        name,
        kind: UploadKind::Video,
        media_type: media_type.to_owned(),
        original_name,
        size: i64::try_from(size).unwrap_or(i64::MAX),
        width: None,
        height: None,
        thumbnail: None,
    };
    Ok((upload, placed))
}

fn keep_picture(
    uploads: &Uploads,
    picture: &Picture,
    stem: &str,
    original_name: String,
) -> io::Result<(Upload, Placed)> {
    let mut placed = Placed(Vec::new());
    let name = format!("{stem}.{}", picture.format.extension());
    let thumbnail = picture.thumbnail.as_ref().map(|_| format!("{stem}t.jpg"));
    if let (Some(bytes), Some(thumbnail)) = (&picture.thumbnail, &thumbnail) {
        uploads.keep_bytes(bytes, thumbnail, &mut placed)?;
    }
    uploads.keep_bytes(&picture.bytes, &name, &mut placed)?;
    let upload = Upload {
        name,
        kind: UploadKind::Image,
        media_type: picture.format.media_type().to_owned(),
        original_name,
        size: i64::try_from(picture.bytes.len()).unwrap_or(i64::MAX),
        width: Some(picture.width.into()),
        height: Some(picture.height.into()),
        thumbnail,
    };
    Ok((upload, placed))
}

#[cfg(test)]
mod tests {
    use super::harmless_name;

    #[test]
    fn a_harmless_file_name_has_no_path_no_control_characters_and_a_bounded_length() {
        assert_eq!(harmless_name("../../etc/passwd.png"), "passwd.png");
        assert_eq!(harmless_name(r"C:\photos\me.jpg"), "me.jpg");
        assert_eq!(harmless_name("a\u{202e}gnp.exe\n"), "agnp.exe");
        assert_eq!(harmless_name(&format!("{}.png", "x".repeat(500))).len(), 120);
        assert_eq!(harmless_name("dir/"), "");
    }
}
