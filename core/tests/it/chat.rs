//! The chat room's rules.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::chat::uploads::{self, Upload, UploadKind};
use boostdesk_core::chat::{self, Author, ChatError, EDIT_WINDOW, Message, NewMessage, ROOM, Span, Speaker};
use boostdesk_core::ids::AuthorId;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth;
use boostdesk_core::testing::{Setup, Shop, on_both};

fn speaker(shop: &Shop) -> Speaker {
    Speaker { user_id: Some(shop.user_id.clone()), admin: false, subject: shop.user_id.to_string() }
}

async fn admin(app: &App) -> Speaker {
    let (seller, _) = auth::add_seller(app, "admin", None, true).await.unwrap();
    Speaker { user_id: Some(seller.id.clone()), admin: true, subject: seller.id.to_string() }
}

fn text(content: &str) -> NewMessage {
    NewMessage { content: content.to_owned(), ..NewMessage::default() }
}

/// The author whose id is the seller's own user id.
fn own_author(shop: &Shop) -> Author {
    author(shop.user_id.as_str())
}

fn author_id(text: &str) -> AuthorId {
    AuthorId::parse(text).expect("an author id")
}

fn author(id: &str) -> Author {
    Author::parse(id, &format!("n-{id}")).unwrap()
}

async fn say(app: &App, shop: &Shop, content: &str) -> Message {
    chat::send(app, &speaker(shop), &own_author(shop), text(content)).await.unwrap().message
}

fn contents(messages: &[Message]) -> Vec<&str> {
    messages.iter().map(|message| message.content.as_str()).collect()
}

#[tokio::test]
async fn message_history_is_paged_backwards_and_forwards() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for number in 1..=7 {
            say(&app, &shop, &format!(" {number} ")).await;
        }
        let page = async |span, limit| chat::history(&app, ROOM, span, limit).await.unwrap();
        let newest = page(Span::Newest, 3).await;
        assert_eq!(contents(&newest), ["5", "6", "7"]);
        assert_eq!(contents(&page(Span::Before(newest[0].id), 3).await), ["2", "3", "4"]);
        assert_eq!(contents(&page(Span::After(newest[0].id), 1).await), ["6"]);
        assert!(page(Span::After(newest[2].id), 100).await.is_empty());
        let other = chat::history(&app, "elsewhere", Span::Newest, 3).await;
        assert!(matches!(other, Err(ChatError::NoSuchRoom)));
    })
    .await;
}

#[tokio::test]
async fn changes_since_a_revision_are_listed_once_and_in_order() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (first, second) = (say(&app, &shop, "one").await, say(&app, &shop, "two").await);
        let seen = chat::revision(&app, ROOM).await.unwrap();
        say(&app, &shop, "three").await;
        chat::edit(&app, &speaker(&shop), first.id, "1").await.unwrap();
        chat::delete(&app, &speaker(&shop), second.id, &Client::default()).await.unwrap();
        let missed = chat::changes(&app, ROOM, seen).await.unwrap();
        assert_eq!(contents(&missed.messages), ["three", "1", ""]);
        assert!(missed.messages[1].edited_at.is_some());
        assert!(missed.messages[2].deleted);
        assert!(missed.messages.windows(2).all(|two| two[0].revision < two[1].revision));
        assert_eq!((missed.revision, missed.more), (chat::revision(&app, ROOM).await.unwrap(), false));
        assert!(chat::changes(&app, ROOM, missed.revision).await.unwrap().messages.is_empty());
        let history = chat::history(&app, ROOM, Span::Newest, 10).await.unwrap();
        assert_eq!(contents(&history), ["1", "three"], "a deleted one is not in the history");
        for number in 0..201 {
            say(&app, &shop, &number.to_string()).await;
        }
        let much = chat::changes(&app, ROOM, missed.revision).await.unwrap();
        assert_eq!((much.messages.len(), much.more), (200, true));
        let rest = chat::changes(&app, ROOM, much.revision).await.unwrap();
        assert_eq!((contents(&rest.messages), rest.more), (vec!["200"], false));
    })
    .await;
}

