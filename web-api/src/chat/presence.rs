//! Who is here and who types. Presence is sent at most once a second, so that a thousand arrivals at once make one frame.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::chat::{self, Author, Member, Speaker};
use boostdesk_core::db::Failure;
use boostdesk_core::ids::AuthorId;
use serde::Serialize;
use tokio::sync::Notify;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::chat::frame::{Channel, Frame};

/// How many members are named; the others are only counted.
const MOST_NAMED: usize = 50;
const PAUSE: Duration = Duration::from_secs(1);
/// How long somebody who typed counts as typing.
const TYPING: Duration = Duration::from_secs(5);
/// The shortest time between two announcements of one author's typing.
const TYPING_PAUSE: Duration = Duration::from_secs(2);
/// How many authors one speaker may type as at the same time.
const MOST_AT_ONCE: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Members {
    count: usize,
    /// The first 50 members at most, by name; `count` counts all.
    members: Vec<ChatMember>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChatMember {
    #[schema(value_type = String)]
    pub(super) author_id: AuthorId,
    pub(super) author: String,
}

pub(crate) struct Presence {
    channel: Channel,
    process: String,
    next: AtomicU64,
    here: Mutex<Here>,
    changed: Notify,
}

/// When one author last typed.
struct Typing {
    told: Instant,
    /// In unix milliseconds.
    until: i64,
    /// The speaker's subject.
    by: Box<str>,
}

#[derive(Default)]
struct Here {
    listeners: HashMap<u64, ChatMember>,
    typing: HashMap<AuthorId, Typing>,
    others: Vec<Member>,
    told: Option<(Instant, Members)>,
    stale: bool,
}

/// One listener's entry among those present, removed on drop.
pub(crate) struct Seat {
    presence: Arc<Presence>,
    number: u64,
}

impl Seat {
    pub(crate) fn take(presence: &Arc<Presence>) -> Self {
        let number = presence.next.fetch_add(1, Ordering::Relaxed);
        Self { presence: presence.clone(), number }
    }

    /// Shows this author as present.
    pub(crate) fn name(&self, author: &Author) {
        let member = ChatMember::from(author);
        let mut here = self.presence.here();
        if here.listeners.get(&self.number) != Some(&member) {
            here.listeners.insert(self.number, member);
            self.presence.touch(here);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut here = self.presence.here();
        if here.listeners.remove(&self.number).is_some() {
            self.presence.touch(here);
        }
    }
}

impl From<&Author> for ChatMember {
    fn from(author: &Author) -> Self {
        Self { author_id: author.id().clone(), author: author.name().to_owned() }
    }
}

impl Presence {
    pub(crate) fn new(process: String, channel: Channel) -> Self {
        Self { channel, process, next: AtomicU64::new(0), here: Mutex::default(), changed: Notify::new() }
    }

    pub(crate) fn members(&self) -> Members {
        members(&self.here())
    }

    /// Announces that an author types, unless that was announced just now or the speaker types as too many other authors: clients
    /// choose their author ids themselves.
    pub(crate) fn types(&self, app: &App, speaker: &Speaker, author: &Author) {
        let mut here = self.here();
        let now = Instant::now();
        here.typing.retain(|_, typing| typing.told + TYPING > now);
        let by = speaker.subject.as_str();
        let is_told = here.typing.get(author.id()).is_some_and(|typing| typing.told + TYPING_PAUSE > now);
        let others = here.typing.iter().filter(|(id, typing)| *id != author.id() && *typing.by == *by);
        if is_told || others.count() >= MOST_AT_ONCE {
            return;
        }
        let typing = Typing { told: now, until: app.clock.now().plus(TYPING).0, by: by.into() };
        here.typing.insert(author.id().clone(), typing);
        self.touch(here);
        self.channel.tell_of_people(Frame::new("typing", &ChatMember::from(author)));
    }

    /// Returns when the next presence frame is due, if one is.
    pub(crate) fn due(&self) -> Option<Instant> {
        let here = self.here();
        here.stale.then(|| here.told.as_ref().map_or_else(Instant::now, |(told, _)| *told + PAUSE))
    }

    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    pub(crate) async fn publish(&self, app: &App) -> Result<(), Failure> {
        let fresh = {
            let mut here = self.here();
            let now = members(&here);
            here.stale = false;
            let fresh = here.told.as_ref().is_none_or(|(_, told)| *told != now);
            here.told = Some((Instant::now(), now.clone()));
            fresh.then_some(now)
        };
        if let Some(members) = fresh {
            self.channel.tell_of_people(Frame::new("presence", &members));
        }
        self.save(app).await
    }

    /// Stores this process' members for the other processes.
    pub(crate) async fn save(&self, app: &App) -> Result<(), Failure> {
        let mine = {
            let here = self.here();
            let distinct: BTreeSet<&ChatMember> = here.listeners.values().collect();
            let member = |member: &ChatMember| Member {
                author_id: member.author_id.clone(),
                author: member.author.clone(),
                typing_until: here.typing.get(&member.author_id).map_or(0, |typing| typing.until),
            };
            distinct.into_iter().map(member).collect::<Vec<_>>()
        };
        chat::save_presence(app, &self.process, &mine).await
    }

    pub(crate) async fn leave(&self, app: &App) -> Result<(), Failure> {
        chat::leave(app, &self.process).await
    }

    /// Reads the members of the other processes, after one of them announced a change.
    pub(crate) async fn read_others(&self, app: &App) -> Result<(), Failure> {
        let others = chat::others_present(app, &self.process).await?;
        let now = app.clock.now().0;
        let mut here = self.here();
        if here.others == others {
            return Ok(());
        }
        for member in others.iter().filter(|member| member.typing_until > now) {
            let before = here.others.iter().find(|other| other.author_id == member.author_id);
            if before.is_none_or(|before| before.typing_until < member.typing_until) {
                let who = ChatMember { author_id: member.author_id.clone(), author: member.author.clone() };
                self.channel.tell_of_people(Frame::new("typing", &who));
            }
        }
        here.others = others;
        // Sent to this process' listeners only: the process that announced the change has told all processes.
        let now = members(&here);
        if here.told.as_ref().is_none_or(|(_, told)| *told != now) {
            here.told = Some((Instant::now(), now.clone()));
            drop(here);
            self.channel.tell_of_people(Frame::new("presence", &now));
        }
        Ok(())
    }

    fn touch(&self, mut here: MutexGuard<'_, Here>) {
        here.stale = true;
        drop(here);
        self.changed.notify_one();
    }

    fn here(&self) -> MutexGuard<'_, Here> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn members(here: &Here) -> Members {
    let others = here.others.iter().map(|member| (&member.author_id, member.author.as_str()));
    let mine = here.listeners.values().map(|member| (&member.author_id, member.author.as_str()));
    let distinct: HashMap<&AuthorId, &str> = others.chain(mine).collect();
    let count = distinct.len();
    let mut members: Vec<ChatMember> = distinct
        .into_iter()
        .map(|(id, name)| ChatMember { author_id: id.clone(), author: name.to_owned() })
        .collect();
    members.sort_by(|one, two| (&one.author, &one.author_id).cmp(&(&two.author, &two.author_id)));
    members.truncate(MOST_NAMED);
    Members { count, members }
}
