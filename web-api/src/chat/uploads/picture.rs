//! Pictures, decoded and written anew: what comes out is made of pixels alone, whatever else the file held.
//!
//! Runs in the helper's process only, which has limits and can be ended: nothing of the server calls this.

use std::io::Cursor;

use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{AnimationDecoder, DynamicImage, Frames, ImageDecoder, ImageFormat, ImageReader, Limits};
use serde::{Deserialize, Serialize};

use super::drawing::draw;
use super::picture_error::PictureError;
use super::sniff::Media;

/// The most pixels of a picture's width or height.
const LONGEST_SIDE: u32 = 12_000;
const MOST_PIXELS: u64 = 40_000_000;
/// Bytes of a picture's pixels and of their rotated copy, where one is needed: the helper has little more.
const PIXEL_MEMORY: u64 = 128 * 1024 * 1024;
/// What a decoder may take beside the picture itself.
const DECODER_MEMORY: u64 = 128 * 1024 * 1024;
const MOST_FRAMES: usize = 1000;
/// Pixels of all frames together, when one is in memory at a time (GIF), or all are (PNG).
const MOST_PIXELS_IN_TURN: u64 = 150_000_000;
const MOST_PIXELS_AT_ONCE: u64 = 24_000_000;
/// Opaque still pictures whose longer side exceeds this get a thumbnail of this size, for the list.
const THUMBNAIL: u32 = 640;
const QUALITY: u8 = 88;

/// What a picture is kept as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Format {
    Png,
    Jpeg,
    Gif,
}

/// A picture as it will be kept.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) bytes: Vec<u8>,
    pub(super) format: Format,
    pub(super) width: u32,
    pub(super) height: u32,
    /// A JPEG.
    pub(super) thumbnail: Option<Vec<u8>>,
}

impl Format {
    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
        }
    }

    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
        }
    }
}

/// Decodes a picture and encodes it anew.
pub(super) fn remake(bytes: &[u8], media: Media) -> Result<Picture, PictureError> {
    match media {
        Media::Svg => still(draw(bytes)?, false),
        Media::Gif => moving_gif(bytes),
        Media::Png => {
            let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits())?;
            if decoder.is_apng()? {
                refuse_large(decoder.dimensions())?;
                return moving_png(decoder.apng()?.into_frames());
            }
            still(decode(bytes, ImageFormat::Png)?, false)
        }
        Media::Webp => {
            let decoder = WebPDecoder::new(Cursor::new(bytes))?;
            if decoder.has_animation() {
                refuse_large(decoder.dimensions())?;
                return moving_png(decoder.into_frames());
            }
            still(decode(bytes, ImageFormat::WebP)?, false)
        }
        Media::Bmp => still(decode(bytes, ImageFormat::Bmp)?, false),
        _ => still(decode(bytes, ImageFormat::Jpeg)?, true),
    }
}

/// Returns a small version of any picture but a drawing: for pictures of other sites.
pub(super) fn small_picture(bytes: &[u8]) -> Result<Picture, PictureError> {
    let format = match Media::sniff(bytes) {
        Some(Media::Png) => ImageFormat::Png,
        Some(Media::Jpeg) => ImageFormat::Jpeg,
        Some(Media::Gif) => ImageFormat::Gif,
        Some(Media::Webp) => ImageFormat::WebP,
        Some(Media::Bmp) => ImageFormat::Bmp,
        _ => return Err(PictureError::Damaged),
    };
    let picture = decode(bytes, format)?;
    let fits = picture.width() <= THUMBNAIL && picture.height() <= THUMBNAIL;
    let small = if fits { picture } else { picture.thumbnail(THUMBNAIL, THUMBNAIL) };
    let (width, height) = (small.width(), small.height());
    let small = to_eight_bits(small);
    let (bytes, format) = match &small {
        DynamicImage::ImageRgb8(_) => (jpeg(&small)?, Format::Jpeg),
        _ => (png(&small)?, Format::Png),
    };
    Ok(Picture { bytes, format, width, height, thumbnail: None })
}

/// Converts to RGB8 if the picture is opaque, else to RGBA8. A picture in the right format is not copied.
pub(super) fn to_eight_bits(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8().into();
    }
    let picture = picture.into_rgba8();
    if picture.pixels().any(|pixel| pixel.0[3] != u8::MAX) {
        return picture.into();
    }
    DynamicImage::from(picture).into_rgb8().into()
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(DECODER_MEMORY);
    limits
}

/// To be called with the header's dimensions, before anything is decoded.
fn refuse_large((width, height): (u32, u32)) -> Result<(), PictureError> {
    let too_large =
        width > LONGEST_SIDE || height > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS;
    if too_large { Err(PictureError::TooManyPixels) } else { Ok(()) }
}