/// Readers that follow revisions must never step over one that is committed later.
#[tokio::test(flavor = "multi_thread")]
async fn readers_of_changes_see_concurrent_messages_in_order_without_gaps() {
    on_both(async |app| {
        let (mut seen, mut last) = (Vec::new(), chat::revision(&app, ROOM).await.unwrap());
        let mut writers = Vec::new();
        for number in 0..4 {
            let (app, shop) = (app.app.clone(), Shop::open(&app, number + 1).await);
            writers.push(tokio::spawn(async move {
                for round in 0..25 {
                    say(&app, &shop, &round.to_string()).await;
                }
            }));
        }
        loop {
            let written = writers.iter().all(tokio::task::JoinHandle::is_finished);
            let changes = chat::changes(&app, ROOM, last).await.unwrap();
            last = changes.revision;
            seen.extend(changes.messages.iter().map(|message| message.id.to_string()));
            if written && !changes.more {
                break;
            }
        }
        for writer in writers {
            writer.await.unwrap();
        }
        assert_eq!(seen, (1..=100).map(|number| number.to_string()).collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test]
async fn resending_with_the_same_client_id_by_the_same_author_creates_one_message() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let again = NewMessage { client_id: Some("a".to_owned()), ..text("once") };
        let send = async |shop: &Shop| {
            chat::send(&app, &speaker(shop), &own_author(shop), again.clone()).await.unwrap().message.id
        };
        let (first, second) = tokio::join!(send(&shop), send(&shop));
        assert_eq!(first, second);
        assert_ne!(send(&other).await, first, "another author's client id is another one");
        assert_eq!(chat::history(&app, ROOM, Span::Newest, 10).await.unwrap().len(), 2);
    })
    .await;
}

#[tokio::test]
async fn an_author_id_belongs_to_the_first_speaker_who_uses_it() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let nobody = Speaker { user_id: None, admin: false, subject: "203.0.113.7".to_owned() };
        let id = author("mine");
        chat::send(&app, &speaker(&shop), &id, text("hello")).await.unwrap();
        for stranger in [&speaker(&other), &nobody] {
            let sent = chat::send(&app, stranger, &id, text("it is me")).await;
            assert!(matches!(sent, Err(ChatError::AuthorTaken)));
        }
        chat::send(&app, &nobody, &author("open"), text("hello")).await.unwrap();
        let sent = chat::send(&app, &speaker(&shop), &author("open"), text("it is me")).await;
        assert!(matches!(sent, Err(ChatError::AuthorTaken)));
        // The same id in another case is taken, too.
        let shouted = author("MINE");
        let sent = chat::send(&app, &speaker(&other), &shouted, text("it is me")).await;
        assert!(matches!(sent, Err(ChatError::AuthorTaken)));
        let refused = chat::introduce(&app, &speaker(&other), &shouted).await;
        assert!(matches!(refused, Err(ChatError::AuthorTaken)));
        let known = chat::introduce(&app, &speaker(&shop), &shouted).await.unwrap();
        assert_eq!(known.id().as_str(), "mine");
        // Once introduced, it is visible to others, who cannot take it even before anything is written.
        let here = author("here");
        chat::introduce(&app, &speaker(&other), &here).await.unwrap();
        let sent = chat::send(&app, &speaker(&shop), &here, text("it is me")).await;
        assert!(matches!(sent, Err(ChatError::AuthorTaken)));
        chat::introduce(&app, &nobody, &author("passing")).await.unwrap();
        chat::send(&app, &speaker(&other), &author("passing"), text("hello")).await.expect("it is nobody's");
        let sent = chat::send(&app, &speaker(&shop), &shouted, text("hello")).await.unwrap().message;
        assert_eq!(sent.author_id.as_str(), "mine");
        let renamed = Author::parse("mine", " Nova  ").unwrap();
        chat::send(&app, &speaker(&shop), &renamed, text("renamed")).await.unwrap();
        let profile = chat::profile(&app, &shop.user_id).await.unwrap().unwrap();
        assert_eq!((profile.author_id.as_str(), profile.author.as_str()), ("mine", "Nova"));
    })
    .await;
}

#[tokio::test]
async fn of_two_users_claiming_a_new_author_id_in_different_case_only_one_gets_it() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        for round in 0..8 {
            let (low, high) = (author(&format!("mika{round}")), author(&format!("MIKA{round}")));
            let (one, two) = (speaker(&shop), speaker(&other));
            let (first, second) = tokio::join!(
                chat::send(&app, &one, &low, text("hello")),
                chat::send(&app, &two, &high, text("hello")),
            );
            assert!(first.is_ok() != second.is_ok(), "{round}: {first:?}, {second:?}");
        }
    })
    .await;
}

