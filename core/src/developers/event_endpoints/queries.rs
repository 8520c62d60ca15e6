//! SQL of event endpoints and of their deliveries.

use super::input::Checked;
use super::{Delivery, EventEndpoint};
use crate::db::{Conn, Dialect, Failure, Result};
use crate::foundation::clock::Timestamp;
use crate::foundation::standard_webhooks::{self, MOST_OLD_SECRETS};
use crate::ids::{EventDeliveryId, EventEndpointId, UserId};
use crate::seal::{Place, Purpose, SealingKey};
use crate::{execute_on_db, on_db};

/// The columns of an endpoint. A macro, because a query's text must be one literal.
macro_rules! columns {
    () => {
        "id, user_id, url, events, enabled, description, secret_sealed, failing_since, created_at"
    };
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub id: EventEndpointId,
    pub user_id: UserId,
    pub url: String,
    pub events: String,
    pub enabled: bool,
    pub description: Option<String>,
    pub secret_sealed: String,
    pub failing_since: Option<Timestamp>,
    pub created_at: Timestamp,
}

impl Row {
    pub(super) fn open(self, seal: &SealingKey) -> Result<EventEndpoint> {
        let row = [self.id.as_str()];
        let place = Place::row(Purpose::WebhookSecret, &row).of(&self.user_id);
        let secret = seal.open(&place, &self.secret_sealed).map_err(Failure::from)?;
        Ok(EventEndpoint {
            id: self.id,
            url: self.url,
            events: self.events.split(',').filter_map(|event| event.parse().ok()).collect(),
            enabled: self.enabled,
            description: self.description,
            hint: standard_webhooks::hint(&secret),
            created_at: self.created_at,
            failing_since: self.failing_since,
        })
    }
}

#[derive(Debug, Clone)]
pub(super) struct NewRow {
    pub id: EventEndpointId,
    pub user_id: UserId,
    pub secret_sealed: String,
    pub at: Timestamp,
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct DeliveryRow {
    pub id: EventDeliveryId,
    #[sqlx(flatten)]
    pub delivery: Delivery,
}

/// The oldest first.
pub(super) async fn of_user(conn: &mut Conn, user_id: &UserId) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM event_endpoints WHERE user_id = $1 ORDER BY created_at, id"),
    )
    .bind(user_id)
    .fetch_all(driver))
}

pub(super) async fn find(conn: &mut Conn, user_id: &UserId, id: &EventEndpointId) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM event_endpoints WHERE id = $2 AND user_id = $1"),
    )
    .bind(user_id)
    .bind(id)
    .fetch_optional(driver))
}

/// As [`by_id`], and locks the endpoint until the transaction ends.
pub(super) async fn hold_by_id(conn: &mut Conn, id: &EventEndpointId) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "UPDATE event_endpoints SET id = id WHERE id = $1 RETURNING ",
            columns!(),
        ),
    )
    .bind(id)
    .fetch_optional(driver))
}

/// As [`find`], and locks the endpoint until the transaction ends.
pub(super) async fn hold(conn: &mut Conn, user_id: &UserId, id: &EventEndpointId) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "UPDATE event_endpoints SET id = id WHERE id = $2 AND user_id = $1 RETURNING ",
            columns!(),
        ),
    )
    .bind(user_id)
    .bind(id)
    .fetch_optional(driver))
}

/// As [`hold`], for the endpoint of a delivery.
pub(super) async fn hold_of_message(conn: &mut Conn, user_id: &UserId, message_id: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_endpoints SET id = id
         WHERE user_id = $1 AND id IN (SELECT endpoint_id FROM event_deliveries WHERE message_id = $2)",
    )
    .bind(user_id)
    .bind(message_id)
    .execute(driver))?;
    Ok(())
}

/// The endpoint with this id, whoever owns it.
pub(super) async fn by_id(conn: &mut Conn, id: &EventEndpointId) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM event_endpoints WHERE id = $1"),
    )
    .bind(id)
    .fetch_optional(driver))
}

pub(crate) async fn url_of(conn: &mut Conn, id: &EventEndpointId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT url FROM event_endpoints WHERE id = $1")
        .bind(id)
        .fetch_optional(driver))
}

pub(super) async fn insert(conn: &mut Conn, row: &NewRow, checked: &Checked) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO event_endpoints (id, user_id, url, events, description, enabled, secret_sealed, created_at)
         VALUES ($1, $2, $3, $4, $5, TRUE, $6, $7)",
    )
    .bind(&row.id)
    .bind(&row.user_id)
    .bind(&checked.url)
    .bind(&checked.events)
    .bind(checked.description.as_ref().and_then(Option::as_ref))
    .bind(&row.secret_sealed)
    .bind(row.at)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn update(conn: &mut Conn, id: &EventEndpointId, checked: &Checked) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_endpoints
         SET url = COALESCE($2, url), events = COALESCE($3, events), enabled = COALESCE($4, enabled),
             description = CASE WHEN $5 THEN $6 ELSE description END
         WHERE id = $1",
    )
    .bind(id)
    .bind(&checked.url)
    .bind(&checked.events)
    .bind(checked.enabled)
    .bind(checked.description.is_some())
    .bind(checked.description.as_ref().and_then(Option::as_ref))
    .execute(driver))?;
    Ok(())
}

pub(super) async fn delete(conn: &mut Conn, id: &EventEndpointId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM event_endpoints WHERE id = $1").bind(id).execute(driver))?;
    Ok(())
}

