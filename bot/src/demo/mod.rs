//! `boostdesk demo`: a shop with two weeks of business behind it, in a directory that goes away with the process.
//!
//! Nothing here writes to the database by itself: the shop is made by the same calls that a seller and the customers make,
//! under a clock that starts two weeks ago and is moved by hand.

mod chat;
mod community;
mod service;
mod stores;

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::app::DeliverySettings;
use boostdesk_core::config::{Config, Provider};
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::ids::{GuildId, OrderId, UserId};
use boostdesk_core::outbox::seller_events::KeySource;
use boostdesk_core::people::auth::{self, OwnerStart};
use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::keys::{self, CreateKeys, RedeemKey};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders;
use boostdesk_core::shop::redeem::{self, Details};
use boostdesk_core::shop::stock::{self, StockName};
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use secrecy::ExposeSecret;
use tempfile::TempDir;
use tracing::info;
use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use crate::process::failed::Failed;
use crate::process::shutdown::Shutdown;
use crate::process::start;
use service::Service;

const GUILD: &str = "112233445566778899";
/// The chat servers of the demo's customers.
const INVITES: [&str; 6] =
    ["lofi-lounge", "pixel-harbor", "night-market", "tea-house", "speedrun-hub", "book-nook"];
const NAMES: [&str; 6] = ["Mika", "Noor", "Sam", "Ines", "Theo", "Yuki"];
/// In boosts: what customers buy.
const AMOUNTS: [i64; 6] = [14, 2, 8, 14, 28, 4];
/// Orders of each day, the oldest day first; today's come last.
const ORDERS_A_DAY: [u32; 14] = [2, 3, 3, 5, 4, 6, 3, 4, 5, 6, 5, 7, 6, 8];
const DAY: Duration = Duration::from_hours(24);
/// Between the last order of a day and the end of it.
const QUIET: Duration = Duration::from_mins(15);
/// From an order to its delivery.
const AT_WORK: Duration = Duration::from_secs(40);

pub(crate) struct Shop {
    config: Config,
    _directory: TempDir,
}

impl Shop {
    /// Builds the shop with `config`, except for where its data are, how it delivers, and the bot. `None` when the process is asked to
    /// end meanwhile.
    pub(crate) async fn build(mut config: Config, shutdown: &mut Shutdown) -> Result<Option<Self>, Failed> {
        let directory = tempfile::Builder::new().prefix("boostdesk-demo-").tempdir().map_err(|error| {
            let place = std::env::temp_dir();
            let mend = "Let TMPDIR name a folder that this user may write to";
            Failed::trouble(format!(
                "cannot make a folder for the demo in {}: {error}. {mend}",
                place.display()
            ))
        })?;
        let inside = |name| directory.path().join(name);
        config.database.url = format!("sqlite://{}", inside("demo.db").display()).into();
        config.secrets.key_file = inside("secret.key");
        config.chat.upload_dir = inside("uploads");
        config.delivery.provider = Provider::Simulated;
        // With a configured token it would answer the customers of the real bot.
        if config.discord.token.take().is_some() {
            info!("the demo does not use discord.token: it has no bot");
        }

        let clock = Clock::system();
        let two_weeks_ago = clock.now().minus(DAY * 14);
        let by_hand = DeliverySettings::by_hand();
        let app = start::open_app(&config, Clock::fixed(two_weeks_ago), by_hand, None).await?;
        let made = async {
            let seller = Seller::open_shop(&app).await?;
            // The two weeks are not logged, as nothing of them happens now.
            Box::pin(seller.two_weeks()).with_subscriber(NoSubscriber::new()).await
        };
        let made = tokio::select! {
            made = made => Some(made),
            () = shutdown.asked() => None,
        };
        // Before the directory goes: SQLite makes files in it until then.
        app.db.close().await;
        made.transpose().map(|made| made.map(|()| Self { config, _directory: directory }))
    }

    pub(crate) fn config(&self) -> Config {
        self.config.clone()
    }
}

#[derive(Clone, Copy)]
enum End {
    Completed,
    Partial,
    Failed,
    /// A fulfilment service has it.
    Served(Service),
    Queued,
}

/// How the order at this place ends, of `total` orders.
fn end_of(place: usize, total: usize) -> End {
    match place {
        _ if place + 1 == total => End::Queued,
        _ if place + 2 == total => End::Served(Service::IsAtIt),
        _ if place + 3 == total => End::Served(Service::GaveUp),
        _ if place % 17 == 9 => End::Failed,
        _ if place % 11 == 5 => End::Partial,
        _ => End::Completed,
    }
}

struct Seller<'a> {
    app: &'a App,
    id: UserId,
    guild: GuildId,
}

impl<'a> Seller<'a> {
    async fn open_shop(app: &'a App) -> Result<Self, Failed> {
        auth::start_owner(app, OwnerStart::default()).await.map_err(Failed::trouble)?;
        let owner = auth::find_seller(app, "owner").await.map_err(Failed::trouble)?;
        let guild = GuildId::parse(GUILD).expect("18 digits");
        let input = StorefrontInput {
            name: Some("Nova Boosts".to_owned()),
            embed_color: Some("#ff82be".to_owned()),
            embed_footer: Some("Nova Boosts · delivered around the clock".to_owned()),
            redeem_footer: Some("Questions? We are on the community server.".to_owned()),
            store_link: Some("https://nova-boosts.example.com".to_owned()),
            discord_link: Some("https://discord.gg/nova-boosts".to_owned()),
            ..StorefrontInput::default()
        };
        storefronts::add(app, &owner.id, &guild, input).await.map_err(Failed::trouble)?;
        Ok(Self { app, id: owner.id, guild })
    }

