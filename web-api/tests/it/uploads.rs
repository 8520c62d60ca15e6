//! Uploaded files: what is taken, what becomes of it, and what is left behind.

use std::io::Cursor;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, SystemTime};

use boostdesk_core::App;
use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp, on_both};
use image::codecs::gif::{GifDecoder, GifEncoder};
use image::{AnimationDecoder, Frame, ImageFormat, Rgba, RgbaImage};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Site, body, header, send, unlimited};

const BOUNDARY: &str = "----boundary";
const MP4: &[u8] = b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2 the rest of a film";

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
        self.site
            .request(Method::POST, "/api/chat/upload")
            .header("Authorization", &self.token)
            .header("Content-Type", format!("multipart/form-data; boundary={BOUNDARY}"))
            .body(form)
    }

    pub(crate) async fn upload(&self, name: &str, bytes: &[u8]) -> (u16, Value) {
        body(self.upload_form(form(&[("file", name, bytes)]))).await
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

    pub(crate) fn files(&self) -> Vec<String> {
        files(self.folder.path())
    }
}

async fn open_site(app: &App, folder: &Path) -> Site {
    let mut config = unlimited();
    config.chat.upload_dir = folder.to_owned();
    config.chat.max_upload_mb = 1;
    Site::open_with(app, config).await
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().into_string().expect("a plain name")).collect()
}

fn form(parts: &[(&str, &str, &[u8])]) -> Vec<u8> {
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

fn picture(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| Rgba([(x % 251) as u8, (y % 241) as u8, 90, 255]))
}

fn encoded(picture: &RgbaImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::DynamicImage::ImageRgba8(picture.clone());
    let picture = if format == ImageFormat::Jpeg { picture.to_rgb8().into() } else { picture };
    picture.write_to(&mut bytes, format).expect("it is encoded");
    bytes.into_inner()
}

fn contains(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.windows(sought.len()).any(|window| window == sought)
}

#[tokio::test]
async fn pictures_come_out_as_pixels_alone() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let small = picture(30, 20);
        let table = [
            ("a.png", ImageFormat::Png),
            ("a.apng", ImageFormat::Png),
            ("a.jpg", ImageFormat::Jpeg),
            ("a.jpeg", ImageFormat::Jpeg),
            ("a.gif", ImageFormat::Gif),
            ("a.webp", ImageFormat::WebP),
            ("A.BMP", ImageFormat::Bmp),
        ];
        for (name, format) in table {
            let mut polyglot = encoded(&small, format);
            polyglot.extend_from_slice(b"<script>alert(document.domain)</script>PK\x03\x04");
            let taken = place.taken(name, &polyglot).await;
            assert_eq!(
                (&taken["width"], &taken["height"], &taken["kind"]),
                (&json!(30), &json!(20), &json!("image"))
            );
            assert_eq!((&taken["name"], &taken["thumbnail"]), (&json!(name), &Value::Null));
            let kept = place.fetch(&taken["url"]).await;
            assert!(!contains(&kept, b"script"), "{name}");
            assert!(!contains(&kept, b"PK\x03\x04"), "{name}");
            let again = image::load_from_memory(&kept).expect("a picture").to_rgba8();
            assert_eq!(again.dimensions(), (30, 20));
            if format != ImageFormat::Gif && format != ImageFormat::Jpeg {
                assert_eq!(again, small, "{name} loses nothing");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_photo_loses_its_metadata_and_stands_upright() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let plain = encoded(&picture(900, 300), ImageFormat::Jpeg);
        // Orientation 6: turned by 90 degrees. Then a place that is nobody's business.
        let tiff = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0N48.8584 E2.2945";
        let length = u16::try_from(tiff.len() + 2).expect("a short segment").to_be_bytes();
        let photo = [&plain[..2], b"\xff\xe1", &length, tiff, &plain[2..]].concat();
        let taken = place.taken("photo.jpg", &photo).await;
        assert_eq!((&taken["width"], &taken["height"]), (&json!(300), &json!(900)));
        for (url, longest) in [(&taken["url"], 900), (&taken["thumbnail"], 640)] {
            let kept = place.fetch(url).await;
            assert!(!contains(&kept, b"48.8584"));
            assert!(!contains(&kept, b"Exif"));
            assert_eq!(image::load_from_memory(&kept).expect("a picture").height(), longest);
        }
    })
    .await;
}

