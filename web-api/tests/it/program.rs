//! Other people's programs, as Debian packages them: started for a test, and ended with it.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// How long a test waits for anything.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(90);

pub(crate) struct Program {
    child: Child,
    log: std::path::PathBuf,
}

impl Program {
    /// `name` must be installed: `.ci/prepare` does that.
    pub(crate) fn start<V: AsRef<OsStr>>(
        name: &str,
        arguments: &[&str],
        folder: &Path,
        variables: &[(&str, V)],
    ) -> Self {
        let log = folder.join(format!("{name}.log"));
        let file = File::create(&log).expect("a log file");
        let mut command = Command::new(name);
        command.args(arguments).current_dir(folder).stdin(Stdio::null());
        for (variable, value) in variables {
            command.env(variable, value);
        }
        let errors = file.try_clone().expect("a second handle");
        let child = command.stdout(file).stderr(errors).spawn();
        let child = child.unwrap_or_else(|error| panic!("{name} does not start ({error}): run .ci/prepare"));
        Self { child, log }
    }

    /// What it has said so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Returns once it takes connections there.
    pub(crate) async fn listens_on(&self, port: u16) {
        self.until("it listens", async || TcpStream::connect(("127.0.0.1", port)).await.is_ok()).await;
    }

    /// Returns once `condition` holds.
    pub(crate) async fn until(&self, what: &str, mut condition: impl AsyncFnMut() -> bool) {
        let holds = async {
            while !condition().await {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(TIMEOUT, holds).await.unwrap_or_else(|_| panic!("until {what}:\n{}", self.log()));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
