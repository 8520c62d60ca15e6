//! The three servers that are measured in turn: the product, the minimal one (the floor), and the peer if it can be had.

use crate::median;
use crate::product::Server;
use crate::table::{Aim, Row};

pub(crate) struct Sides {
    pub(crate) product: Server,
    pub(crate) floor: Server,
    pub(crate) peer: Option<Server>,
}

impl Sides {
    pub(crate) fn all(&self) -> impl Iterator<Item = &Server> {
        [&self.product, &self.floor].into_iter().chain(&self.peer)
    }
}

/// A figure of each side in each round.
#[derive(Default)]
pub(crate) struct Rounds(Vec<Vec<f64>>);

impl Rounds {
    /// Adds a round, in the order of [`Sides::all`].
    pub(crate) fn push(&mut self, figures: Vec<f64>) {
        self.0.push(figures);
    }

    /// A row that is judged by the ratio to the floor, and to the peer if there is one.
    pub(crate) fn row(
        &self,
        what: impl Into<String>,
        unit: &'static str,
        of_floor: Aim,
        of_peer: Aim,
    ) -> Row {
        let row = Row::ratio(what, (self.figure(0), self.figure(1), unit), self.ratio(1), of_floor);
        if self.has_peer() { row.with_peer(self.figure(2), self.ratio(2), of_peer) } else { row }
    }

    /// A row that is judged by the product's own figure.
    pub(crate) fn figure_row(&self, what: impl Into<String>, unit: &'static str, aim: Aim) -> Row {
        let row = Row::figure(what, self.figure(0), unit, aim).beside(self.figure(1));
        if self.has_peer() { row.with_peer(self.figure(2), self.ratio(2), Aim::None) } else { row }
    }

    fn has_peer(&self) -> bool {
        self.0.iter().all(|round| round.len() > 2)
    }

    fn figure(&self, side: usize) -> f64 {
        median(self.0.iter().map(|round| round[side]).collect())
    }

    /// The median of the rounds' ratios.
    fn ratio(&self, side: usize) -> f64 {
        median(self.0.iter().map(|round| round[0] / round[side]).collect())
    }
}
