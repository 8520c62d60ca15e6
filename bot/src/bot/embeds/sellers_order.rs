//! An order as whoever helps in its shop sees it in chat.

use boostdesk_core::shop::orders::SellersStatus;
use secrecy::ExposeSecret;

use super::order_status;
use crate::bot::platform::{Field, Message};
use crate::bot::product::Product;

const WAITS: &str = "It waits for you: say with `/deliver` what became of its tokens.";

/// What the customer sees, and beside it whether it waits for the seller, its tokens, and the customer's email. For the
/// eyes of one person.
pub(crate) fn sellers_order(product: &Product, order: &SellersStatus) -> Message {
    let mut message = order_status(product, &order.public);
    if let Some(embed) = &mut message.embed {
        if order.waits {
            WAITS.clone_into(&mut embed.description);
        }
        let (succeeded, failed) = (order.public.succeeded, order.public.failed);
        embed.fields.push(Field::new("Tokens", format!("{succeeded} successful, {failed} failed")));
        embed.fields.push(Field::wide("Email", format!("||{}||", order.email.expose_secret())));
    }
    message
}
