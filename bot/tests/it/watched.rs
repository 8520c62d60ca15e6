//! Prometheus, as `.ci/prepare` unpacks it, beside the binary: the rules and the dashboard of `deploy/`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::http;
use crate::process::{Place, TIMEOUT, free_address};

/// The pause between two looks at a condition.
const LOOK: Duration = Duration::from_millis(100);

/// Returns the path of a file of `deploy/`.
pub(crate) fn deployed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

pub(crate) fn read(name: &str) -> String {
    std::fs::read_to_string(deployed(name)).expect("the file is there")
}

/// Returns one of Prometheus' programs: the unpacked one, or the machine's own.
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

/// Watches a process by the rules of `deploy/`, without their delays. Ended when dropped.
pub(crate) struct Prometheus {
    child: Child,
    address: SocketAddr,
}

impl Prometheus {
    pub(crate) fn watching(place: &Place) -> Self {
        let rules = read("prometheus/alerts.yml");
        let rules: Vec<&str> = rules.lines().filter(|line| !line.trim().starts_with("for: ")).collect();
        place.write("alerts.yml", rules.join("\n"));
        let settings = read("prometheus/prometheus.yml")
            .replace("127.0.0.1:8081", &place.operations.to_string())
            .replace("_interval: 15s", "_interval: 1s");
        place.write("prometheus.yml", &settings);
        let address = free_address();
        let mut command = Command::new(program("prometheus"));
        command.arg("--config.file").arg(place.path("prometheus.yml"));
        command.arg("--storage.tsdb.path").arg(place.path("prometheus"));
        command.arg(format!("--web.listen-address={address}"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("prometheus starts: .ci/prepare unpacks it");
        let prometheus = Self { child, address };
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
        let listens = std::net::TcpStream::connect(self.address).is_ok();
        if listens { http::get(self.address, path, "").body } else { String::new() }
    }

    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !is_so(self) {
            assert!(
                Instant::now() < deadline,
                "not before {TIMEOUT:?}: {what}; {}",
                self.get("/api/v1/alerts")
            );
            sleep(LOOK);
        }
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
