//! A seller's own test of a connection: a signed sample, down the real path up to the key.

use futures::FutureExt;

use super::Verdict;
use super::judging::{Judgement, judge_signature};
use super::outcome::{Answer, Outcome};
use super::reading::{Claim, Reading, read};
use super::sale::{Scene, rehearse_strictly};
use super::settling::{Origin, SealedCall, keep};
use crate::App;
use crate::db::{Failure, Result as DbResult};
use crate::ids::{GuildId, UserId};
use crate::shop::storefronts::{self, Right};
use crate::shop::stores::Provider;
use crate::shop::stores::connections::queries::{self, SecretRow};
use crate::shop::stores::connections::{ConnectionError, Product, key_of};
use crate::shop::stores::providers::{Sample, store};

/// The sample's product when none is asked for and none is mapped.
const UNNAMED: &str = "example";

/// What the sample is of.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// `None`: the first that is mapped, with its variant.
    pub product: Option<String>,
    pub variant: Option<String>,
    pub quantity: Option<i64>,
}

/// Runs a sample call, even for a store that is not enabled. It makes no keys, and appears in the inbox.
///
/// Errors: `NoSecret`; `Storefront(NotFound)`.
pub async fn test(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    provider: Provider,
    wanted: Wanted,
) -> Result<Answer, ConnectionError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?.storefront;
    let mut conn = app.db.read().await?;
    let secrets = queries::secrets(&mut conn, &storefront.id, provider).await?;
    let first = queries::first_product(&mut conn, &storefront.id, provider).await?.map(Product::from);
    drop(conn);
    let key = |secret: SecretRow| {
        let key = key_of(app, provider, &secret.id, &secret.secret_sealed)?;
        Ok((secret.id, key))
    };
    let keys = secrets.into_iter().map(key).collect::<DbResult<Vec<_>>>()?;
    let Some((_, key)) = keys.last() else { return Err(ConnectionError::NoSecret) };
    let (product, variant) = match (wanted.product, first) {
        (Some(product), _) => (product, wanted.variant),
        (None, Some(first)) => (first.product, wanted.variant.or(first.variant)),
        (None, None) => (UNNAMED.to_owned(), wanted.variant),
    };
    let (id, now) = (format!("test-{}", app.rng.uuid()), app.clock.now());
    let sample = Sample {
        id: &id,
        product: &product,
        variant: variant.as_deref(),
        quantity: wanted.quantity.unwrap_or(1),
        now,
    };
    let sent = store(provider).sample(&sample, key);
    if !matches!(judge_signature(provider, &sent, &keys, now), Judgement::Signed(_)) {
        return Err(Failure::Inconsistent("a sample whose signature does not hold").into());
    }
    let reading = match read(provider, &sent) {
        Ok(Reading::Purchase { claim, .. }) => Ok(Claim { purchase: None, ..claim }),
        Ok(_) => return Err(Failure::Inconsistent("a sample that is no purchase").into()),
        Err(malformed) => Err(malformed),
    };
    let sealed = SealedCall::of(Scene { app, storefront: &storefront, provider, now }, &sent);
    let of_app = app.clone();
    app.db
        .write(move |tx| {
            async move {
                let scene = Scene { app: &of_app, storefront: &storefront, provider, now };
                let outcome = match &reading {
                    Ok(claim) => rehearse_strictly(tx, scene, claim).await?,
                    Err(malformed) => Outcome::saying(Verdict::Test, 422, &malformed.to_string()),
                };
                keep(tx, scene, &sealed, &outcome, Origin::default()).await?;
                Ok(outcome.answer)
            }
            .boxed()
        })
        .await
}
