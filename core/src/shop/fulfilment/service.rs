//! Choosing how orders are delivered, and the secrets of a storefront's own service.

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::queries::{self, Row};
use super::{Fulfilment, FulfilmentError, Mode, Saved, Way};
use crate::App;
use crate::db::{Conn, Failure, Result as DbResult};
use crate::foundation::standard_webhooks::{self, OVERLAP};
use crate::ids::{GuildId, StorefrontId, UserId};
use crate::people::activity_log::Action;
use crate::ports::service_address;
use crate::seal::{Place, Purpose};
use crate::shop::storefronts::{self, Right};

/// A storefront's own service: its address, and the secrets that sign calls in both directions, the newest first.
#[derive(Debug)]
pub(crate) struct StorefrontService {
    pub url: Url,
    pub secrets: Vec<SecretString>,
}

/// Returns how the storefront's orders are delivered.
///
/// Errors: `Storefront(NotFound)`, also for another seller's.
pub async fn show(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Fulfilment, FulfilmentError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let row = queries::row(&mut app.db.read().await?, &storefront.id).await?;
    Ok(shown(app, row)?)
}

/// Changes how future orders of the storefront are delivered; without `url` the address stays. With the first address a
/// secret is made, which is shown to the seller, but not to a helper.
///
/// Errors: `NoUrl`, `Address`; `Storefront(NotFound)`.
pub async fn save(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    mode: Mode,
    url: Option<&str>,
) -> Result<Saved, FulfilmentError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let url = url.map(|url| service_address::check(url, app.webhooks.as_ref())).transpose()?;
    let secret = standard_webhooks::new_secret(&app.rng);
    let (app_, now) = (app.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                storefront.sign(tx);
                queries::make(tx, &storefront.id).await?;
                let before = queries::row(tx, &storefront.id).await?;
                let has_url = before.as_ref().is_some_and(|row| row.url.is_some());
                if mode == Mode::Webhook && url.is_none() && !has_url {
                    return Err(FulfilmentError::NoUrl);
                }
                let secret = (url.is_some() && !has_url).then_some(secret);
                let sealed = secret.as_ref().map(|secret| seal(&app_, &storefront.id, secret));
                queries::save(tx, &storefront.id, mode, url.as_deref(), sealed.as_deref()).await?;
                let fulfilment = shown(&app_, queries::row(tx, &storefront.id).await?)?;
                let how = match mode {
                    Mode::Default => "is delivered as the operator has it".to_owned(),
                    Mode::Manual => "is delivered by hand".to_owned(),
                    Mode::Webhook => {
                        let url = fulfilment.url.as_deref().unwrap_or_default();
                        format!("is delivered by {}", service_address::host_of(url))
                    }
                };
                storefronts::log(tx, &storefront, Action::FulfilmentChanged, &how, now).await?;
                Ok(Saved { fulfilment, secret: secret.filter(|_| storefront.helper.is_none()) })
            }
            .boxed()
        })
        .await
}

/// Returns a new secret. The one before it is valid for a day more.
///
/// Errors: `NoSecret` when no address was ever given; `Storefront(NotFound)`.
pub async fn renew_secret(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
) -> Result<SecretString, FulfilmentError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let secret = standard_webhooks::new_secret(&app.rng);
    let (sealed, now) = (seal(app, &storefront.id, &secret), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if !queries::renew_secret(tx, &storefront.id, &sealed, now, now.plus(OVERLAP)).await? {
                    return Err(FulfilmentError::NoSecret);
                }
                let what = "has a new fulfilment secret";
                storefronts::log(tx, &storefront, Action::FulfilmentSecretRenewed, what, now).await?;
                Ok(secret)
            }
            .boxed()
        })
        .await
}

/// How an order that is made now will be delivered.
pub(crate) fn way_of(app: &App, mode: Option<Mode>) -> Way {
    match mode.unwrap_or(Mode::Default) {
        Mode::Webhook => Way::Storefront,
        Mode::Default if app.delivery.service.is_some() => Way::Operator,
        Mode::Default if app.delivery.adapter.is_some() => Way::Adapter,
        Mode::Manual | Mode::Default => Way::Manual,
    }
}

/// The storefront's own service, if it ever had one.
pub(crate) async fn of_storefront(
    app: &App,
    conn: &mut Conn,
    storefront_id: &StorefrontId,
) -> DbResult<Option<StorefrontService>> {
    let Some(row) = queries::row(conn, storefront_id).await? else { return Ok(None) };
    let Some(url) = row.url.as_deref() else { return Ok(None) };
    let url = Url::parse(url).map_err(|_| Failure::Inconsistent("a service's address is no URL"))?;
    let sealed = queries::secrets(conn, storefront_id, app.clock.now()).await?;
    let secrets = sealed.iter().map(|sealed| open(app, storefront_id, sealed)).collect::<DbResult<_>>()?;
    Ok(Some(StorefrontService { url, secrets }))
}

/// The secrets of all services, for a call about an unknown job.
pub(crate) async fn secrets_of_all(app: &App, conn: &mut Conn) -> DbResult<Vec<SecretString>> {
    let sealed = queries::secrets_of_all(conn, app.clock.now()).await?;
    sealed.iter().map(|(storefront_id, sealed)| open(app, storefront_id, sealed)).collect()
}

fn seal(app: &App, storefront_id: &StorefrontId, secret: &SecretString) -> String {
    let row = [storefront_id.as_str()];
    app.seal.seal(&Place::row(Purpose::FulfilmentSecret, &row), secret.expose_secret(), &app.rng)
}

fn open(app: &App, storefront_id: &StorefrontId, sealed: &str) -> DbResult<SecretString> {
    Ok(app.seal.open(&Place::row(Purpose::FulfilmentSecret, &[storefront_id.as_str()]), sealed)?)
}

fn shown(app: &App, row: Option<Row>) -> DbResult<Fulfilment> {
    let Some(row) = row else { return Ok(Fulfilment { mode: Mode::Default, url: None, hint: None }) };
    let hint = match &row.secret_sealed {
        Some(sealed) => Some(standard_webhooks::hint(&open(app, &row.storefront_id, sealed)?)),
        None => None,
    };
    Ok(Fulfilment { mode: row.mode, url: row.url, hint })
}
