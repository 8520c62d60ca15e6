//! The key file that the database's secrets are sealed under.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use boostdesk_core::db::{Db, Patience, Upgrade};
use boostdesk_core::events::Events;
use boostdesk_core::foundation::clock::{Clock, Timestamp};
use boostdesk_core::foundation::private_file::{Privacy, keep_private};
use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::seal::{SealError, SealingKey};
use boostdesk_core::watching::outages::Outages;

/// A file that everybody can read and whose mode not even root can change.
const PUBLIC: &str = "/proc/self/status";

#[test]
fn a_world_readable_key_file_whose_mode_cannot_be_changed_is_reported() {
    assert_eq!(keep_private(Path::new(PUBLIC)).expect("it can be looked at"), Privacy::Open);
    assert_eq!(
        SealError::Readable { path: PUBLIC.to_owned() }.to_string(),
        "/proc/self/status: others can read this key file, and its mode cannot be changed: make it 0600, and its owner \
         the one who runs this"
    );
}

#[tokio::test]
async fn a_file_that_is_neither_key_nor_database_keeps_its_mode_and_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.txt");
    let mode = || fs::metadata(&path).expect("it is there").permissions().mode() & 0o777;
    fs::write(&path, "of somebody else").expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("it is ours");

    let refused = SealingKey::load_or_create(&path, &Rng::system()).expect_err("it is refused");
    assert!(matches!(refused, SealError::BadKeyFile { .. }), "{refused:?}");
    assert!(matches!(SealingKey::look_at(&path), Err(SealError::BadKeyFile { .. })));
    assert_eq!(mode(), 0o644);

    let url = format!("sqlite://{}", path.display());
    let outages = Outages::new(Clock::fixed(Timestamp(0)));
    Db::open(&url, Upgrade::Allowed, Events::default(), outages, "one".to_owned(), Patience::default())
        .await
        .map(drop)
        .expect_err("it is refused");
    assert_eq!(mode(), 0o644);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "of somebody else");

    let key = folder.path().join("secret.key");
    assert!(SealingKey::look_at(&key).is_ok(), "one that is not there can be made");
    SealingKey::load_or_create(&key, &Rng::system()).expect("it is made");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("it is ours");
    SealingKey::load_or_create(&key, &Rng::system()).expect("it is read");
    let private = fs::metadata(&key).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(private, 0o600, "a key is kept from others");
}

/// The link's target may be on a disk that is not mounted.
#[test]
fn a_dangling_symlink_as_key_file_is_an_error_and_is_left_in_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("secret.key");
    std::os::unix::fs::symlink(folder.path().join("away/secret.key"), &link).expect("a link");
    let refused = SealingKey::load_or_create(&link, &Rng::system()).expect_err("it is refused");
    assert_eq!(
        refused.to_string(),
        format!(
            "{}: it is a link to a file that is not there; bring that back, or take the link away",
            link.display()
        )
    );
    assert!(matches!(SealingKey::look_at(&link), Err(SealError::LeadsNowhere { .. })));
    assert!(link.is_symlink());
}
