//! Dumps and loads a PostgreSQL database by PostgreSQL's own programs, `pg_dump` and `psql`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use percent_encoding::percent_decode_str;
use url::Url;

use super::about;
use crate::process::failed::Failed;

const INSTALL: &str = "Install PostgreSQL's client programs (apt-get install postgresql-client)";
/// The line that a dump ends with. Newer programs write one more after it.
const END: &[u8] = b"\n-- PostgreSQL database dump complete\n";
/// [`END`] is within this many last bytes.
const TAIL: u64 = 1024;

pub(super) struct Server {
    url: Url,
    password: Option<String>,
}

impl Server {
    pub(super) fn of(url: &str) -> Result<Self, Failed> {
        let url = Url::parse(url).map_err(|error| Failed::usage(format!("database.url: {error}")))?;
        let (url, password) = for_programs(&url);
        Ok(Self { url, password })
    }

    /// Dumps one schema: extensions are outside of it, and mostly only a superuser could restore them.
    pub(super) fn dump(&self, schema: &str, file: &Path) -> Result<(), Failed> {
        let mut command = self.command("pg_dump");
        command
            .args(["--no-owner", "--no-privileges", "--no-comments", "--schema", schema, "--file"])
            .arg(file);
        let mend = format!("{INSTALL}, or back up with --sqlite, which needs none");
        end("pg_dump", start("pg_dump", command.stdin(Stdio::null()), &mend)?)
    }

    /// Loads all of a dump or nothing, into a database whose own schema is `schema`.
    pub(super) fn load(&self, dump: &Path, schema: Option<&str>) -> Result<(), Failed> {
        let file = File::open(dump).map_err(|error| about(dump, error))?;
        let mut command = self.command("psql");
        command.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-"]);
        let mut psql = start("psql", command.stdin(Stdio::piped()), INSTALL)?;
        let input = psql.stdin.take().expect("standard input is a pipe");
        thread::scope(|scope| {
            let told = scope.spawn(move || tell(BufReader::new(file), schema, input));
            // If psql fails, that is the error to report; writing to it fails only as a consequence.
            end("psql", psql)?;
            told.join().expect("it does not panic").map_err(|error| about(dump, error))
        })
    }

    /// The password goes by the environment: an argument could be read by anyone on the machine.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        if let Some(password) = &self.password {
            command.env("PGPASSWORD", password);
        }
        command.arg("--dbname").arg(self.url.as_str()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }
}

fn start(program: &str, command: &mut Command, mend: &str) -> Result<Child, Failed> {
    command.spawn().map_err(|error| Failed::trouble(format!("{program} does not start: {error}. {mend}")))
}

fn end(program: &str, child: Child) -> Result<(), Failed> {
    let done = child.wait_with_output().map_err(|error| Failed::trouble(format!("{program}: {error}")))?;
    if done.status.success() {
        return Ok(());
    }
    Err(Failed::trouble(format!("{program} failed: {}", String::from_utf8_lossy(&done.stderr))))
}

/// Whether the dump is complete: psql would take a truncated one for whole.
pub(super) fn is_whole(dump: &Path) -> io::Result<bool> {
    let mut file = File::open(dump)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    Ok(tail.windows(END.len()).any(|line| line == END))
}

/// Writes the dump to psql as one transaction, without extensions and without the schema that exists already. `COMMIT`
/// comes last, so that a load that is cut off changes nothing.
fn tell(mut dump: impl BufRead, schema: Option<&str>, mut psql: impl Write) -> io::Result<()> {
    psql.write_all(b"BEGIN;\n")?;
    let mut line = Vec::new();
    // Schemas and extensions come before the tables.
    while !line.starts_with(b"CREATE TABLE ") {
        line.clear();
        if dump.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if !is_left_out(&line, schema) {
            psql.write_all(&line)?;
        }
    }
    io::copy(&mut dump, &mut psql)?;
    psql.write_all(b"COMMIT;\n")
}

fn is_left_out(line: &[u8], schema: Option<&str>) -> bool {
    let made = line.strip_prefix(b"CREATE SCHEMA ").and_then(|made| made.strip_suffix(b";\n"));
    // Dumps of older versions are of the whole database.
    line.starts_with(b"CREATE EXTENSION ")
        || line.starts_with(b"COMMENT ON EXTENSION ")
        || (made.is_some() && made == schema.map(str::as_bytes))
}

/// The address for PostgreSQL's programs, and the password, which is before the host or in the query. Parameters that
/// they do not know are left out: they refuse those, whereas the driver ignores them.
fn for_programs(url: &Url) -> (Url, Option<String>) {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let mut password = url.password().map(decoded);
    let mut options = Vec::new();
    let mut bare = url.clone();
    if password.is_some() {
        bare.set_password(None).expect("a URL with a password may have none");
    }
    let mut query = bare.query_pairs_mut();
    query.clear();
    for (name, value) in url.query_pairs() {
        match &*name {
            "password" => password = Some(value.into_owned()),
            "sslmode" | "ssl-mode" => drop(query.append_pair("sslmode", &value.to_ascii_lowercase())),
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => drop(query.append_pair("sslrootcert", &value)),
            "sslcert" | "ssl-cert" => drop(query.append_pair("sslcert", &value)),
            "sslkey" | "ssl-key" => drop(query.append_pair("sslkey", &value)),
            "host" | "hostaddr" | "port" | "dbname" | "user" | "application_name" => {
                query.append_pair(&name, &value);
            }
            "options" => options.push(value.into_owned()),
            name => {
                let setting = name.strip_prefix("options[").and_then(|name| name.strip_suffix(']'));
                options.extend(setting.map(|name| format!("-c {name}={value}")));
            }
        }
    }
    if !options.is_empty() {
        query.append_pair("options", &options.join(" "));
    }
    drop(query);
    // These programs do not read `+` as a space.
    let query = bare.query().filter(|query| !query.is_empty()).map(|query| query.replace('+', "%20"));
    bare.set_query(query.as_deref());
    (bare, password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_is_removed_from_the_url_for_pg_dump_and_psql() {
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
            ("postgres:///shop?host=/run/postgresql", "postgres:///shop?host=%2Frun%2Fpostgresql", None),
        ] {
            assert_eq!(as_told(url), (bare.to_owned(), password.map(str::to_owned)));
        }
    }

    #[test]
    fn driver_options_are_translated_or_dropped_in_the_url_for_pg_dump_and_psql() {
        for (url, told) in [
            ("postgres://db/shop?statement-cache-capacity=50", "postgres://db/shop"),
            (
                "postgres://db/shop?ssl-mode=Verify-Full&ssl-root-cert=ca.pem",
                "postgres://db/shop?sslmode=verify-full&sslrootcert=ca.pem",
            ),
            (
                "postgres://db/shop?options=-c+a%3Db&options[c]=d",
                "postgres://db/shop?options=-c%20a%3Db%20-c%20c%3Dd",
            ),
            ("postgres://db/shop?pgbouncer=true&port=6432", "postgres://db/shop?port=6432"),
        ] {
            assert_eq!(as_told(url), (told.to_owned(), None));
        }
    }

    fn as_told(url: &str) -> (String, Option<String>) {
        let (url, password) = for_programs(&Url::parse(url).expect("an address"));
        (url.into(), password)
    }
}
