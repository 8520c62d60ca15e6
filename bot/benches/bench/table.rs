//! Results, as a table for people or JSON for machines.

use serde_json::{Value, json};

/// What is hoped for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Aim {
    AtLeast(f64),
    AtMost(f64),
    /// A figure to go by, without an aim of its own.
    None,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) what: String,
    /// The product's own figure.
    pub(crate) product: f64,
    /// That of what it is measured against, where there is such a thing.
    pub(crate) beside: Option<f64>,
    pub(crate) unit: &'static str,
    /// What the aim is about: a ratio, or the figure itself.
    pub(crate) judged: f64,
    pub(crate) aim: Aim,
}

impl Row {
    /// Judged by `ratio`, which is the median of the rounds' own ratios.
    pub(crate) fn ratio(
        what: impl Into<String>,
        (product, beside, unit): (f64, f64, &'static str),
        ratio: f64,
        aim: Aim,
    ) -> Self {
        Self { what: what.into(), product, beside: Some(beside), unit, judged: ratio, aim }
    }

    /// Judged by itself.
    pub(crate) fn figure(what: impl Into<String>, figure: f64, unit: &'static str, aim: Aim) -> Self {
        Self { what: what.into(), product: figure, beside: None, unit, judged: figure, aim }
    }

    pub(crate) fn beside(mut self, beside: f64) -> Self {
        self.beside = Some(beside);
        self
    }

    fn met(&self) -> Option<bool> {
        match self.aim {
            Aim::AtLeast(least) => Some(self.judged >= least),
            Aim::AtMost(most) => Some(self.judged <= most),
            Aim::None => None,
        }
    }
}

#[derive(Default)]
pub(crate) struct Table(Vec<Row>);

impl Table {
    pub(crate) fn extend(&mut self, rows: Vec<Row>) {
        self.0.extend(rows);
    }

    pub(crate) fn print(&self) {
        let header = ["what", "product", "beside it", "judged", "aim", "met"].map(str::to_owned);
        let lines: Vec<[String; 6]> = std::iter::once(header).chain(self.0.iter().map(cells)).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 6] = std::array::from_fn(width);
        for (number, line) in lines.iter().enumerate() {
            let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
            say(&format!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
            if number == 0 {
                let rules = widths.map(|width| "-".repeat(width));
                say(&format!("| {} |", rules.join(" | ")));
            }
        }
    }

    pub(crate) fn print_json(&self) {
        let rows: Vec<Value> = self.0.iter().map(object).collect();
        say(&serde_json::to_string_pretty(&rows).expect("plain data"));
    }
}

fn cells(row: &Row) -> [String; 6] {
    let with_unit = |value: f64| format!("{} {}", short(value), row.unit).trim_end().to_owned();
    let aim = match row.aim {
        Aim::AtLeast(least) => format!("≥ {}", short(least)),
        Aim::AtMost(most) => format!("≤ {}", short(most)),
        Aim::None => String::new(),
    };
    let met = row.met().map_or("", |met| if met { "yes" } else { "no" });
    [
        row.what.clone(),
        with_unit(row.product),
        row.beside.map(with_unit).unwrap_or_default(),
        short(row.judged),
        aim,
        met.to_owned(),
    ]
}

fn object(row: &Row) -> Value {
    let (least, most) = match row.aim {
        Aim::AtLeast(least) => (Some(least), None),
        Aim::AtMost(most) => (None, Some(most)),
        Aim::None => (None, None),
    };
    json!({
        "what": row.what, "product": row.product, "beside": row.beside, "unit": row.unit, "judged": row.judged,
        "atLeast": least, "atMost": most, "met": row.met(),
    })
}

/// Three digits or so.
fn short(value: f64) -> String {
    let digits = match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.digits$}")
}

/// For whoever waits. Results alone go to standard output.
#[expect(clippy::print_stderr, reason = "a benchmark's progress")]
pub(crate) fn note(text: &str) {
    eprintln!("{text}");
}

#[expect(clippy::print_stdout, reason = "a benchmark's results")]
fn say(line: &str) {
    println!("{line}");
}
