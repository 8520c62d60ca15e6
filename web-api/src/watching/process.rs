//! The system's figures of this process, under the names that Prometheus' own client libraries use.

use std::fmt;

use boostdesk_core::foundation::clock::Timestamp;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

#[derive(Debug)]
struct Process {
    started: Timestamp,
}

pub(super) fn register(registry: &mut Registry, started: Timestamp) {
    registry.register_collector(Box::new(Process { started }));
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let used = ConstCounter::new(cpu_seconds());
        let help = "Time that processors have spent on it";
        let metric = encoder.encode_descriptor("process_cpu_seconds", help, None, used.metric_type())?;
        used.encode(metric)?;
        #[expect(clippy::cast_precision_loss, reason = "bytes and milliseconds of this age are exact")]
        let figures = [
            ("process_resident_memory_bytes", "Memory in use", resident_bytes().map(|bytes| bytes as f64)),
            ("process_open_fds", "Open files and connections", open_files().map(|count| count as f64)),
            (
                "process_max_fds",
                "Files and connections that may be open",
                getrlimit(Resource::Nofile).current.map(|count| count as f64),
            ),
            (
                "process_start_time_seconds",
                "When it began, in unix time",
                Some(self.started.0 as f64 / 1000.0),
            ),
        ];
        for (name, help, figure) in figures {
            let Some(figure) = figure else { continue };
            let gauge = ConstGauge::new(figure);
            let metric = encoder.encode_descriptor(name, help, None, gauge.metric_type())?;
            gauge.encode(metric)?;
        }
        Ok(())
    }
}

fn cpu_seconds() -> f64 {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    #[expect(clippy::cast_precision_loss, reason = "seconds of processor time are exact for ages")]
    let seconds = spent.tv_sec as f64;
    #[expect(clippy::cast_precision_loss, reason = "less than a second")]
    let part = spent.tv_nsec as f64;
    seconds + part / 1e9
}

/// `None` where the system does not say.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn open_files() -> Option<usize> {
    // Reading the directory keeps one file open itself.
    std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count().saturating_sub(1))
}
