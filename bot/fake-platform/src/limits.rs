//! What the platform refuses although its schemas allow it, and what this product has promised on top.

use serde_json::Value;

use super::message::components_of_type;

const ROWS: u64 = 1;
const BUTTON: u64 = 2;
const TEXT_INPUT: u64 = 4;

/// Returns what is wrong with a message that is made or changed.
pub(super) fn faults_of_message(message: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut at_most = |what: &str, longest: usize, text: &Value| {
        if let Some(text) = text.as_str()
            && text.chars().count() > longest
        {
            faults.push(format!("{what} has more than {longest} characters: {}", text.chars().count()));
        }
    };
    at_most("content", 2000, &message["content"]);
    let mut sum = 0;
    for embed in list(&message["embeds"]) {
        at_most("an embed's title", 256, &embed["title"]);
        at_most("an embed's description", 4096, &embed["description"]);
        at_most("an embed's footer", 2048, &embed["footer"]["text"]);
        at_most("an embed's author", 256, &embed["author"]["name"]);
        let texts =
            [&embed["title"], &embed["description"], &embed["footer"]["text"], &embed["author"]["name"]];
        sum += texts.into_iter().map(length).sum::<usize>();
        for field in list(&embed["fields"]) {
            at_most("a field's name", 256, &field["name"]);
            at_most("a field's value", 1024, &field["value"]);
            sum += length(&field["name"]) + length(&field["value"]);
        }
    }
    let fields = list(&message["embeds"]).iter().flat_map(|embed| list(&embed["fields"]));
    if fields.clone().any(|field| is_blank(&field["name"]) || is_blank(&field["value"])) {
        faults.push("an embed's field is blank".to_owned());
    }
    if list(&message["embeds"]).iter().any(|embed| list(&embed["fields"]).len() > 25) {
        faults.push("an embed has more than 25 fields".to_owned());
    }
    if sum > 6000 {
        faults.push(format!("embeds have {sum} characters in all"));
    }
    if message.get("allowed_mentions").is_none_or(Value::is_null) {
        faults.push("allowed_mentions is not set".to_owned());
    }
    faults.extend(faults_of_components(message));
    faults
}

/// Whether it has something that the platform refuses but that others may have chosen: an impossible role, or a link to
/// a host without a dot. The bot cannot know before it tries, so this is no violation.
pub(super) fn has_what_is_refused(message: &Value) -> bool {
    let roles = list(&message["allowed_mentions"]["roles"]);
    let leads_nowhere = |button: &Value| {
        let address = button["url"].as_str().unwrap_or_default();
        let host = address.split('/').nth(2).unwrap_or("as.before");
        !host.contains(['.', '['])
    };
    roles.iter().any(|role| role.as_str().is_some_and(is_beyond_ids))
        || all_of(message, &[BUTTON]).iter().any(leads_nowhere)
}

/// Digits that are more than an id can be.
pub(super) fn is_beyond_ids(id: &str) -> bool {
    id.bytes().all(|digit| digit.is_ascii_digit()) && id.parse::<i64>().is_err()
}

fn faults_of_components(message: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let all = all_of(message, &[ROWS, BUTTON, TEXT_INPUT]);
    let mut ids: Vec<&str> = all.iter().filter_map(|component| component["custom_id"].as_str()).collect();
    if let Some(long) = ids.iter().find(|id| id.is_empty() || id.len() > 100) {
        faults.push(format!("a custom_id has 1 to 100 characters, not {}", long.len()));
    }
    ids.sort_unstable();
    if ids.windows(2).any(|two| two[0] == two[1]) {
        faults.push(format!("a custom_id stands twice: {ids:?}"));
    }
    for component in &all {
        match component["type"].as_u64() {
            Some(ROWS) => {
                let inner = list(&component["components"]).len();
                if !(1..=5).contains(&inner) {
                    faults.push(format!("a row has {inner} components"));
                }
            }
            Some(BUTTON) => {
                let is_link = component["style"] == 5;
                if is_link == component["url"].is_null() || is_link != component["custom_id"].is_null() {
                    faults.push(format!("a button has a url (style 5) or a custom_id: {component}"));
                }
                if length(&component["label"]) > 80 || length(&component["url"]) > 512 {
                    faults.push(format!("a button's label or url is too long: {component}"));
                }
            }
            _ => {}
        }
    }
    faults
}

/// Returns what is wrong with a form.
pub(super) fn faults_of_modal(modal: &Value) -> Vec<String> {
    let mut faults = faults_of_components(modal);
    let inputs = all_of(modal, &[TEXT_INPUT]);
    if !(1..=5).contains(&inputs.len()) {
        faults.push(format!("a form has {} inputs", inputs.len()));
    }
    if !(1..=45).contains(&length(&modal["title"])) {
        faults.push(format!("a form's title has {} characters", length(&modal["title"])));
    }
    if !(1..=100).contains(&length(&modal["custom_id"])) {
        faults.push("a form's custom_id has 1 to 100 characters".to_owned());
    }
    for input in inputs {
        if length(&input["label"]) > 45
            || length(&input["placeholder"]) > 100
            || length(&input["value"]) > 4000
        {
            faults.push(format!("an input's text is too long: {input}"));
        }
    }
    faults
}

/// Returns what is wrong with the choices for an option.
pub(super) fn faults_of_choices(choices: &Value) -> Vec<String> {
    let choices = list(&choices["choices"]);
    let mut faults = Vec::new();
    if choices.len() > 25 {
        faults.push(format!("{} choices", choices.len()));
    }
    for choice in choices {
        let value = &choice["value"];
        if !(1..=100).contains(&length(&choice["name"])) || value.is_string() && length(value) > 100 {
            faults.push(format!("a choice's name or value is too long or empty: {choice}"));
        }
    }
    faults
}

fn all_of(message: &Value, types: &[u64]) -> Vec<Value> {
    let mut found = Vec::new();
    for component in list(&message["components"]) {
        components_of_type(component, types, &mut found);
    }
    found
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

fn is_blank(value: &Value) -> bool {
    value.as_str().is_none_or(|text| text.trim().is_empty())
}
