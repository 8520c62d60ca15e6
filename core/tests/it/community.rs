//! Suggestions, bug reports, delivery texts, live pages and the log that remembers them.

use boostdesk_core::closing;
use boostdesk_core::foundation::clock::LocalTime;
use boostdesk_core::people::activity_log::{self, Client, Filter, Severity};
use boostdesk_core::people::auth::{self, AuthError};
use boostdesk_core::people::feedback::Author;
use boostdesk_core::people::feedback::bug_reports::{self, BugReportError, BugStatus, NewBugReport};
use boostdesk_core::people::feedback::suggestions::{self, SuggestionError, SuggestionStatus, Vote};
use boostdesk_core::ports::service_address::AddressError;
use boostdesk_core::shop::blocklist::BlocklistError;
use boostdesk_core::shop::delivery_text;
use boostdesk_core::shop::live_page::{self, LivePageError};
use boostdesk_core::shop::stock::StockError;
use boostdesk_core::testing::{Shop, on_both};

fn browser() -> Client {
    Client { address: Some("203.0.113.7".to_owned()), user_agent: Some("A browser".to_owned()) }
}

#[tokio::test]
async fn a_vote_toggles_and_switches_sides() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let made =
            suggestions::create(&app, Author::user(&shop.user_id), " Dark mode\0 ", " Please ", &browser())
                .await
                .unwrap();
        assert_eq!((made.title.as_str(), made.description.as_str()), ("Dark mode", "Please"));
        assert_eq!((made.author.as_str(), made.status), ("seller1", SuggestionStatus::Pending));
        let id = made.id;
        let vote = async |user: &Shop, vote| {
            let votes = suggestions::vote(&app, &user.user_id, id, vote, &browser()).await.unwrap();
            (votes.count(Vote::Up), votes.count(Vote::Down), votes.of(&user.user_id))
        };
        assert_eq!(vote(&shop, Vote::Up).await, (1, 0, Some(Vote::Up)));
        assert_eq!(vote(&other, Vote::Up).await, (2, 0, Some(Vote::Up)));
        assert_eq!(vote(&shop, Vote::Down).await, (1, 1, Some(Vote::Down)));
        assert_eq!(vote(&shop, Vote::Down).await, (1, 0, None));
        let list = suggestions::list(&app, None).await.unwrap();
        assert_eq!(list.suggestions[0].votes.0, [(other.user_id.clone(), Vote::Up)]);
        for _ in 0..5 {
            let both = tokio::join!(vote(&shop, Vote::Up), vote(&shop, Vote::Up));
            assert_ne!(both.0.2, both.1.2, "one votes, and one takes it back");
        }
        let of_both = suggestions::list(&app, None).await.unwrap().suggestions[0].votes.0.len();
        closing::remove_seller(&app, "seller1").await.unwrap();
        let removed = suggestions::vote(&app, &shop.user_id, id, Vote::Up, &browser()).await;
        assert!(matches!(removed, Err(SuggestionError::Auth(AuthError::NoSession))));
        assert_eq!(suggestions::list(&app, None).await.unwrap().suggestions[0].votes.0.len(), of_both);
    })
    .await;
}

#[tokio::test]
async fn suggestions_are_paged_counted_implemented_and_deleted() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for number in 0..103 {
            suggestions::create(
                &app,
                Author::user(&shop.user_id),
                &format!("Title {number}"),
                "x",
                &browser(),
            )
            .await
            .unwrap();
        }
        let first = suggestions::list(&app, None).await.unwrap();
        assert_eq!((first.suggestions.len(), first.counts.total), (100, 103));
        assert_eq!(first.suggestions[0].title, "Title 102");
        let rest = suggestions::list(&app, first.next.as_deref()).await.unwrap();
        assert_eq!((rest.suggestions.len(), rest.next), (3, None));

        let id = first.suggestions[0].id;
        for _ in 0..2 {
            suggestions::implement(&app, &shop.user_id, id, &browser()).await.unwrap();
        }
        let implemented = Filter { action: Some("suggestion_implemented".to_owned()), ..Filter::default() };
        let told =
            activity_log::list(&app, &implemented, None, None, &LocalTime::default()).await.unwrap().entries;
        assert_eq!(told.len(), 1, "it is implemented once");
        let counts = suggestions::list(&app, None).await.unwrap().counts;
        assert_eq!((counts.pending, counts.implemented), (102, 1));
        suggestions::vote(&app, &shop.user_id, id, Vote::Up, &browser()).await.unwrap();
        suggestions::delete(&app, &shop.user_id, id, &browser()).await.unwrap();
        let deleted = suggestions::delete(&app, &shop.user_id, id, &browser()).await;
        assert!(matches!(deleted, Err(SuggestionError::NotFound)));
        let blank = suggestions::create(&app, Author::user(&shop.user_id), " ", "x", &browser()).await;
        assert_eq!(blank.unwrap_err().to_string(), "Please fill in both title and description");
    })
    .await;
}