pub(super) fn decode(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder()?;
    refuse_large(decoder.dimensions())?;
    // Phones store photos sideways and note it in metadata, which is dropped here: so the pixels are rotated.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let upright = matches!(
        orientation,
        Orientation::NoTransforms
            | Orientation::Rotate180
            | Orientation::FlipHorizontal
            | Orientation::FlipVertical
    );
    let copies = if upright { 1 } else { 2 };
    if decoder.total_bytes() > PIXEL_MEMORY / copies {
        return Err(PictureError::TooManyPixels);
    }
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Transparent and small pictures become PNGs; others become JPEGs, unless they were lossless and a PNG is no larger.
fn still(picture: DynamicImage, lossy: bool) -> Result<Picture, PictureError> {
    let (width, height) = (picture.width(), picture.height());
    let picture = to_eight_bits(picture);
    let opaque = matches!(picture, DynamicImage::ImageRgb8(_));
    let thumbnail = if opaque { thumbnail(&picture)? } else { None };
    let small = width <= THUMBNAIL && height <= THUMBNAIL;
    let made = |bytes, format| Picture { bytes, format, width, height, thumbnail };
    if !opaque || small {
        return Ok(made(png(&picture)?, Format::Png));
    }
    let smaller = jpeg(&picture)?;
    if lossy {
        return Ok(made(smaller, Format::Jpeg));
    }
    let lossless = png(&picture)?;
    if smaller.len() >= lossless.len() {
        return Ok(made(lossless, Format::Png));
    }
    Ok(made(smaller, Format::Jpeg))
}

pub(super) fn png(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

fn jpeg(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(picture)?;
    Ok(bytes)
}

/// Opaque pictures only: JPEG has no alpha channel. `None` for a picture that is small already.
fn thumbnail(picture: &DynamicImage) -> Result<Option<Vec<u8>>, PictureError> {
    if picture.width() <= THUMBNAIL && picture.height() <= THUMBNAIL {
        return Ok(None);
    }
    jpeg(&picture.thumbnail(THUMBNAIL, THUMBNAIL)).map(Some)
}

fn moving_gif(bytes: &[u8]) -> Result<Picture, PictureError> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes))?;
    decoder.set_limits(limits())?;
    let (width, height) = decoder.dimensions();
    refuse_large((width, height))?;
    let mut written = Vec::new();
    {
        let mut encoder = GifEncoder::new_with_speed(&mut written, 20);
        encoder.set_repeat(Repeat::Infinite)?;
        let mut budget = Budget::new(MOST_PIXELS_IN_TURN);
        for frame in decoder.into_frames() {
            let frame = frame?;
            budget.take(frame.buffer().dimensions())?;
            encoder.encode_frame(frame)?;
        }
        if budget.frames == 0 {
            return Err(PictureError::Damaged);
        }
    }
    Ok(Picture { bytes: written, format: Format::Gif, width, height, thumbnail: None })
}

/// Writes the frames of an animated PNG or WebP as an animated PNG.
fn moving_png(frames: Frames<'_>) -> Result<Picture, PictureError> {
    let mut budget = Budget::new(MOST_PIXELS_AT_ONCE);
    let mut kept = Vec::new();
    for frame in frames {
        let frame = frame?;
        budget.take(frame.buffer().dimensions())?;
        kept.push(frame);
    }
    let (width, height) =
        kept.first().map(|frame| frame.buffer().dimensions()).ok_or(PictureError::Damaged)?;
    let mut bytes = Vec::new();
    write_moving_png(&mut bytes, &kept, width, height).map_err(|_| PictureError::Damaged)?;
    Ok(Picture { bytes, format: Format::Png, width, height, thumbnail: None })
}

fn write_moving_png(
    bytes: &mut Vec<u8>,
    frames: &[image::Frame],
    width: u32,
    height: u32,
) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_animated(u32::try_from(frames.len()).unwrap_or(u32::MAX), 0)?;
    let mut writer = encoder.write_header()?;
    for frame in frames {
        let (milliseconds, over) = frame.delay().numer_denom_ms();
        let delay = u16::try_from(milliseconds / over.max(1)).unwrap_or(u16::MAX);
        writer.set_frame_delay(delay, 1000)?;
        writer.write_image_data(frame.buffer().as_raw())?;
    }
    writer.finish()
}

/// What is left of the work that an animation may cost.
struct Budget {
    pixels: u64,
    frames: usize,
}

impl Budget {
    fn new(pixels: u64) -> Self {
        Self { pixels, frames: 0 }
    }

    fn take(&mut self, (width, height): (u32, u32)) -> Result<(), PictureError> {
        self.frames += 1;
        let left = self.pixels.checked_sub(u64::from(width) * u64::from(height));
        self.pixels = left.filter(|_| self.frames <= MOST_FRAMES).ok_or(PictureError::TooLong)?;
        Ok(())
    }
}
