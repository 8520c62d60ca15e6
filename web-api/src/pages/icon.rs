//! A storefront's icon at the seller's own domain: for browsers' tabs, and beside what chats show of a pasted address.
//! The seller's colour with the initial on it, as on the front page; drawn here, since most who ask for it take no SVG.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::http::error::{ApiError, Result};
use crate::http::extract::Path;
use crate::http::session::PublicCall;
use crate::pages::letters::{self, Line, initial, lines};
use crate::pages::own_domain::AtStore;
use crate::pages::page_head::hex;
use crate::state::WebState;

const SIZE: u16 = 256;
/// Of the tile's corners.
const RADIUS: f32 = 60.0;
/// Half the width of the letter's lines.
const PEN: f32 = 14.0;
/// Pixels of a letter's unit.
const SCALE: f32 = 11.0;

pub(crate) async fn show(
    State(_): State<WebState>,
    _: PublicCall,
    at: AtStore,
    Path(guild): Path<String>,
) -> Result<Response> {
    let (_, storefront) = at.storefront_or_first(&guild).ok_or_else(ApiError::not_found)?;
    let mut response = png(color_of(&storefront.embed_color), initial(&storefront.name)).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/png"));
    // Its address changes with what is on it.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    Ok(response)
}

fn color_of(text: &str) -> [u8; 3] {
    let digits = u32::from_str_radix(&hex(text), 16).unwrap_or(0xff_82_be);
    let [_, red, green, blue] = digits.to_be_bytes();
    [red, green, blue]
}

fn png(color: [u8; 3], initial: char) -> Vec<u8> {
    let lines = lines(initial);
    let ink = if takes_black_ink(color) { [0; 3] } else { [255; 3] };
    let mut pixels = Vec::with_capacity(usize::from(SIZE) * usize::from(SIZE) * 4);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let (x, y) = (f32::from(x) + 0.5, f32::from(y) + 0.5);
            let (tile, letter) = (coverage(to_tile(x, y)), coverage(to_letter(&lines, x, y) - PEN));
            let mixed = [0, 1, 2].map(|part| blend(color[part], ink[part], letter));
            pixels.extend(mixed);
            pixels.push(blend(0, 255, tile));
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIZE.into(), SIZE.into());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header of a fixed size");
    writer.write_image_data(&pixels).expect("as many pixels as the header says");
    writer.finish().expect("writing to memory");
    file
}

/// How far outside of the rounded tile a point is; negative inside.
fn to_tile(x: f32, y: f32) -> f32 {
    let half = f32::from(SIZE) / 2.0;
    let (across, down) = ((x - half).abs() - half + RADIUS, (y - half).abs() - half + RADIUS);
    across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0) - RADIUS
}

/// How far a point is from the middle of the letter's nearest line.
fn to_letter(lines: &[Line], x: f32, y: f32) -> f32 {
    let middle = f32::from(SIZE) / 2.0;
    let place = ((x - middle) / SCALE + letters::WIDTH / 2.0, (y - middle) / SCALE + letters::HEIGHT / 2.0);
    let distances = lines.iter().map(|(from, to)| to_line(place, *from, *to) * SCALE);
    distances.fold(f32::INFINITY, f32::min)
}

fn to_line((x, y): (f32, f32), (from_x, from_y): (f32, f32), (to_x, to_y): (f32, f32)) -> f32 {
    let (line_x, line_y) = (to_x - from_x, to_y - from_y);
    let along = ((x - from_x) * line_x + (y - from_y) * line_y) / (line_x * line_x + line_y * line_y);
    let along = along.clamp(0.0, 1.0);
    (x - from_x - along * line_x).hypot(y - from_y - along * line_y)
}

/// How much of a pixel a shape covers whose edge is this far away.
fn coverage(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes lies a byte")]
fn blend(under: u8, over: u8, share: f32) -> u8 {
    (f32::from(under) * (1.0 - share) + f32::from(over) * share).round() as u8
}

/// Whichever of black and white has the higher contrast, by WCAG 2.
fn takes_black_ink(color: [u8; 3]) -> bool {
    let [red, green, blue] = color.map(|part| {
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
    fn ink_is_chosen_as_on_the_page() {
        #[rustfmt::skip]
        let table = [("#6d4aff", false), ("#ffd400", true), ("000000", false), ("#fff", true), ("#0000ff", false)];
        for (color, black) in table {
            assert_eq!(takes_black_ink(color_of(color)), black, "{color}");
        }
    }

    #[test]
    fn the_icon_is_a_tile_with_the_initial() {
        let file = png([0x6d, 0x4a, 0xff], 'N');
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("its pixels");
        let at =
            |x: usize, y: usize| <[u8; 4]>::try_from(&pixels[(y * 256 + x) * 4..][..4]).expect("a pixel");
        assert_eq!(at(0, 0)[3], 0, "a round corner");
        assert_eq!(at(20, 128), [0x6d, 0x4a, 0xff, 255], "the seller's colour");
        assert_eq!(at(128, 128), [255, 255, 255, 255], "the letter's slanted line");
        assert_eq!(at(128, 90), [0x6d, 0x4a, 0xff, 255], "and nothing above it");
    }
}
