//! The effect of a change: measures another commit's binary and today's in turn with today's benchmarks, several times,
//! so that the machine's noise is known, too.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::machine::{self, say};
use crate::product::binary;
use crate::table::{self, note, print_lines, short};

const ROUNDS: usize = 5;

/// One row of a benchmark for both binaries.
struct Change {
    what: String,
    /// A figure for each round, by the other commit's binary.
    before: Vec<f64>,
    after: Vec<f64>,
    /// Whether more is better. `None`: the row has no aim.
    more_is_better: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    Better,
    Worse,
    /// There is no aim to say which way is better.
    Other,
    Noise,
}

/// Compares with `other`, a commit or the path of a binary.
pub(crate) fn run(other: &str, named: &[&String], json: bool) {
    let (before, after) = (binary_of(other), binary());
    let mut changes = Vec::new();
    for round in 1..=ROUNDS {
        note(&format!("round {round} of {ROUNDS} …"));
        // The order alternates, so that a drift within a round favours neither.
        let mut measured = [Vec::new(), Vec::new()];
        for side in if round % 2 == 0 { [1, 0] } else { [0, 1] } {
            measured[side] = measure([&before, &after][side], named);
        }
        add(&mut changes, &measured);
    }
    if json {
        let changes: Value = changes.iter().map(Change::object).collect();
        table::say(&serde_json::to_string_pretty(&changes).expect("plain data"));
    } else {
        table::say(&format!("{}, beside {other}\n", machine::describe()));
        let header = ["what", "before", "after", "change", "noise", ""].map(str::to_owned);
        let lines: Vec<_> = std::iter::once(header).chain(changes.iter().map(Change::cells)).collect();
        print_lines(&lines);
    }
}

/// Returns the rows of the benchmarks, run with a binary.
fn measure(binary: &Path, named: &[&String]) -> Vec<Value> {
    let mut command = Command::new(machine::this_program());
    let output = command.args(named).arg("--json").env("BOOSTDESK_BIN", binary);
    let output = output.stderr(std::process::Stdio::inherit()).output().expect("it starts");
    assert!(output.status.success(), "{}: {}", binary.display(), output.status);
    serde_json::from_slice(&output.stdout).expect("a list of rows")
}

/// Adds what is judged of each row: a ratio if it is compared with something, else its figure.
fn add(changes: &mut Vec<Change>, [before, after]: &[Vec<Value>; 2]) {
    for row in after {
        let what = row["what"].as_str().unwrap_or_default();
        let same = before.iter().find(|row| row["what"] == what);
        let (Some(before), Some(after)) =
            (same.and_then(|row| row["judged"].as_f64()), row["judged"].as_f64())
        else {
            continue;
        };
        let at = changes.iter().position(|change| change.what == what).unwrap_or_else(|| {
            let more_is_better = match (&row["atLeast"], &row["atMost"]) {
                (Value::Number(_), _) => Some(true),
                (_, Value::Number(_)) => Some(false),
                _ => None,
            };
            changes.push(Change { what: what.to_owned(), before: vec![], after: vec![], more_is_better });
            changes.len() - 1
        });
        changes[at].before.push(before);
        changes[at].after.push(after);
    }
}

impl Change {
    /// The median change of the rounds, as a fraction of the figure before.
    fn change(&self) -> f64 {
        let rounds = self.before.iter().zip(&self.after);
        crate::median(rounds.map(|(before, after)| after / before).collect()) - 1.0
    }

    /// How far a binary's figures differ between rounds, as a fraction of their median: the worse of the two.
    fn noise(&self) -> f64 {
        spread(&self.before).max(spread(&self.after))
    }

    fn verdict(&self) -> Verdict {
        let change = self.change();
        match self.more_is_better {
            _ if change.abs() <= self.noise() => Verdict::Noise,
            None => Verdict::Other,
            Some(more_is_better) if more_is_better == (change > 0.0) => Verdict::Better,
            Some(_) => Verdict::Worse,
        }
    }

    fn cells(&self) -> [String; 6] {
        let [before, after] =
            [&self.before, &self.after].map(|figures| short(crate::median(figures.clone())));
        let (change, noise) = (self.change() * 100.0, self.noise() * 100.0);
        let verdict = self.verdict().to_string();
        [self.what.clone(), before, after, format!("{change:+.1} %"), format!("{noise:.1} %"), verdict]
    }

    fn object(&self) -> Value {
        json!({
            "what": self.what, "before": self.before, "after": self.after, "change": self.change(),
            "noise": self.noise(), "verdict": self.verdict().to_string(),
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Other => "changed",
            Self::Noise => "within the noise",
        })
    }
}

fn spread(figures: &[f64]) -> f64 {
    let least = figures.iter().copied().fold(f64::INFINITY, f64::min);
    let most = figures.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (most - least) / crate::median(figures.to_vec())
}

/// Builds a commit's binary when it is first needed, in a work tree and a target folder of its own, and keeps it.
fn binary_of(other: &str) -> PathBuf {
    if Path::new(other).is_file() {
        return fs::canonicalize(other).expect("it is there");
    }
    let git = |arguments: &[&str]| {
        let here = ["-C", env!("CARGO_MANIFEST_DIR")];
        say("git", &[&here, arguments].concat()).unwrap_or_else(|| panic!("git {}", arguments.join(" ")))
    };
    let commit = git(&["rev-parse", "--verify", &format!("{other}^{{commit}}")]);
    let folder = machine::kept_files().join("compare");
    let kept = folder.join(&commit).join("boostdesk");
    if kept.exists() {
        return kept;
    }
    note(&format!("{commit} is built …"));
    let (sources, target) = (folder.join("sources"), folder.join("target"));
    // Left by a comparison that was broken off.
    let _ = fs::remove_dir_all(&sources);
    git(&["worktree", "prune"]);
    git(&["worktree", "add", "--detach", &sources.display().to_string(), &commit]);
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--profile", "dist", "-p", "boostdesk"]).current_dir(&sources);
    let status = cargo.env("CARGO_TARGET_DIR", &target).status().expect("cargo starts");
    git(&["worktree", "remove", "--force", &sources.display().to_string()]);
    assert!(status.success(), "{commit} cannot be built: {status}");
    fs::create_dir_all(folder.join(&commit)).expect("the target folder is ours");
    fs::copy(target.join("dist/boostdesk"), &kept).expect("it was built");
    kept
}
