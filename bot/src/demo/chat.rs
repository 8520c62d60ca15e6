//! What the demo's sellers talk about.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::chat::{self, Author, NewMessage, Speaker};
use boostdesk_core::ids::UserId;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth;

use crate::process::failed::Failed;

/// Who, how many minutes after the line before, and what. `>` answers the line before; `owner` is the demo's own user.
static TALK: [Line; 24] = [
    ("pixelboosts", 0, "morning everyone ☕"),
    ("mapleleaf", 2, "morning! first sale of the day before breakfast, I'll take it"),
    ("nightshift", 4, "still up from yesterday here 😅"),
    ("pixelboosts", 1, "> that explains the name"),
    ("ember", 26, "how do you all word the delivery text? mine reads like a tax form"),
    ("mapleleaf", 3, "> keep it short: thanks, the key, the redeem link. customers never read line four"),
    ("owner", 2, "and put {status_url} in, it saved me half of my support messages"),
    ("ember", 1, "oh nice, I did not know there is one for the status page"),
    ("ember", 1, "added it 🙌"),
    ("nightshift", 44, "anyone else seeing slower joins on 3 month stock this morning?"),
    ("nightshift", 1, "two orders sat in processing for ~4 min, then finished fine"),
    ("pixelboosts", 2, "> same, cleared up around 9"),
    ("owner", 2, "good to know, mine just caught up"),
    (
        "mapleleaf",
        31,
        "my customers keep asking for a queue on the stock board. @ember did you post a suggestion for that?",
    ),
    ("ember", 3, "> pixelboosts did, it has four votes already. go vote!"),
    ("mapleleaf", 1, "done ✅"),
    (
        "pixelboosts",
        52,
        "tip: keep the low stock warning a bit above your best day. ran dry on Friday evening and it hurt",
    ),
    ("nightshift", 2, "> been there. 20 is the sweet spot for me"),
    ("owner", 5, "I restock right after the weekly summary, then nobody has to think about it"),
    (
        "ember",
        17,
        "made a new banner for the shop, pink on black\nthe accent colour on the redeem page follows the embed colour, did not expect that",
    ),
    ("mapleleaf", 2, "> it does, and it stays readable even with the worst yellow I could find. I tried 😇"),
    ("pixelboosts", 9, "20 boosts to one server just now, my biggest order yet 🎉"),
    ("ember", 1, "congrats!!"),
    ("owner", 1, "> well deserved"),
];

/// How many of the lines were said yesterday.
const YESTERDAYS: usize = 13;

type Line = (&'static str, u64, &'static str);

/// What is said on a day of the demo's two weeks.
pub(super) fn on_day(day: usize) -> &'static [Line] {
    match day {
        12 => &TALK[..YESTERDAYS],
        13 => &TALK[YESTERDAYS..],
        _ => &[],
    }
}

pub(super) fn length(lines: &[Line]) -> Duration {
    Duration::from_mins(lines.iter().map(|(_, minutes, _)| minutes).sum())
}

/// Moves the clock on by [`length`].
pub(super) async fn talk(app: &App, owner_id: &UserId, lines: &[Line]) -> Result<(), Failed> {
    let mut last = None;
    for &(who, minutes, line) in lines {
        app.clock.advance(Duration::from_mins(minutes));
        let (user_id, admin) = if who == "owner" {
            (owner_id.to_owned(), true)
        } else {
            (auth::find_seller(app, who).await.map_err(Failed::trouble)?.id, false)
        };
        let name = if who == "owner" { "novaboosts" } else { who };
        let author = Author::parse(&format!("demo-{name}"), name).map_err(Failed::trouble)?;
        let speaker = Speaker { subject: user_id.to_string(), user_id: Some(user_id), admin };
        let answer = line.strip_prefix("> ");
        let new = NewMessage {
            content: answer.unwrap_or(line).to_owned(),
            reply_to: answer.and(last.take()),
            mentions: vec!["demo-ember".parse().expect("a literal id")],
            ..NewMessage::default()
        };
        let sent = chat::send(app, &speaker, &author, new).await.map_err(Failed::trouble)?;
        last = Some(sent.message.id.to_string());
    }
    if lines.is_empty() { Ok(()) } else { second_thoughts(app, owner_id).await }
}

/// Adds a line that its author edits, and one that an admin deletes.
async fn second_thoughts(app: &App, owner_id: &UserId) -> Result<(), Failed> {
    let seller = auth::find_seller(app, "nightshift").await.map_err(Failed::trouble)?;
    let author = Author::parse("demo-nightshift", "nightshift").map_err(Failed::trouble)?;
    let speaker = Speaker { subject: seller.id.to_string(), user_id: Some(seller.id), admin: false };
    let say = async |text: &str| {
        let new = NewMessage { content: text.to_owned(), ..NewMessage::default() };
        let sent = chat::send(app, &speaker, &author, new).await;
        sent.map(|said| said.message).map_err(Failed::trouble)
    };
    let sent = say("nigth all").await?;
    chat::edit(app, &speaker, sent.id, "night all 🌙").await.map_err(Failed::trouble)?;
    let spam = say("cheap followers, write me!!!").await?;
    let admin = Speaker { subject: owner_id.to_string(), user_id: Some(owner_id.to_owned()), admin: true };
    chat::delete(app, &admin, spam.id, &Client::default()).await.map_err(Failed::trouble)?;
    Ok(())
}
