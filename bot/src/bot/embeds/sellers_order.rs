//! An order as the shop's seller and helpers see it in chat.

use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::shop::orders::{OrderAction, SellersStatus};
use secrecy::ExposeSecret;

use super::{order_status, plain};
use crate::bot::platform::{Button, Field, Message};
use crate::bot::product::Product;

const WAITS: &str = "It waits for you: say with `/deliver` what became of its tokens.";
const WAITS_FOR_SELLER: &str = "It waits for the seller.";
/// How many steps and how many notes are shown; the dashboard has all of them.
const NEWEST: usize = 5;
/// In characters. [`NEWEST`] notes of this length, by people with long names, fit into a field unless much is escaped.
const LONGEST_NOTE: usize = 140;

pub(crate) const RETRY: &str = "order:retry:";
pub(crate) const REPLACE: &str = "order:replace:";

/// The customer's view, plus whether the order waits for the seller, its tokens, the customer's email, its history and
/// notes; with buttons if `packs`. Only one person sees it.
pub(crate) fn sellers_order(product: &Product, order: &SellersStatus, packs: bool) -> Message {
    let mut message = order_status(product, &order.public);
    if let Some(embed) = &mut message.embed {
        if order.waits {
            let waits = if packs { WAITS } else { WAITS_FOR_SELLER };
            waits.clone_into(&mut embed.description);
        }
        let (succeeded, failed) = (order.public.succeeded, order.public.failed);
        embed.fields.push(Field::new("Tokens", format!("{succeeded} successful, {failed} failed")));
        embed.fields.push(Field::wide("Email", format!("||{}||", plain(order.email.expose_secret()))));
        let steps = order.history.iter().rev().map(|step| line(step.at, &step.by, &plain(&step.what)));
        embed.fields.push(Field::wide("History", newest(steps)));
        if !order.notes.is_empty() {
            let notes =
                order.notes.iter().rev().map(|note| line(note.at, &note.by, &plain(&in_short(&note.text))));
            embed.fields.push(Field::wide("Notes", newest(notes)));
        }
    }
    if packs {
        message.buttons.extend(actions(order));
    }
    message
}

/// Buttons for the same actions as the order's dialog on the dashboard.
fn actions(order: &SellersStatus) -> impl Iterator<Item = Button> {
    let button = |label, action: &str| Button::Action {
        label,
        custom_id: format!("{action}{}", order.public.order_id),
        primary: false,
    };
    order.actions.iter().map(move |action| match action {
        OrderAction::Retry => button("Send again", RETRY),
        OrderAction::Replace => button("Replace failed", REPLACE),
    })
}

fn line(at: Timestamp, by: &str, what: &str) -> String {
    format!("{what} · {}, <t:{}:R>", plain(by), at.unix_seconds())
}

fn newest(lines: impl Iterator<Item = String>) -> String {
    lines.take(NEWEST).collect::<Vec<_>>().join("\n")
}

/// The note on one line, cut to [`LONGEST_NOTE`] characters.
fn in_short(note: &str) -> String {
    let words = note.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST_NOTE) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}
