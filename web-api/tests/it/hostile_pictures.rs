//! Pictures made to stop the server: each is refused in the time and memory that any picture has, and the next one is taken.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use boostdesk_web_api::{PictureHelper, Web};
use futures::future::join_all;
use image::{ImageFormat, RgbaImage};

use crate::support::{Site, unlimited};
use crate::uploads::Place;

const KIND_WORDS: &str = "The picture takes too much work to show. A simpler or smaller one is accepted.";
const RECT: &str = "<rect width='1000' height='1000' fill='red'/>";

fn svg(content: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='1000' \
         height='1000'>{content}</svg>"
    )
}

fn nested(times: usize, open: &str) -> String {
    svg(&format!("{}{RECT}{}", open.repeat(times), "</g>".repeat(times)))
}

fn filtered(primitives: &str) -> String {
    svg(&format!(
        "<filter id='f' x='-10' y='-10' width='21' height='21'>{primitives}</filter><g filter='url(#f)'>{RECT}</g>"
    ))
}

/// Each of these drawings has stopped the server, or blocked it for minutes.
fn corpus() -> Vec<(&'static str, String)> {
    let mut chain = String::new();
    for level in 1..40 {
        let (inner, outer) = (level - 1, level);
        write!(chain, "<g id='g{outer}'>{}</g>", format!("<use xlink:href='#g{inner}'/>").repeat(10))
            .expect("a string");
    }
    let mask = |mask: u32| format!("<mask id='m{mask}' mask='url(#m{})'>{RECT}</mask>", mask + 1);
    let masks = (0..200).map(mask).collect::<Vec<_>>().concat();
    let matrix = "1 ".repeat(99 * 99);
    let point = |point: u32| format!("L{} {}", point % 997, point % 991);
    let path = (0..60_000).map(point).collect::<Vec<_>>().concat();
    vec![
        ("nested opacity", nested(200, "<g opacity='0.5'>")),
        ("nested blending", nested(200, "<g style='mix-blend-mode:multiply'>")),
        ("masks of masks", svg(&format!("{masks}<g mask='url(#m0)'>{RECT}</g>"))),
        (
            "many masks",
            svg(&format!(
                "<mask id='m'>{RECT}</mask>{}",
                format!("<g mask='url(#m)'>{RECT}</g>").repeat(2000)
            )),
        ),
        ("wide morphology", filtered("<feMorphology operator='dilate' radius='400'/>")),
        ("large matrix", filtered(&format!("<feConvolveMatrix order='99' kernelMatrix='{matrix}'/>"))),
        ("turbulence", filtered("<feTurbulence baseFrequency='0.9' numOctaves='1000'/>")),
        ("many filters", filtered(&"<feTurbulence baseFrequency='0.9' numOctaves='9'/>".repeat(400))),
        ("uses of uses", svg(&format!("<defs><g id='g0'>{RECT}</g>{chain}</defs><use xlink:href='#g39'/>"))),
        (
            "markers",
            svg(&format!(
                "<marker id='m' markerWidth='900' markerHeight='900'><g opacity='0.5'>{RECT}</g></marker>\
                 <path marker-mid='url(#m)' d='M0 0{path}'/>"
            )),
        ),
        (
            "patterns",
            svg(&format!(
                "<pattern id='p' width='1e-6' height='1e-6' patternUnits='userSpaceOnUse'>{RECT}</pattern>\
                 <rect width='1000' height='1000' fill='url(#p)'/>"
            )
            .repeat(1)),
        ),
        (
            "dashes",
            svg("<path d='M0 0L1000000000 1000000000' stroke='red' stroke-dasharray='0.0001 0.0001'/>"),
        ),
        ("a very deep one", format!("<svg xmlns='http://www.w3.org/2000/svg'>{}", "<g>".repeat(100_000))),
        (
            "entities of entities",
            format!(
                "<!DOCTYPE svg [<!ENTITY a '{}'>{}]>{}",
                "x".repeat(1000),
                ('b'..='j')
                    .zip('a'..='i')
                    .map(|(outer, inner)| format!("<!ENTITY {outer} '{}'>", format!("&{inner};").repeat(10)))
                    .collect::<Vec<_>>()
                    .concat(),
                svg("<text>&j;</text>")
            ),
        ),
    ]
}