#[tokio::test]
async fn bug_reports_are_filed_fixed_and_deleted() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let report = NewBugReport {
            title: "It breaks".to_owned(),
            description: "Always".to_owned(),
            severity: bug_reports::BugSeverity::Critical,
            ..NewBugReport::default()
        };
        let bug =
            bug_reports::create(&app, Author::user(&shop.user_id), report.clone(), &browser()).await.unwrap();
        assert_eq!((bug.status, bug.steps.as_str()), (BugStatus::Open, ""));
        let counts = async || {
            let counts = bug_reports::list(&app, None).await.unwrap().counts;
            (counts.total, counts.open, counts.fixed, counts.critical)
        };
        assert_eq!(counts().await, (1, 1, 0, 1));
        let id = bug.id;
        for _ in 0..2 {
            bug_reports::fix(&app, &shop.user_id, id, &browser()).await.unwrap();
            assert_eq!(counts().await, (1, 0, 1, 1));
        }
        let fixed = Filter { action: Some("bug_fixed".to_owned()), ..Filter::default() };
        let told = activity_log::list(&app, &fixed, None, None, &LocalTime::default()).await.unwrap().entries;
        assert_eq!(told.len(), 1, "it is fixed once");
        bug_reports::delete(&app, &shop.user_id, id, &browser()).await.unwrap();
        assert_eq!(counts().await, (0, 0, 0, 0));
        let fixed = bug_reports::fix(&app, &shop.user_id, id, &browser()).await;
        assert!(matches!(fixed, Err(BugReportError::NotFound)));
        let blank = NewBugReport { title: " ".to_owned(), ..report };
        let blank = bug_reports::create(&app, Author::user(&shop.user_id), blank, &browser()).await;
        assert_eq!(blank.unwrap_err().to_string(), "Please fill in at least the title and description");
    })
    .await;
}

#[tokio::test]
async fn a_bug_report_has_200_characters_in_its_title_and_5000_in_each_text_at_most() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let text = "ä".repeat(5000);
        let longest = NewBugReport {
            title: "ä".repeat(200),
            description: text.clone(),
            steps: text.clone(),
            expected_behavior: text.clone(),
            actual_behavior: text,
            ..NewBugReport::default()
        };
        let longer = || "x".repeat(5001);
        let too_long = [
            NewBugReport { title: "x".repeat(201), ..longest.clone() },
            NewBugReport { description: longer(), ..longest.clone() },
            NewBugReport { steps: longer(), ..longest.clone() },
            NewBugReport { expected_behavior: longer(), ..longest.clone() },
            NewBugReport { actual_behavior: longer(), ..longest.clone() },
        ];
        for report in too_long {
            let refused = bug_reports::create(&app, Author::user(&shop.user_id), report, &browser()).await;
            assert!(matches!(refused, Err(BugReportError::TooLong)), "{refused:?}");
        }
        bug_reports::create(&app, Author::user(&shop.user_id), longest, &browser()).await.unwrap();
        assert_eq!(bug_reports::list(&app, None).await.unwrap().counts.total, 1);
    })
    .await;
}

#[tokio::test]
async fn a_delivery_text_has_5000_characters_at_most() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let text = async |shop: &Shop| delivery_text::of_user(&app, &shop.user_id).await.unwrap();
        assert_eq!(text(&shop).await, "");
        let longest = "ä".repeat(5000);
        delivery_text::save(&app, &shop.user_id, &longest, &browser()).await.unwrap();
        let longer = delivery_text::save(&app, &shop.user_id, &"x".repeat(5001), &browser()).await;
        assert_eq!(longer.unwrap_err().to_string(), "Text too long. Limit is 5000 characters.");
        assert_eq!((text(&shop).await, text(&other).await), (longest, String::new()));
    })
    .await;
}

#[tokio::test]
async fn earlier_versions_of_a_live_page_can_be_read_and_at_most_50_are_kept() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        assert_eq!(live_page::code(&app, &shop.user_id).await.unwrap(), "");
        assert!(live_page::of_storefront(&app, &shop.guild).await.unwrap().is_none());
        for code in ["one", "two", "two", ""] {
            live_page::save(&app, &shop.user_id, code, &browser()).await.unwrap();
        }
        let versions = live_page::versions(&app, &shop.user_id).await.unwrap();
        assert_eq!(versions.iter().map(|version| version.size).collect::<Vec<_>>(), [0, 3, 3]);
        assert!(live_page::of_storefront(&app, &shop.guild).await.unwrap().is_none());
        let first = versions[2].id;
        assert_eq!(live_page::version(&app, &shop.user_id, first).await.unwrap(), "one");
        let foreign = live_page::version(&app, &other.user_id, first).await;
        assert!(matches!(foreign, Err(LivePageError::NoSuchVersion)));
        let large = live_page::save(&app, &shop.user_id, &"x".repeat(256 * 1024 + 1), &browser()).await;
        assert!(matches!(large, Err(LivePageError::TooLarge)));
        for number in 0..60 {
            live_page::save(&app, &shop.user_id, &number.to_string(), &browser()).await.unwrap();
        }
        assert_eq!(live_page::versions(&app, &shop.user_id).await.unwrap().len(), 50);
        let shown = live_page::of_storefront(&app, &shop.guild).await.unwrap().expect("a page of their own");
        assert_eq!((shown.user_id, shown.code.as_str()), (shop.user_id, "59"));
    })
    .await;
}

