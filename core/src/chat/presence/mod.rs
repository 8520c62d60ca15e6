//! Who is in the chat room, shared by the processes on one PostgreSQL. A single process on SQLite knows by itself.

mod queries;

use std::time::Duration;

use futures::FutureExt;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::db::{Dialect, Result};
use crate::events::{Event, Topic};
use crate::ids::AuthorId;

/// A process that has not reported for this long is gone, and with it whoever was connected to it.
pub const PROCESS_LIFE: Duration = Duration::from_secs(90);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    pub author_id: AuthorId,
    pub author: String,
    /// Until when, in unix milliseconds; 0 when not.
    #[serde(default)]
    pub typing_until: i64,
}

/// Tells the other processes who is connected to this one. On SQLite there are none.
pub async fn save_presence(app: &App, process: &str, members: &[Member]) -> Result<()> {
    if app.db.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    let members = serde_json::to_string(members).expect("a list of names has a JSON form");
    let (process, now) = (process.to_owned(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                queries::put(tx, &process, &members, now).await?;
                tx.publish(Event::of_all(Topic::ChatPresence));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Tells the other processes that this one is ending.
pub async fn leave(app: &App, process: &str) -> Result<()> {
    if app.db.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    let (process, gone) = (process.to_owned(), app.clock.now().minus(PROCESS_LIFE * 10));
    app.db
        .write(move |tx| {
            async move {
                queries::remove(tx, &process, gone).await?;
                tx.publish(Event::of_all(Topic::ChatPresence));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Returns who is connected to the other processes.
pub async fn others_present(app: &App, process: &str) -> Result<Vec<Member>> {
    if app.db.dialect() == Dialect::Sqlite {
        return Ok(Vec::new());
    }
    let since = app.clock.now().minus(PROCESS_LIFE);
    let lists = queries::others(&mut app.db.read().await?, process, since).await?;
    // A newer version's list may have another format: its members are then missing here.
    Ok(lists.iter().flat_map(|list| serde_json::from_str::<Vec<Member>>(list).unwrap_or_default()).collect())
}