    async fn two_weeks(&self) -> Result<(), Failed> {
        self.restock(StockName::OneMonth, 1..=300).await?;
        self.restock(StockName::ThreeMonth, 1..=200).await?;
        let total = ORDERS_A_DAY.iter().map(|count| usize::try_from(*count).expect("a few")).sum();
        let mut place = 0;
        for (day, count) in ORDERS_A_DAY.into_iter().enumerate() {
            if day == 6 {
                self.restock(StockName::OneMonth, 301..=520).await?;
                community::gather(self.app, &self.id).await?;
                stores::connect(self.app, &self.id, &self.guild).await?;
            }
            // Deliveries take their time too: the last day must not end after now.
            let pause = (DAY.saturating_sub(QUIET) / count).saturating_sub(AT_WORK);
            for number in 1..=count {
                // They talk while they wait for the day's last order.
                let talk = if number == count { chat::on_day(day) } else { &[] };
                self.app.clock.advance(pause.saturating_sub(chat::length(talk)));
                chat::talk(self.app, &self.id, talk).await?;
                Box::pin(self.order(place, end_of(place, total))).await?;
                place += 1;
            }
            if day + 1 < ORDERS_A_DAY.len() {
                self.app.clock.advance(QUIET);
            }
        }
        self.keys_to_sell().await
    }

    async fn restock(&self, stock: StockName, numbers: std::ops::RangeInclusive<u32>) -> Result<(), Failed> {
        let name = stock.as_str().trim_end_matches(".txt");
        let tokens: Vec<String> = numbers.map(|number| format!("demo-{name}-{number:05}")).collect();
        stock::import(self.app, &self.id, &self.guild, stock, tokens.join("\n"))
            .await
            .map_err(Failed::trouble)?;
        Ok(())
    }

    async fn keys(
        &self,
        stock: StockName,
        amount: i64,
        count: i64,
        note: &str,
    ) -> Result<Vec<RedeemKey>, Failed> {
        let wanted = CreateKeys { stock, amount, count, note: Some(note.to_owned()) };
        keys::create(self.app, &self.id, &self.guild, wanted, KeySource::Seller)
            .await
            .map_err(Failed::trouble)
    }

    async fn order(&self, place: usize, end: End) -> Result<(), Failed> {
        let stock = if place % 3 == 2 { StockName::ThreeMonth } else { StockName::OneMonth };
        let amount = AMOUNTS[place % AMOUNTS.len()].max(if matches!(end, End::Partial | End::Served(_)) {
            8
        } else {
            2
        });
        let name = NAMES[place % NAMES.len()];
        let details = Details {
            invite: format!("https://discord.gg/{}", INVITES[place % INVITES.len()]),
            email: format!("{}@example.com", name.to_lowercase()),
            displayname: place.is_multiple_of(4).then(|| format!("{name}'s corner")),
            ..Details::default()
        };
        for key in self.keys(stock, amount, 1, "Sold in the demo").await? {
            let app = match end {
                End::Served(service) => service.of(self.app),
                _ => self.app.clone(),
            };
            let redeemed = redeem::redeem(&app, &self.guild, key.expose(), details.clone()).await;
            let order = redeemed.map_err(Failed::trouble)?.order_id();
            if let End::Served(service) = end {
                self.app.clock.advance(AT_WORK);
                Box::pin(service.work(&app, &self.id, &order)).await?;
            } else {
                self.deliver(&order, end).await?;
            }
        }
        Ok(())
    }

    async fn deliver(&self, order_id: &OrderId, end: End) -> Result<(), Failed> {
        let order = orders::get(self.app, &self.id, order_id).await.map_err(Failed::trouble)?;
        let half = order.pending.len() / 2;
        let verdict = |(place, token): (usize, &secrecy::SecretString)| {
            let delivered = match end {
                End::Failed => false,
                End::Partial => place < half,
                End::Completed | End::Served(_) | End::Queued => true,
            };
            let reason = (!delivered).then(|| "The token was used up".to_owned());
            Verdict { token: token.expose_secret().to_owned(), delivered, reason }
        };
        let judged = match end {
            End::Queued | End::Served(_) => 0,
            End::Completed | End::Partial | End::Failed => order.pending.len(),
        };
        let verdicts: Vec<Verdict> = order.pending.iter().enumerate().take(judged).map(verdict).collect();
        if verdicts.is_empty() {
            return Ok(());
        }
        self.app.clock.advance(AT_WORK);
        let by = By::User(self.id.clone());
        delivery::record_verdicts(self.app, &self.id, order_id, verdicts, &by).await.map_err(Failed::trouble)
    }

    /// Creates unused keys to try out, and a revoked one.
    async fn keys_to_sell(&self) -> Result<(), Failed> {
        self.keys(StockName::OneMonth, 14, 6, "Autumn sale").await?;
        self.keys(StockName::ThreeMonth, 8, 4, "").await?;
        for key in self.keys(StockName::OneMonth, 2, 1, "Sent to the wrong address").await? {
            keys::revoke(self.app, &self.id, &self.guild, key.expose()).await.map_err(Failed::trouble)?;
        }
        Ok(())
    }
}
