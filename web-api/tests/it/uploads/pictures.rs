//! How uploaded pictures are processed.

use std::io::Cursor;

use boostdesk_core::testing::on_both;
use image::codecs::gif::{GifDecoder, GifEncoder};
use image::{AnimationDecoder, Frame, ImageFormat, Rgba, RgbaImage};
use serde_json::{Value, json};

use super::{Place, contains, decoded, encoded, picture};
use crate::support::Canary;

#[tokio::test]
async fn uploaded_pictures_are_re_encoded_without_appended_data() {
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
            let again = decoded(&kept).to_rgba8();
            assert_eq!(again.dimensions(), (30, 20));
            if format != ImageFormat::Gif && format != ImageFormat::Jpeg {
                assert_eq!(again, small, "{name} loses nothing");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_photo_loses_its_exif_metadata_and_is_rotated_upright() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let plain = encoded(&picture(900, 300), ImageFormat::Jpeg);
        // Orientation 6: turned by 90 degrees. Then a location, which must be removed.
        let tiff = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0N48.8584 E2.2945";
        let length = u16::try_from(tiff.len() + 2).expect("a short segment").to_be_bytes();
        let photo = [&plain[..2], b"\xff\xe1", &length, tiff, &plain[2..]].concat();
        let taken = place.taken("photo.jpg", &photo).await;
        assert_eq!((&taken["width"], &taken["height"]), (&json!(300), &json!(900)));
        for (url, longest) in [(&taken["url"], 900), (&taken["thumbnail"], 640)] {
            let kept = place.fetch(url).await;
            assert!(!contains(&kept, b"48.8584"));
            assert!(!contains(&kept, b"Exif"));
            assert_eq!(decoded(&kept).height(), longest);
        }
    })
    .await;
}

#[tokio::test]
async fn animated_gif_and_apng_stay_animated() {
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
async fn an_uploaded_svg_is_rasterised_without_loading_external_resources() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        let canary = Canary::at("127.0.0.1:0");
        let secret = place.folder.path().join("secret.png");
        std::fs::write(&secret, encoded(&RgbaImage::from_pixel(9, 9, Rgba([255, 0, 0, 255])), ImageFormat::Png))
            .expect("a file");
        let url = format!("http://{}/", canary.address);
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
        // An external entity may be refused as such; it must not be read.
        if status == 200 {
            assert_eq!(taken["type"], "image/png");
        } else {
            assert_eq!(status, 422, "{taken}");
        }
        let plain = svg.replace(r#"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#, "");
        let taken = place.taken("drawing.svg", plain.as_bytes()).await;
        let kept = place.fetch(&taken["url"]).await;
        assert!(!contains(&kept, b"script"));
        let pixels = decoded(&kept).to_rgba8();
        assert!(pixels.pixels().all(|pixel| pixel.0 == [0, 255, 0, 255]), "nothing from outside is in it");
        assert!(canary.sings(), "nobody called");
        let deep = format!("<svg xmlns='http://www.w3.org/2000/svg'>{}", "<g>".repeat(100_000));
        assert_eq!(place.upload("deep.svg", deep.as_bytes()).await.0, 422);
    })
    .await;
}