/// Deletes the oldest deliveries to an endpoint, at most `limit`. Returns how many.
pub(super) async fn delete_deliveries(conn: &mut Conn, id: &EventEndpointId, limit: i64) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM event_deliveries
         WHERE id IN (SELECT id FROM event_deliveries WHERE endpoint_id = $1 ORDER BY id LIMIT $2)",
    )
    .bind(id)
    .bind(limit)
    .execute(driver))
}

/// Deletes deliveries from before `before`, at most `limit`. Returns how many.
pub(super) async fn delete_before(conn: &mut Conn, before: Timestamp, limit: i64) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM event_deliveries
         WHERE id IN (SELECT id FROM event_deliveries WHERE at < $1 ORDER BY at LIMIT $2)",
    )
    .bind(before)
    .bind(limit)
    .execute(driver))
}

pub(super) async fn disable_all(conn: &mut Conn, user_id: &UserId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE event_endpoints SET enabled = FALSE WHERE user_id = $1")
        .bind(user_id)
        .execute(driver))?;
    Ok(())
}

/// Endpoints of sellers who were removed.
pub(super) async fn of_the_removed(conn: &mut Conn) -> Result<Vec<EventEndpointId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT e.id FROM event_endpoints e JOIN users u ON u.id = e.user_id WHERE u.removed_at IS NOT NULL",
    )
    .fetch_all(driver))
}

/// The endpoint's former secrets that are still valid, the newest first.
pub(super) async fn old_secrets(
    conn: &mut Conn,
    id: &EventEndpointId,
    now: Timestamp,
) -> Result<Vec<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT secret_sealed FROM old_event_endpoint_secrets WHERE endpoint_id = $1 AND until > $2 ORDER BY until DESC",
    )
    .bind(id)
    .bind(now)
    .fetch_all(driver))
}

/// Replaces the secret. The old one signs, too, until `old_until`.
pub(super) async fn renew_secret(
    conn: &mut Conn,
    id: &EventEndpointId,
    sealed: &str,
    now: Timestamp,
    old_until: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO old_event_endpoint_secrets (endpoint_id, secret_sealed, until)
         SELECT id, secret_sealed, $2 FROM event_endpoints WHERE id = $1",
    )
    .bind(id)
    .bind(old_until)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM old_event_endpoint_secrets WHERE endpoint_id = $1 AND (until <= $2 OR secret_sealed NOT IN (
             SELECT secret_sealed FROM old_event_endpoint_secrets WHERE endpoint_id = $1
             ORDER BY until DESC, secret_sealed LIMIT $3))",
    )
    .bind(id)
    .bind(now)
    .bind(MOST_OLD_SECRETS)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query("UPDATE event_endpoints SET secret_sealed = $2 WHERE id = $1")
        .bind(id)
        .bind(sealed)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete_old_secrets(conn: &mut Conn, id: &EventEndpointId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM old_event_endpoint_secrets WHERE endpoint_id = $1")
        .bind(id)
        .execute(driver))?;
    Ok(())
}

/// Returns an endpoint's address, and keeps others from adding deliveries to it until the transaction ends.
pub(super) async fn hold_to_delete(conn: &mut Conn, id: &EventEndpointId) -> Result<Option<String>> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "SELECT url FROM event_endpoints WHERE id = $1",
        Dialect::Postgres => "SELECT url FROM event_endpoints WHERE id = $1 FOR UPDATE",
    };
    on_db!(conn, driver => sqlx::query_scalar(sql).bind(id).fetch_optional(driver))
}

/// Forgets since when the endpoint has been failing.
pub(super) async fn begin_anew(conn: &mut Conn, id: &EventEndpointId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE event_endpoints SET failing_since = NULL WHERE id = $1")
        .bind(id)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn resume(conn: &mut Conn, id: &EventEndpointId, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries SET next_at = $2 WHERE endpoint_id = $1 AND state = 'pending' AND next_at IS NULL",
    )
    .bind(id)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// Parks the endpoint's pending deliveries until it is enabled again.
pub(super) async fn park(conn: &mut Conn, id: &EventEndpointId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries SET next_at = NULL, owner = NULL WHERE endpoint_id = $1 AND state = 'pending'",
    )
    .bind(id)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn page(
    conn: &mut Conn,
    id: &EventEndpointId,
    before: EventDeliveryId,
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, message_id, event, attempts, state, status, at, next_at, error FROM event_deliveries
         WHERE endpoint_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
    )
    .bind(id)
    .bind(before)
    .bind(limit)
    .fetch_all(driver))
}

/// Parks a delivery if its endpoint is disabled. Returns whether it is.
pub(super) async fn park_if_disabled(conn: &mut Conn, message_id: &str) -> Result<bool> {
    let parked = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries SET next_at = NULL
         WHERE message_id = $1 AND endpoint_id IN (SELECT id FROM event_endpoints WHERE NOT enabled)",
    )
    .bind(message_id)
    .execute(driver))?;
    Ok(parked > 0)
}

/// Begins a delivery again; a try under way no longer counts. `false` when the user has no such delivery.
pub(super) async fn begin_again(
    conn: &mut Conn,
    user_id: &UserId,
    message_id: &str,
    now: Timestamp,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries
         SET state = 'pending', attempts = 0, status = NULL, error = NULL, owner = NULL, fence = fence + 1,
             next_at = $3
         WHERE message_id = $2 AND endpoint_id IN (SELECT id FROM event_endpoints WHERE user_id = $1)",
    )
    .bind(user_id)
    .bind(message_id)
    .bind(now)
    .execute(driver))?;
    Ok(rows > 0)
}
