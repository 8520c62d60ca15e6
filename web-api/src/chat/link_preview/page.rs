//! Reads a page's title, description, picture and video out of its `<head>`.

use boostdesk_core::foundation::words::misleads;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};
use url::Url;

use super::URL_LENGTH;

pub(super) const TITLE_LENGTH: usize = 200;
const DESCRIPTION_LENGTH: usize = 400;
const SITE_LENGTH: usize = 80;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PageInfo {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) site: Option<String>,
    pub(super) image: Option<Url>,
    pub(super) video: Option<Url>,
}

/// Reads a page, which may be cut short. `base`: its URL.
pub(super) fn read(html: &[u8], base: &Url) -> PageInfo {
    let text = String::from_utf8_lossy(html);
    let mut emitter = DefaultEmitter::default();
    // Else text in scripts and styles would be read as markup.
    emitter.naively_switch_states(true);
    let mut found = Found::default();
    let mut in_title = false;
    for Ok(token) in Tokenizer::new_with_emitter(text.as_ref(), emitter) {
        match token {
            Token::StartTag(tag) => match &**tag.name {
                b"title" => in_title = found.title.is_empty(),
                b"meta" => found.meta(&tag),
                b"body" => break,
                _ => {}
            },
            Token::EndTag(_) => in_title = false,
            Token::String(words) if in_title => found.title.push_str(&String::from_utf8_lossy(&words)),
            _ => {}
        }
    }
    found.info(base)
}

#[derive(Default)]
struct Found {
    title: String,
    metas: Vec<(String, String)>,
}

impl Found {
    fn meta(&mut self, tag: &StartTag<()>) {
        let attribute = |name: &[u8]| {
            let value = tag.attributes.get(&HtmlString::from(name.to_vec()));
            value.map(|value| String::from_utf8_lossy(value).into_owned())
        };
        let name = attribute(b"property").or_else(|| attribute(b"name"));
        if let Some((name, content)) = name.zip(attribute(b"content")) {
            self.metas.push((name.to_ascii_lowercase(), content));
        }
    }

    /// Returns the first of these metas that is not blank.
    fn first(&self, names: &[&str]) -> Option<&str> {
        let of = |name: &&str| {
            let found =
                self.metas.iter().find(|(given, content)| given == name && !content.trim().is_empty());
            found.map(|(_, content)| content.as_str())
        };
        names.iter().find_map(of)
    }

    fn info(&self, base: &Url) -> PageInfo {
        let url = |names: &[&str]| {
            let url = base.join(self.first(names)?.trim()).ok()?;
            (matches!(url.scheme(), "http" | "https") && url.as_str().len() <= URL_LENGTH).then_some(url)
        };
        let title = self.first(&["og:title", "twitter:title"]).unwrap_or(&self.title);
        let description = self.first(&["og:description", "twitter:description", "description"]);
        let site = self.first(&["og:site_name", "application-name"]).or(base.host_str());
        let plays = self.first(&["og:video:type"]).is_some_and(|kind| kind.starts_with("video/"));
        PageInfo {
            title: line(title, TITLE_LENGTH),
            description: description.and_then(|text| line(text, DESCRIPTION_LENGTH)),
            site: site.and_then(|text| line(text, SITE_LENGTH)),
            image: url(&[
                "og:image:secure_url",
                "og:image",
                "og:image:url",
                "twitter:image",
                "twitter:image:src",
            ]),
            video: url(&["og:video:secure_url", "og:video:url", "og:video"]).filter(|_| plays),
        }
    }
}

/// Returns the text as one line, without control characters and those that hide or reorder text.
pub(super) fn line(text: &str, length: usize) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let line: String = line.chars().filter(|letter| !misleads(*letter)).take(length).collect();
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(html: &str) -> PageInfo {
        read(html.as_bytes(), &"https://news.example.com/a/b".parse().expect("a URL"))
    }

    #[test]
    fn a_preview_uses_the_metadata_in_the_head_of_a_page() {
        let page = info(
            r#"<html><head><title>Plain &amp; simple</title><script>"<title>no</title>"</script>
               <meta property="og:title" content="  Elevated latency:
               resolved "><meta name=description content="A fix is &lt;b&gt;in place">
               <META PROPERTY="og:image" CONTENT="../picture.png"><meta property="og:site_name" content="News">
               <body><meta property="og:title" content="not this">"#,
        );
        assert_eq!(page.title.as_deref(), Some("Elevated latency: resolved"));
        assert_eq!(page.description.as_deref(), Some("A fix is <b>in place"));
        assert_eq!(page.site.as_deref(), Some("News"));
        assert_eq!(page.image.expect("a picture").as_str(), "https://news.example.com/picture.png");
    }

    #[test]
    fn a_picture_url_that_is_too_long_is_ignored() {
        let page = info(&format!(r#"<meta property="og:image" content="/{}">"#, "a".repeat(URL_LENGTH)));
        assert_eq!((page.title, page.image), (None, None));
    }

    #[test]
    fn a_page_without_open_graph_tags_falls_back_to_its_title_and_host() {
        let page = info("<title>Plain &amp; simple</title><title>second</title>");
        assert_eq!(
            (page.title.as_deref(), page.site.as_deref()),
            (Some("Plain & simple"), Some("news.example.com"))
        );
        assert_eq!(info("").title, None);
        assert_eq!(info(r#"<meta property="og:image" content="javascript:alert(1)">"#).image, None);
        assert_eq!(info(&format!("<title>{}", "x".repeat(9999))).title.map(|title| title.len()), Some(200));
    }
}
