//! An endpoint's settings as its seller enters them.

use super::EndpointError;
use crate::outbox::seller_events::EventType;
use crate::ports::Webhooks;
use crate::ports::service_address;

/// In characters.
pub const LONGEST_DESCRIPTION: usize = 200;

#[derive(Debug, Clone)]
pub struct NewEndpoint {
    pub url: String,
    pub events: Vec<String>,
    pub description: Option<String>,
}

/// What is absent stays as it is. An empty description removes it.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    pub url: Option<String>,
    pub events: Option<Vec<String>>,
    pub enabled: Option<bool>,
    pub description: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Checked {
    pub(super) url: Option<String>,
    /// With commas between them.
    pub(super) events: Option<String>,
    pub(super) enabled: Option<bool>,
    /// `None`: unchanged. `Some(None)`: removed.
    #[expect(clippy::option_option, reason = "there are three of them")]
    pub(super) description: Option<Option<String>>,
}

impl Checked {
    /// The names of what is changed, for the seller's log.
    pub(super) fn names(&self, was_enabled: bool) -> Vec<&'static str> {
        let enabled = self.enabled.filter(|enabled| *enabled != was_enabled);
        let enabled = enabled.map(|enabled| if enabled { "enabled" } else { "disabled" });
        let url = self.url.as_ref().map(|_| "address");
        let events = self.events.as_ref().map(|_| "events");
        let description = self.description.as_ref().map(|_| "description");
        [url, events, description, enabled].into_iter().flatten().collect()
    }
}

impl NewEndpoint {
    pub(super) fn check(self, webhooks: &dyn Webhooks) -> Result<Checked, EndpointError> {
        let Self { url, events, description } = self;
        Changes { url: Some(url), events: Some(events), enabled: Some(true), description }.check(webhooks)
    }
}

impl Changes {
    pub(super) fn check(self, webhooks: &dyn Webhooks) -> Result<Checked, EndpointError> {
        Ok(Checked {
            url: self.url.map(|url| service_address::check(&url, webhooks)).transpose()?,
            events: self.events.map(|events| check_events(&events)).transpose()?,
            enabled: self.enabled,
            description: self.description.map(|text| check_description(&text)).transpose()?,
        })
    }
}

fn check_events(names: &[String]) -> Result<String, EndpointError> {
    let mut wanted: Vec<EventType> = Vec::new();
    for name in names {
        let event = name.parse().ok().filter(|event| *event != EventType::Test);
        wanted.push(event.ok_or_else(|| EndpointError::UnknownEvent(name.chars().take(50).collect()))?);
    }
    if wanted.is_empty() {
        return Err(EndpointError::NoEvents);
    }
    wanted.sort_unstable();
    wanted.dedup();
    let texts: Vec<&str> = wanted.iter().map(|event| event.as_str()).collect();
    Ok(texts.join(","))
}

fn check_description(text: &str) -> Result<Option<String>, EndpointError> {
    let text = text.trim();
    if text.chars().count() > LONGEST_DESCRIPTION {
        return Err(EndpointError::DescriptionTooLong);
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}
