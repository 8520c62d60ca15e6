//! What a file is by its first bytes. A name is a claim; both must say the same.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    Png,
    Jpeg,
    Gif,
    Webp,
    Bmp,
    Svg,
    Mp4,
    Mov,
    Webm,
}

/// Brands of files that browsers play as MP4. <https://mp4ra.org/registered-types/brands>
const MP4_BRANDS: [&[u8; 4]; 16] = [
    b"isom", b"iso2", b"iso3", b"iso4", b"iso5", b"iso6", b"iso7", b"iso8", b"iso9", b"mp41", b"mp42",
    b"avc1", b"dash", b"M4V ", b"M4VH", b"MSNV",
];
/// How many bytes are searched for a drawing's root element.
const PROLOGUE: usize = 4096;

impl Media {
    /// Returns the type that the name's extension claims. Only the specification's extensions are known.
    pub(super) fn claimed(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "png" | "apng" => Self::Png,
            "jpg" | "jpeg" => Self::Jpeg,
            "gif" => Self::Gif,
            "webp" => Self::Webp,
            "bmp" => Self::Bmp,
            "svg" => Self::Svg,
            "mp4" | "gifv" => Self::Mp4,
            "mov" => Self::Mov,
            "webm" => Self::Webm,
            _ => return None,
        })
    }

    pub(super) fn sniff(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(Self::Bmp),
            [0x1a, 0x45, 0xdf, 0xa3, ..] => {
                contains(&bytes[..bytes.len().min(64)], b"webm").then_some(Self::Webm)
            }
            [_, _, _, _, b'f', b't', b'y', b'p', a, b, c, d, ..] => match &[*a, *b, *c, *d] {
                b"qt  " => Some(Self::Mov),
                brand if MP4_BRANDS.contains(&brand) => Some(Self::Mp4),
                _ => None,
            },
            // QuickTime files from before `ftyp` brands existed.
            [_, _, _, _, kind @ ..]
                if kind.starts_with(b"moov") || kind.starts_with(b"mdat") || kind.starts_with(b"wide") =>
            {
                Some(Self::Mov)
            }
            _ => is_svg(bytes).then_some(Self::Svg),
        }
    }

    pub(super) fn is_video(self) -> bool {
        matches!(self, Self::Mp4 | Self::Mov | Self::Webm)
    }

    /// Returns the extension and media type that a video is kept under.
    pub(super) fn video_type(self) -> (&'static str, &'static str) {
        match self {
            Self::Mov => ("mov", "video/quicktime"),
            Self::Webm => ("webm", "video/webm"),
            _ => ("mp4", "video/mp4"),
        }
    }
}

/// Returns whether the beginning looks like an SVG: it starts with `<`, has `<svg` in it and no `<html`.
fn is_svg(bytes: &[u8]) -> bool {
    let begin = &bytes[..bytes.len().min(PROLOGUE)];
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    begin.starts_with(b"<") && !contains(begin, b"<html") && contains(begin, b"<svg")
}

fn contains(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.windows(sought.len()).any(|window| window == sought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_types_are_detected_by_their_first_bytes() {
        #[rustfmt::skip]
        let table: [(&[u8], Option<Media>); 15] = [
            (b"\x89PNG\r\n\x1a\n....",            Some(Media::Png)),
            (b"\xff\xd8\xff\xe0",                 Some(Media::Jpeg)),
            (b"GIF89a;",                          Some(Media::Gif)),
            (b"GIF88a;",                          None),
            (b"RIFF....WEBPVP8 ",                 Some(Media::Webp)),
            (b"RIFF....WAVEfmt ",                 None),
            (b"BM....\0\0\0\0..",                 Some(Media::Bmp)),
            (b"BMW is a car maker",               None),
            (b"\0\0\0\x18ftypisom",               Some(Media::Mp4)),
            (b"\0\0\0\x18ftypqt  ",               Some(Media::Mov)),
            (b"\0\0\0\x18ftypheic",               None),
            (b"\x1a\x45\xdf\xa3....B\x82\x84webm", Some(Media::Webm)),
            (b"\x1a\x45\xdf\xa3....matroska",     None),
            (b"<?xml version='1.0'?>\n<svg/>",    Some(Media::Svg)),
            (b"<!doctype html><html><svg/>",      None),
        ];
        for (bytes, media) in table {
            assert_eq!(Media::sniff(bytes), media, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn only_the_specified_file_extensions_are_accepted() {
        for name in ["a.PNG", "b.apng", "c.jpeg", "d.webm", "e.gifv", "a.exe.png"] {
            assert!(Media::claimed(name).is_some(), "{name}");
        }
        for name in ["a", "a.exe", "a.png.html", "a.svgz", "png", ""] {
            assert_eq!(Media::claimed(name), None, "{name}");
        }
    }
}
