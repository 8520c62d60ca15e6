//! Files of text, whatever editor wrote them.

/// Reads a file as a browser does: UTF-16 where it begins with a byte order mark of that, else UTF-8. A byte order mark is no part of
/// UTF-16's text.
///
/// Errors: it is neither; the text with replacement characters for what cannot be read.
pub fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    let unit: fn([u8; 2]) -> u16 = match bytes[..] {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => {
            let lossy =
                |error: std::string::FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
            return String::from_utf8(bytes).map_err(lossy);
        }
    };
    let (pairs, rest) = bytes[2..].as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => Ok(text),
        _ if rest.is_empty() => Err(String::from_utf16_lossy(&units)),
        _ => Err(String::from_utf16_lossy(&units) + "\u{fffd}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_read_by_its_byte_order_mark_and_all_else_as_utf_8() {
        let bytes = |mark: u16, order: fn(u16) -> [u8; 2], text: &str| -> Vec<u8> {
            [mark].into_iter().chain(text.encode_utf16()).flat_map(order).collect()
        };
        let text = "abc\r\nÄ🚀";
        assert_eq!(text_of(text.as_bytes().to_vec()), Ok(text.to_owned()));
        assert_eq!(text_of(bytes(0xfeff, u16::to_le_bytes, text)), Ok(text.to_owned()));
        assert_eq!(text_of(bytes(0xfeff, u16::to_be_bytes, text)), Ok(text.to_owned()));
        assert_eq!(text_of(Vec::new()), Ok(String::new()));
        assert_eq!(text_of(vec![0xff, b'a']), Err("\u{fffd}a".to_owned()));
        assert_eq!(text_of(vec![0xff, 0xfe, b'a', 0, b'b']), Err("a\u{fffd}".to_owned()));
        assert_eq!(text_of(vec![0xff, 0xfe, 0, 0xd8, b'a', 0]), Err("\u{fffd}a".to_owned()));
    }
}