#[tokio::test]
async fn animations_go_on_moving() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let mut gif = Vec::new();
        let frames =
            (0..3).map(|shade| Frame::new(RgbaImage::from_pixel(8, 8, Rgba([shade * 80, 0, 0, 255]))));
        GifEncoder::new(&mut gif).encode_frames(frames).expect("it is encoded");
        let taken = place.taken("moves.gif", &gif).await;
        let kept = place.fetch(&taken["url"]).await;
        let decoder = GifDecoder::new(Cursor::new(&kept)).expect("a GIF");
        assert_eq!(decoder.into_frames().collect_frames().expect("frames").len(), 3);

        let mut apng = Vec::new();
        let mut encoder = png::Encoder::new(&mut apng, 2, 1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_animated(2, 0).expect("two frames");
        let mut writer = encoder.write_header().expect("a header");
        for shade in [0, 200] {
            writer.write_image_data(&[shade; 8]).expect("a frame");
        }
        writer.finish().expect("an end");
        let taken = place.taken("moves.apng", &apng).await;
        let kept = place.fetch(&taken["url"]).await;
        assert!(contains(&kept, b"acTL") && contains(&kept, b"fdAT"));
    })
    .await;
}

#[tokio::test]
async fn a_drawing_becomes_a_picture_that_reaches_nothing() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let canary = TcpListener::bind("127.0.0.1:0").expect("a free port");
        canary.set_nonblocking(true).expect("it does not wait");
        let secret = place.folder.path().join("secret.png");
        std::fs::write(&secret, encoded(&RgbaImage::from_pixel(9, 9, Rgba([255, 0, 0, 255])), ImageFormat::Png))
            .expect("a file");
        let url = format!("http://{}/", canary.local_addr().expect("it is bound"));
        let svg = format!(
            r##"<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20"
                onload="fetch('{url}')">
              <script>fetch('{url}')</script><style>@import url('{url}');</style>
              <rect width="40" height="20" fill="#00ff00"/>
              <image href="{url}" width="9" height="9"/><image href="{0}" width="40" height="20"/>
              <image xlink:href="file://{0}" width="40" height="20"/>
              <foreignObject width="9" height="9"><iframe src="{url}"/></foreignObject>
            </svg>"##,
            secret.display()
        );
        let (status, taken) = place.upload("drawing.svg", svg.as_bytes()).await;
        // An entity from outside may be refused as such; it may not be read.
        if status == 200 {
            assert_eq!(taken["type"], "image/png");
        } else {
            assert_eq!(status, 422, "{taken}");
        }
        let plain = svg.replace(r#"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#, "");
        let taken = place.taken("drawing.svg", plain.as_bytes()).await;
        let kept = place.fetch(&taken["url"]).await;
        assert!(!contains(&kept, b"script"));
        let pixels = image::load_from_memory(&kept).expect("a picture").to_rgba8();
        assert!(pixels.pixels().all(|pixel| pixel.0 == [0, 255, 0, 255]), "nothing from outside is in it");
        assert!(canary.accept().is_err(), "nobody called");
        let deep = format!("<svg xmlns='http://www.w3.org/2000/svg'>{}", "<g>".repeat(100_000));
        assert_eq!(place.upload("deep.svg", deep.as_bytes()).await.0, 422);
    })
    .await;
}

#[tokio::test]
async fn what_is_not_what_it_says_is_refused_and_nothing_is_left() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let png = encoded(&picture(4, 4), ImageFormat::Png);
        let html = b"<!doctype html><script>alert(1)</script>".as_slice();
        let mut huge = Vec::new();
        let _ = png::Encoder::new(&mut huge, 50_000, 50_000).write_header().expect("a header");
        let mut wide = Vec::new();
        let _ = png::Encoder::new(&mut wide, 12_000, 12_000).write_header().expect("a header");
        let mut bmp = encoded(&picture(4, 4), ImageFormat::Bmp);
        bmp[18..22].copy_from_slice(&60_000_u32.to_le_bytes());
        let large = vec![0; 1024 * 1024 + 1];
        let large = [MP4, &large].concat();
        let table: [(&str, &[u8], u16); 17] = [
            ("a.png", html, 415),
            ("a.svg", html, 415),
            ("a.jpg", &png, 415),
            ("a.mp4", &png, 415),
            ("a.png", MP4, 415),
            ("a.mov", MP4, 415),
            ("a.html", html, 415),
            ("a.png.html", &png, 415),
            ("a", &png, 415),
            ("a.svgz", b"\x1f\x8b", 415),
            ("", &png, 415),
            ("a.png", b"", 415),
            ("a.png", &png[..40], 422),
            ("a.png", &huge, 422),
            ("a.png", &wide, 422),
            ("a.bmp", &bmp, 422),
            ("a.mp4", &large, 413),
        ];
        for (name, bytes, expected) in table {
            let (status, answer) = place.upload(name, bytes).await;
            assert_eq!(status, expected, "{name} {answer}");
        }
        let pieces = form(&[("file", "a.mp4", &large)]);
        let pieces = futures::stream::iter(
            pieces.chunks(9999).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect::<Vec<_>>(),
        );
        let unannounced = place.upload_form(Vec::new()).body(reqwest::Body::wrap_stream(pieces));
        assert_eq!(body(unannounced).await.0, 413);
        assert_eq!(place.files(), [""; 0], "nothing is left");
    })
    .await;
}

