//! Results that a service reports later by itself, in signed calls.

use futures::FutureExt;
use secrecy::SecretString;

use super::answer::{self, Misfit, TokenResult};
use super::queries;
use crate::App;
use crate::db::{Failure, Result as DbResult};
use crate::foundation::standard_webhooks::{self, Signed};
use crate::ids::{JobId, OrderId};
use crate::shop::delivery::queries as jobs;
use crate::shop::delivery::settle::Settling;
use crate::shop::fulfilment::{self, Way};
use crate::shop::order_history::By;

#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error("The signature is missing, wrong or too old.")]
    Unsigned,
    #[error("There is no such job.")]
    UnknownJob,
    #[error("A token of the results was never one of this job's.")]
    UnknownToken,
    #[error("A token is named twice.")]
    NamedTwice,
    #[error("A token of the results was already told otherwise.")]
    AlreadyTold,
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl From<Misfit> for ReportError {
    fn from(misfit: Misfit) -> Self {
        match misfit {
            Misfit::UnknownToken => Self::UnknownToken,
            Misfit::NamedTwice => Self::NamedTwice,
            Misfit::Contradiction => Self::AlreadyTold,
        }
    }
}

/// A job about which its own service has made an authentic call.
#[derive(Debug)]
pub struct ServiceJob(OrderId);

/// How many of the reported results were new, and how many were known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reported {
    /// New verdicts.
    pub applied: usize,
    /// Verdicts that repeat an earlier one.
    pub known: usize,
}

/// Returns whether a service delivers such a job. A call about an unknown job is costly: every secret has to be tried.
pub async fn is_known(app: &App, id: &JobId) -> DbResult<bool> {
    let job = queries::job(&mut app.db.read().await?, id).await?;
    Ok(job.is_some_and(|(_, way, _)| way.is_by_service()))
}

/// Finds the job that a call is about, if the job's own service has signed the call. `id`: `None` when it is malformed.
///
/// Errors: `Unsigned`, checked first, whether or not there is such a job; then `UnknownJob`.
pub async fn authenticate(
    app: &App,
    id: Option<&JobId>,
    signed: &Signed,
    body: &[u8],
) -> Result<ServiceJob, ReportError> {
    if !signed.is_recent(app.clock.now()) {
        return Err(ReportError::Unsigned);
    }
    let mut conn = app.db.read().await?;
    let job = match id {
        Some(id) => queries::job(&mut conn, id).await?,
        None => None,
    };
    let operator = app.delivery.service.iter().map(|service| service.secret.clone());
    let (order, secrets): (_, Vec<SecretString>) = match job {
        Some((order_id, Way::Operator, _)) => (Some(order_id), operator.collect()),
        Some((order_id, Way::Storefront, storefront_id)) => {
            let service = fulfilment::of_storefront(app, &mut conn, &storefront_id).await?;
            (Some(order_id), service.map(|service| service.secrets).unwrap_or_default())
        }
        // There is no such job, which any service may be told, so any service's signature will do.
        _ => (None, operator.chain(fulfilment::secrets_of_all(app, &mut conn).await?).collect()),
    };
    let mut keys = secrets.iter().filter_map(standard_webhooks::key_of);
    if !keys.any(|key| signed.is_by(&key, body)) {
        return Err(ReportError::Unsigned);
    }
    order.map(ServiceJob).ok_or(ReportError::UnknownJob)
}

/// Records a service's results, all or none. A token's first verdict counts; repeating it changes nothing.
///
/// Errors: `UnknownToken`, `NamedTwice`; `AlreadyTold`.
pub async fn report(app: &App, job: ServiceJob, results: Vec<TokenResult>) -> Result<Reported, ReportError> {
    let app_ = app.clone();
    app.db
        .write(move |tx| {
            async move {
                let order_id = job.0;
                let job = jobs::lock_job(tx, &order_id).await?;
                let order = jobs::find_context(tx, &order_id).await?.ok_or(ReportError::UnknownJob)?;
                let tokens = jobs::tokens(tx, &order_id).await?;
                let (fresh, known) = answer::judge(&app_.seal, &tokens, &results)?;
                if !fresh.is_empty() {
                    let mut settling = Settling { tx, app: &app_, order: &order, now: app_.clock.now() };
                    super::settle(&mut settling, &job, &fresh, &By::Service).await?;
                }
                Ok(Reported { applied: fresh.len(), known })
            }
            .boxed()
        })
        .await
}