#[test]
fn author_names_are_trimmed_and_invalid_names_and_author_ids_are_rejected() {
    assert_eq!(Author::parse("a", "  Mika ").unwrap().name(), "Mika");
    assert!(Author::parse("a", &"ä".repeat(40)).is_ok());
    for name in ["", "   ", &"a".repeat(41), "a\nb", "abc\u{202e}nimda", "a\u{200b}"] {
        assert!(matches!(Author::parse("a", name), Err(ChatError::BadName)), "{name:?}");
    }
    for id in ["", "a b", "../a", &"a".repeat(65), "ä"] {
        assert!(matches!(Author::parse(id, "a"), Err(ChatError::BadAuthorId)), "{id:?}");
    }
}

#[tokio::test]
async fn an_empty_message_or_one_over_4000_characters_is_rejected() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let send = async |content: &str| {
            chat::send(&app, &speaker(&shop), &author("a"), text(content))
                .await
                .map(|said| said.message.content)
        };
        assert!(matches!(send(" \n ").await, Err(ChatError::Empty)));
        let longest = "🙂".repeat(4000);
        assert_eq!(send(&format!("  {longest}\n")).await.unwrap(), longest);
        assert!(matches!(send(&format!("{longest}x")).await, Err(ChatError::TooLong)));
    })
    .await;
}

#[tokio::test]
async fn an_author_can_edit_within_the_edit_window_and_an_admin_can_delete_but_not_edit() {
    on_both(async |app| {
        let (shop, other, admin) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await, admin(&app).await);
        let message = say(&app, &shop, "helo").await;
        let id = message.id;
        let edit =
            async |who: &Speaker, content| chat::edit(&app, who, id, content).await.map(|it| it.content);
        assert_eq!(edit(&speaker(&shop), " hello ").await.unwrap(), "hello");
        assert!(matches!(edit(&speaker(&shop), " ").await, Err(ChatError::Empty)));
        assert!(matches!(edit(&speaker(&other), "x").await, Err(ChatError::NotYours)));
        assert!(
            matches!(edit(&admin, "x").await, Err(ChatError::NotYours)),
            "an admin puts no words in mouths"
        );
        app.clock.advance(EDIT_WINDOW);
        assert!(edit(&speaker(&shop), "still").await.is_ok());
        app.clock.advance(Duration::from_millis(1));
        assert!(matches!(edit(&speaker(&shop), "late").await, Err(ChatError::TooLate)));
        let delete = async |who: &Speaker| chat::delete(&app, who, id, &Client::default()).await;
        assert!(matches!(delete(&speaker(&shop)).await, Err(ChatError::TooLate)));
        assert!(matches!(delete(&speaker(&other)).await, Err(ChatError::NotYours)));
        delete(&admin).await.unwrap();
        assert!(matches!(delete(&admin).await, Err(ChatError::NoSuchMessage)));
        assert!(matches!(edit(&speaker(&shop), "x").await, Err(ChatError::NoSuchMessage)));
    })
    .await;
}

#[tokio::test]
async fn a_muted_user_cannot_send_or_edit_under_any_author_id() {
    on_both(async |app| {
        let (shop, admin) = (Shop::open(&app, 1).await, admin(&app).await);
        let message = say(&app, &shop, "spam").await;
        let client = Client::default();
        let mute = async |id: &str, span| chat::mute(&app, &admin, &author_id(id), span, &client).await;
        mute(shop.user_id.as_str(), Some(Duration::from_mins(5))).await.unwrap();
        for id in [shop.user_id.as_str(), "another"] {
            let sent = chat::send(&app, &speaker(&shop), &author(id), text("more")).await;
            assert!(matches!(sent, Err(ChatError::Muted)));
        }
        let edited = chat::edit(&app, &speaker(&shop), message.id, "more").await;
        assert!(matches!(edited, Err(ChatError::Muted)));
        assert_eq!(chat::mutes(&app).await.unwrap()[0].author_id, author_id(shop.user_id.as_str()));
        app.clock.advance(Duration::from_mins(5));
        say(&app, &shop, "sorry").await;
        mute(shop.user_id.as_str(), None).await.unwrap();
        app.clock.advance(Duration::from_hours(1000));
        assert!(chat::mute_of(&app, &shop.user_id).await.unwrap().is_some());
        chat::unmute(&app, &admin, &author_id(shop.user_id.as_str()), &client).await.unwrap();
        say(&app, &shop, "thanks").await;
        assert!(chat::mutes(&app).await.unwrap().is_empty());
        assert!(matches!(mute("nobody", None).await, Err(ChatError::NoSuchAuthor)));
        chat::send(&app, &admin, &author("admin"), text("hello")).await.unwrap();
        assert!(matches!(mute("admin", None).await, Err(ChatError::AdminStays)));
    })
    .await;
}

