//! Uploaded files: what is accepted, how it is processed, and what is left behind.

mod broken_off;
mod pictures;
mod refusals;
mod stay;

use std::io::Cursor;
use std::path::Path;

use boostdesk_core::App;
use boostdesk_core::testing::Shop;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Site, body, send, unlimited};

pub(crate) const BOUNDARY: &str = "----boundary";
pub(crate) const MP4: &[u8] = b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2 the rest of a film";

pub(crate) struct Place {
    pub(crate) site: Site,
    pub(crate) token: String,
    pub(crate) folder: TempDir,
}

impl Place {
    pub(crate) async fn open(app: &App) -> Self {
        let (shop, folder) = (Shop::open(app, 1).await, tempfile::tempdir().expect("a folder"));
        let site = open_site(app, folder.path()).await;
        let token = site.sign_in(&shop).await;
        Self { site, token, folder }
    }

    fn upload_form(&self, form: Vec<u8>) -> RequestBuilder {
        self.upload_form_of(&self.token, form)
    }

    fn upload_form_of(&self, token: &str, form: Vec<u8>) -> RequestBuilder {
        self.site
            .request(Method::POST, "/api/chat/upload")
            .header("Authorization", token)
            .header("Content-Type", format!("multipart/form-data; boundary={BOUNDARY}"))
            .body(form)
    }

    pub(crate) async fn upload(&self, name: &str, bytes: &[u8]) -> (u16, Value) {
        self.upload_of(&self.token, name, bytes).await
    }

    /// Uploads with another user's session.
    pub(crate) async fn upload_of(&self, token: &str, name: &str, bytes: &[u8]) -> (u16, Value) {
        body(self.upload_form_of(token, form(&[("file", name, bytes)]))).await
    }

    async fn taken(&self, name: &str, bytes: &[u8]) -> Value {
        let (status, answer) = self.upload(name, bytes).await;
        assert_eq!(status, 200, "{name}: {answer}");
        answer
    }

    async fn fetch(&self, url: &Value) -> Vec<u8> {
        let answer = send(self.get(url.as_str().expect("a text"))).await;
        assert_eq!(answer.status(), 200);
        answer.bytes().await.expect("bytes").into()
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.site.get(path).header("Authorization", &self.token)
    }

    /// Returns the names of the files in the folder of uploads.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("a folder").flatten();
        let mut files: Vec<String> =
            entries.map(|entry| entry.file_name().into_string().expect("a plain name")).collect();
        files.sort();
        files
    }
}

async fn open_site(app: &App, folder: &Path) -> Site {
    let mut config = unlimited();
    config.chat.upload_dir = folder.to_owned();
    config.chat.max_upload_mb = 1;
    Site::open_with(app, config).await
}

pub(crate) fn form(parts: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let mut form = Vec::new();
    for (field, name, bytes) in parts {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n"
        );
        form.extend_from_slice(head.as_bytes());
        form.extend_from_slice(bytes);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    form
}

pub(crate) fn picture(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| Rgba([(x % 251) as u8, (y % 241) as u8, 90, 255]))
}

pub(crate) fn encoded(picture: &RgbaImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgba8(picture.clone());
    let picture = if format == ImageFormat::Jpeg { picture.to_rgb8().into() } else { picture };
    picture.write_to(&mut bytes, format).expect("it is encoded");
    bytes.into_inner()
}

/// A small picture, as a PNG.
pub(crate) fn png() -> Vec<u8> {
    encoded(&picture(4, 4), ImageFormat::Png)
}

pub(crate) fn decoded(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory(bytes).expect("a picture")
}

/// The name in `/uploads/<name>`.
fn name_in(url: &Value) -> &str {
    url.as_str().and_then(|url| url.strip_prefix("/uploads/")).expect("an upload's url")
}

fn contains(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.windows(sought.len()).any(|window| window == sought)
}
