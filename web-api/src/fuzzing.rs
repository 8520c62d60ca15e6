//! The parsers that untrusted bytes reach first, for `fuzz/` and for the tests below. Each takes any input, and accepts or
//! refuses it without panicking. The server itself uses none of this.

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
    fn any_svg_is_drawn_or_refused_without_a_panic() {
        feed("drawing", 30, super::drawing);
    }

    #[test]
    fn any_upload_form_is_parsed_or_refused_without_a_panic() {
        feed("form", 200, super::form);
    }

    #[test]
    fn any_page_head_is_parsed_without_a_panic() {
        feed("page_head", 500, super::page_head);
    }

    #[test]
    fn any_picture_is_re_encoded_or_refused_without_a_panic() {
        feed("picture", 40, super::picture);
    }
}
