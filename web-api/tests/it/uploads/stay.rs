//! How files are served, and when they are deleted.

use std::path::Path;
use std::time::{Duration, SystemTime};

use boostdesk_core::db::backup::remember_restore;
use boostdesk_core::testing::{make_old, on_both};
use boostdesk_core::watching::outages::Trouble;
use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};

use super::{MP4, Place, encoded, name_in, open_site, picture, png};
use crate::support::{body, header, send, until};

#[tokio::test]
async fn a_video_is_served_with_range_requests_and_a_sandbox_policy() {
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
        let beyond = send(place.get(url).header("Range", "bytes=999999-")).await;
        assert_eq!(beyond.status(), 416);
        assert_eq!(header(&beyond, "content-range"), format!("bytes */{}", MP4.len()));
        // For a range that cannot be served the whole file is sent.
        for range in
            ["lines=1-2", "bytes=0-1,5-6", "bytes=5-2", "bytes=+0-5", "bytes=-999999", "bytes=-", "bytes"]
        {
            assert_eq!(send(place.get(url).header("Range", range)).await.status(), 200, "{range}");
        }
        for (range, length) in [
            ("bytes=4-", MP4.len() - 4),
            ("bytes=-4", 4),
            ("bytes=00-3", 4),
            ("bytes=4-999999", MP4.len() - 4),
        ] {
            let answer = send(place.get(url).header("Range", range)).await;
            assert_eq!(answer.status(), 206, "{range}");
            assert_eq!(answer.bytes().await.expect("bytes").len(), length, "{range}");
        }
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
async fn files_are_deleted_with_their_message_and_unsent_ones_on_request() {
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
            let path = format!("/api/chat/upload/{}", name_in(url));
            place.site.request(Method::DELETE, &path).header("Authorization", &place.token)
        };
        assert_eq!(body(back(&taken["url"])).await.0, 404, "a message holds it");
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
async fn old_partial_and_unknown_files_are_deleted_at_startup() {
    on_both(async |app| {
        make_old(&app).await;
        let place = Place::open(&app).await;
        let wide = encoded(&picture(700, 70), ImageFormat::Png);
        place.taken("a.png", &png()).await;
        place.taken("b.png", &wide).await;
        let mut kept = place.files();
        assert_eq!(kept.len(), 3, "the wide one has a smaller one");
        place.site.stop().await;
        kept.push("secret.key".to_owned());
        for name in kept.iter().map(String::as_str).chain([".part-old", &*unknown()]) {
            lay(place.folder.path(), name, 2);
        }
        lay(place.folder.path(), ".part-new", 0);
        kept.push(".part-new".to_owned());
        kept.sort();
        let again = open_site(&app, place.folder.path()).await;
        until("old files that nobody knows go", || place.files() == kept).await;
        drop(again);
    })
    .await;
}

/// Another database may refer to them: the one used before, or one that a backup was made of.
#[tokio::test]
async fn files_older_than_the_database_are_not_deleted_at_startup() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        place.site.stop().await;
        let sweep = async || {
            lay(place.folder.path(), ".part-old", 2);
            let site = open_site(&app, place.folder.path()).await;
            until("what was never finished goes", || !place.files().contains(&".part-old".to_owned())).await;
            site.stop().await;
        };
        lay(place.folder.path(), &unknown(), 2);
        sweep().await;
        assert_eq!(place.files(), [unknown()], "the database is new");
        make_old(&app).await;
        remember_restore(&app.db).await.expect("it is written");
        sweep().await;
        assert_eq!(place.files(), [unknown()], "the database was brought back");
        make_old(&app).await;
        sweep().await;
        assert_eq!(place.files(), [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn an_upload_folder_that_cannot_be_cleaned_up_is_reported_as_an_outage() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        place.site.stop().await;
        let folder = place.folder.path().join("uploads");
        std::fs::write(&folder, "").expect("a file is in its place");
        let site = open_site(&app, &folder).await;
        until("it is told", || app.outages.ongoing().iter().any(|outage| outage.trouble == Trouble::Uploads))
            .await;
        site.stop().await;
    })
    .await;
}

fn unknown() -> String {
    format!("{}t.jpg", "0123456789abcdef".repeat(2))
}

/// Makes a file of this age.
fn lay(folder: &Path, name: &str, hours: u64) {
    let file = std::fs::File::options().create(true).append(true).open(folder.join(name));
    let when = SystemTime::now() - Duration::from_hours(hours);
    file.and_then(|file| file.set_modified(when)).expect("a file of this age");
}
