//! Customers' pages, painted by the server before their script runs.
//!
//! The templates are made of the dashboard's own components while it is built (`dashboard-ui/src/public/prerender`). What goes
//! into them is read from the same JSON that the page's script starts with. No page's wording lives here, and only escaped text
//! goes into a template.

mod links;
mod template;
mod views;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use boostdesk_core::foundation::color::Color;
use serde::Deserialize;
use serde_json::Value;

use crate::pages::html::escaped;
use crate::pages::icon;
use crate::pages::painted::template::{Filling, Template};

static TEMPLATES: LazyLock<HashMap<String, Template>> = LazyLock::new(|| {
    serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/painted.json"))).unwrap_or_default()
});

/// A page's content, and the attributes of its root that give it the seller's colour.
#[derive(Debug, Default)]
pub(crate) struct Painted {
    pub(crate) html: String,
    pub(crate) attributes: String,
}

/// The part of a bootstrap that templates show.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    page: String,
    #[serde(default)]
    guild_id: String,
    status: Option<u16>,
    request_id: Option<String>,
    #[serde(default)]
    live_page: bool,
    shop: Option<Shop>,
    data: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct Shop {
    name: String,
    logo: Option<String>,
}

/// Paints the page of a bootstrap in JSON form. Empty when no template fits: then the page's script draws it alone.
pub(crate) fn page(bootstrap: &str) -> Painted {
    let Ok(shown) = serde_json::from_str::<Shown>(bootstrap) else { return Painted::default() };
    let Some(data) = &shown.data else {
        return Painted { html: without_data(&shown).unwrap_or_default(), ..Painted::default() };
    };
    let html = views::of(&shown, data).and_then(|(template, view)| TEMPLATES.get(template)?.filled(&view));
    Painted { html: html.unwrap_or_default(), attributes: colours(data) }
}

fn without_data(shown: &Shown) -> Option<String> {
    let template = match shown.status {
        None => TEMPLATES.get(&shown.page),
        Some(status) => {
            let with_words = TEMPLATES.get(&format!("{} {status}", shown.page));
            with_words.or_else(|| TEMPLATES.get(&format!("{} 0", shown.page)))
        }
    };
    let id = shown.request_id.clone().map(|id| ("requestId", Filling::Text(id)));
    template?.filled(&id.into_iter().collect())
}

/// Returns the attributes that `public.css` colours the page by, until the script has computed every shade.
fn colours(data: &Value) -> String {
    let color = data.get("embedColor").or_else(|| data.get("stock")?.get("embedColor"));
    let Some(color) = color.and_then(Value::as_str).and_then(Color::parse) else {
        return String::new();
    };
    let ink = if icon::takes_black_ink(&color) { "#000" } else { "#fff" };
    let mut attributes = String::new();
    for (name, value) in [("accent", format!("#{}", color.hex())), ("accent-ink", ink.to_owned())] {
        write!(attributes, " data-{name}=\"{}\"", escaped(&value)).expect("a text grows");
    }
    attributes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Example {
        bootstrap: Value,
        html: String,
    }

    /// The components do not escape `>` as we do.
    fn alike(html: &str) -> String {
        html.replace("&gt;", ">")
    }

    #[test]
    fn a_filled_template_equals_the_html_that_the_component_renders() {
        let examples = include_str!(concat!(env!("OUT_DIR"), "/painted.examples.json"));
        let examples: Vec<Example> = serde_json::from_str(examples).expect("examples");
        assert!(examples.len() > 40, "{} examples", examples.len());
        for Example { bootstrap, html } in examples {
            assert_eq!(alike(&page(&bootstrap.to_string()).html), alike(&html), "{bootstrap}");
        }
    }

    #[test]
    fn a_sellers_text_is_escaped_in_the_prerendered_page() {
        let evil = r#""><script>alert(1)</script>'&"#;
        let stock = serde_json::json!({
            "embedColor": "fff\" onload=\"x", "storeLink": format!("https://{evil}"), "discordLink": null,
            "embedFooter": evil, "oneMonthNitroTokens": 1, "oneMonthServerBoosts": 2,
            "threeMonthNitroTokens": 3, "threeMonthServerBoosts": 4,
        });
        let bootstrap = serde_json::json!({
            "page": "live-stock", "guildId": "1", "status": 200, "data": stock,
            "shop": { "name": evil, "logo": format!("/{evil}") },
        });
        let Painted { html, attributes } = page(&bootstrap.to_string());
        assert_eq!(html.matches("&quot;&gt;&lt;script&gt;").count(), 4, "{html}");
        assert!(!html.contains("<script") && !html.contains("\"\">"), "{html}");
        assert_eq!(attributes, "", "a colour that is none");
    }

    #[test]
    fn a_page_with_unknown_data_is_not_prerendered() {
        for bootstrap in
            ["", "{}", r#"{"page":"redeem","status":200,"data":{"embedColor":1}}"#, r#"{"page":"new"}"#]
        {
            assert_eq!(page(bootstrap).html, "", "{bootstrap}");
        }
    }
}