/// Where the chat requires no session, a stranger chooses their author id, and may have read a user's.
#[tokio::test]
async fn muting_a_stranger_who_uses_a_users_author_id_does_not_mute_that_user() {
    on_both(async |app| {
        let (shop, admin) = (Shop::open(&app, 1).await, admin(&app).await);
        let stranger = Speaker { user_id: None, admin: false, subject: "203.0.113.7".to_owned() };
        let taken = own_author(&shop);
        chat::send(&app, &stranger, &taken, text("spam")).await.unwrap();
        let client = Client::default();
        chat::mute(&app, &admin, taken.id(), None, &client).await.unwrap();
        let more = async |who: &Speaker, author: &Author| chat::send(&app, who, author, text("more")).await;
        assert!(matches!(more(&stranger, &taken).await, Err(ChatError::Muted)));
        assert_eq!(chat::mute_of(&app, &shop.user_id).await.unwrap(), None);
        more(&speaker(&shop), &author("mine")).await.unwrap();

        chat::mute(&app, &admin, &author_id("mine"), None, &client).await.unwrap();
        chat::unmute(&app, &admin, taken.id(), &client).await.unwrap();
        more(&stranger, &taken).await.unwrap();
        assert!(matches!(more(&speaker(&shop), &author("mine")).await, Err(ChatError::Muted)));
    })
    .await;
}

#[tokio::test]
async fn a_reply_quotes_its_message_and_keeps_only_mentions_of_authors_named_in_its_text() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let long = format!("first\nline {}", "x".repeat(200));
        let question = say(&app, &shop, &long).await;
        let name = own_author(&shop).name().to_owned();
        let answer = NewMessage {
            reply_to: Some(question.id.to_string()),
            mentions: [shop.user_id.as_str(), other.user_id.as_str(), "nobody"].map(author_id).to_vec(),
            ..text(&format!("yes, @{}", name.to_uppercase()))
        };
        let answer = chat::send(&app, &speaker(&other), &own_author(&other), answer).await.unwrap().message;
        assert_eq!(answer.mentions, [author_id(shop.user_id.as_str())]);
        let quote = answer.reply_to.unwrap();
        assert_eq!((quote.id, quote.author), (question.id, name));
        assert!(quote.excerpt.starts_with("first line xxx"), "{}", quote.excerpt);
        assert_eq!(quote.excerpt.chars().count(), 160);
        let client = Client::default();
        chat::delete(&app, &speaker(&shop), question.id, &client).await.unwrap();
        let history = chat::history(&app, ROOM, Span::Newest, 10).await.unwrap();
        let quote = history[0].reply_to.as_ref().unwrap();
        assert_eq!((quote.deleted, quote.excerpt.as_str()), (true, ""));
        let late = NewMessage { reply_to: Some(question.id.to_string()), ..text("?") };
        let late = chat::send(&app, &speaker(&other), &own_author(&other), late).await.unwrap().message;
        assert_eq!(late.reply_to, None);
    })
    .await;
}

fn picture(name: &str) -> Upload {
    Upload {
        name: name.to_owned(),
        kind: UploadKind::Image,
        media_type: "image/png".to_owned(),
        original_name: "photo.png".to_owned(),
        size: 1000,
        width: Some(4),
        height: Some(3),
        thumbnail: Some(format!("thumb-{name}")),
    }
}

#[tokio::test]
async fn a_message_can_attach_only_its_senders_unused_uploads_and_deleting_it_removes_them() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        for name in ["a.png", "b.png", "c.png"] {
            uploads::register(&app, &speaker(&shop), &picture(name)).await.unwrap();
        }
        let holding = |names: &[&str]| NewMessage {
            attachments: names.iter().map(|name| (*name).to_owned()).collect(),
            ..NewMessage::default()
        };
        let stolen = chat::send(&app, &speaker(&other), &author("other"), holding(&["a.png"])).await;
        assert!(matches!(stolen, Err(ChatError::NoSuchUpload)));
        let sent = chat::send(&app, &speaker(&shop), &author("mine"), holding(&["b.png", "a.png"]))
            .await
            .unwrap()
            .message;
        assert_eq!(sent.content, "/uploads/b.png\n/uploads/a.png");
        assert_eq!(sent.attachments, [picture("b.png"), picture("a.png")]);
        let again = chat::send(&app, &speaker(&shop), &author("mine"), holding(&["a.png"])).await;
        assert!(matches!(again, Err(ChatError::NoSuchUpload)));
        let many = chat::send(&app, &speaker(&shop), &author("mine"), holding(&["x"; 11])).await;
        assert!(matches!(many, Err(ChatError::TooManyAttachments)));
        let by_text = text("look https://shop.example.com/uploads/c.png /uploads/a.png");
        let by_text = chat::send(&app, &speaker(&shop), &author("mine"), by_text).await.unwrap().message;
        assert_eq!(by_text.attachments, [picture("c.png")]);
        let mut files = chat::delete(&app, &speaker(&shop), sent.id, &Client::default()).await.unwrap();
        files.sort();
        assert_eq!(files, ["a.png", "b.png", "thumb-a.png", "thumb-b.png"]);
        assert_eq!(uploads::find(&app, "a.png").await.unwrap(), None);
        assert_eq!(uploads::find(&app, "thumb-c.png").await.unwrap().unwrap().media_type, "image/jpeg");
    })
    .await;
}

