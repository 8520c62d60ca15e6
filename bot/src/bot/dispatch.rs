//! Passes each interaction to its command and the answer back. Tells core when the bot joins or leaves a guild.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::bot_membership;
use futures::FutureExt;
use serenity::all::{CreateAutocompleteResponse, CreateInteractionResponse as Response};
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, error, info_span, warn};

use crate::bot::commands::{self, Outcome};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::gateway::Incoming;
use crate::bot::interactions::{
    Answer, Asked, Deferral, Interaction, Kind, Seen, Unreadable, read, time_left,
};

/// Interactions from the gateway and the tasks that answer them. Clones share both, so they outlive a run that crashes.
#[derive(Clone)]
pub(crate) struct Heard {
    interactions: Arc<Mutex<mpsc::Receiver<Incoming>>>,
    seen: Arc<Seen>,
    under_way: TaskTracker,
}

impl Heard {
    pub(crate) fn through(interactions: mpsc::Receiver<Incoming>) -> Self {
        let interactions = Arc::new(Mutex::new(interactions));
        Self { interactions, seen: Arc::default(), under_way: TaskTracker::new() }
    }
}

/// Answers interactions until `stop`, then finishes those that were begun.
pub(crate) async fn run(bot: Bot, heard: Heard, stop: CancellationToken) {
    let Heard { interactions, seen, under_way } = heard;
    let mut interactions = interactions.lock().await;
    loop {
        let incoming = tokio::select! {
            () = stop.cancelled() => break,
            incoming = interactions.recv() => incoming,
        };
        let Some(incoming) = incoming else { break };
        let understood = match incoming {
            Incoming::Read(model) => Ok((*model).into()),
            Incoming::Unread(raw) => read(&raw),
            Incoming::Moved(guild) => {
                under_way.spawn(tell_of_move(bot.clone(), guild));
                continue;
            }
        };
        match understood {
            Ok(interaction) if seen.is_new(interaction.model().id()) => {
                // Every log line about the interaction carries its id.
                let span = info_span!(
                    "interaction",
                    otel.kind = "server",
                    otel.name = name_of(&interaction),
                    id = interaction.nonce()
                );
                under_way.spawn(handle(bot.clone(), interaction).instrument(span));
            }
            Err(Some(unreadable)) if seen.is_new(unreadable.id) => {
                error!("an interaction cannot be read");
                under_way.spawn(apologize(bot.clone(), unreadable));
            }
            Ok(_) | Err(Some(_)) => {}
            Err(None) => error!("an interaction cannot be read and stays without an answer"),
        }
    }
    under_way.close();
    under_way.wait().await;
}

async fn tell_of_move(bot: Bot, guild: GuildId) {
    if let Err(failure) = bot_membership::moved(&bot.app, &guild).await {
        warn!(%guild, %failure, "nobody was told that the bot came into a guild, or is out of it");
    }
}

async fn apologize(bot: Bot, unreadable: Unreadable) {
    let wants_choices = unreadable.wants_choices;
    let asked = Asked::unread(bot.platform.clone(), unreadable);
    if wants_choices {
        asked.give(&Response::Autocomplete(CreateAutocompleteResponse::new())).await;
    } else {
        asked.reply(&bot, embeds::refused(embeds::BROKEN).into()).await;
    }
}

/// The span's name in traces; contains nothing that the caller entered.
fn name_of(interaction: &Interaction) -> &'static str {
    match interaction.kind() {
        Kind::Command => commands::find(interaction).map_or("unknown command", |command| command.name),
        Kind::Autocomplete => "autocomplete",
        Kind::Component => "button",
        Kind::Modal => "form",
        Kind::Other => "interaction",
    }
}

async fn handle(bot: Bot, interaction: Interaction) {
    let asked = Asked::new(bot.platform.clone(), &interaction);
    match interaction.kind() {
        Kind::Command => {
            let known = commands::find(&interaction);
            if known.is_none() {
                warn!(command = interaction.command().0, "an unknown command");
            }
            let (deferral, private) =
                known.map_or((Deferral::WhenSlow, true), |command| (command.deferral, command.private));
            let work = or_apology(commands::run(&bot, &interaction));
            Box::pin(asked.answer(&bot, work, deferral, private)).await;
        }
        Kind::Autocomplete => {
            let work = whatever_happens(commands::complete(&bot, &interaction), Vec::new);
            let choices = timeout(time_left(interaction.model().id(), &bot), work).await;
            // An empty list is better than the platform's own error message.
            let response = CreateAutocompleteResponse::new().set_choices(choices.unwrap_or_default());
            asked.give(&Response::Autocomplete(response)).await;
        }
        Kind::Component => {
            let apology = || Outcome::Answer(embeds::refused(embeds::BROKEN).into());
            let work = whatever_happens(commands::press(&bot, &interaction), apology);
            // The platform shows no form after a deferral.
            let (outcome, late) = if commands::opens_form(&interaction) {
                (work.await, false)
            } else {
                let deferral = commands::deferral_of_press(&interaction);
                let Some(done) = Box::pin(asked.wait_for(&bot, work, deferral)).await else { return };
                done
            };
            match outcome {
                Outcome::Modal(modal) => {
                    asked.give(&Response::Modal(modal)).await;
                }
                Outcome::Answer(answer) if late => asked.add(&bot, &answer.message).await,
                Outcome::Answer(answer) => asked.reply(&bot, answer).await,
                Outcome::Update(answer) => {
                    let shown = embeds::digest(&answer.message);
                    let is_shown = if late {
                        asked.change(&bot, answer).await
                    } else {
                        asked.update(&bot, answer).await
                    };
                    // An update that was not confirmed may have arrived all the same.
                    let shown = is_shown.then_some(shown.as_str());
                    commands::updated(&bot, &interaction, shown).await;
                }
            }
        }
        Kind::Modal => {
            let work = or_apology(commands::submit(&bot, &interaction));
            Box::pin(asked.answer(&bot, work, Deferral::AtOnce, true)).await;
        }
        Kind::Other => {}
    }
}

async fn or_apology(work: impl Future<Output = Answer>) -> Answer {
    whatever_happens(work, || embeds::refused(embeds::BROKEN).into()).await
}

/// On a panic the caller is answered at once; the panic hook has logged it by then.
async fn whatever_happens<T>(work: impl Future<Output = T>, crashed: impl FnOnce() -> T) -> T {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| crashed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn panicking_command_is_answered_with_an_apology() {
        let answer = or_apology(async { panic!("a command that crashes") }).await;
        let apology = embeds::refused(embeds::BROKEN);
        assert_eq!(embeds::digest(&answer.message), embeds::digest(&apology));
        assert_eq!(whatever_happens(async { 1 }, || 2).await, 1);
    }
}
