//! Small square icons that show the whole picture, centred on a transparent background.
//!
//! Runs in the helper's process only, as `picture` does.

use image::imageops::{FilterType, replace};
use image::{DynamicImage, ImageFormat, RgbaImage};

use super::drawing::draw;
use super::picture::{Format, Picture, decode, png, to_eight_bits};
use super::picture_error::PictureError;
use super::sniff::Media;

const SIDE: u32 = 256;
/// A picture is first reduced to this size by a fast filter, and then to its final size by a good one.
const HALFWAY: u32 = 4 * SIDE;

/// Returns a PNG of the picture, or of an animation's first frame.
pub(super) fn square(bytes: &[u8], media: Media) -> Result<Picture, PictureError> {
    let picture = match media {
        Media::Svg => draw(bytes)?,
        Media::Png => decode(bytes, ImageFormat::Png)?,
        Media::Jpeg => decode(bytes, ImageFormat::Jpeg)?,
        Media::Gif => decode(bytes, ImageFormat::Gif)?,
        Media::Webp => decode(bytes, ImageFormat::WebP)?,
        _ => return Err(PictureError::Damaged),
    };
    let mut picture = to_eight_bits(picture);
    if let DynamicImage::ImageRgba8(pixels) = &mut picture {
        pixels.pixels_mut().for_each(|pixel| weigh(&mut pixel.0));
    }
    if picture.width().max(picture.height()) > HALFWAY {
        picture = picture.thumbnail(HALFWAY, HALFWAY);
    }
    let mut small = picture.resize(SIDE, SIDE, FilterType::Lanczos3).into_rgba8();
    small.pixels_mut().for_each(|pixel| unweigh(&mut pixel.0));
    let mut whole = RgbaImage::new(SIDE, SIDE);
    let middle = |length: u32| i64::from((SIDE - length) / 2);
    replace(&mut whole, &small, middle(small.width()), middle(small.height()));
    let bytes = png(&DynamicImage::from(whole))?;
    Ok(Picture { bytes, format: Format::Png, width: SIDE, height: SIDE, thumbnail: None })
}

/// Multiplies colours by alpha: else invisible pixels' colours would bleed into the edges when resized.
fn weigh([red, green, blue, alpha]: &mut [u8; 4]) {
    for part in [red, green, blue] {
        *part = rounded(u16::from(*part) * u16::from(*alpha), 255);
    }
}

fn unweigh([red, green, blue, alpha]: &mut [u8; 4]) {
    for part in [red, green, blue] {
        *part = rounded(u16::from((*part).min(*alpha)) * 255, u16::from(*alpha).max(1));
    }
}

fn rounded(dividend: u16, divisor: u16) -> u8 {
    u8::try_from((dividend + divisor / 2) / divisor).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    fn squared(picture: RgbaImage) -> RgbaImage {
        let file = png(&picture.into()).expect("it is encoded");
        let made = square(&file, Media::Png).expect("a picture");
        assert_eq!((made.width, made.height, made.format), (SIDE, SIDE, Format::Png));
        image::load_from_memory(&made.bytes).expect("a picture").into_rgba8()
    }

    #[test]
    fn a_picture_that_is_not_square_is_centred_whole_on_a_transparent_square() {
        let wide = squared(RgbaImage::from_pixel(4000, 1000, Rgba([10, 200, 30, 255])));
        assert_eq!(wide.get_pixel(0, 128).0, [10, 200, 30, 255], "to both its sides");
        assert_eq!(wide.get_pixel(255, 128).0, [10, 200, 30, 255]);
        assert_eq!(wide.get_pixel(128, 60).0[3], 0, "on nothing");
        let narrow = squared(RgbaImage::from_pixel(1, 9000, Rgba([9, 9, 9, 255])));
        assert!(narrow.pixels().any(|pixel| pixel.0[3] > 0), "the narrowest is there");
    }

    #[test]
    fn the_colour_of_transparent_pixels_does_not_bleed_into_visible_ones() {
        // Green that nobody sees, beside red.
        let picture =
            RgbaImage::from_fn(
                600,
                600,
                |x, _| {
                    if x < 301 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 255, 0, 0]) }
                },
            );
        let small = squared(picture);
        assert_eq!(small.get_pixel(20, 128).0, [255, 0, 0, 255]);
        assert_eq!(small.get_pixel(240, 128).0[3], 0);
        for pixel in small.pixels().filter(|pixel| pixel.0[3] > 8) {
            assert!(pixel.0[1] < 24, "no green shows: {pixel:?}");
        }
    }
}
