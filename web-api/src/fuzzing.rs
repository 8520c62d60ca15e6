//! What strangers' bytes come to first, for `fuzz/` and for the tests below: each takes anything, and answers or refuses. The
//! server itself uses none of this.

pub use crate::chat::link_preview::fuzzing::page_head;
pub use crate::chat::uploads::fuzzing::{drawing, form, picture};

#[cfg(test)]
mod tests {
    use boostdesk_core::testing::corpus_and_what_becomes_of_it;

    fn feed(target: &str, each: usize, entry: impl Fn(&[u8])) {
        for bytes in corpus_and_what_becomes_of_it(target, each) {
            entry(&bytes);
        }
    }

    #[test]
    fn any_drawing_is_drawn_or_refused() {
        feed("drawing", 100, super::drawing);
    }

    #[test]
    fn any_form_is_taken_or_refused() {
        feed("form", 200, super::form);
    }

    #[test]
    fn any_page_is_read() {
        feed("page_head", 500, super::page_head);
    }

    #[test]
    fn any_picture_is_made_anew_or_refused() {
        feed("picture", 200, super::picture);
    }
}
#[cfg(test)]
mod generate {
    use image::*;
    #[test]
    fn generate() {
        let to = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/picture");
        let rgb = RgbImage::from_fn(12, 9, |x, y| Rgb([x as u8 * 20, y as u8 * 25, 90]));
        let rgba = RgbaImage::from_fn(7, 5, |x, y| Rgba([x as u8 * 30, 0, y as u8 * 40, 128]));
        rgb.save(to.join("still.png")).unwrap();
        rgba.save(to.join("alpha.png")).unwrap();
        rgb.save(to.join("still.jpg")).unwrap();
        rgb.save(to.join("still.bmp")).unwrap();
        rgba.save(to.join("still.webp")).unwrap();
        let mut gif = Vec::new();
        { let mut e = codecs::gif::GifEncoder::new(&mut gif);
          for i in 0..3u8 { e.encode_frame(Frame::from_parts(RgbaImage::from_pixel(6, 5, Rgba([i * 80, 9, 9, 255])), 0, 0, Delay::from_numer_denom_ms(100, 1))).unwrap(); } }
        std::fs::write(to.join("moving.gif"), gif).unwrap();
        let mut apng = Vec::new();
        { let mut e = png::Encoder::new(&mut apng, 4, 3); e.set_color(png::ColorType::Rgba); e.set_animated(2, 0).unwrap();
          let mut w = e.write_header().unwrap(); for i in 0..2u8 { w.set_frame_delay(1, 10).unwrap(); w.write_image_data(&[i * 99; 48]).unwrap(); } w.finish().unwrap(); }
        std::fs::write(to.join("moving.png"), apng).unwrap();
    }
}
