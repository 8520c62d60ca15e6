//! SQL of writing events for sellers' own services.

use super::EventType;
use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{EventEndpointId, UserId};
use crate::{execute_on_db, on_db};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Subscriber {
    pub id: EventEndpointId,
    pub events: String,
}

#[derive(Debug)]
pub(super) struct NewDelivery {
    pub message_id: String,
    pub event: EventType,
    pub body_sealed: String,
    pub at: Timestamp,
}

pub(super) async fn enabled_endpoints(conn: &mut Conn, user_id: &UserId) -> Result<Vec<Subscriber>> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => {
            "SELECT id, events FROM event_endpoints WHERE user_id = $1 AND enabled ORDER BY created_at, id"
        }
        // Locked, so that none is deleted before its new delivery is written.
        Dialect::Postgres => {
            "SELECT id, events FROM event_endpoints WHERE user_id = $1 AND enabled ORDER BY created_at, id FOR KEY SHARE"
        }
    };
    on_db!(conn, driver => sqlx::query_as(sql).bind(user_id).fetch_all(driver))
}

/// Inserts nothing when the endpoint is gone by now, or disabled.
pub(super) async fn insert(
    conn: &mut Conn,
    endpoint_id: &EventEndpointId,
    delivery: &NewDelivery,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO event_deliveries (message_id, endpoint_id, event, body_sealed, state, at, next_at)
         SELECT $2, id, $3, $4, 'pending', $5, $5 FROM event_endpoints WHERE id = $1 AND enabled",
    )
    .bind(endpoint_id)
    .bind(&delivery.message_id)
    .bind(delivery.event)
    .bind(&delivery.body_sealed)
    .bind(delivery.at)
    .execute(driver))?;
    Ok(())
}
