//! A PostgreSQL cluster for the length of one test process, unless `BOOSTDESK_TEST_POSTGRES` names a server.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::sync::OnceCell;

use super::{Setup, app_on};

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);
/// The name of the database that others are copied from, and nobody opens.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();

/// Makes the cluster, says so, and takes it down when its standard input ends: with the test process, however
/// that ends.
const SCRIPT: &str = r#"
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$0/initdb" -D "$folder/data" -U postgres -A trust --no-sync -E UTF8 --locale=C >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
"$0/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c synchronous_commit=off \
    -c full_page_writes=off -c max_connections=300 -c shared_buffers=64MB -c autovacuum=off >>"$folder/log" 2>&1 </dev/null &
server=$!
until "$0/pg_isready" -q -h "$folder"; do
    kill -0 $server || { cat "$folder/log" >&2; exit 1; }
done
echo "$folder"
cat >/dev/null
kill -QUIT $server
wait $server || true
"#;

struct Cluster {
    /// Ends with `/`, to put a database's name behind.
    base: String,
    /// What a URL says after the database's name.
    options: String,
    #[expect(dead_code, reason = "its standard input ends with this process")]
    keeper: Option<Child>,
}

impl Cluster {
    fn url(&self, database: &str) -> String {
        format!("{}{database}{}", self.base, self.options)
    }
}

/// The URL of a new and empty database.
pub async fn database_url() -> String {
    cluster().await.url(&create("").await)
}

/// The URL of a new database that has its schema already: a copy, since the migrations take many times as long.
pub(super) async fn database_with_schema() -> String {
    let template = TEMPLATE.get_or_init(|| async {
        let name = create("").await;
        app_on(&cluster().await.url(&name), Setup::default()).await.db.close().await;
        until_unused(&name).await;
        name
    });
    let copied = format!("TEMPLATE {}", template.await);
    cluster().await.url(&create(&copied).await)
}

/// Until the sessions in a database have ended, which is after they were closed: one that is in use cannot be copied.
async fn until_unused(name: &str) {
    let mut connection = connect_as_admin().await;
    let sql = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = $1)";
    while sqlx::query_scalar::<_, bool>(sql).bind(name).fetch_one(&mut connection).await.expect("an answer") {
    }
    connection.close().await.expect("the test cluster answers");
}

async fn connect_as_admin() -> PgConnection {
    let admin = cluster().await.url("postgres");
    PgConnection::connect(&admin).await.expect("the test cluster answers")
}

/// The new database's name.
async fn create(how: &str) -> String {
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    let name = format!("boostdesk_test_{}_{number}", std::process::id());
    let mut connection = connect_as_admin().await;
    connection
        .execute(AssertSqlSafe(format!("CREATE DATABASE {name} {how}")))
        .await
        .expect("the test user may create databases");
    connection.close().await.expect("the test cluster answers");
    name
}

async fn cluster() -> &'static Cluster {
    tokio::task::spawn_blocking(|| CLUSTER.get_or_init(start))
        .await
        .expect("PostgreSQL is installed, or BOOSTDESK_TEST_POSTGRES names a server")
}

fn start() -> Cluster {
    if let Ok(url) = std::env::var("BOOSTDESK_TEST_POSTGRES") {
        let (base, options) =
            url.split_once('?').map_or((url.as_str(), ""), |(base, options)| (base, options));
        let options = if options.is_empty() { String::new() } else { format!("?{options}") };
        let (base, _) = base.rsplit_once('/').expect("a PostgreSQL URL has a path");
        return Cluster { base: format!("{base}/"), options, keeper: None };
    }
    let folder = programs();
    // PostgreSQL refuses to run as root.
    let root = std::fs::metadata("/proc/self").is_ok_and(|data| {
        use std::os::unix::fs::MetadataExt;
        data.uid() == 0
    });
    let mut command = if root {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--", "sh", "-c", SCRIPT]);
        command
    } else {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT]);
        command
    };
    let mut keeper = command
        .arg(folder)
        .current_dir("/tmp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell starts the test cluster");
    let mut line = String::new();
    BufReader::new(keeper.stdout.take().expect("its output is piped"))
        .read_line(&mut line)
        .expect("the test cluster says where it is");
    assert!(!line.is_empty(), "the test cluster did not start");
    let options = format!("?host={}", line.trim());
    Cluster { base: "postgres://postgres@localhost/".to_owned(), options, keeper: Some(keeper) }
}

/// Where Debian and Ubuntu keep the server's programs, the newest version first.
fn programs() -> PathBuf {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    versions.sort();
    versions.pop().expect("PostgreSQL is installed (apt-get install postgresql): its tests are not skipped")
}
