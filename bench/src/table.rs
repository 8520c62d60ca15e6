//! Results, as a table for people or JSON for machines.

use std::fmt;

use serde_json::{Value, json};

const COLUMNS: [&str; 9] =
    ["what", "product", "beside it", "judged", "aim", "peer", "of the peer", "aim", "met"];

/// The aim for a figure.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Aim {
    AtLeast(f64),
    AtMost(f64),
    /// There is no aim; the figure is for information.
    None,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) what: String,
    /// The product's own figure.
    pub(crate) product: f64,
    /// The figure of what it is compared with, if there is such a thing.
    pub(crate) beside: Option<f64>,
    pub(crate) unit: &'static str,
    /// What the aim applies to: a ratio, or the figure itself.
    pub(crate) judged: f64,
    pub(crate) aim: Aim,
    pub(crate) peer: Option<Peer>,
}

/// The product compared with the peer.
#[derive(Debug)]
pub(crate) struct Peer {
    /// The peer's own figure.
    figure: f64,
    ratio: f64,
    aim: Aim,
}

impl Row {
    /// A row that is judged by `ratio`, the median of the rounds' ratios.
    pub(crate) fn ratio(
        what: impl Into<String>,
        (product, beside, unit): (f64, f64, &'static str),
        ratio: f64,
        aim: Aim,
    ) -> Self {
        Self { what: what.into(), product, beside: Some(beside), unit, judged: ratio, aim, peer: None }
    }

    /// A row that is judged by its own figure.
    pub(crate) fn figure(what: impl Into<String>, figure: f64, unit: &'static str, aim: Aim) -> Self {
        Self { what: what.into(), product: figure, beside: None, unit, judged: figure, aim, peer: None }
    }

    pub(crate) fn beside(mut self, beside: f64) -> Self {
        self.beside = Some(beside);
        self
    }

    /// Adds the peer: the row is then judged by `ratio`, too, the median of the rounds' ratios.
    pub(crate) fn with_peer(mut self, figure: f64, ratio: f64, aim: Aim) -> Self {
        self.peer = Some(Peer { figure, ratio, aim });
        self
    }

    /// Whether all aims are reached. `None`: there is none.
    fn met(&self) -> Option<bool> {
        let of_peer = self.peer.as_ref().and_then(|peer| peer.aim.is_met(peer.ratio));
        [self.aim.is_met(self.judged), of_peer].into_iter().flatten().reduce(|one, other| one && other)
    }
}

impl Aim {
    fn is_met(self, judged: f64) -> Option<bool> {
        match self {
            Self::AtLeast(least) => Some(judged >= least),
            Self::AtMost(most) => Some(judged <= most),
            Self::None => None,
        }
    }

    /// Returns the least and the most that it allows.
    fn bounds(self) -> (Option<f64>, Option<f64>) {
        match self {
            Self::AtLeast(least) => (Some(least), None),
            Self::AtMost(most) => (None, Some(most)),
            Self::None => (None, None),
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(to, "≥ {}", short(*least)),
            Self::AtMost(most) => write!(to, "≤ {}", short(*most)),
            Self::None => Ok(()),
        }
    }
}

#[derive(Default)]
pub(crate) struct Table(Vec<Row>);

impl Table {
    pub(crate) fn extend(&mut self, rows: Vec<Row>) {
        self.0.extend(rows);
    }

    pub(crate) fn print(&self, machine: &str) {
        say(&format!("{machine}\n"));
        let header = COLUMNS.map(str::to_owned);
        print_lines(&std::iter::once(header).chain(self.0.iter().map(cells)).collect::<Vec<_>>());
    }

    pub(crate) fn print_json(&self) {
        let rows: Vec<Value> = self.0.iter().map(object).collect();
        say(&serde_json::to_string_pretty(&rows).expect("plain data"));
    }
}

/// Prints a table, with the first line as its header.
pub(crate) fn print_lines<const COLUMNS: usize>(lines: &[[String; COLUMNS]]) {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    for (number, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        say(&format!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
        if number == 0 {
            let rules = widths.map(|width| "-".repeat(width));
            say(&format!("| {} |", rules.join(" | ")));
        }
    }
}

fn cells(row: &Row) -> [String; COLUMNS.len()] {
    let with_unit = |value: f64| format!("{} {}", short(value), row.unit).trim_end().to_owned();
    let met = row.met().map_or("", |met| if met { "yes" } else { "no" });
    let of_peer = |cell: fn(&Peer) -> String| row.peer.as_ref().map(cell).unwrap_or_default();
    [
        row.what.clone(),
        with_unit(row.product),
        row.beside.map(with_unit).unwrap_or_default(),
        short(row.judged),
        row.aim.to_string(),
        row.peer.as_ref().map(|peer| with_unit(peer.figure)).unwrap_or_default(),
        of_peer(|peer| short(peer.ratio)),
        of_peer(|peer| peer.aim.to_string()),
        met.to_owned(),
    ]
}

fn object(row: &Row) -> Value {
    let (least, most) = row.aim.bounds();
    let peer = row.peer.as_ref().map(|peer| {
        let (least, most) = peer.aim.bounds();
        json!({ "figure": peer.figure, "judged": peer.ratio, "atLeast": least, "atMost": most })
    });
    json!({
        "what": row.what, "product": row.product, "beside": row.beside, "unit": row.unit, "judged": row.judged,
        "atLeast": least, "atMost": most, "peer": peer, "met": row.met(),
    })
}

/// Formats a number with about three digits.
pub(crate) fn short(value: f64) -> String {
    let digits = match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.digits$}")
}

/// Tells the user about progress. Only results go to standard output.
#[expect(clippy::print_stderr, reason = "a benchmark's progress")]
pub(crate) fn note(text: &str) {
    eprintln!("{text}");
}

#[expect(clippy::print_stdout, reason = "a benchmark's results")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}
