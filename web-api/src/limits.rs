//! The API's limits, by the names that the dashboard's forms use. The OpenAPI document has the table as `x-limits`, which
//! `npm run generate` turns into `limits.gen.ts`. The numbers are defined where they are enforced, in core.
//!
//! Texts are measured in characters, files in bytes.

use boostdesk_core::chat;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::people::{api_keys, auth, feedback};
use boostdesk_core::shop::stores::connections;
use boostdesk_core::shop::{blocklist, delivery, delivery_text, keys, members, stock, storefronts};
use serde_json::{Value, json};

pub(crate) fn limits() -> Value {
    json!({
        "highestThreshold": storefronts::HIGHEST_THRESHOLD,
        "largestAmount": stock::LARGEST_AMOUNT,
        "largestImport": stock::LARGEST_IMPORT,
        "longestApiKeyName": api_keys::LONGEST_NAME,
        "longestBlockNote": blocklist::LONGEST_NOTE,
        "longestChatMessage": chat::MESSAGE_LENGTH,
        "longestChatName": chat::NAME_LENGTH,
        "longestDeliveryText": delivery_text::LONGEST_TEXT,
        "longestEndpointDescription": event_endpoints::LONGEST_DESCRIPTION,
        "longestFeedbackText": feedback::LONGEST_TEXT,
        "longestFeedbackTitle": feedback::LONGEST_TITLE,
        "longestFooter": storefronts::LONGEST_TEXT,
        "longestKeyNote": keys::LONGEST_NOTE,
        "longestOrderNote": delivery::LONGEST_NOTE,
        "longestProductName": connections::LONGEST_NAME,
        "longestQuote": chat::EXCERPT_LENGTH,
        "longestStorefrontName": storefronts::LONGEST_NAME,
        "longestStoreSecret": connections::LONGEST_SECRET,
        "longestToken": stock::LONGEST_TOKEN,
        "longestUsername": auth::LONGEST_USERNAME,
        "mostApiKeys": api_keys::MOST_KEYS,
        "mostAttachments": chat::MOST_ATTACHMENTS,
        "mostEndpoints": event_endpoints::MOST_ENDPOINTS,
        "mostImportLines": stock::MOST_LINES,
        "mostKeysAtOnce": keys::MOST_AT_ONCE,
        "mostMembers": members::MOST_MEMBERS,
        "mostMentions": chat::MOST_MENTIONS,
        "mostStoreSecrets": connections::MOST_SECRETS,
        "shortestStoreSecret": connections::SHORTEST_SECRET,
        "smallestAmount": stock::SMALLEST_AMOUNT,
    })
}
