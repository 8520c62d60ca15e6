//! What was heard goes to the command that it means, and the command's answer goes back.

use serde_json::json;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, warn};

use crate::bot::commands::{self, Outcome};
use crate::bot::context::Bot;
use crate::bot::gateway::Incoming;
use crate::bot::interactions::{Asked, Deferral, Interaction, Kind, Seen};

/// Answers what `heard` brings until `stop`. What was begun by then is finished.
pub(crate) async fn run(bot: Bot, mut heard: mpsc::Receiver<Incoming>, stop: CancellationToken) {
    let seen = Seen::default();
    let under_way = TaskTracker::new();
    loop {
        let incoming = tokio::select! {
            () = stop.cancelled() => break,
            incoming = heard.recv() => incoming,
        };
        let Some(incoming) = incoming else { break };
        match serde_json::from_str::<Interaction>(incoming.get()) {
            Ok(interaction) if seen.is_new(&interaction.id) => {
                under_way.spawn(handle(bot.clone(), interaction));
            }
            Ok(_) => {}
            Err(error) => error!(%error, "an interaction cannot be read and stays without an answer"),
        }
    }
    under_way.close();
    under_way.wait().await;
}

async fn handle(bot: Bot, interaction: Interaction) {
    let asked = Asked::new(bot.platform.clone(), &interaction);
    match interaction.kind() {
        Kind::Command => {
            let Some(command) = commands::find(&interaction) else {
                warn!(command = interaction.data.name, "an unknown command");
                return;
            };
            let (deferral, private) = (command.deferral, command.private);
            asked.answer(&bot, commands::run(&bot, &interaction), deferral, private).await;
        }
        Kind::Autocomplete => {
            let choices = commands::complete(&bot, &interaction).await;
            asked.give(&json!({ "type": 8, "data": { "choices": choices } })).await;
        }
        Kind::Component => match commands::press(&bot, &interaction).await {
            Outcome::Answer(answer) => asked.reply(&bot, answer).await,
            Outcome::Update(message) => {
                asked.give(&json!({ "type": 7, "data": message.body() })).await;
            }
            Outcome::Modal(modal) => asked.give(&json!({ "type": 9, "data": modal })).await,
        },
        Kind::Modal => {
            let work = commands::submit(&bot, &interaction);
            asked.answer(&bot, work, Deferral::AtOnce, true).await;
        }
        Kind::Other => {}
    }
}
