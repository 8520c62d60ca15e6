//! Which calls an API key's scopes reach. A call that is not in the table is reached by no key.

use axum::http::Method;
use boostdesk_core::people::api_keys::Scope;

use Scope::{Keys, Orders, Read, Stock};

/// A call, and the scopes of which one is enough.
type Entry = (Method, &'static str, &'static [Scope]);

const REACHED: &[Entry] = &[
    // Reading the shop.
    (Method::GET, "/api/user/me", &[Read]),
    (Method::GET, "/api/storefronts", &[Read]),
    (Method::GET, "/api/storefronts/{guildId}", &[Read]),
    (Method::GET, "/api/storefronts/{guildId}/stock", &[Read]),
    (Method::GET, "/api/storefronts/{guildId}/stock/{stock}/exports", &[Read, Stock]),
    (Method::GET, "/api/storefronts/{guildId}/keys", &[Read, Keys]),
    (Method::GET, "/api/storefronts/{guildId}/keys.csv", &[Read]),
    (Method::GET, "/api/storefronts/{guildId}/keys.txt", &[Read]),
    (Method::GET, "/api/storefronts/{guildId}/stores", &[Read]),
    (Method::GET, "/api/storefronts/{guildId}/store-calls", &[Read]),
    (Method::GET, "/api/storefronts/{guildId}/store-calls/{id}", &[Read]),
    (Method::GET, "/api/blocklist", &[Read]),
    (Method::GET, "/api/dashboard/fetch-dashboard-data", &[Read]),
    (Method::GET, "/api/dashboard/home", &[Read]),
    (Method::GET, "/api/dashboard/orders-per-day", &[Read]),
    (Method::GET, "/api/dashboard/insights", &[Read]),
    (Method::GET, "/api/dashboard/refused-calls", &[Read]),
    (Method::GET, "/api/dashboard/fetch-dashboard-orders", &[Read]),
    (Method::GET, "/api/dashboard/orders", &[Read]),
    (Method::GET, "/api/dashboard/orders.csv", &[Read]),
    (Method::GET, "/api/dashboard/orders/{orderId}/order.json", &[Read]),
    // Stock, in and out. Reading an export counts as taking out, since it gives its tokens.
    (Method::POST, "/api/storefronts/{guildId}/stock/{stock}", &[Stock]),
    (Method::POST, "/api/storefronts/{guildId}/stock/{stock}/preview", &[Stock]),
    (Method::POST, "/api/storefronts/{guildId}/stock/{stock}/export", &[Stock]),
    (Method::GET, "/api/storefronts/{guildId}/exports/{id}", &[Stock]),
    // Keys.
    (Method::POST, "/api/storefronts/{guildId}/keys", &[Keys]),
    (Method::POST, "/api/storefronts/{guildId}/keys/revoke", &[Keys]),
    (Method::DELETE, "/api/storefronts/{guildId}/keys/{key}", &[Keys]),
    // What became of orders.
    (Method::POST, "/api/dashboard/orders/{orderId}/deliver", &[Orders]),
    (Method::POST, "/api/dashboard/orders/{orderId}/retry", &[Orders]),
    (Method::POST, "/api/dashboard/orders/{orderId}/replace", &[Orders]),
    (Method::POST, "/api/dashboard/orders/{orderId}/notes", &[Orders]),
];

/// Returns the scopes of which any lets a key call this. If there are none, no key may.
pub(crate) fn scopes_of(method: &Method, template: &str) -> &'static [Scope] {
    let found = REACHED.iter().find(|(known, path, _)| known == method && is_same(path, template));
    found.map_or(&[], |(_, _, scopes)| scopes)
}

/// Whether two templates differ by the names of their parameters at most.
fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.split('/'), other.split('/'));
    one.clone().count() == other.clone().count()
        && one.zip(other).all(|(one, other)| one == other || one.starts_with('{') && other.starts_with('{'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scopes_of_a_call_depend_on_its_method_and_path() {
        let scopes = |method: Method, path| scopes_of(&method, path);
        assert_eq!(scopes(Method::GET, "/api/storefronts/{guild}/keys"), [Read, Keys]);
        assert_eq!(scopes(Method::PUT, "/api/storefronts/{guildId}"), []);
        assert_eq!(scopes(Method::DELETE, "/api/storefronts/{guildId}/keys/{key}"), [Keys]);
        assert_eq!(scopes(Method::GET, "/api/storefronts/{guildId}/members"), []);
        assert_eq!(scopes(Method::POST, "/api/storefronts/{guildId}/store-calls/{id}/replay"), []);
    }
}
