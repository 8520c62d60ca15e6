//! Letters as lines, for icons: drawn with a round pen, at any size, without a font.

/// The width and height of a letter's grid, in its units.
pub(crate) const WIDTH: u32 = 8;
pub(crate) const HEIGHT: u32 = 12;

/// Drawn in place of letters that have no strokes here.
const GEM: &str = "2161844b0421 0484";

/// A storefront's initial as the data of an SVG path: a Latin letter, a digit, or a gem.
pub(crate) fn path(initial: char) -> String {
    let lines = |stroke| points(stroke).map(|(x, y)| format!("{x} {y}")).collect::<Vec<_>>().join("L");
    strokes(initial).split(' ').flat_map(|stroke| ["M".to_owned(), lines(stroke)]).collect()
}

/// Returns a name's first letter or digit, in upper case, or a space if it has none.
pub(crate) fn initial(name: &str) -> char {
    name.chars().find(|letter| letter.is_alphanumeric()).map_or(' ', |letter| letter.to_ascii_uppercase())
}

/// Each stroke is a row of points, a hexadecimal digit across and one down.
fn strokes(initial: char) -> &'static str {
    match initial {
        'A' => "0c408c 2868",
        'B' => "000c 005072745606 56888a6c0c",
        'C' => "826020020a2c6c8a",
        'D' => "000c 005083895c0c",
        'E' => "80000c8c 0666",
        'F' => "80000c 0666",
        'G' => "826020020a2c6c8a8656",
        'H' => "000c 808c 0686",
        'I' => "404c",
        'J' => "707a5c2c0a",
        'K' => "000c 8007 348c",
        'L' => "000c8c",
        'M' => "0c0048808c",
        'N' => "0c008c80",
        'O' | '0' => "2060828a6c2c0a0220",
        'P' => "0c00 006082856707",
        'Q' => "2060828a6c2c0a0220 598c",
        'R' => "0c00 006082856707 478c",
        'S' => "82602002042666888a6c2c0a",
        'T' => "0080 404c",
        'U' => "000a2c6c8a80",
        'V' => "004c80",
        'W' => "002c446c80",
        'X' => "008c 800c",
        'Y' => "004680 464c",
        'Z' => "00800c8c",
        '1' => "13404c",
        '2' => "02206082840c8c",
        '3' => "02206082846636 66888a6c2c0a",
        '4' => "6c600888",
        '5' => "80000565878a6c2c0a",
        '6' => "826020020a2c6c8a886606",
        '7' => "00803c",
        '8' => "206082846626040220 2666888a6c2c0a0826",
        '9' => "0a2c6c8a82602002042686",
        _ => GEM,
    }
}

fn points(stroke: &str) -> impl Iterator<Item = (u32, u32)> + '_ {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("strokes are hexadecimal digits");
    stroke.as_bytes().chunks_exact(2).map(move |pair| (digit(pair[0]), digit(pair[1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stays_within_its_box() {
        for letter in ('A'..='Z').chain('0'..='9').chain(['Ж']) {
            let points: Vec<_> = strokes(letter).split(' ').flat_map(points).collect();
            assert!(points.len() > 1, "{letter}");
            for (x, y) in points {
                assert!(x <= WIDTH && y <= HEIGHT, "{letter}: {x} {y}");
            }
        }
    }

    #[test]
    fn the_strokes_of_a_letter_become_an_svg_path() {
        assert_eq!(path('A'), "M0 12L4 0L8 12M2 8L6 8");
    }

    #[test]
    fn the_initial_of_a_name_is_its_first_letter_or_digit() {
        let table = [("nova boosts", 'N'), ("\"24/7\"", '2'), ("⚡ boosts", 'B'), ("жук", 'ж'), ("!", ' ')];
        for (name, letter) in table {
            assert_eq!(initial(name), letter, "{name}");
        }
    }
}
