//! What a page's `<head>` tells readers that run no script: its title, and for a shop's page its canonical URL and the preview
//! that chats show of a pasted link.

use std::fmt::Write;

use boostdesk_core::shop::storefronts::ShopSign;

use crate::pages::html::escaped;
use crate::pages::icon;

/// The head of a shop's page.
pub(crate) struct Preview<'a> {
    /// The origin of the seller's own domain, or of the product.
    pub(crate) origin: &'a str,
    pub(crate) sign: &'a ShopSign,
    /// The canonical path: the plain one, without a query.
    pub(crate) path: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
}

pub(crate) fn title(text: &str) -> String {
    format!("<title>{}</title>\n", escaped(text))
}

impl Preview<'_> {
    /// Chat platforms draw the card's edge in the theme colour, and the picture beside the text when it is a small one.
    pub(crate) fn html(&self) -> String {
        let Self { origin, sign, path, title, description } = *self;
        let (name, address) = (&sign.name, format!("{origin}{path}"));
        let picture = format!("{origin}{}", icon::address(sign));
        let mut html = self::title(&full_title(title, name));
        let mut tag = |kind: &str, key: &str, value: &str| {
            writeln!(html, "<meta {kind}=\"{key}\" content=\"{}\" />", escaped(value)).expect("a text grows");
        };
        tag("name", "description", description);
        tag("name", "theme-color", &format!("#{}", sign.embed_color.hex()));
        tag("property", "og:type", "website");
        tag("property", "og:site_name", name);
        tag("property", "og:title", if title.is_empty() { name } else { title });
        tag("property", "og:description", description);
        tag("property", "og:url", &address);
        tag("property", "og:image", &picture);
        tag("property", "og:image:width", "256");
        tag("property", "og:image:height", "256");
        tag("name", "twitter:card", "summary");
        // Without an origin: browsers load icons from the page's own host.
        let (tab, home_screen) = (icon::of_tab(sign), icon::address(sign));
        for (rel, href) in [("canonical", &address), ("icon", &tab), ("apple-touch-icon", &home_screen)] {
            writeln!(html, "<link rel=\"{rel}\" href=\"{}\" />", escaped(href)).expect("a text grows");
        }
        html
    }
}

fn full_title(title: &str, name: &str) -> String {
    if title.is_empty() { name.to_owned() } else { format!("{title} · {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_the_page_head_is_html_escaped() {
        assert_eq!(title("</title><script>"), "<title>&lt;/title&gt;&lt;script&gt;</title>\n");
        assert_eq!(escaped(r#"a" onload="b & c"#), "a&quot; onload=&quot;b &amp; c");
    }
}