/// Whether its cost is added up before it is drawn. Others are refused while they are parsed, or have become cheap.
fn is_judged(name: &str) -> bool {
    let others =
        ["uses of uses", "patterns", "dashes", "a very deep one", "entities of entities", "masks of masks"];
    !others.contains(&name)
}

/// Nothing here depends on the database.
async fn open() -> (TestApp, Place) {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let place = Place::open(&app).await;
    (app, place)
}

async fn open_with(app: &TestApp, helper: PictureHelper) -> Place {
    let (shop, folder) = (Shop::open(app, 1).await, tempfile::tempdir().expect("a folder"));
    let mut config = unlimited();
    config.chat.upload_dir = folder.path().to_owned();
    let site = Site::serve(Web::new(app.app.clone(), &config, helper)).await;
    let token = site.sign_in(&shop).await;
    Place { site, token, folder }
}

async fn takes_a_plain_one(place: &Place, after: &str) {
    let plain =
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
    let (status, answer) = place.upload("plain.svg", plain.as_bytes()).await;
    assert_eq!(status, 200, "after {after}: {answer}");
}

#[tokio::test]
async fn the_server_still_accepts_pictures_after_a_corpus_of_hostile_svgs() {
    let (_app, place) = open().await;
    for (name, drawing) in corpus() {
        let (status, answer) = place.upload("a.svg", drawing.as_bytes()).await;
        // A drawing that has become cheap may be shown; otherwise it is refused with a message.
        assert!(status == 200 || status == 422, "{name}: {status} {answer}");
        if is_judged(name) {
            assert_eq!(answer["message"], KIND_WORDS, "{name}");
        }
    }
    takes_a_plain_one(&place, "all of them").await;
}

/// It answers by itself: a helper that draws until it reaches a limit is killed without an answer.
#[test]
fn an_svg_that_takes_too_much_work_is_refused_before_it_is_drawn() {
    for (name, drawing) in corpus().into_iter().filter(|(name, _)| is_judged(name)) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_picture-helper"))
            .arg("svg")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("it is piped");
        input.write_all(drawing.as_bytes()).expect("it is read");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            (said.as_ref(), output.status.code()),
            ("{\"Refused\":\"TooMuchWork\"}\n", Some(0)),
            "{name}"
        );
    }
}

#[tokio::test]
async fn concurrent_hostile_svgs_are_refused_and_the_next_picture_is_accepted() {
    let (_app, place) = open().await;
    let hostile = filtered("<feMorphology operator='dilate' radius='400'/>");
    let all = futures::future::join_all((0..6).map(|_| place.upload("a.svg", hostile.as_bytes())));
    for (status, answer) in all.await {
        assert_eq!(status, 422, "{answer}");
    }
    takes_a_plain_one(&place, "six at once").await;
}

#[tokio::test]
async fn pictures_that_decode_to_too_much_memory_are_refused() {
    let (_app, place) = open().await;
    // 11,000 by 11,000 pixels of nothing, in a few bytes.
    let mut gif = b"GIF89a".to_vec();
    gif.extend_from_slice(&[0xf8, 0x2a, 0xf8, 0x2a, 0, 0, 0]);
    gif.extend_from_slice(&[0x2c, 0, 0, 0, 0, 0xf8, 0x2a, 0xf8, 0x2a, 0, 2, 0, 0x3b]);
    let clear = RgbaImage::new(6200, 6200);
    let mut deep = Cursor::new(Vec::new());
    image::DynamicImage::ImageRgba16(image::ImageBuffer::new(4200, 4200))
        .write_to(&mut deep, ImageFormat::Png)
        .expect("it is encoded");
    let mut large = Cursor::new(Vec::new());
    clear.write_to(&mut large, ImageFormat::Png).expect("it is encoded");
    for (name, bytes) in [("a.gif", gif), ("a.png", large.into_inner()), ("b.png", deep.into_inner())] {
        let (status, answer) = place.upload(name, &bytes).await;
        assert_eq!(status, 422, "{name}: {answer}");
    }
    takes_a_plain_one(&place, "large ones").await;
}

