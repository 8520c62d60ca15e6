//! SQL of logos.

use super::Logo;
use crate::db::{Conn, Result};
use crate::ids::{GuildId, LogoId, StorefrontId};
use crate::{execute_on_db, on_db};

/// The logo of the open storefront in this guild.
pub(super) async fn of_guild(conn: &mut Conn, guild_id: &GuildId) -> Result<Option<Logo>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.logo AS id, l.picture FROM storefronts s JOIN logos l ON l.storefront_id = s.id
         WHERE s.guild_id = $1 AND s.closed_at IS NULL",
    )
    .bind(guild_id)
    .fetch_optional(driver))
}

pub(super) async fn name(conn: &mut Conn, id: &StorefrontId, logo: Option<&LogoId>) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE storefronts SET logo = $2 WHERE id = $1")
        .bind(id)
        .bind(logo)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn keep(conn: &mut Conn, id: &StorefrontId, picture: &[u8]) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO logos (storefront_id, picture) VALUES ($1, $2)
         ON CONFLICT (storefront_id) DO UPDATE SET picture = excluded.picture",
    )
    .bind(id)
    .bind(picture)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn forget(conn: &mut Conn, id: &StorefrontId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM logos WHERE storefront_id = $1")
        .bind(id)
        .execute(driver))?;
    Ok(())
}
