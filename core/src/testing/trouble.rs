//! Simulated failures of databases: a full disk, a server that is away, a change that nobody is notified of.

use std::path::PathBuf;
use std::str::FromStr;

use futures::FutureExt;
use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

use super::free_port;
use crate::db::{Conn, Dialect, Result};
use crate::ids::GuildId;
use crate::{App, execute_on_db};

/// Keeps SQLite's file from growing. PostgreSQL's disk is the machine's, and stays as it is.
pub async fn fill_disk(app: &App) {
    let full = app.db.write(|tx| async move { fill(tx).await }.boxed());
    full.await.expect("a setting");
}

pub async fn empty_disk(app: &App) {
    let empty = app.db.write(|tx| async move { empty(tx).await }.boxed());
    empty.await.expect("a setting");
}

async fn fill(conn: &mut Conn) -> Result<()> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "PRAGMA max_page_count = 1",
        Dialect::Postgres => "SELECT 1",
    };
    execute_on_db!(conn, driver => sqlx::query(sql).execute(driver))?;
    Ok(())
}

async fn empty(conn: &mut Conn) -> Result<()> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "PRAGMA max_page_count = 1000000",
        Dialect::Postgres => "SELECT 1",
    };
    execute_on_db!(conn, driver => sqlx::query(sql).execute(driver))?;
    Ok(())
}

/// Makes the database look as if it had been made long ago.
pub async fn make_old(app: &App) {
    let old = app.db.write(|tx| async move { set_beginning(tx).await }.boxed());
    old.await.expect("it is written");
}

async fn set_beginning(conn: &mut Conn) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE _sqlx_migrations SET installed_on = '2020-01-01 00:00:00'")
        .execute(driver))?;
    Ok(())
}

/// Gives an open storefront a footer, and publishes nothing of it.
pub async fn change_unheard(app: &App, guild: &GuildId, footer: &str) {
    let (guild, footer) = (guild.clone(), footer.to_owned());
    let change = app.db.write(move |tx| async move { set_footer(tx, &guild, &footer).await }.boxed());
    change.await.expect("it is written");
}

async fn set_footer(conn: &mut Conn, guild: &GuildId, footer: &str) -> Result<()> {
    let changed = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE storefronts SET embed_footer = $2 WHERE guild_id = $1 AND closed_at IS NULL",
    )
    .bind(guild)
    .bind(footer)
    .execute(driver))?;
    assert_eq!(changed, 1, "there is one");
    Ok(())
}

/// A relay to a PostgreSQL that can be shut, as if the server were away for whoever connects through it.
#[derive(Debug)]
pub struct Relay {
    /// The URL of the same database, through the relay.
    pub url: String,
    port: u16,
    server: PgConnectOptions,
    /// The task of the relay while it is open.
    way: Option<JoinHandle<()>>,
    /// How often it has hushed.
    hushed: watch::Sender<u32>,
}

impl Relay {
    /// Opens a relay to the database at `url`.
    pub async fn to(url: &str) -> Self {
        let server = PgConnectOptions::from_str(url).expect("the URL of a test's database");
        // A port that nobody else is given while the relay is shut.
        let port = free_port();
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("a free port");
        let mut relayed = Url::parse(url).expect("the URL of a test's database");
        relayed.set_query(None);
        relayed.set_host(Some("127.0.0.1")).expect("such URLs have a host");
        relayed.set_port(Some(port)).expect("such URLs have a port");
        let hushed = watch::Sender::new(0);
        let way = Some(tokio::spawn(carry(listener, server.clone(), hushed.clone())));
        Self { url: relayed.into(), port, server, way, hushed }
    }

    /// Cuts all connections, and refuses new ones.
    pub async fn shut(&mut self) {
        if let Some(way) = self.way.take() {
            way.abort();
            way.await.ok();
        }
    }

    pub async fn open(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.expect("its port is still its own");
        self.way = Some(tokio::spawn(carry(listener, self.server.clone(), self.hushed.clone())));
    }

    /// Cuts all connections, and answers new ones as a server does that has no process left for them.
    pub async fn refuse(&mut self) {
        self.shut().await;
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.expect("its port is still its own");
        self.way = Some(tokio::spawn(async move {
            loop {
                let (mut client, _) = listener.accept().await.expect("it listens");
                // An error here only means that the client has gone.
                let _ = client.write_all(b"E").await;
            }
        }));
    }

    /// Makes present connections silent without closing them, as if the server's machine had gone. New connections work.
    pub fn hush(&self) {
        self.hushed.send_modify(|times| *times += 1);
    }
}

/// Carries connections to the server. Aborting it ends all of them.
async fn carry(listener: TcpListener, server: PgConnectOptions, hushed: watch::Sender<u32>) {
    let mut connections = JoinSet::new();
    loop {
        let (client, _) = listener.accept().await.expect("it listens");
        let (server, mut hushed) = (server.clone(), hushed.subscribe());
        connections.spawn(async move {
            let hushed = hushed.changed();
            let port = server.get_port();
            if let Some(folder) = server.get_socket() {
                let path: PathBuf = folder.join(format!(".s.PGSQL.{port}"));
                join(client, UnixStream::connect(path).await, hushed).await;
            } else {
                join(client, TcpStream::connect((server.get_host(), port)).await, hushed).await;
            }
        });
    }
}

async fn join(
    mut client: TcpStream,
    server: std::io::Result<impl AsyncRead + AsyncWrite + Unpin>,
    hushed: impl Future,
) {
    let mut server = server.expect("the test cluster answers");
    tokio::select! {
        // An error here only means that one side ended first.
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = hushed => std::future::pending().await,
    }
}
