//! The suggestions and bug reports of the demo's sellers.

use boostdesk_core::App;
use boostdesk_core::ids::UserId;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth;
use boostdesk_core::people::feedback::Author;
use boostdesk_core::people::feedback::bug_reports::{self, BugSeverity, NewBugReport};
use boostdesk_core::people::feedback::suggestions::{self, Vote};

use crate::process::failed::Failed;

/// Titles, descriptions, and how many of the other sellers voted up and down.
const SUGGESTIONS: [(&str, &str, usize, usize); 4] = [
    (
        "Show the queue on the stock board",
        "Customers ask how long a delivery takes. A line with the orders in the queue would answer most of them.",
        4,
        0,
    ),
    (
        "Keys as a QR code",
        "For printed vouchers: one code that opens the redeem page with the key filled in.",
        2,
        1,
    ),
    (
        "Filter orders by stock",
        "A filter beside the status, so that I can see how the three month tokens do.",
        3,
        1,
    ),
    ("Weekly summary", "An embed every Monday with orders, boosts and what is low.", 1, 2),
];

const OTHERS: [&str; 4] = ["pixelboosts", "nightshift", "mapleleaf", "ember"];

pub(super) async fn gather(app: &App, owner_id: &UserId) -> Result<(), Failed> {
    let client = Client::default();
    let mut others = Vec::new();
    for name in OTHERS {
        let (seller, _) = auth::add_seller(app, name, None, false).await.map_err(Failed::trouble)?;
        others.push(seller.id);
    }
    for (place, (title, description, ups, downs)) in SUGGESTIONS.into_iter().enumerate() {
        let author = &others[place % others.len()];
        let made = suggestions::create(app, Author::user(author), title, description, &client).await;
        let id = made.map_err(Failed::trouble)?.id;
        for (voter, vote) in others
            .iter()
            .zip(std::iter::repeat_n(Vote::Up, ups).chain(std::iter::repeat_n(Vote::Down, downs)))
        {
            suggestions::vote(app, voter, id, vote, &client).await.map_err(Failed::trouble)?;
        }
        if place == 2 {
            suggestions::implement(app, owner_id, id, &client).await.map_err(Failed::trouble)?;
        }
    }
    report_bugs(app, owner_id, &others).await
}

async fn report_bugs(app: &App, owner_id: &UserId, others: &[UserId]) -> Result<(), Failed> {
    let client = Client::default();
    let text = str::to_owned;
    let reports = [
        NewBugReport {
            title: text("Footer hides behind the phone's keyboard"),
            description: text("On the redeem page, with the optional details open."),
            steps: text("Open the redeem page on a phone\nOpen the optional details\nTap the last field"),
            expected_behavior: text("The page scrolls to the field"),
            actual_behavior: text("The button covers it"),
            severity: BugSeverity::Low,
        },
        NewBugReport {
            title: text("Long names push the badge out of its row"),
            description: text("A storefront name of 100 characters, in the picker."),
            ..NewBugReport::default()
        },
        NewBugReport {
            title: text("A restock of 100,000 lines is refused"),
            description: text("My file has one line more than the limit. Please say so before the upload."),
            severity: BugSeverity::High,
            ..NewBugReport::default()
        },
    ];
    for (place, report) in reports.into_iter().enumerate() {
        let bug = bug_reports::create(app, Author::user(&others[place]), report, &client)
            .await
            .map_err(Failed::trouble)?;
        if place == 1 {
            bug_reports::fix(app, owner_id, bug.id, &client).await.map_err(Failed::trouble)?;
        }
    }
    Ok(())
}
