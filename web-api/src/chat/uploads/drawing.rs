//! Drawings (SVG), judged once they are parsed, and then drawn: nothing in one runs, and nothing it names is fetched or opened.
//!
//! A drawing of a few kilobytes may ask for any amount of work. What it will take is added up before the first pixel; what
//! is overlooked here ends at the limits of the helper's process.

use std::sync::Arc;

use image::DynamicImage;
use resvg::tiny_skia::{self, Pixmap, Transform};
use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{self, Group, Node, Tree};

use super::picture_error::PictureError;

/// A drawing is text: one that is larger is a picture in disguise, or worse.
const SIZE: usize = 1024 * 1024;
const SIDE: f32 = 1024.0;
/// By what factor a small drawing is enlarged at most.
const LARGEST_SCALE: f32 = 8.0;
/// The deepest nesting of elements.
const DEPTH: usize = 64;
/// Elements, each counted as often as it is drawn.
const MOST_NODES: usize = 50_000;
const MOST_FILTERS: usize = 16;
/// Pixels of all canvases that are in memory at the same time, four bytes each.
const PIXELS_AT_ONCE: f32 = 16_000_000.0;
/// Pixel reads in all.
const STEPS: f32 = 1_000_000_000.0;
/// The longest side of a canvas, in sides of the picture: filters may move in what lies outside it.
const CANVAS: f32 = 5.0;

/// Returns the drawing's pixels, 1024 on the longer side unless the drawing is too small for it.
///
/// Errors: `Damaged`; `TooManyPixels`; `TooMuchWork`.
pub(super) fn draw(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    if bytes.len() > SIZE {
        return Err(PictureError::TooManyPixels);
    }
    let options = usvg::Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        fontdb: fonts(bytes),
        ..usvg::Options::default()
    };
    let tree = Tree::from_data(bytes, &options).map_err(|error| match error {
        usvg::Error::ElementsLimitReached => PictureError::TooMuchWork,
        _ => PictureError::Damaged,
    })?;
    let size = tree.size();
    let scale = (SIDE / size.width().max(size.height())).min(LARGEST_SCALE);
    let whole = size.to_int_size().scale_by(scale).ok_or(PictureError::Damaged)?;
    judge(&tree, scale, (whole.width(), whole.height()))?;
    let mut pixels = Pixmap::new(whole.width(), whole.height()).ok_or(PictureError::TooManyPixels)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let (width, height) = (pixels.width(), pixels.height());
    let picture = image::RgbaImage::from_raw(width, height, pixels.take_demultiplied());
    picture.map(DynamicImage::ImageRgba8).ok_or(PictureError::Damaged)
}

/// Returns the machine's fonts, which are loaded only for a drawing with text in it.
fn fonts(bytes: &[u8]) -> Arc<usvg::fontdb::Database> {
    let mut fonts = usvg::fontdb::Database::new();
    if bytes.windows(4).any(|word| word == b"text") {
        fonts.load_system_fonts();
    }
    Arc::new(fonts)
}

fn judge(tree: &Tree, scale: f32, (width, height): (u32, u32)) -> Result<(), PictureError> {
    if tree.filters().len() > MOST_FILTERS {
        return Err(PictureError::TooMuchWork);
    }
    #[expect(clippy::cast_precision_loss, reason = "a picture's pixels")]
    let picture = (width * height) as f32;
    let mut cost = Cost { scale, largest: picture * CANVAS * CANVAS, steps: 0.0, nodes: 0 };
    cost.add(tree.root(), 0, picture)
}

/// The estimated cost of what has been examined of a drawing.
struct Cost {
    scale: f32,
    /// Pixels of the largest possible canvas.
    largest: f32,
    steps: f32,
    nodes: usize,
}

impl Cost {
    /// `held`: pixels of the canvases that are in memory when `group` is drawn.
    fn add(&mut self, group: &Group, depth: usize, held: f32) -> Result<(), PictureError> {
        if depth > DEPTH {
            return Err(PictureError::TooMuchWork);
        }
        let mut held = held;
        if group.should_isolate() {
            let canvas = self.canvas_of(group);
            let primitives: usize = group.filters().iter().map(|filter| filter.primitives().len()).sum();
            // One for the group, one for its clip path or mask, and one for the result of each filter primitive.
            #[expect(clippy::cast_precision_loss, reason = "a few primitives")]
            let canvases = 2.0 + primitives as f32;
            held += canvas * canvases;
            self.step(canvas * canvases)?;
            for filter in group.filters() {
                self.add_filter(filter, canvas, depth, held)?;
            }
        }
        if held > PIXELS_AT_ONCE {
            return Err(PictureError::TooMuchWork);
        }
        for node in group.children() {
            self.nodes += 1;
            if self.nodes > MOST_NODES {
                return Err(PictureError::TooMuchWork);
            }
            if let Node::Group(inner) = node {
                self.add(inner, depth + 1, held)?;
            }
            let mut hidden = Ok(());
            node.subroots(|root| {
                if hidden.is_ok() {
                    hidden = self.add(root, depth + 1, held);
                }
            });
            hidden?;
        }
        Ok(())
    }

    fn add_filter(
        &mut self,
        filter: &Filter,
        canvas: f32,
        depth: usize,
        held: f32,
    ) -> Result<(), PictureError> {
        for primitive in filter.primitives() {
            self.step(canvas * self.steps_a_pixel(primitive.kind()))?;
            if let Kind::Image(image) = primitive.kind() {
                self.add(image.root(), depth + 1, held)?;
            }
        }
        Ok(())
    }

    /// Returns how many pixels a filter reads for each that it writes.
    #[expect(clippy::cast_precision_loss, reason = "small numbers, and an estimate")]
    fn steps_a_pixel(&self, kind: &Kind) -> f32 {
        match kind {
            Kind::ConvolveMatrix(convolve) => {
                convolve.matrix().columns() as f32 * convolve.matrix().rows() as f32
            }
            Kind::Morphology(morphology) => {
                let side = |radius: f32| 2.0 * radius * self.scale + 1.0;
                side(morphology.radius_x().get()) * side(morphology.radius_y().get())
            }
            Kind::Turbulence(turbulence) => 16.0 * turbulence.num_octaves() as f32,
            Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 16.0,
            Kind::GaussianBlur(_) | Kind::DropShadow(_) => 12.0,
            Kind::Merge(merge) => merge.inputs().len() as f32,
            _ => 4.0,
        }
    }

    fn step(&mut self, steps: f32) -> Result<(), PictureError> {
        self.steps += steps;
        // Written so that NaN is refused, too.
        if self.steps <= STEPS { Ok(()) } else { Err(PictureError::TooMuchWork) }
    }

    fn canvas_of(&self, group: &Group) -> f32 {
        let bounds: tiny_skia::Rect = group.abs_layer_bounding_box().to_rect();
        (bounds.width() * bounds.height() * self.scale * self.scale).min(self.largest)
    }
}
