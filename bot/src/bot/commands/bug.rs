//! `/bug`: adds a report to the list that every seller sees.

use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::feedback::bug_reports::{self, BugSeverity, NewBugReport};

use super::{Result, rights, suggest};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let user = rights::caller(interaction)?;
    rights::may_write(bot, user)?;
    let text = |name| interaction.text(name).unwrap_or_default().to_owned();
    let report = NewBugReport {
        title: text("title"),
        description: text("description"),
        steps: String::new(),
        expected_behavior: String::new(),
        actual_behavior: String::new(),
        severity: BugSeverity::Medium,
    };
    let author = suggest::author(bot, user).await?;
    bug_reports::create(&bot.app, author, report, &Client::default()).await?;
    Ok(embeds::said("Thank you! Your report is on the list.").into())
}
