//! Connecting stores, replacing their secrets, mapping their products.

use std::collections::HashSet;

use futures::FutureExt;

use super::{
    Connection, ConnectionError, LONGEST_NAME, MOST_PRODUCTS, MOST_SECRETS, NewSecret, Product, queries,
    secret,
};
use crate::App;
use crate::db::{Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, StoreSecretId, UserId};
use crate::people::activity_log::{self, Action};
use crate::shop::stock_name::is_amount;
use crate::shop::storefronts::{self, Right, Storefront};
use crate::shop::stores::Provider;

/// Returns the connections of the user's storefront, one for each store.
///
/// Errors: `Storefront(NotFound)`.
pub async fn list(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Vec<Connection>, ConnectionError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let mut conn = app.db.read().await?;
    let enabled = queries::enabled(&mut conn, &storefront.id).await?;
    let secrets = queries::all_secrets(&mut conn, &storefront.id).await?;
    let products = queries::all_products(&mut conn, &storefront.id).await?;
    drop(conn);
    let connection = |provider: Provider| Connection {
        provider,
        url: format!("{}api/autobuy/{provider}/{guild}", app.public_url),
        enabled: enabled.contains(&provider),
        secrets: Vec::new(),
        products: Vec::new(),
    };
    let mut all: Vec<Connection> = Provider::ALL.iter().copied().map(connection).collect();
    let place = |provider: Provider| {
        Provider::ALL.iter().position(|one| *one == provider).expect("every provider is one of all")
    };
    for row in secrets {
        all[place(row.provider)].secrets.push(secret::shown(app, row)?);
    }
    for row in products {
        all[place(row.provider)].products.push(row.into());
    }
    Ok(all)
}

/// Connects a store, or refuses its calls from now on.
///
/// Errors: `NoSecret`; `Storefront(NotFound)`.
pub async fn set_enabled(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    provider: Provider,
    enabled: bool,
) -> Result<(), ConnectionError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                storefront.sign(tx);
                let before = queries::lock(tx, &storefront.id, provider).await?;
                if enabled && queries::secrets(tx, &storefront.id, provider).await?.is_empty() {
                    return Err(ConnectionError::NoSecret);
                }
                if enabled == before {
                    return Ok(());
                }
                queries::set_enabled(tx, &storefront.id, provider, enabled).await?;
                let action = if enabled { Action::StoreConnected } else { Action::StoreDisconnected };
                Ok(log(tx, &storefront, action, provider.title(), now).await?)
            }
            .boxed()
        })
        .await
}

/// Adds a secret: the store's own, or a fresh one.
///
/// Errors: `BadSecret`, `BadStandardSecret`, `ThirdSecret`; `Storefront(NotFound)`.
pub async fn add_secret(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    provider: Provider,
    typed: Option<&str>,
) -> Result<NewSecret, ConnectionError> {
    let secret = match typed {
        Some(typed) => secret::check(provider, typed)?,
        None => secret::generate(provider, &app.rng),
    };
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let (id, now) = (StoreSecretId::random(&app.rng), app.clock.now());
    let sealed = secret::seal(app, &id, &secret);
    let kept = id.clone();
    app.db
        .write(move |tx| {
            async move {
                queries::lock(tx, &storefront.id, provider).await?;
                if queries::secrets(tx, &storefront.id, provider).await?.len() >= MOST_SECRETS {
                    return Err(ConnectionError::ThirdSecret);
                }
                queries::insert_secret(tx, &storefront.id, provider, &kept, &sealed, now).await?;
                Ok(log(tx, &storefront, Action::StoreSecretAdded, provider.title(), now).await?)
            }
            .boxed()
        })
        .await?;
    Ok(NewSecret { id, secret })
}

/// Removes a secret. Without one left the store is not connected any more.
///
/// Errors: `NoSuchSecret`; `Storefront(NotFound)`.
pub async fn remove_secret(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    provider: Provider,
    id: &StoreSecretId,
) -> Result<(), ConnectionError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let (id, now) = (id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let enabled = queries::lock(tx, &storefront.id, provider).await?;
                if !queries::delete_secret(tx, &storefront.id, provider, &id).await? {
                    return Err(ConnectionError::NoSuchSecret);
                }
                log(tx, &storefront, Action::StoreSecretRemoved, provider.title(), now).await?;
                if enabled && queries::secrets(tx, &storefront.id, provider).await?.is_empty() {
                    queries::set_enabled(tx, &storefront.id, provider, false).await?;
                    log(tx, &storefront, Action::StoreDisconnected, provider.title(), now).await?;
                }
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Replaces the whole mapping of a store's products.
///
/// Errors: `TooManyProducts`, `BadProduct`, `BadVariant`, `BadAmount`, `ProductTwice`; `Storefront(NotFound)`.
pub async fn save_products(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    provider: Provider,
    products: Vec<Product>,
) -> Result<(), ConnectionError> {
    let products = check(products)?;
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                storefront.sign(tx);
                queries::lock(tx, &storefront.id, provider).await?;
                queries::delete_products(tx, &storefront.id, provider).await?;
                queries::insert_products(tx, &storefront.id, provider, &products).await?;
                let details = format!("{}: {} mapped", provider.title(), products.len());
                Ok(log(tx, &storefront, Action::StoreProductsSaved, &details, now).await?)
            }
            .boxed()
        })
        .await
}

fn check(products: Vec<Product>) -> Result<Vec<Product>, ConnectionError> {
    if products.len() > MOST_PRODUCTS {
        return Err(ConnectionError::TooManyProducts);
    }
    let mut seen = HashSet::new();
    let mut checked = Vec::with_capacity(products.len());
    for Product { product, variant, stock, amount } in products {
        let product = name(&product).filter(|name| !name.is_empty()).ok_or(ConnectionError::BadProduct)?;
        let variant = name(variant.as_deref().unwrap_or_default()).ok_or(ConnectionError::BadVariant)?;
        if !is_amount(amount) {
            return Err(ConnectionError::BadAmount);
        }
        if !seen.insert((product.clone(), variant.clone())) {
            return Err(ConnectionError::ProductTwice(product));
        }
        let variant = Some(variant).filter(|variant| !variant.is_empty());
        checked.push(Product { product, variant, stock, amount });
    }
    Ok(checked)
}

fn name(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let is_good = typed.chars().count() <= LONGEST_NAME && !typed.chars().any(char::is_control);
    is_good.then(|| typed.to_owned())
}

async fn log(
    tx: &mut Tx,
    storefront: &Storefront,
    action: Action,
    what: &str,
    now: Timestamp,
) -> DbResult<()> {
    tx.publish(Event::of_storefront(Topic::Stores, &storefront.user_id, &storefront.guild_id));
    let details = format!("{} ({}) · {what}", storefront.name, storefront.guild_id);
    activity_log::record(tx, &storefront.user_id, action, &details, now).await
}
