//! Prometheus and Alertmanager, as `.ci/prepare` unpacks them, with the files of `deploy/`.

use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http;
use crate::process::{Place, TIMEOUT, free_address};
use crate::service::{Sent, Service, a_service};

/// The pause between two looks at a condition.
const LOOK: Duration = Duration::from_millis(100);

/// Returns the path of a file of `deploy/`.
pub(crate) fn deployed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

pub(crate) fn read(name: &str) -> String {
    std::fs::read_to_string(deployed(name)).expect("the file is there")
}

/// Returns one of their programs: the unpacked one, or the machine's own.
fn program(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_BIN_EXE_boostdesk")).ancestors().nth(2).expect("it is in target/");
    let unpacked = target.join("prometheus/usr/bin").join(name);
    if unpacked.exists() { unpacked } else { name.into() }
}

pub(crate) fn promtool(arguments: &[&str]) -> Output {
    let mut command = Command::new(program("promtool"));
    command.args(arguments).current_dir(deployed("prometheus"));
    command.output().expect("promtool starts: .ci/prepare unpacks it")
}

/// A running program, ended when dropped.
struct Running {
    child: Child,
    address: SocketAddr,
}

impl Running {
    fn start(name: &str, arguments: &[(&str, &Path)]) -> Self {
        let address = free_address();
        let mut command = Command::new(program(name));
        for (option, value) in arguments {
            command.arg(option).arg(value);
        }
        command.arg(format!("--web.listen-address={address}"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("it starts: .ci/prepare unpacks it");
        Self { child, address }
    }

    fn listens(&self) -> bool {
        TcpStream::connect(self.address).is_ok()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Watches a process by the rules of `deploy/`, without their delays.
pub(crate) struct Prometheus(Running);

impl Prometheus {
    pub(crate) fn watching(place: &Place) -> Self {
        let rules = read("prometheus/alerts.yml");
        let rules: Vec<&str> = rules.lines().filter(|line| !line.trim().starts_with("for: ")).collect();
        place.write("alerts.yml", rules.join("\n"));
        let settings = read("prometheus/prometheus.yml")
            .replace("127.0.0.1:8081", &place.operations.to_string())
            .replace("_interval: 15s", "_interval: 1s");
        place.write("prometheus.yml", &settings);
        let (settings, data) = (place.path("prometheus.yml"), place.path("prometheus"));
        let arguments = [("--config.file", &*settings), ("--storage.tsdb.path", &*data)];
        let prometheus = Self(Running::start("prometheus", &arguments));
        prometheus.wait_until("it has scraped", |it| it.asked("boostdesk_database_up").contains("value"));
        prometheus
    }

    /// Returns a query's result, as JSON.
    pub(crate) fn asked(&self, query: &str) -> String {
        self.get(&format!("/api/v1/query?query={query}"))
    }

    pub(crate) fn fires(&self, alert: &str) -> bool {
        self.get("/api/v1/alerts").contains(&format!(r#""alertname":"{alert}""#))
    }

    fn get(&self, path: &str) -> String {
        // It needs a moment after its start to listen.
        if self.0.listens() { http::get(self.0.address, path, "").body } else { String::new() }
    }

    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        wait_until(|| format!("{what}; {}", self.get("/api/v1/alerts")), || is_so(self));
    }
}

/// Posts alerts in a channel by the routes of `deploy/`, with short delays.
pub(crate) struct Alertmanager {
    running: Running,
    channel: Service,
    #[expect(dead_code, reason = "holds its data")]
    dir: TempDir,
}

impl Alertmanager {
    pub(crate) fn start() -> Self {
        let (dir, channel) = (tempfile::tempdir().expect("a folder"), a_service("204 No Content"));
        let settings = read("prometheus/alertmanager.yml")
            .replace("https://discord.com/api/webhooks/1/secret", &channel.url())
            .replace("group_wait: 90s", "group_wait: 3s")
            .replace("group_interval: 5m", "group_interval: 1s");
        let file = dir.path().join("alertmanager.yml");
        std::fs::write(&file, settings).expect("the folder is writable");
        let arguments = [
            ("--config.file", &*file),
            ("--storage.path", dir.path()),
            ("--cluster.listen-address", Path::new("")),
        ];
        let running = Running::start("prometheus-alertmanager", &arguments);
        wait_until(|| "it listens".to_owned(), || running.listens());
        Self { running, channel, dir }
    }

    /// Says, as Prometheus does, that alerts fire from now on, or that they are over.
    pub(crate) fn hear(&self, alerts: &[&str], fire: bool) {
        let alert = |name: &&str| {
            let mut alert = json!({
                "labels": { "alertname": name, "job": "boostdesk", "severity": "page" },
                "annotations": { "summary": "It fails", "description": "See the log." },
            });
            if !fire {
                alert["endsAt"] = json!("2026-01-01T00:00:00Z");
            }
            alert
        };
        let alerts = alerts.iter().map(alert).collect();
        let taken = http::post(self.running.address, "/api/v2/alerts", "", &alerts);
        assert_eq!(taken.status, 200, "{}", taken.body);
    }

    /// Waits until it is true of the messages: their titles and texts.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&[(String, String)]) -> bool) {
        wait_until(|| format!("{what}; {:?}", self.messages()), || is_so(&self.messages()));
    }

    pub(crate) fn messages(&self) -> Vec<(String, String)> {
        let read = |sent: &Sent| {
            let message: Value = serde_json::from_slice(&sent.body).expect("JSON");
            let text = |name: &str| message["embeds"][0][name].as_str().expect("a text").trim().to_owned();
            (text("title"), text("description"))
        };
        self.channel.looked_at(|sent| sent.iter().map(read).collect())
    }
}

#[track_caller]
fn wait_until(what: impl Fn() -> String, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !is_so() {
        assert!(Instant::now() < deadline, "not before {TIMEOUT:?}: {}", what());
        sleep(LOOK);
    }
}
