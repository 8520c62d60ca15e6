//! For `crate::fuzzing`.

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use boostdesk_core::config::Config;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use super::helper::Task;
use super::receive::{kept_type, take_file};
use super::sniff::Media;
use super::{PictureHelper, Uploads};

struct Folder {
    uploads: Arc<Uploads>,
    runtime: Runtime,
    #[expect(dead_code, reason = "goes away with it")]
    directory: TempDir,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let directory = tempfile::tempdir().expect("a folder");
    let mut config = Config::default();
    directory.path().clone_into(&mut config.chat.upload_dir);
    config.chat.max_upload_mb = 1;
    let uploads = Uploads::new(&config, PictureHelper::new("nobody", []));
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    Folder { uploads: Arc::new(uploads), runtime, directory }
});

/// Decodes and encodes a picture for each task, as the helper does.
pub fn picture(bytes: &[u8]) {
    let _ = Task::Small.run(bytes);
    match Media::sniff(bytes) {
        Some(media) if !media.is_video() && media != Media::Svg => {
            let _ = (Task::Remake(media).run(bytes), Task::Square(media).run(bytes));
        }
        _ => {}
    }
}

/// Draws an SVG, as the helper does, whatever it is.
pub fn drawing(bytes: &[u8]) {
    let _ = Task::Remake(Media::Svg).run(bytes);
}

/// Takes a file out of a form, whose boundary is its first line.
pub fn form(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (boundary, body) = bytes.split_at(end);
    let media_type = [b"multipart/form-data; boundary=", boundary.trim_ascii_end()].concat();
    let Ok(media_type) = HeaderValue::from_bytes(&media_type) else { return };
    let mut request = Request::new(Body::from(body.strip_prefix(b"\n").unwrap_or(body).to_vec()));
    request.headers_mut().insert(CONTENT_TYPE, media_type);
    let Folder { uploads, runtime, .. } = &*FOLDER;
    if let Ok((name, ..)) = runtime.block_on(take_file(uploads, request, kept_type)) {
        assert!(!name.contains(['/', '\\', '\n', '\0']), "{name:?}");
    }
}
