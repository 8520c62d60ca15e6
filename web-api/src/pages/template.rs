//! What pages are made of: their HTML, and the settings and first data that are put into it.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::App;
use boostdesk_core::config;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::live_stock::{LiveStock, LiveStockAnswers};
use crate::api::order_status::{OrderAnswers, OrderStatus};
use crate::api::redeem::RedeemPage;
use crate::api::runtime_settings::Config;
use crate::callers::own_domain::AtOwnDomain;
use crate::pages::assets;
use crate::pages::frames::Frames;
use crate::pages::front::FrontPage;
use crate::pages::html::{HTML, script_safe};
use crate::pages::page_head;
use crate::pages::painted::{self, Painted};
use crate::pages::policies::Policies;
use crate::pages::screens;

const PLACEHOLDER: &str = "<!--boostdesk-->";
const ROOT_ELEMENT: &str = "<html lang=\"en\"";
/// A page's content is inserted after this.
const CONTENT: &str = "<div id=\"root\">";

static DASHBOARD: LazyLock<Template> = LazyLock::new(|| Template::of("index.html", &TITLE));
/// The sign-in page alone, for visitors without a session.
static LOGIN: LazyLock<Template> = LazyLock::new(|| Template::of("login.html", &TITLE));
pub(crate) static PUBLIC: LazyLock<Template> = LazyLock::new(|| Template::of("public.html", &[]).painted());
/// `PUBLIC` for a shop, or at a seller's own domain: without `noindex` and the product's icon and colour.
pub(crate) static SHOPS: LazyLock<Template> =
    LazyLock::new(|| Template::of("public.html", &PRODUCTS_OWN).painted());
pub(crate) static FRONT: LazyLock<Template> = LazyLock::new(|| Template::of("front.html", &[]).painted());

/// Left out and written anew, as operators choose the product's name.
const TITLE: [&str; 1] = ["<title>"];
/// The beginnings of lines in the head that a shop's page leaves out.
const PRODUCTS_OWN: [&str; 3] = ["<meta name=\"robots\"", "<meta name=\"theme-color\"", "<link rel=\"icon\""];

/// The data that a web page comes with, in `<script type="application/json" id="boostdesk">`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Bootstrap<'a> {
    pub(crate) page: Page,
    /// Absent at a seller's own domain, which has none of the screens that need it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) config: Option<&'a Config>,
    /// True at a seller's own domain, where pages link to each other by plain paths, which do not begin with `/api`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(crate) plain_paths: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) guild_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) order_id: Option<&'a str>,
    /// The shop that the page belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) shop: Option<Shop>,
    /// The HTTP status that a call for the page's data would have got.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) status: Option<u16>,
    /// If there is no data: the request's id, under which it is in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) request_id: Option<&'a str>,
    /// Only for the live stock page: whether the seller's own page is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) live_page: Option<bool>,
    pub(crate) data: Option<PageData>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Shop {
    pub(crate) name: String,
    /// The path of its logo. Absent without one: the initial of its name is shown instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) logo: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Page {
    Dashboard,
    OrderStatus,
    LiveStock,
    Redeem,
    Front,
    NotFound,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum PageData {
    OrderStatus(OrderStatus),
    LiveStock(LiveStock),
    Redeem(RedeemPage),
    Front(FrontPage),
}

impl<'a> Bootstrap<'a> {
    pub(crate) fn of(page: Page, config: &'a Config) -> Self {
        Self {
            page,
            config: Some(config),
            plain_paths: false,
            guild_id: None,
            order_id: None,
            shop: None,
            status: None,
            request_id: None,
            live_page: None,
            data: None,
        }
    }
}

/// A page's HTML, on both sides of where its head and bootstrap go.
pub(crate) struct Template {
    before: String,
    after: &'static str,
    /// Whether its content is painted by the server.
    painted: bool,
}

impl Template {
    /// Reads a template, without the lines before its placeholder that begin like one of `left_out`.
    fn of(name: &str, left_out: &[&str]) -> Self {
        let html = assets::html(name).unwrap_or(PLACEHOLDER);
        let (before, after) = html.split_once(PLACEHOLDER).expect("a page has a place for its settings");
        let stays = |line: &&str| !left_out.iter().any(|start| line.trim_start().starts_with(start));
        Self { before: before.split_inclusive('\n').filter(stays).collect(), after, painted: false }
    }

    fn painted(self) -> Self {
        Self { painted: true, ..self }
    }

    fn filled(&self, head: &str, bootstrap: &Bootstrap<'_>) -> String {
        let json = serde_json::to_string(bootstrap).expect("a bootstrap has a JSON form");
        let script = script_safe(&json);
        let script = format!("<script type=\"application/json\" id=\"boostdesk\">{script}</script>");
        let Self { before, after, painted } = self;
        if !painted {
            return format!("{before}{head}{script}{after}");
        }
        let Painted { html, attributes } = painted::page(&json);
        let (doctype, root) = before.split_once(ROOT_ELEMENT).unwrap_or(("", before));
        let (body, end) = after.split_once(CONTENT).unwrap_or((after, ""));
        format!("{doctype}{ROOT_ELEMENT}{attributes}{root}{head}{script}{body}{CONTENT}{html}{end}")
    }
}

/// What the handlers of pages share.
#[derive(Debug, Clone)]
pub(crate) struct Pages(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) app: App,
    /// The part of the configuration that pages are given.
    pub(crate) config: Arc<Config>,
    pub(crate) frames: Frames,
    pub(crate) live_stock: LiveStockAnswers,
    pub(crate) orders: OrderAnswers,
    /// The product's own origin, for links.
    pub(crate) origin: String,
    policies: Policies,
}

impl Pages {
    pub(crate) fn new(
        app: App,
        settings: &config::Config,
        config: Arc<Config>,
        (live_stock, orders): (LiveStockAnswers, OrderAnswers),
        frames: Frames,
    ) -> Self {
        let origin = settings.web.public_url.origin().ascii_serialization();
        Self(Arc::new(Inner {
            app,
            config,
            frames,
            live_stock,
            orders,
            origin,
            policies: Policies::new(settings),
        }))
    }

    /// Returns one of the dashboard's pages, with preload tags for its screen's files.
    pub(crate) fn dashboard(&self, page: Page, path: &str) -> Response {
        let bootstrap = Bootstrap::of(page, &self.config);
        let head = format!("{}{}", self.title(), screens::tags_of(path));
        let mut response = self.page(&DASHBOARD, &AtOwnDomain::NO, &head, &bootstrap);
        self.policies.let_it_ask(response.headers_mut());
        response
    }

    pub(crate) fn login(&self) -> Response {
        self.page(&LOGIN, &AtOwnDomain::NO, &self.title(), &Bootstrap::of(Page::Dashboard, &self.config))
    }

    fn title(&self) -> String {
        page_head::title(&self.config.brand.name)
    }

    pub(crate) fn page(
        &self,
        template: &Template,
        at: &AtOwnDomain,
        head: &str,
        bootstrap: &Bootstrap<'_>,
    ) -> Response {
        let mut response = template.filled(head, bootstrap).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HTML);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if at.get().is_some() {
            self.policies.protect_own_domain(headers);
        } else {
            self.policies.protect(headers);
        }
        response
    }
}

impl Deref for Pages {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pages")
    }
}
