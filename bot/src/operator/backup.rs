//! `boostdesk backup` and `boostdesk restore`: the database and the key file, in a folder.
//!
//! A backup may be made while the process serves. A restore never replaces anything.

use std::borrow::Cow;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use boostdesk_core::app::DeliverySettings;
use boostdesk_core::config::Config;
use boostdesk_core::db::{Tables, backup};
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::seal::{Privacy, keep_private, sync_folder_of};
use percent_encoding::percent_decode_str;
use secrecy::ExposeSecret;
use serde_json::json;
use url::Url;

use crate::process::cli::Output;
use crate::process::failed::Failed;
use crate::process::output::{complain, say, say_json};
use crate::process::start;

const SQLITE_COPY: &str = "boostdesk.db";
const POSTGRES_DUMP: &str = "boostdesk.sql";
const KEY_COPY: &str = "secret.key";

pub(super) async fn back_up(config: &Config, folder: &Path, output: Output) -> Result<ExitCode, Failed> {
    let key_file = &config.secrets.key_file;
    if !key_file.exists() {
        let reason =
            format!("there is no key file {}: nothing to back up (secrets.key_file)", key_file.display());
        return Err(Failed::trouble(reason));
    }
    make_private_folder(folder).map_err(|error| about(folder, error))?;
    let database = match Database::of(config)? {
        Database::Sqlite(_) => {
            let copy = folder.join(SQLITE_COPY);
            let url = config.database.url.expose_secret();
            backup::copy_sqlite(url, &copy).await.map_err(|error| about(&copy, error))?;
            copy
        }
        Database::Postgres(server) => {
            let dump = folder.join(POSTGRES_DUMP);
            let arguments = ["--no-owner", "--no-privileges", "--file"];
            server.run("pg_dump", Command::new("pg_dump").args(arguments).arg(&dump))?;
            dump
        }
    };
    make_private_and_durable(&database).map_err(|error| about(&database, error))?;
    let key_copy = folder.join(KEY_COPY);
    fs::copy(key_file, &key_copy).map_err(|error| about(key_file, error))?;
    make_private_and_durable(&key_copy).map_err(|error| about(&key_copy, error))?;
    sync_folder_of(&key_copy).and_then(|()| sync_folder_of(folder)).map_err(|error| about(folder, error))?;
    if let Err(failure) = backup::remember(config.database.url.expose_secret(), Clock::system().now()).await {
        complain(&format!("the backup is made; that it was could not be written down: {failure}"));
    }
    report("Backed up", folder, &[&database, &key_copy], output);
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn restore(config: &Config, folder: &Path, output: Output) -> Result<ExitCode, Failed> {
    let key_file = &config.secrets.key_file;
    let key_copy = needed(folder, KEY_COPY)?;
    refuse_to_replace(std::slice::from_ref(key_file), "secrets.key_file")?;
    let database = Database::of(config)?;
    let copy = match &database {
        Database::Sqlite(file) => {
            refuse_to_replace(&backup::files_of_sqlite(file), "database.url")?;
            needed(folder, SQLITE_COPY)?
        }
        Database::Postgres(_) => {
            refuse_beside_tables(config.database.url.expose_secret()).await?;
            needed(folder, POSTGRES_DUMP)?
        }
    };
    match &database {
        Database::Sqlite(file) => bring(&copy, file)?,
        Database::Postgres(server) => {
            let arguments =
                ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--file"];
            server.run("psql", Command::new("psql").args(arguments).arg(&copy))?;
        }
    }
    bring(&key_copy, key_file)?;
    // Brings an older version's tables up to date, and finds out whether the two belong together.
    let app = start::open_app(config, Clock::system(), DeliverySettings::by_hand(), None).await?;
    app.db.close().await;
    report("Restored", folder, &[&copy, &key_copy], output);
    Ok(ExitCode::SUCCESS)
}

enum Database {
    Sqlite(PathBuf),
    Postgres(Server),
}

impl Database {
    fn of(config: &Config) -> Result<Self, Failed> {
        let url = config.database.url.expose_secret();
        if let Some(file) = backup::sqlite_file(url).map_err(Failed::trouble)? {
            return Ok(Self::Sqlite(file));
        }
        let url = Url::parse(url).map_err(|error| Failed::usage(format!("database.url: {error}")))?;
        Ok(Self::Postgres(Server { url }))
    }
}

/// A PostgreSQL server, asked by its own programs.
struct Server {
    url: Url,
}

impl Server {
    /// The password goes by the environment: an argument could be read by anyone on the machine.
    fn run(&self, program: &str, command: &mut Command) -> Result<(), Failed> {
        let (url, password) = without_password(&self.url);
        if let Some(password) = password {
            command.env("PGPASSWORD", password);
        }
        let done =
            command.arg("--dbname").arg(url.as_str()).stdin(Stdio::null()).stdout(Stdio::null()).output();
        let done = done.map_err(|error| {
            let mend = "Install PostgreSQL's client programs (apt-get install postgresql-client)";
            Failed::trouble(format!("{program} does not start: {error}. {mend}"))
        })?;
        if done.status.success() {
            return Ok(());
        }
        Err(Failed::trouble(format!("{program} failed: {}", String::from_utf8_lossy(&done.stderr))))
    }
}

/// A password stands before the host, or in the query.
fn without_password(url: &Url) -> (Url, Option<String>) {
    let mut bare = url.clone();
    if url.password().is_some() {
        bare.set_password(None).expect("a URL with a password may have none");
    }
    let is_password = |(name, _): &(Cow<'_, str>, Cow<'_, str>)| name == "password";
    let Some((_, in_query)) = url.query_pairs().find(is_password) else {
        let before_host = url.password().map(|password| percent_decode_str(password).decode_utf8_lossy());
        return (bare, before_host.map(Cow::into_owned));
    };
    bare.query_pairs_mut().clear().extend_pairs(url.query_pairs().filter(|pair| !is_password(pair)));
    // PostgreSQL's programs take a plus for a plus.
    let query = bare.query().filter(|query| !query.is_empty()).map(|query| query.replace('+', "%20"));
    bare.set_query(query.as_deref());
    (bare, Some(in_query.into_owned()))
}

fn make_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the folder is not empty"));
    }
    if fs::metadata(folder)?.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
        complain(&format!("{} could be read by others, and cannot any more", folder.display()));
    }
    Ok(())
}