#[tokio::test]
async fn a_form_holds_one_file() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let png = encoded(&picture(4, 4), ImageFormat::Png);
        let many: Vec<(&str, &str, &[u8])> = (0..10_000).map(|_| ("file", "a.png", b"".as_slice())).collect();
        let others: Vec<(&str, &str, &[u8])> = (0..10_000).map(|_| ("x", "a.png", b"".as_slice())).collect();
        for parts in [&many, &others, &vec![("file", "a.png", &png[..]); 2], &vec![]] {
            let (status, answer) = body(place.upload_form(form(parts))).await;
            assert_eq!(status, 400, "{answer}");
        }
        let no_form = place.upload_form(Vec::new()).header("Content-Type", "text/plain");
        assert_eq!(body(no_form).await.0, 400);
        let mut cut = form(&[("file", "a.png", &png)]);
        cut.truncate(cut.len() - 40);
        assert_eq!(body(place.upload_form(cut)).await.0, 400);
        assert_eq!(place.files(), [""; 0], "nothing is left");
    })
    .await;
}

#[tokio::test]
async fn a_name_leads_nowhere() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let png = encoded(&picture(4, 4), ImageFormat::Png);
        for name in ["../../../tmp/evil.png", r"..\\..\\evil.png", "/etc/evil.png", "con.png", "a\0.png"] {
            let (status, answer) = place.upload(name, &png).await;
            if status == 200 {
                let kept =
                    answer["url"].as_str().and_then(|url| url.strip_prefix("/uploads/")).expect("a url");
                assert_eq!(kept.len(), 36, "32 random digits and `.png`");
                assert!(!answer["name"].as_str().expect("a text").contains(['/', '\\', '\0']));
            }
        }
        assert!(place.files().iter().all(|name| name.len() == 36), "{:?}", place.files());
        for path in ["/uploads/..%2f..%2fetc%2fpasswd", "/uploads/.part-x", "/uploads/x.png", "/uploads/"] {
            assert_eq!(send(place.get(path)).await.status(), 404, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_video_is_served_in_parts_and_inert() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let taken = place.taken("film.gifv", MP4).await;
        assert_eq!((&taken["kind"], &taken["type"]), (&json!("video"), &json!("video/mp4")));
        let url = taken["url"].as_str().expect("a text");
        let answer = send(place.get(url).header("Range", "bytes=4-11")).await;
        assert_eq!(answer.status(), 206);
        assert_eq!(header(&answer, "content-range"), format!("bytes 4-11/{}", MP4.len()));
        assert_eq!(header(&answer, "content-type"), "video/mp4");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff");
        assert!(header(&answer, "content-security-policy").starts_with("sandbox; default-src 'none';"));
        assert_eq!(&answer.bytes().await.expect("bytes")[..], b"ftypisom");
        assert_eq!(send(place.get(url).header("Range", "bytes=999999-")).await.status(), 416);
        assert_eq!(place.fetch(&taken["url"]).await, MP4);
        assert_eq!(send(place.site.get(url)).await.status(), 401);
        let cookie = place.site.get(url).header("Cookie", format!("boostdesk_session={}", place.token));
        assert_eq!(send(cookie).await.status(), 200, "as an `<img>` asks");
        let head = send(place.site.request(Method::HEAD, url).header("Authorization", &place.token)).await;
        assert_eq!(header(&head, "content-length"), MP4.len().to_string());
    })
    .await;
}

