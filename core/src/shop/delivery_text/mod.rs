//! What a store tells a customer after a purchase: the delivery text, and its placeholders filled in.

mod queries;
mod rendering;

use futures::FutureExt;

use crate::App;
use crate::db::Failure;
use crate::events::{Event, Topic};
use crate::foundation::words::counted;
use crate::ids::UserId;
use crate::people::activity_log::{self, Action, Client};
use crate::shop::storefronts::{self, Right, StorefrontError};

pub(crate) use rendering::Rendering;

/// In characters.
pub const LONGEST_TEXT: usize = 5000;

#[derive(Debug, thiserror::Error)]
pub enum DeliveryTextError {
    #[error("Text too long. Limit is {LONGEST_TEXT} characters.")]
    TextTooLong,
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Returns the user's delivery text: empty until one is saved.
pub async fn of_user(app: &App, user_id: &UserId) -> Result<String, DeliveryTextError> {
    Ok(queries::text(&mut app.db.read().await?, user_id).await?.unwrap_or_default())
}

/// Saves the delivery text of the shop that the user works in.
///
/// Errors: `TextTooLong` above [`LONGEST_TEXT`]; `Storefront(Forbidden)`.
pub async fn save(app: &App, user_id: &UserId, text: &str, client: &Client) -> Result<(), DeliveryTextError> {
    if text.chars().count() > LONGEST_TEXT {
        return Err(DeliveryTextError::TextTooLong);
    }
    let shop = storefronts::shop_of(app, user_id, Right::Manage).await?;
    let text = text.to_owned();
    let (client, now) = (client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                queries::save(tx, &shop.seller, &text, now).await?;
                let details = format!("The delivery text has {}", counted(text.chars().count(), "character"));
                let user = Some(&shop.seller);
                activity_log::record_from(tx, user, Action::DeliveryTextSaved, &details, now, &client)
                    .await?;
                tx.publish(Event::of_user(Topic::DeliveryText, &shop.seller));
                Ok(())
            }
            .boxed()
        })
        .await
}