/// Read from the kernel: the child has limited itself before it reads a byte.
#[tokio::test]
async fn the_picture_helper_sets_its_resource_limits_before_reading_its_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_picture-helper"))
        .arg("png")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let limits = format!("/proc/{}/limits", child.id());
    let limited = async {
        loop {
            let limits = std::fs::read_to_string(&limits).expect("it waits for its file");
            let most = |name: &str| {
                let line = limits.lines().find(|line| line.starts_with(name)).expect("a limit");
                line[name.len()..].split_whitespace().map(str::to_owned).collect::<Vec<_>>()
            };
            // These limits are set last.
            if most("Max core file size")[1] == "0" && most("Max processes")[1] == "0" {
                assert_eq!(most("Max data size")[..2], ["167772160", "167772160"]);
                assert_eq!(most("Max cpu time")[..2], ["5", "5"]);
                assert_eq!(most("Max file size")[..2], ["0", "0"]);
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), limited).await.expect("it limits itself");
    child.kill().and_then(|()| child.wait()).expect("it ends");
}

#[tokio::test]
async fn an_upload_is_refused_when_the_picture_helper_hangs() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let hangs = ["-c", "exec /bin/sleep 100"].map(Into::into);
    let helper = PictureHelper::new("/bin/sh", hangs).with_time_limit(Duration::from_millis(200));
    let place = open_with(&app, helper).await;
    let (status, answer) = place.upload("a.svg", svg(RECT).as_bytes()).await;
    assert_eq!((status, &answer["message"]), (422, &KIND_WORDS.into()));
    assert_eq!(place.files(), [""; 0], "nothing is left");
}

#[tokio::test]
async fn a_users_slow_pictures_delay_only_their_own() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let begun = tempfile::tempdir().expect("a folder");
    // Never ends, and says which picture it has.
    let hangs = format!("cat > {}/$$; exec /bin/sleep 100", begun.path().display());
    let helper = PictureHelper::new("/bin/sh", ["-c".into(), hangs.into()]);
    let place = open_with(&app, helper.with_time_limit(Duration::from_mins(2))).await;
    let other = place.site.sign_in(&Shop::open(&app, 2).await).await;
    let has_begun = async |picture: &str| {
        let is_there = || {
            let files = std::fs::read_dir(begun.path()).expect("a folder").flatten();
            files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).any(|text| text == picture)
        };
        while !is_there() {
            tokio::task::yield_now().await;
        }
    };
    let (mine, others) = (svg(RECT), svg(&format!("{RECT}{RECT}")));
    let slow = join_all((0..4).map(|_| place.upload("a.svg", mine.as_bytes())));
    let then = async {
        has_begun(&mine).await;
        tokio::select! {
            ended = place.upload_of(&other, "b.svg", others.as_bytes()) => panic!("{ended:?}"),
            () = has_begun(&others) => {}
        }
    };
    let both = async {
        tokio::select! {
            ended = slow => panic!("{ended:?}"),
            () = then => {}
        }
    };
    tokio::time::timeout(Duration::from_mins(1), both).await.expect("the other user's picture is next");
}

#[tokio::test]
async fn without_a_picture_helper_picture_uploads_get_503_with_a_message() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let place = open_with(&app, PictureHelper::new("/nowhere", [])).await;
    let (status, answer) = place.upload("a.svg", svg(RECT).as_bytes()).await;
    assert_eq!(status, 503);
    assert_eq!(answer["message"], "Pictures cannot be taken right now. Please try again later.");
    assert_eq!(place.files(), [""; 0], "nothing is left");
}

#[tokio::test]
async fn uploads_get_503_when_the_upload_limit_or_the_free_disk_space_is_reached() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (shop, folder) = (Shop::open(&app, 1).await, tempfile::tempdir().expect("a folder"));
    let mut config = unlimited();
    config.chat.upload_dir = folder.path().to_owned();
    let crowded = |uploads_mb, keep_free_mb| {
        let mut config = config.clone();
        (config.chat.uploads_mb, config.chat.keep_free_mb) = (uploads_mb, keep_free_mb);
        config
    };
    std::fs::write(folder.path().join("film.mp4"), vec![0; 1024 * 1024]).expect("a file");
    // A limit that is reached; then a disk that can never be empty enough.
    for config in [crowded(1, 0), crowded(0, u32::MAX)] {
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        let place = Place { site, token, folder: tempfile::tempdir().expect("a folder") };
        let (status, answer) = place.upload("a.svg", b"<svg/>").await;
        assert_eq!(status, 503, "{answer}");
        assert_eq!(answer["message"], "There is no room for uploads right now. Please try again later.");
    }
    let site = Site::open_with(&app, crowded(2, 1)).await;
    let token = site.sign_in(&shop).await;
    let place = Place { site, token, folder };
    takes_a_plain_one(&place, "there is room").await;
}