#[tokio::test]
async fn the_activity_log_is_searched_filtered_and_paged() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        for title in ["100% done", "100 done", "under_score", "Ärger im Öl", "MÜLLER ÖL", "ΚΩΣΤΑΣ"]
        {
            suggestions::create(&app, Author::user(&shop.user_id), title, "x", &browser()).await.unwrap();
        }
        auth::sign_in(&app, "nonsense", &browser()).await.unwrap_err();
        let list = async |filter: Filter| {
            let page = activity_log::list(&app, &filter, None, None, &LocalTime::default()).await.unwrap();
            page.entries.into_iter().map(|entry| entry.details).collect::<Vec<_>>()
        };
        let search = |text: &str| Filter { search: Some(text.to_owned()), ..Filter::default() };
        assert_eq!(list(search("100%")).await, ["100% done"]);
        assert_eq!(list(search("r_s")).await, ["under_score"]);
        assert_eq!(list(search("SELLER2")).await.len(), 2);
        assert_eq!(list(search(other.user_id.as_str())).await.len(), 2);
        for text in ["Ärger", "ärger im öl", "im Öl"] {
            assert_eq!(list(search(text)).await, ["Ärger im Öl"], "{text}");
        }
        for text in ["müller", "Müller Öl", "MÜLLER"] {
            assert_eq!(list(search(text)).await, ["MÜLLER ÖL"], "{text}");
        }
        for text in ["ΚΩΣ", "κως", "Κωσ", "ΚΩΣΤΑΣ", "κωστας"] {
            assert_eq!(list(search(text)).await, ["ΚΩΣΤΑΣ"], "{text}");
        }
        assert_eq!(list(search("Suggestion Created")).await.len(), 6);
        let filter = Filter { action: Some("suggestion_created".to_owned()), ..search("done") };
        assert_eq!(list(filter).await.len(), 2);
        let warnings = Filter { severity: Some(Severity::Warning), ..Filter::default() };
        assert_eq!(list(warnings).await, ["A wrong access code was entered"]);

        let first =
            activity_log::list(&app, &Filter::default(), None, Some(5), &LocalTime::default()).await.unwrap();
        assert_eq!(first.entries[0].address.as_deref(), Some("203.0.113.7"));
        assert_eq!(first.entries[0].user_agent.as_deref(), Some("A browser"));
        assert_eq!((first.counts.total, first.counts.today, first.counts.errors), (11, 11, 0));
        assert_eq!(
            first.actions,
            ["seller_added", "sign_in_failed", "storefront_created", "suggestion_created"]
        );
        let next = first.next.as_deref();
        let rest =
            activity_log::list(&app, &Filter::default(), next, Some(6), &LocalTime::default()).await.unwrap();
        assert_eq!((rest.entries.len(), rest.next), (6, None));
    })
    .await;
}

#[tokio::test]
async fn a_user_can_list_and_end_only_their_own_sessions() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let other = Shop::open(&app, 2).await;
        let sign_in = async |shop: &Shop| {
            let token = auth::sign_in(&app, shop.code.expose(), &browser()).await.unwrap().token;
            (auth::session(&app, &token).await.unwrap(), token)
        };
        let ((mine, _), (_, second), (foreign, _)) =
            (sign_in(&shop).await, sign_in(&shop).await, sign_in(&other).await);
        let sessions = auth::sessions(&app, &mine).await.unwrap();
        assert_eq!(sessions.len(), 2);
        assert_eq!(sessions.iter().filter(|session| session.current).count(), 1);
        let ended = sessions.iter().find(|session| !session.current).unwrap();
        assert!(auth::end_session(&app, &foreign, &ended.id, &browser()).await.is_err());
        auth::end_session(&app, &mine, &ended.id, &browser()).await.unwrap();
        assert!(auth::session(&app, &second).await.is_err());
        let (_, third) = sign_in(&shop).await;
        auth::sign_out_everywhere(&app, &mine, &browser()).await.unwrap();
        assert!(auth::session(&app, &third).await.is_err());
        assert!(auth::sessions(&app, &mine).await.unwrap().is_empty());
        assert_eq!(auth::sessions(&app, &foreign).await.unwrap().len(), 1);
    })
    .await;
}

#[test]
fn error_messages_write_limits_with_units_and_thousands_separators() {
    let refusals = [
        StockError::TooLarge.to_string(),
        BlocklistError::Full.to_string(),
        LivePageError::TooLarge.to_string(),
        AddressError::Malformed.to_string(),
    ];
    assert_eq!(
        refusals,
        [
            "An import takes at most 8 MiB and 100,000 lines.",
            "The blocklist is full: it has at most 10,000 entries.",
            "The page is too large. At most 256 KiB are accepted.",
            "The address must be a URL of at most 2,000 characters, such as https://shop.example.com/in.",
        ]
    );
}