fn make_private_and_durable(file: &Path) -> io::Result<()> {
    fs::set_permissions(file, Permissions::from_mode(0o600))?;
    fs::File::open(file)?.sync_all()
}

fn refuse_to_replace(files: &[PathBuf], key: &str) -> Result<(), Failed> {
    let there: Vec<_> =
        files.iter().filter(|file| file.exists()).map(|file| file.display().to_string()).collect();
    let (is, them) = match there.len() {
        0 => return Ok(()),
        1 => ("is", "it"),
        _ => ("are", "them"),
    };
    let there = there.join(" and ");
    let reason =
        format!("{there} {is} there already, and a restore replaces nothing: move {them} away first ({key})");
    Err(Failed::trouble(reason))
}

async fn refuse_beside_tables(url: &str) -> Result<(), Failed> {
    if Tables::are_none(url).await.map_err(|error| start::cannot_open(url, &error))? {
        return Ok(());
    }
    let reason = "the database has tables already, and a restore replaces nothing: drop it and make it anew, or name \
                  another one (database.url)";
    Err(Failed::trouble(reason))
}

fn needed(folder: &Path, name: &str) -> Result<PathBuf, Failed> {
    let file = folder.join(name);
    if !file.is_file() {
        return Err(Failed::trouble(format!(
            "{} has no {name}: it is no backup for this database.url",
            folder.display()
        )));
    }
    let privacy = keep_private(&file).map_err(|error| about(&file, error))?;
    if privacy != Privacy::Kept {
        let mended = if privacy == Privacy::Mended { ", and cannot any more" } else { "" };
        complain(&format!("{} could be read by others{mended}", file.display()));
    }
    Ok(file)
}

/// Under another name until it is whole.
fn bring(copy: &Path, file: &Path) -> Result<(), Failed> {
    let unfinished = file.with_extension("restoring");
    let brought = || {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(copy, &unfinished)?;
        make_private_and_durable(&unfinished)?;
        fs::rename(&unfinished, file)?;
        sync_folder_of(file)
    };
    brought().map_err(|error| about(file, error))
}

fn about(path: &Path, error: impl std::fmt::Display) -> Failed {
    Failed::trouble(format!("{}: {error}", path.display()))
}

fn report(what: &str, folder: &Path, files: &[&Path], output: Output) {
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    if output.json {
        say_json(&json!({ "folder": folder, "files": names }));
    } else {
        say(format!("{what} {} ({})", names.join(" and "), folder.display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_stands_in_no_argument() {
        for (url, bare, password) in [
            ("postgres://mika:s%20e@db/shop", "postgres://mika@db/shop", Some("s e")),
            (
                "postgres://db/shop?user=mika&password=s+e&sslmode=require",
                "postgres://db/shop?user=mika&sslmode=require",
                Some("s e"),
            ),
            ("postgres://db/shop?password=s", "postgres://db/shop", Some("s")),
            (
                "postgres://db/shop?password=s&options=-c%20a%3Db",
                "postgres://db/shop?options=-c%20a%3Db",
                Some("s"),
            ),
            ("postgres:///shop?host=/run/postgresql", "postgres:///shop?host=/run/postgresql", None),
        ] {
            let url = Url::parse(url).expect("an address");
            let found = without_password(&url);
            assert_eq!((found.0.as_str(), found.1.as_deref()), (bare, password));
        }
    }
}
