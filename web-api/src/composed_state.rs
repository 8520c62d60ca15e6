//! The state that a router's handlers take their parts from: what all of them share, and each feature's own.
//!
//! Only the router and startup know this type; a handler asks for the parts that it needs.

use std::fmt;
use std::sync::Arc;

use axum::extract::FromRef;
use boostdesk_core::App;
use boostdesk_core::config;
use boostdesk_core::ports::BotCheck;

use crate::api::import_turns::ImportTurns;
use crate::api::live_stock::LiveStockAnswers;
use crate::api::order_status::OrderAnswers;
use crate::api::runtime_settings;
use crate::chat::access::Access;
use crate::chat::link_preview::LinkPreviews;
use crate::chat::room::Room;
use crate::chat::uploads::{PictureHelper, Uploads};
use crate::outbound::captcha::Recaptcha;
use crate::outbound::network::PreviewNetwork;
use crate::pages::frames::Frames;
use crate::pages::page_files::PageFiles;
use crate::pages::template::Pages;
use crate::state::WebState;
use crate::watching::Watching;

/// Made once; a request clones one pointer, and one for each part that its handler takes.
#[derive(Clone)]
pub(crate) struct ComposedState(Arc<Parts>);

struct Parts {
    web: WebState,
    access: Arc<Access>,
    /// `None`: the bot check is off.
    bot_check: Option<Arc<dyn BotCheck>>,
    frames: Frames,
    import_turns: Arc<ImportTurns>,
    link_previews: Arc<LinkPreviews>,
    live_stock: LiveStockAnswers,
    orders: OrderAnswers,
    page_files: Arc<PageFiles>,
    pages: Pages,
    room: Arc<Room>,
    settings: Arc<runtime_settings::Config>,
    uploads: Arc<Uploads>,
    watching: Arc<Watching>,
}

impl ComposedState {
    pub(crate) fn new(
        app: App,
        config: &config::Config,
        helper: PictureHelper,
        network: PreviewNetwork,
    ) -> Self {
        let bot_check = Recaptcha::new(config, app.clock.clone(), app.outages.clone());
        let live_stock = LiveStockAnswers::new(app.clone());
        let orders = OrderAnswers::new(app.clone());
        let frames = Frames::new(app.clone(), config);
        let settings = Arc::new(runtime_settings::Config::from(config));
        let access = Arc::new(Access::new(config));
        let room = Arc::new(Room::new(&app, config, access.clone()));
        Self(Arc::new(Parts {
            bot_check: bot_check.map(|check| Arc::new(check) as Arc<dyn BotCheck>),
            import_turns: Arc::new(ImportTurns::new()),
            link_previews: Arc::new(LinkPreviews::new(network.clone())),
            page_files: Arc::new(PageFiles::new(network)),
            pages: Pages::new(
                app.clone(),
                config,
                settings.clone(),
                (live_stock.clone(), orders.clone()),
                frames.clone(),
            ),
            watching: Arc::new(Watching::new(app.clone(), config, room.clone())),
            room,
            uploads: Arc::new(Uploads::new(config, helper)),
            web: WebState::new(app, config),
            access,
            frames,
            live_stock,
            orders,
            settings,
        }))
    }
}

/// `field: Type`: handlers may ask for `State<Type>`.
macro_rules! parts {
    ($($field:ident: $part:ty),+ $(,)?) => {$(
        impl FromRef<ComposedState> for $part {
            fn from_ref(ComposedState(parts): &ComposedState) -> Self {
                parts.$field.clone()
            }
        }
    )+};
}

parts! {
    web: WebState,
    access: Arc<Access>,
    bot_check: Option<Arc<dyn BotCheck>>,
    frames: Frames,
    import_turns: Arc<ImportTurns>,
    link_previews: Arc<LinkPreviews>,
    live_stock: LiveStockAnswers,
    orders: OrderAnswers,
    page_files: Arc<PageFiles>,
    pages: Pages,
    room: Arc<Room>,
    settings: Arc<runtime_settings::Config>,
    uploads: Arc<Uploads>,
    watching: Arc<Watching>,
}

impl fmt::Debug for ComposedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ComposedState")
    }
}