#[tokio::test]
async fn files_go_with_their_message_and_can_be_taken_back() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let wide = encoded(&picture(700, 70), ImageFormat::Png);
        let (taken, other) = (place.taken("a.png", &wide).await, place.taken("b.png", &wide).await);
        assert_eq!(place.files().len(), 4, "each with a smaller one");
        let message = json!({"authorId": "a", "author": "A", "content": "", "attachments": [taken["url"]]});
        let call = place.site.post("/api/chat/send", &message).header("Authorization", &place.token);
        let (status, sent) = body(call).await;
        assert_eq!(status, 200, "{sent}");
        assert_eq!(sent["data"]["content"], taken["url"]);
        let mut expected = taken.clone();
        expected.as_object_mut().expect("an object").remove("code");
        assert_eq!(sent["data"]["attachments"], json!([expected]));
        let back = |url: &Value| {
            let name = url.as_str().and_then(|url| url.rsplit('/').next()).expect("a name").to_owned();
            let path = format!("/api/chat/upload/{name}");
            place.site.request(Method::DELETE, &path).header("Authorization", &place.token)
        };
        assert_eq!(body(back(&taken["url"])).await.0, 422, "a message holds it");
        assert_eq!(body(back(&other["url"])).await.0, 200);
        assert_eq!(place.files().len(), 2);
        let path = format!("/api/chat/messages/{}", sent["data"]["id"].as_str().expect("a text"));
        let delete = place.site.request(Method::DELETE, &path).header("Authorization", &place.token);
        assert_eq!(body(delete).await.0, 200);
        assert_eq!(place.files(), [""; 0]);
        assert_eq!(send(place.get(taken["url"].as_str().expect("a text"))).await.status(), 404);
    })
    .await;
}

#[tokio::test]
async fn an_upload_that_breaks_off_leaves_nothing() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let mut wire = TcpStream::connect(place.site.address).await.expect("a connection");
        let form = form(&[("file", "a.mp4", MP4)]);
        let head = format!(
            "POST /api/chat/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: {}\r\nContent-Type: multipart/form-data; \
             boundary={BOUNDARY}\r\nContent-Length: {}\r\n\r\n",
            place.token,
            form.len() + 5000
        );
        wire.write_all(head.as_bytes()).await.expect("it is sent");
        wire.write_all(&form[..130]).await.expect("it is sent");
        let begun = async {
            while place.files().is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), begun).await.expect("the file is begun");
        drop(wire);
        let gone = async {
            while !place.files().is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), gone).await.expect("and is gone again");
    })
    .await;
}

#[tokio::test]
async fn an_upload_that_stops_coming_is_given_up() {
    // Nothing here depends on the database.
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let place = Place::open(&app).await;
    let mut wire = TcpStream::connect(place.site.address).await.expect("a connection");
    let head = format!(
        "POST /api/chat/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: {}\r\nContent-Type: multipart/form-data; \
             boundary={BOUNDARY}\r\nContent-Length: 5000\r\n\r\n",
        place.token
    );
    wire.write_all(head.as_bytes()).await.expect("it is sent");
    wire.write_all(&form(&[("file", "a.mp4", MP4)])[..130]).await.expect("it is sent");
    let begun = async {
        while place.files().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), begun).await.expect("the file is begun");
    tokio::time::pause();
    let mut answer = Vec::new();
    let _ = wire.read_to_end(&mut answer).await;
    assert!(answer.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&answer));
    assert_eq!(place.files(), [""; 0]);
}

#[tokio::test]
async fn what_a_crash_left_is_swept() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let held = place.taken("a.png", &encoded(&picture(4, 4), ImageFormat::Png)).await;
        let held = held["url"].as_str().and_then(|url| url.rsplit('/').next()).expect("a name").to_owned();
        place.site.stop().await;
        for (name, hours) in [(".part-old", 2), ("deadbeef.png", 2), (".part-new", 0), (held.as_str(), 2)] {
            let file =
                std::fs::File::options().create(true).append(true).open(place.folder.path().join(name));
            let when = SystemTime::now() - Duration::from_hours(hours);
            file.and_then(|file| file.set_modified(when)).expect("a file of this age");
        }
        let again = open_site(&app, place.folder.path()).await;
        let mut kept = [".part-new".to_owned(), held];
        kept.sort();
        let swept = async {
            loop {
                let mut files = place.files();
                files.sort();
                if files == kept {
                    return;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), swept).await.expect("old files that nobody knows go");
        drop(again);
    })
    .await;
}