#[tokio::test]
async fn uploads_without_a_message_are_removed_after_a_day_or_when_their_sender_withdraws_them() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        for name in ["used.png", "old.png"] {
            uploads::register(&app, &speaker(&shop), &picture(name)).await.unwrap();
        }
        let used = NewMessage { attachments: vec!["used.png".to_owned()], ..NewMessage::default() };
        chat::send(&app, &speaker(&shop), &author("mine"), used).await.unwrap();
        app.clock.advance(Duration::from_hours(25));
        uploads::register(&app, &speaker(&shop), &picture("new.png")).await.unwrap();
        assert_eq!(uploads::forget_orphans(&app).await.unwrap(), ["old.png", "thumb-old.png"]);
        let taken = async |shop: &Shop, name| uploads::take_back(&app, &speaker(shop), name).await;
        assert!(taken(&other, "new.png").await.is_err());
        assert!(taken(&shop, "used.png").await.is_err());
        assert_eq!(taken(&shop, "new.png").await.unwrap(), ["new.png", "thumb-new.png"]);

        // They are named, as nobody searches for files from before the database was restored.
        app.clock.advance(Duration::from_hours(48));
        assert_eq!(chat::forget_old(&app, 2).await.unwrap(), 1);
        assert_eq!(uploads::forget_orphans(&app).await.unwrap(), ["used.png", "thumb-used.png"]);
    })
    .await;
}

#[tokio::test]
async fn uploads_are_limited_per_user_and_day_in_bytes_and_files() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let half = Upload { size: uploads::DAILY_BYTES / 2, ..picture("one.png") };
        uploads::register(&app, &speaker(&shop), &half).await.unwrap();
        let more = Upload { size: uploads::DAILY_BYTES / 2 + 1, ..picture("two.png") };
        let refused = uploads::register(&app, &speaker(&shop), &more).await;
        assert!(matches!(refused, Err(ChatError::DailyLimit)));
        uploads::register(&app, &speaker(&other), &more).await.unwrap();
        for number in 1..uploads::DAILY_FILES {
            let small = Upload { size: 1, ..picture(&format!("{number}.png")) };
            uploads::register(&app, &speaker(&shop), &small).await.unwrap();
        }
        let refused = uploads::refuse_beyond_daily_limit(&app, &speaker(&shop), 1).await;
        assert!(matches!(refused, Err(ChatError::DailyLimit)));
        app.clock.advance(Duration::from_hours(24));
        uploads::refuse_beyond_daily_limit(&app, &speaker(&shop), 1).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn chat_presence_is_shared_between_processes_on_postgresql() {
    use boostdesk_core::chat::{Member, PROCESS_LIFE, leave, others_present, save_presence};
    use boostdesk_core::db::Dialect;
    on_both(async |app| {
        let other = app.another(Setup::default()).await;
        let member = Member { author_id: author_id("a"), author: "Mika".to_owned(), typing_until: 0 };
        save_presence(&app, "one", std::slice::from_ref(&member)).await.unwrap();
        let seen = others_present(&other, "two").await.unwrap();
        if app.db.dialect() == Dialect::Postgres {
            assert_eq!(seen, std::slice::from_ref(&member));
            assert!(others_present(&app, "one").await.unwrap().is_empty(), "one's own are not others");
            other.clock.advance(PROCESS_LIFE + Duration::from_secs(1));
            assert!(others_present(&other, "two").await.unwrap().is_empty(), "a process that is gone");
            leave(&app, "one").await.unwrap();
        } else {
            assert!(seen.is_empty(), "a file has one process");
        }
        other.db.close().await;
    })
    .await;
}
