//! Pictures and fonts from other hosts on a seller's page: finds the URLs in the page's code and signs them, so that they, and
//! whose page has named them, can be recognised when they are requested. Fetching them is done elsewhere.

use std::collections::BTreeMap;

use url::Url;

use crate::App;
use crate::ids::UserId;
use crate::seal::Purpose;

/// Addresses that one page may name.
const MOST: usize = 100;
/// In bytes.
const LONGEST: usize = 2048;
/// How many possible URLs of one page are examined.
const LOOKED_AT: usize = 2000;
/// Symbols at a signature's beginning that stand for the seller.
const SELLER: usize = 16;

/// Returns each complete URL in the code, normalized as browsers do, with its signature. Those of a page after the first
/// hundred are left out.
pub fn signed(app: &App, seller: &UserId, code: &str) -> BTreeMap<String, String> {
    let mut seller = app.seal.fingerprint(Purpose::PageFile, seller.as_str());
    seller.truncate(SELLER);
    let mut signed = BTreeMap::new();
    for address in addresses(code) {
        if signed.len() == MOST {
            break;
        }
        let signature = app.seal.fingerprint(Purpose::PageFile, &format!("{seller} {address}"));
        signed.insert(address, format!("{seller}{signature}"));
    }
    signed
}

/// Returns what stands for the seller whose page's code has named this address. `None`: none has.
pub fn named_by<'a>(app: &App, address: &str, signature: &'a str) -> Option<&'a str> {
    let (seller, signature) = signature.split_at_checked(SELLER)?;
    let text = format!("{seller} {address}");
    app.seal.is_fingerprint(signature, Purpose::PageFile, &text).then_some(seller)
}

/// The URLs in the code, without fragments, which are never sent to a server. Takes linear time.
fn addresses(code: &str) -> impl Iterator<Item = String> {
    let words = code.split(ends);
    let begins = words.flat_map(|word| word.match_indices("http").map(|(at, _)| &word[at..]));
    let begins = begins.filter(|text| text.len() <= LONGEST);
    let begins = begins.filter(|text| text.starts_with("https://") || text.starts_with("http://"));
    begins.take(LOOKED_AT).filter_map(|text| {
        // JSX attributes write `&` as `&amp;`.
        let text = text.trim_end_matches([',', ';', '.']).replace("&amp;", "&");
        let mut address = Url::parse(&text).ok()?;
        address.set_fragment(None);
        Some(address.into())
    })
}

/// Whether a character ends a URL in code: white space, quotes, string templates, and the end of a `url(…)`.
fn ends(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "\"'`<>(){}[]\\^|".contains(c)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LOOKED_AT, addresses};

    #[test]
    fn urls_are_found_anywhere_in_a_pages_code() {
        let code = r#"
            const a = "https://a.example/1.png", b = 'http://b.example:8080/x?y=1&z=2#part';
            <img src="https://c.example/?a=1&amp;b=2" className="bg-[url(https://d.example/d.svg)]" />
            `.x { background: url(https://e.example/é.png); }` // see https://f.example/g.
            "https://A.example/../A.png" "https://" "xhttps:/h" "ftp://i.example" `https://j.example/${name}.png`
        "#;
        let found: Vec<_> = addresses(code).collect();
        let expected = [
            "https://a.example/1.png",
            "http://b.example:8080/x?y=1&z=2",
            "https://c.example/?a=1&b=2",
            "https://d.example/d.svg",
            "https://e.example/%C3%A9.png",
            "https://f.example/g",
            "https://a.example/A.png",
            "https://j.example/$",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn overlong_urls_are_skipped_and_only_the_first_2000_are_examined() {
        let nested = "http://".repeat(256 * 1024 / 7);
        let found = addresses(&nested).count();
        assert!((1..=LONGEST / 7).contains(&found), "{found}: those at its end, which are short enough");
        let long = format!("https://a.example/{} https://b.example/", "a".repeat(LONGEST));
        assert_eq!(addresses(&long).collect::<Vec<_>>(), ["https://b.example/"]);
        let many = "http://a.example/ ".repeat(LOOKED_AT + 100);
        assert_eq!(addresses(&many).count(), LOOKED_AT);
    }
}
