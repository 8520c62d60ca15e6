//! Uploads that are refused.

use boostdesk_core::testing::on_both;
use image::ImageFormat;
use serde_json::Value;

use super::{MP4, Place, encoded, form, name_in, picture, png};
use crate::support::{body, send};

#[tokio::test]
async fn files_with_a_wrong_type_damaged_content_or_excess_size_are_refused_and_not_stored() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let png = png();
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
async fn an_upload_form_that_does_not_hold_exactly_one_file_is_refused() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let png = png();
        let many: Vec<(&str, &str, &[u8])> = (0..10_000).map(|_| ("file", "a.png", b"".as_slice())).collect();
        let others: Vec<(&str, &str, &[u8])> = (0..10_000).map(|_| ("x", "a.png", b"".as_slice())).collect();
        for parts in [&many, &others, &vec![("file", "a.png", &png[..]); 2], &vec![]] {
            let (status, answer) = body(place.upload_form(form(parts))).await;
            assert_eq!(status, 422, "{answer}");
        }
        let no_form = place.site.post("/api/chat/upload", &Value::Null).header("Authorization", &place.token);
        assert_eq!(body(no_form).await.0, 415);
        let mut cut = form(&[("file", "a.png", &png)]);
        cut.truncate(cut.len() - 40);
        assert_eq!(body(place.upload_form(cut)).await.0, 400);
        assert_eq!(place.files(), [""; 0], "nothing is left");
    })
    .await;
}

#[tokio::test]
async fn an_uploads_file_name_cannot_point_outside_the_upload_folder() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let png = png();
        for name in ["../../../tmp/evil.png", r"..\\..\\evil.png", "/etc/evil.png", "con.png", "a\0.png"] {
            let (status, answer) = place.upload(name, &png).await;
            if status == 200 {
                assert_eq!(name_in(&answer["url"]).len(), 36, "32 random digits and `.png`");
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
