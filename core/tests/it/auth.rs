//! Codes, sessions and tickets.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::closing::{self, ClosingError};
use boostdesk_core::ids::DiscordId;
use boostdesk_core::on_db;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth::{self, AuthError, OwnerStart, Session};
use boostdesk_core::testing::{in_no_time, on_both};
use secrecy::SecretString;

async fn sign_in(app: &App, code: &str) -> Result<SecretString, AuthError> {
    auth::sign_in(app, code, &Client::default()).await.map(|signed_in| signed_in.token)
}

async fn session(app: &App, token: &SecretString) -> Result<Session, AuthError> {
    // However slow the machine, what it is used for is written down at once.
    in_no_time(auth::session(app, token)).await
}

fn discord_id() -> DiscordId {
    DiscordId::parse("918430295761048371").expect("18 digits")
}

#[tokio::test]
async fn each_start_gives_the_owner_a_new_access_code_and_keeps_existing_sessions() {
    on_both(async |app| {
        let first = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        let token = sign_in(&app, first.expose()).await.unwrap();
        assert!(session(&app, &token).await.unwrap().admin);
        let second = auth::start_owner(&app, OwnerStart { discord_id: Some(discord_id()), announce: false })
            .await
            .unwrap();
        assert_ne!(first.expose(), second.expose());
        assert!(matches!(sign_in(&app, first.expose()).await, Err(AuthError::WrongCode)));
        sign_in(&app, second.expose()).await.unwrap();
        let owner = session(&app, &token).await.unwrap().user_id;
        let me = auth::me(&app, &owner).await.unwrap();
        assert_eq!(me.access_code.expose(), second.expose());
        assert_eq!(me.discord_id, Some(discord_id()));
        assert_eq!(auth::list_sellers(&app).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn the_configured_discord_id_belongs_to_the_owner_even_if_a_seller_had_it() {
    on_both(async |app| {
        let configured = || OwnerStart { discord_id: Some(discord_id()), announce: false };
        let (kai, _) = auth::add_seller(&app, "kai", Some(&discord_id()), false).await.unwrap();
        auth::start_owner(&app, configured()).await.unwrap();
        let found =
            auth::seller_by_discord_id(&app, &discord_id()).await.unwrap().expect("it is the owner's");
        assert!(found.owner && found.id != kai.id);
        auth::start_owner(&app, configured()).await.unwrap();
        auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        assert!(auth::seller_by_discord_id(&app, &discord_id()).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn an_access_code_is_accepted_in_any_case_with_or_without_separators() {
    on_both(async |app| {
        let code = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        let code = code.expose();
        assert_eq!(code.replace('-', "").len(), 32);
        for typed in
            [code.to_lowercase(), code.replace('-', ""), code.replace('-', " "), format!(" {code}\n")]
        {
            sign_in(&app, &typed).await.unwrap();
        }
        for wrong in ["", "wrong", &code[1..], &format!("{code}0")] {
            assert!(matches!(sign_in(&app, wrong).await, Err(AuthError::WrongCode)), "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_session_expires_after_a_day_unused_or_after_seven_days() {
    on_both(async |app| {
        let code = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        let idle = sign_in(&app, code.expose()).await.unwrap();
        let used = sign_in(&app, code.expose()).await.unwrap();
        let hours = |hours: u64| Duration::from_hours(hours);
        app.clock.advance(hours(23));
        let in_use = session(&app, &used).await.unwrap();
        app.clock.advance(hours(1));
        assert!(session(&app, &idle).await.is_err());
        assert_eq!(auth::sessions(&app, &in_use).await.unwrap().len(), 1, "the other one is over");
        // In use all the time, it still ends after seven days.
        for _ in 0..11 {
            session(&app, &used).await.unwrap();
            app.clock.advance(hours(12));
        }
        session(&app, &used).await.unwrap();
        app.clock.advance(hours(12));
        assert!(session(&app, &used).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn signing_in_deletes_sessions_that_have_expired() {
    on_both(async |app| {
        let code = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        for _ in 0..3 {
            sign_in(&app, code.expose()).await.unwrap();
            app.clock.advance(Duration::from_hours(12));
        }
        let mut conn = app.db.read().await.unwrap();
        let kept: i64 =
            on_db!(conn, driver => sqlx::query_scalar("SELECT COUNT(*) FROM sessions").fetch_one(driver))
                .unwrap();
        assert_eq!(kept, 2);
    })
    .await;
}

#[tokio::test]
async fn sign_out_ends_the_session_and_a_code_reset_ends_the_users_other_sessions() {
    on_both(async |app| {
        let code = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        let (mine, other) =
            (sign_in(&app, code.expose()).await.unwrap(), sign_in(&app, code.expose()).await.unwrap());
        let my_session = session(&app, &mine).await.unwrap();
        let fresh = auth::reset_code(&app, &my_session, &Client::default()).await.unwrap();
        assert!(session(&app, &other).await.is_err(), "the user's other sessions end");
        session(&app, &mine).await.unwrap();
        assert!(sign_in(&app, code.expose()).await.is_err());
        sign_in(&app, fresh.expose()).await.unwrap();
        auth::sign_out(&app, &my_session, &Client::default()).await.unwrap();
        assert!(session(&app, &mine).await.is_err());
        // A call that was let in before the reset comes too late.
        let late = auth::reset_code(&app, &my_session, &Client::default()).await;
        assert!(matches!(late, Err(AuthError::NoSession)), "{late:?}");
        sign_in(&app, fresh.expose()).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_sign_in_ticket_works_once_and_expires_after_a_minute() {
    on_both(async |app| {
        let (seller, _) = auth::add_seller(&app, "nova", None, false).await.unwrap();
        let exchange =
            async |ticket: &SecretString| auth::exchange_ticket(&app, ticket, &Client::default()).await;
        let ticket = auth::issue_ticket(&app, &seller.id).await.unwrap();
        let signed_in = exchange(&ticket).await.unwrap();
        assert_eq!(session(&app, &signed_in.token).await.unwrap().user_id, seller.id);
        assert!(matches!(exchange(&ticket).await, Err(AuthError::DeadTicket)));
        let late = auth::issue_ticket(&app, &seller.id).await.unwrap();
        app.clock.advance(Duration::from_mins(1));
        assert!(matches!(exchange(&late).await, Err(AuthError::DeadTicket)));
        // A ticket is no session.
        assert!(session(&app, &late).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn sign_out_and_a_code_reset_invalidate_unused_sign_in_tickets() {
    on_both(async |app| {
        let (seller, _) = auth::add_seller(&app, "nova", None, false).await.unwrap();
        let signed_in = async || {
            let token = auth::issue_ticket(&app, &seller.id).await.unwrap();
            let token = auth::exchange_ticket(&app, &token, &Client::default()).await.unwrap().token;
            session(&app, &token).await.unwrap()
        };
        let is_dead = async |ticket: &SecretString| {
            let exchanged = auth::exchange_ticket(&app, ticket, &Client::default()).await;
            matches!(exchanged, Err(AuthError::DeadTicket))
        };
        let mine = signed_in().await;
        let ticket = auth::issue_ticket(&app, &seller.id).await.unwrap();
        auth::sign_out(&app, &mine, &Client::default()).await.unwrap();
        assert!(is_dead(&ticket).await, "signing out");

        let mine = signed_in().await;
        let ticket = auth::issue_ticket(&app, &seller.id).await.unwrap();
        auth::reset_code(&app, &mine, &Client::default()).await.unwrap();
        assert!(is_dead(&ticket).await, "a reset");

        let ticket = auth::issue_ticket(&app, &seller.id).await.unwrap();
        auth::sign_out_everywhere(&app, &mine, &Client::default()).await.unwrap();
        assert!(is_dead(&ticket).await, "signing out everywhere");
    })
    .await;
}

#[tokio::test]
async fn removing_a_seller_ends_their_sessions_and_access_code_at_once() {
    on_both(async |app| {
        let (seller, code) = auth::add_seller(&app, "növa", Some(&discord_id()), false).await.unwrap();
        let token = sign_in(&app, code.expose()).await.unwrap();
        assert!(!session(&app, &token).await.unwrap().admin);
        for name in ["NÖVA", "Owner"] {
            assert!(
                matches!(auth::add_seller(&app, name, None, false).await, Err(AuthError::NameTaken(_))),
                "{name}"
            );
        }
        for name in ["", "\u{200b}", "owner\u{200b}", "n\u{202e}ova"] {
            let refused = auth::add_seller(&app, name, None, false).await;
            assert!(matches!(refused, Err(AuthError::BadName)), "{name:?}");
        }
        closing::remove_seller(&app, "Növa").await.unwrap();
        assert!(session(&app, &token).await.is_err());
        assert!(matches!(auth::issue_ticket(&app, &seller.id).await, Err(AuthError::NoSession)));
        assert!(sign_in(&app, code.expose()).await.is_err());
        // The name and the chat user are free again.
        auth::add_seller(&app, "növa", Some(&discord_id()), false).await.unwrap();
        let owner = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        let stays = closing::remove_seller(&app, "owner").await;
        assert!(matches!(stays, Err(ClosingError::Seller(AuthError::OwnerStays))));
        sign_in(&app, owner.expose()).await.unwrap();
    })
    .await;
}
