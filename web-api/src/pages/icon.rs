//! A storefront's icon: for browsers' tabs, and beside what chats show of a pasted address. Its logo, where it has one.
//! Else the seller's colour with the initial on it, as on the front page; drawn here, since most who ask for it take no SVG.

use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use boostdesk_core::foundation::color::Color;
use boostdesk_core::shop::logos;
use boostdesk_core::shop::storefronts::{self, ShopSign};
use data_encoding::BASE64;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::api::storefronts::logo_address;
use crate::callers::public_call::{Guild, PublicCall};
use crate::http::conditional::Known;
use crate::http::error::{ApiError, Result};
use crate::pages::letters::{self, initial};
use crate::state::WebState;

const SIZE: u32 = 256;
/// The radius of the tile's corners.
const RADIUS: u32 = 60;
/// Pixels of one unit of a letter's grid.
const SCALE: u32 = 11;
/// The stroke width of a letter, in units of its grid.
const PEN: f32 = 28.0 / 11.0;

/// For an address whose query names the icon's look, which never changes. The plain address shows the current look.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const A_WHILE: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// Returns the icon's path, which is the same under any host.
pub(crate) fn address(sign: &ShopSign) -> String {
    match &sign.logo {
        Some(logo) => logo_address(&sign.guild_id, logo),
        None => format!("/{}/icon.png?{}", sign.guild_id, drawn_looks(&sign.embed_color, &sign.name)),
    }
}

/// Returns the icon's address for a browser's tab. A drawn icon is a short `data:` URL, since a request for it would come
/// before the page's own.
pub(crate) fn of_tab(sign: &ShopSign) -> String {
    if sign.logo.is_some() {
        return address(sign);
    }
    let drawn = svg(&sign.embed_color, initial(&sign.name));
    format!("data:image/svg+xml;base64,{}", BASE64.encode(drawn.as_bytes()))
}

pub(crate) async fn show(
    State(web): State<WebState>,
    PublicCall(guild): PublicCall<Guild>,
    RawQuery(asked): RawQuery,
    known: Known,
) -> Result<Response> {
    let guild = guild.id().ok_or_else(ApiError::not_found)?;
    if let Some(logo) = logos::of_guild(&web.app, &guild).await? {
        return answer(logo.id.as_str(), asked.as_deref(), &known, || Ok(logo.picture));
    }
    let storefront = storefronts::by_guild(&web.app, &guild).await?.ok_or_else(ApiError::not_found)?;
    let (color, name) = (&storefront.embed_color, &storefront.name);
    answer(&drawn_looks(color, name), asked.as_deref(), &known, || png(color, initial(name)))
}

/// Names the look of an icon that is drawn here: its colour and initial, or `gem`.
fn drawn_looks(color: &Color, name: &str) -> String {
    let initial = initial(name).to_ascii_lowercase();
    if initial.is_ascii_alphanumeric() {
        format!("{}-{initial}", color.hex())
    } else {
        format!("{}-gem", color.hex())
    }
}

fn answer(
    looks: &str,
    asked: Option<&str>,
    known: &Known,
    picture: impl FnOnce() -> Result<Vec<u8>>,
) -> Result<Response> {
    let etag = HeaderValue::from_str(&format!("\"{looks}\"")).map_err(ApiError::broken)?;
    let mut response = if known.holds(&etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, HeaderValue::from_static("image/png"))], picture()?).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, etag);
    headers.insert(CACHE_CONTROL, if asked == Some(looks) { FOR_EVER } else { A_WHILE });
    Ok(response)
}

fn png(color: &Color, initial: char) -> Result<Vec<u8>> {
    let options = usvg::Options::default();
    let tree = usvg::Tree::from_str(&svg(color, initial), &options).map_err(ApiError::broken)?;
    let mut pixels = Pixmap::new(SIZE, SIZE).expect("a size that is not 0");
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(ApiError::broken)
}

/// A rounded tile with the initial in its middle, as lines: there may be no font on this machine.
fn svg(color: &Color, initial: char) -> String {
    let ink = if takes_black_ink(color) { "#000" } else { "#fff" };
    let (middle, across, down) = (SIZE / 2, letters::WIDTH / 2, letters::HEIGHT / 2);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}">
        <rect width="{SIZE}" height="{SIZE}" rx="{RADIUS}" fill="#{}"/>
        <path transform="translate({middle} {middle}) scale({SCALE}) translate(-{across} -{down})" d="{}"
            fill="none" stroke="{ink}" stroke-width="{PEN}" stroke-linecap="round" stroke-linejoin="round"/></svg>"##,
        color.hex(),
        letters::path(initial)
    )
}

/// Returns whether black has a higher contrast on this colour than white, by WCAG 2.
pub(crate) fn takes_black_ink(color: &Color) -> bool {
    let [_, red, green, blue] = color.rgb().to_be_bytes().map(|part| {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    (luminance + 0.05).powi(2) >= 0.05 * 1.05
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_icon_is_named_by_its_letter_or_as_a_gem() {
        let color = Color::parse("#6d4aff").expect("a colour");
        let of = |name| drawn_looks(&color, name).to_ascii_lowercase();
        assert_eq!([of("nova"), of("7 Boosts")], ["6d4aff-n", "6d4aff-7"]);
        assert_eq!([of("Émile"), of("жук"), of("--")], ["6d4aff-gem"; 3]);
    }

    #[test]
    fn the_initial_is_black_on_light_colours_and_white_on_dark_ones() {
        #[rustfmt::skip]
        let table = [("#6d4aff", false), ("#ffd400", true), ("000000", false), ("#fff", true), ("#0000ff", false)];
        for (color, black) in table {
            assert_eq!(takes_black_ink(&Color::parse(color).expect("a colour")), black, "{color}");
        }
    }

    #[test]
    fn the_icon_is_a_tile_with_the_initial() {
        let file = png(&Color::parse("#6d4aff").expect("a colour"), 'N').expect("it is drawn");
        let pixels = image::load_from_memory(&file).expect("a PNG").into_rgba8();
        let at = |x, y| pixels.get_pixel(x, y).0;
        assert_eq!(at(0, 0)[3], 0, "a round corner");
        assert_eq!(at(20, 128), [0x6d, 0x4a, 0xff, 255], "the seller's colour");
        assert_eq!(at(128, 128), [255, 255, 255, 255], "the letter's slanted line");
        assert_eq!(at(128, 90), [0x6d, 0x4a, 0xff, 255], "and nothing above it");
    }
}
