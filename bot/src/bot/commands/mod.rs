//! The commands: which there are, who may use each, and where it is carried out. Everything acts on the guild it was
//! called in. Rights are checked on every call, as a guild can change who sees a command.
//!
//! How an answer is sent to the platform is not known here.

mod access_code;
mod autocomplete;
mod bug;
mod definitions;
mod deliver;
mod direct;
mod help;
mod keys;
mod order;
mod redeem;
mod refusals;
mod registration;
mod restock;
mod rights;
mod seller;
mod setup;
mod stock;
mod stock_board;
mod suggest;

use serenity::all::CreateModal;

use crate::bot::context::Bot;
use crate::bot::embeds::{self, REDEEM, REFRESH, REPLACE, RETRY};
use crate::bot::interactions::{Answer, Deferral, Interaction};

pub(crate) use autocomplete::complete;
pub(crate) use registration::register;

#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) deferral: Deferral,
    /// Whether the answer is for the caller's eyes only.
    pub(crate) private: bool,
}

const COMMANDS: [Command; 13] = [
    Command { name: "stock", deferral: Deferral::WhenSlow, private: false },
    Command { name: "order", deferral: Deferral::WhenSlow, private: true },
    Command { name: "redeem", deferral: Deferral::AtOnce, private: true },
    Command { name: "suggest", deferral: Deferral::First, private: true },
    Command { name: "bug", deferral: Deferral::First, private: true },
    Command { name: "help", deferral: Deferral::WhenSlow, private: true },
    Command { name: "setup", deferral: Deferral::AtOnce, private: true },
    Command { name: "restock", deferral: Deferral::First, private: true },
    Command { name: "keys", deferral: Deferral::First, private: true },
    Command { name: "stock-board", deferral: Deferral::AtOnce, private: true },
    Command { name: "deliver", deferral: Deferral::First, private: true },
    Command { name: "access-code", deferral: Deferral::First, private: true },
    Command { name: "seller", deferral: Deferral::First, private: true },
];

pub(crate) fn find(interaction: &Interaction) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == interaction.command().0)
}

/// Why a command does nothing.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It may not or cannot be done, in a sentence for the caller.
    Refused(String),
    /// Something broke. The log says what, the caller hears only that.
    Broken,
}

impl Refusal {
    fn new(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
    }

    fn broken(error: impl std::fmt::Display) -> Self {
        tracing::error!(%error, "a command failed");
        Self::Broken
    }

    fn sentence(self) -> String {
        match self {
            Self::Refused(sentence) => sentence,
            Self::Broken => embeds::BROKEN.to_owned(),
        }
    }
}

type Result<T = Answer> = std::result::Result<T, Refusal>;

/// Turns a refusal into `None`, for callers that have something else to show then.
fn unless_refused<T>(done: Result<T>) -> Result<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Refusal::Refused(_)) => Ok(None),
        Err(Refusal::Broken) => Err(Refusal::Broken),
    }
}

pub(crate) async fn run(bot: &Bot, interaction: &Interaction) -> Answer {
    let done = match interaction.command() {
        ("stock", _) => stock::run(bot, interaction).await,
        ("order", _) => order::run(bot, interaction).await,
        ("redeem", _) => redeem::run(bot, interaction).await,
        ("suggest", _) => suggest::run(bot, interaction).await,
        ("bug", _) => bug::run(bot, interaction).await,
        ("help", _) => Ok(help::run(bot)),
        ("setup", _) => setup::run(bot, interaction).await,
        ("restock", _) => restock::run(bot, interaction).await,
        ("keys", Some("create")) => keys::create(bot, interaction).await,
        ("keys", Some("revoke")) => keys::revoke(bot, interaction).await,
        ("stock-board", _) => stock_board::run(bot, interaction).await,
        ("deliver", _) => deliver::run(bot, interaction).await,
        ("access-code", Some("show")) => access_code::show(bot, interaction).await,
        ("access-code", Some("reset")) => access_code::reset(bot, interaction).await,
        ("seller", Some("add")) => seller::add(bot, interaction).await,
        ("seller", Some("remove")) => seller::remove(bot, interaction).await,
        ("seller", Some("list")) => seller::list(bot, interaction).await,
        _ => Err(Refusal::new("There is no such command any more. Please try again in a minute.")),
    };
    or_refused(done)
}

/// The result of pressing a button.
pub(crate) enum Outcome {
    Answer(Answer),
    /// Replaces the message that has the button.
    Update(Answer),
    Modal(CreateModal),
}

/// Whether a press of the button is answered by a form.
pub(crate) fn opens_form(interaction: &Interaction) -> bool {
    interaction.custom_id().starts_with(REDEEM)
}

/// When a press of the button is deferred.
pub(crate) fn deferral_of_press(interaction: &Interaction) -> Deferral {
    let custom_id = interaction.custom_id();
    let is_once = [RETRY, REPLACE].iter().any(|button| custom_id.starts_with(button));
    if is_once { Deferral::First } else { Deferral::WhenSlow }
}

pub(crate) async fn press(bot: &Bot, interaction: &Interaction) -> Outcome {
    let custom_id = interaction.custom_id();
    let done = if opens_form(interaction) {
        redeem::modal(bot, interaction).await.map(Outcome::Modal)
    } else if custom_id.starts_with(REFRESH) {
        stock_board::refreshed(bot, interaction).await.map(|message| Outcome::Update(message.into()))
    } else if custom_id.starts_with(RETRY) {
        order::retry(bot, interaction).await.map(Outcome::Update)
    } else if custom_id.starts_with(REPLACE) {
        order::replace(bot, interaction).await.map(Outcome::Update)
    } else {
        Err(Refusal::new("This button does nothing any more."))
    };
    done.unwrap_or_else(|refusal| Outcome::Answer(refused(refusal)))
}

/// Called once a button's message was updated. `shown`: the digest of what it shows now, `None` if that is unknown.
pub(crate) async fn updated(bot: &Bot, interaction: &Interaction, shown: Option<&str>) {
    if interaction.custom_id().starts_with(REFRESH) {
        stock_board::was_refreshed(bot, interaction, shown).await;
    }
}

/// Returns the answer to a submitted modal.
pub(crate) async fn submit(bot: &Bot, interaction: &Interaction) -> Answer {
    or_refused(redeem::submitted(bot, interaction).await)
}

fn or_refused(done: Result) -> Answer {
    done.unwrap_or_else(refused)
}

fn refused(refusal: Refusal) -> Answer {
    embeds::refused(refusal.sentence()).into()
}
