//! Pictures, decoded and written anew: what comes out is made of pixels alone, whatever else the file held.

use std::io::Cursor;
use std::sync::{Arc, OnceLock};

use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{
    AnimationDecoder, DynamicImage, Frames, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
};
use resvg::{tiny_skia, usvg};

use super::sniff::Media;

/// Either way.
const LONGEST_SIDE: u32 = 12_000;
const MOST_PIXELS: u64 = 40_000_000;
/// What a decoder may take beside the picture itself.
const DECODER_MEMORY: u64 = 256 * 1024 * 1024;
const MOST_FRAMES: usize = 1000;
/// Of all frames together: one at a time, or all at once.
const MOST_PIXELS_IN_TURN: u64 = 150_000_000;
const MOST_PIXELS_AT_ONCE: u64 = 32_000_000;
/// A drawing is text: one that is larger is a picture in disguise, or worse.
const DRAWING_SIZE: usize = 1024 * 1024;
const DRAWING_SIDE: f32 = 1024.0;
/// Each of them may cost as much as the rest of a drawing.
const MOST_FILTERS: usize = 16;
/// Larger pictures get a smaller one for the list.
const THUMBNAIL: u32 = 640;
const QUALITY: u8 = 88;

#[derive(Debug, thiserror::Error)]
pub(crate) enum PictureError {
    #[error("The picture cannot be read. It may be damaged.")]
    Damaged,
    #[error("The picture is too large. At most 12,000 pixels a side and 40 million in all are accepted.")]
    TooManyPixels,
    #[error("The animation is too long.")]
    TooLong,
}

/// A picture as it will be kept.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) bytes: Vec<u8>,
    pub(super) extension: &'static str,
    pub(super) media_type: &'static str,
    pub(super) width: u32,
    pub(super) height: u32,
    /// A JPEG.
    pub(super) thumbnail: Option<Vec<u8>>,
}

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooManyPixels,
            _ => Self::Damaged,
        }
    }
}

/// Writes a picture anew.
pub(super) fn remake(bytes: &[u8], media: Media) -> Result<Picture, PictureError> {
    match media {
        Media::Svg => still(draw(bytes)?),
        Media::Gif => moving_gif(bytes),
        Media::Png => {
            let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits())?;
            if decoder.is_apng()? {
                refuse_large(decoder.dimensions())?;
                return moving_png(decoder.apng()?.into_frames());
            }
            still(decode(bytes, ImageFormat::Png)?)
        }
        Media::Webp => {
            let decoder = WebPDecoder::new(Cursor::new(bytes))?;
            if decoder.has_animation() {
                refuse_large(decoder.dimensions())?;
                return moving_png(decoder.into_frames());
            }
            still(decode(bytes, ImageFormat::WebP)?)
        }
        Media::Bmp => still(decode(bytes, ImageFormat::Bmp)?),
        _ => still(decode(bytes, ImageFormat::Jpeg)?),
    }
}

/// Returns a small version of any picture but a drawing, and its media type: for pictures of other sites.
pub(crate) fn small_picture(bytes: &[u8]) -> Result<(Vec<u8>, &'static str), PictureError> {
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
    if shows_through(&small) { Ok((png(&small)?, "image/png")) } else { Ok((jpeg(&small)?, "image/jpeg")) }
}

fn shows_through(picture: &DynamicImage) -> bool {
    picture.color().has_alpha() && picture.to_rgba8().pixels().any(|pixel| pixel.0[3] != u8::MAX)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(DECODER_MEMORY);
    limits
}

/// Before anything is decoded: a header is cheap.
fn refuse_large((width, height): (u32, u32)) -> Result<(), PictureError> {
    let too_large =
        width > LONGEST_SIDE || height > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS;
    if too_large { Err(PictureError::TooManyPixels) } else { Ok(()) }
}

fn decode(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder()?;
    refuse_large(decoder.dimensions())?;
    // A phone's photo lies on its side, and its metadata, which goes away, would have said so.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Transparent pictures stay lossless; the others become JPEGs, unless they were small and lossless.
fn still(picture: DynamicImage) -> Result<Picture, PictureError> {
    let (width, height) = (picture.width(), picture.height());
    let thumbnail = thumbnail(&picture)?;
    let eight_bits = DynamicImage::ImageRgba8(picture.into_rgba8());
    let opaque =
        eight_bits.as_rgba8().is_none_or(|pixels| pixels.pixels().all(|pixel| pixel.0[3] == u8::MAX));
    let bytes = png(&eight_bits)?;
    if !opaque || thumbnail.is_none() {
        return Ok(Picture { bytes, extension: "png", media_type: "image/png", width, height, thumbnail });
    }
    let smaller = jpeg(&eight_bits)?;
    if smaller.len() >= bytes.len() {
        return Ok(Picture { bytes, extension: "png", media_type: "image/png", width, height, thumbnail });
    }
    Ok(Picture { bytes: smaller, extension: "jpg", media_type: "image/jpeg", width, height, thumbnail })
}

fn png(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

fn jpeg(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(&picture.to_rgb8())?;
    Ok(bytes)
}

fn thumbnail(picture: &DynamicImage) -> Result<Option<Vec<u8>>, PictureError> {
    if picture.width() <= THUMBNAIL && picture.height() <= THUMBNAIL {
        return Ok(None);
    }
    let small = picture.thumbnail(THUMBNAIL, THUMBNAIL);
    // A JPEG shows nothing through: whatever does is shown itself.
    if shows_through(&small) {
        return Ok(None);
    }
    jpeg(&small).map(Some)
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
    Ok(Picture { bytes: written, extension: "gif", media_type: "image/gif", width, height, thumbnail: None })
}

/// Of an animated PNG or WebP, an animated PNG.
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
    Ok(Picture { bytes, extension: "png", media_type: "image/png", width, height, thumbnail: None })
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

/// A drawing's own pixels: nothing in it runs, and nothing it names is fetched or opened.
fn draw(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    if bytes.len() > DRAWING_SIZE {
        return Err(PictureError::TooManyPixels);
    }
    let options = usvg::Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        fontdb: fonts(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_data(bytes, &options).map_err(|_| PictureError::Damaged)?;
    if tree.filters().len() > MOST_FILTERS {
        return Err(PictureError::TooLong);
    }
    let size = tree.size();
    let scale = (DRAWING_SIDE / size.width().max(size.height())).min(8.0);
    let whole = size.to_int_size().scale_by(scale).ok_or(PictureError::Damaged)?;
    let mut pixels =
        tiny_skia::Pixmap::new(whole.width(), whole.height()).ok_or(PictureError::TooManyPixels)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let (width, height) = (pixels.width(), pixels.height());
    let picture = image::RgbaImage::from_raw(width, height, pixels.take_demultiplied());
    picture.map(DynamicImage::ImageRgba8).ok_or(PictureError::Damaged)
}

/// Those of the machine, looked up when the first drawing comes.
fn fonts() -> Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_system_fonts();
        Arc::new(fonts)
    });
    fonts.clone()
}
