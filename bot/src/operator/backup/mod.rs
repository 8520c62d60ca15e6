//! `boostdesk backup` and `boostdesk restore`: the database and the key file, in a folder.
//!
//! A backup may be made while the process serves. A restore never replaces anything.

mod postgres;

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use boostdesk_core::app::DeliverySettings;
use boostdesk_core::config::Config;
use boostdesk_core::db::{OpenError, Tables, backup};
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::foundation::private_file::{Privacy, keep_private, sync_folder_of};
use boostdesk_core::seal::SealingKey;
use secrecy::ExposeSecret;
use serde_json::json;

use crate::process::cli::Output;
use crate::process::failed::Failed;
use crate::process::output::{complain, say, say_json};
use crate::process::start;
use postgres::Server;

/// What a database is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// What the database's own programs write.
    Own,
    /// A SQLite database, whatever it was before. It goes into either.
    Sqlite,
}

const SQLITE_COPY: &str = "boostdesk.db";
const POSTGRES_DUMP: &str = "boostdesk.sql";
const KEY_COPY: &str = "secret.key";

pub(super) async fn back_up(
    config: &Config,
    folder: &Path,
    format: Format,
    output: Output,
) -> Result<ExitCode, Failed> {
    refuse_a_name_that_is_no_text(folder)?;
    let (url, key_file) = (config.database.url.expose_secret(), &config.secrets.key_file);
    if !key_file.try_exists().map_err(|error| about(key_file, error))? {
        let reason =
            format!("there is no key file {}: nothing to back up (secrets.key_file)", key_file.display());
        return Err(Failed::trouble(reason));
    }
    refuse_what_no_restore_would_take(config).await?;
    let mut made = Made::default();
    make_private_folder(folder, &mut made).map_err(|error| about(folder, error))?;
    let database = match (Database::of(config)?, format) {
        (Database::Sqlite(_), _) => {
            let copy = made.begin_sqlite(folder, SQLITE_COPY)?;
            backup::copy_sqlite(url, &copy).await.map_err(|error| about(&copy, error))?;
            copy
        }
        (Database::Postgres(_), Format::Sqlite) => {
            refuse_tables_of_another_version(url).await?;
            let copy = made.begin_sqlite(folder, SQLITE_COPY)?;
            backup::copy_postgres(url, &copy).await.map_err(|error| about(&copy, error))?;
            copy
        }
        (Database::Postgres(server), Format::Own) => {
            let dump = made.begin(folder.join(POSTGRES_DUMP))?;
            let schema = backup::schema(url).await.map_err(|error| start::cannot_open(url, &error))?;
            server.dump(&schema.ok_or_else(nothing_in_it)?, &dump)?;
            dump
        }
    };
    make_private_and_durable(&database).map_err(|error| about(&database, error))?;
    let key_copy = made.begin(folder.join(KEY_COPY))?;
    fs::copy(key_file, &key_copy).map_err(|error| about(key_file, error))?;
    make_private_and_durable(&key_copy).map_err(|error| about(&key_copy, error))?;
    sync_folder_of(&key_copy).and_then(|()| sync_folder_of(folder)).map_err(|error| about(folder, error))?;
    made.stay();
    if let Err(failure) = backup::remember(url, Clock::system().now()).await {
        complain(&format!("the backup is made; that it was could not be written down: {failure}"));
    }
    report("Backed up", folder, &[&database, &key_copy], output);
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn restore(config: &Config, folder: &Path, output: Output) -> Result<ExitCode, Failed> {
    refuse_a_name_that_is_no_text(folder)?;
    let (url, key_file) = (config.database.url.expose_secret(), &config.secrets.key_file);
    let key_copy = needed(folder, KEY_COPY)?;
    refuse_to_replace(std::slice::from_ref(key_file), "secrets.key_file")?;
    SealingKey::look_at(&key_copy).map_err(Failed::trouble)?;
    let mut made = Made::default();
    let copy = match Database::of(config)? {
        Database::Sqlite(file) => {
            let files = backup::files_of_sqlite(&file);
            refuse_to_replace(&files, "database.url")?;
            let copy = needed(folder, SQLITE_COPY)?;
            backup::look_through_sqlite(&copy).await.map_err(|error| unfit(&copy, error))?;
            bring(&copy, &file, &mut made)?;
            made.0.extend(files);
            copy
        }
        Database::Postgres(_) if is_of_sqlite(folder) => {
            refuse_beside_tables(url).await?;
            let copy = needed(folder, SQLITE_COPY)?;
            let tables = backup::look_through_sqlite(&copy).await.map_err(|error| unfit(&copy, error))?;
            let mut for_the_move = Made::default();
            let current = match tables {
                Tables::Current => copy.clone(),
                _ => upgraded(&copy, key_file, &mut for_the_move).await?,
            };
            let moved = backup::move_into_postgres(&current, url).await;
            moved.map_err(|error| nothing_restored(&about(&copy, error)))?;
            copy
        }
        Database::Postgres(server) => {
            refuse_beside_tables(url).await?;
            let dump = needed(folder, POSTGRES_DUMP)?;
            if !postgres::is_whole(&dump).map_err(|error| about(&dump, error))? {
                return Err(unfit(&dump, "it is cut short, or no dump of PostgreSQL's"));
            }
            let cannot_open = |error| start::cannot_open(url, &error);
            let schema = backup::schema(url).await.map_err(cannot_open)?;
            server.load(&dump, schema.as_deref())?;
            if Tables::of(url).await.map_err(cannot_open)? == Tables::Missing {
                return Err(unfit(&dump, "it has none of Boostdesk's tables, or has them in another schema"));
            }
            dump
        }
    };
    let finished = finish_restore(config, &key_copy, &mut made).await;
    finished.map_err(|failed| with_what_is_left(config, &failed))?;
    made.stay();
    report("Restored", folder, &[&copy, &key_copy], output);
    Ok(ExitCode::SUCCESS)
}

/// Brings an older version's tables up to date, and finds out whether database and key belong together.
async fn finish_restore(config: &Config, key_copy: &Path, made: &mut Made) -> Result<(), Failed> {
    bring(key_copy, &config.secrets.key_file, made)?;
    let app = start::open_app(config, Clock::system(), DeliverySettings::by_hand(), None).await?;
    let remembered = backup::remember_restore(&app.db).await;
    app.db.close().await;
    if let Err(failure) = remembered {
        // The restore itself has succeeded.
        complain(&format!(
            "that it is restored could not be written down ({failure}): files that were uploaded since the backup go with the next sweep"
        ));
    }
    Ok(())
}

/// Makes a copy of this version's tables of one with those of an earlier version, beside the key file.
async fn upgraded(copy: &Path, key_file: &Path, made: &mut Made) -> Result<PathBuf, Failed> {
    let beside = key_file.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(beside).map_err(|error| about(beside, error))?;
    let upgraded = made.begin_sqlite(beside, "upgrading.db")?;
    let copied = fs::copy(copy, &upgraded).and_then(|_| make_private_and_durable(&upgraded));
    copied.map_err(|error| about(&upgraded, error))?;
    backup::upgrade_copy(&upgraded).await.map_err(|error| match error {
        OpenError::Newer => {
            about(copy, "a newer version made its tables. Restore it with that version, or a newer one")
        }
        error => about(&upgraded, error),
    })?;
    Ok(upgraded)
}

/// After a failure restored files are removed, but tables on a server stay.
fn with_what_is_left(config: &Config, failed: &Failed) -> Failed {
    match Database::of(config) {
        Ok(Database::Postgres(_)) => Failed::trouble(format!(
            "{failed}. The database has tables now: drop it and make it anew before you try again"
        )),
        _ => nothing_restored(failed),
    }
}

fn nothing_restored(failed: &Failed) -> Failed {
    Failed::trouble(format!("{failed}. Nothing was restored"))
}

/// Whether the backup was made of a SQLite database, which PostgreSQL takes, too.
fn is_of_sqlite(folder: &Path) -> bool {
    folder.join(SQLITE_COPY).exists() && !folder.join(POSTGRES_DUMP).exists()
}

enum Database {
    Sqlite(PathBuf),
    Postgres(Server),
}

impl Database {
    fn of(config: &Config) -> Result<Self, Failed> {
        let url = config.database.url.expose_secret();
        match backup::sqlite_file(url).map_err(Failed::trouble)? {
            Some(file) => Ok(Self::Sqlite(file)),
            None => Server::of(url).map(Self::Postgres),
        }
    }
}

/// Files and folders that this command has made. They are removed unless it succeeds.
#[derive(Default)]
struct Made(Vec<PathBuf>);

impl Made {
    /// Makes an empty file. Errors: it exists already; it then stays, as it is somebody else's.
    fn begin(&mut self, file: PathBuf) -> Result<PathBuf, Failed> {
        let new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file);
        new.map_err(|error| about(&file, error))?;
        self.0.push(file.clone());
        Ok(file)
    }

    /// Makes an empty file for a SQLite database.
    fn begin_sqlite(&mut self, folder: &Path, name: &str) -> Result<PathBuf, Failed> {
        let file = self.begin(folder.join(name))?;
        // SQLite leaves it behind when the disk is full.
        self.0.push(folder.join(format!("{name}-journal")));
        Ok(file)
    }

    fn stay(mut self) {
        self.0.clear();
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for path in self.0.iter().rev() {
            // An entry that was never made cannot be removed.
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }
}

/// Messages and the databases' programs need the name as text.
fn refuse_a_name_that_is_no_text(folder: &Path) -> Result<(), Failed> {
    if folder.to_str().is_some() {
        return Ok(());
    }
    Err(Failed::usage(format!("the name of the folder {} is no UTF-8: give it another", folder.display())))
}

/// Refuses an empty database, and a key file of another one. A newer version's tables pass unchecked.
async fn refuse_what_no_restore_would_take(config: &Config) -> Result<(), Failed> {
    let url = config.database.url.expose_secret();
    match Tables::of(url).await.map_err(|error| start::cannot_open(url, &error))? {
        Tables::Missing => Err(nothing_in_it()),
        Tables::Newer => Ok(()),
        Tables::Older | Tables::Current => {
            start::key_of_database(url, &config.secrets.key_file).await.map(drop)
        }
    }
}

/// The tables of both databases are the same only in the same version.
async fn refuse_tables_of_another_version(url: &str) -> Result<(), Failed> {
    if Tables::of(url).await.map_err(|error| start::cannot_open(url, &error))? == Tables::Current {
        return Ok(());
    }
    let reason = "the database's tables are of another version. Back up with the version of Boostdesk that uses them, or without --sqlite";
    Err(Failed::trouble(reason))
}

fn nothing_in_it() -> Failed {
    Failed::trouble("the database has none of Boostdesk's tables: nothing to back up. Correct database.url")
}

fn make_private_folder(folder: &Path, made: &mut Made) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => made.0.push(folder.to_owned()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the folder is not empty. Name a new one"));
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
    let mut there = Vec::new();
    for file in files {
        match file.symlink_metadata() {
            Ok(_) => there.push(file.display().to_string()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(about(file, error)),
        }
    }
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
    let is_there = match fs::metadata(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        found => found.map_err(|error| about(&file, error))?.is_file(),
    };
    if !is_there {
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

/// Copies the file under another name until it is whole.
fn bring(copy: &Path, file: &Path, made: &mut Made) -> Result<(), Failed> {
    let unfinished = file.with_extension("restoring");
    let mut brought = || {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        made.0.push(unfinished.clone());
        fs::copy(copy, &unfinished)?;
        make_private_and_durable(&unfinished)?;
        // Unlike a rename, it replaces nothing that somebody has made since.
        fs::hard_link(&unfinished, file)?;
        made.0.push(file.to_owned());
        fs::remove_file(&unfinished)?;
        sync_folder_of(file)
    };
    brought().map_err(|error| about(file, error))
}

fn unfit(copy: &Path, why: impl std::fmt::Display) -> Failed {
    Failed::trouble(format!("{} cannot be restored: {why}. Restore another backup", copy.display()))
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
