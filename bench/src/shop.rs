//! A shop with stock and keys, made by the operator's own commands in a temporary folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{self, Client};
use crate::disk::Disk;
use crate::product::{Server, product_command};

pub(crate) const GUILD: &str = "112233445566778899";
pub(crate) const STOCK: &str = "OneMonthTokens.txt";
/// The most lines that an import takes at once.
const IMPORT: usize = 100_000;
/// The most keys that a call makes at once.
const KEYS: usize = 1000;

/// The path that lines are added to the stock at.
pub(crate) fn stock_path() -> String {
    format!("/api/storefronts/{GUILD}/stock/{STOCK}")
}

pub(crate) struct Shop {
    folder: Folder,
    settings: Vec<(String, String)>,
}

enum Folder {
    /// Removed with the shop.
    Ours(TempDir),
    Kept(PathBuf),
}

impl Shop {
    /// Opens a shop on SQLite, unless `database` names another. Rate limits are off.
    pub(crate) fn open(database: Option<&str>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let shop = Self { folder: Folder::Ours(folder), settings: settings(database) };
        shop.furnish();
        shop
    }

    /// Opens a shop on SQLite in a new folder that stays.
    pub(crate) fn open_in(folder: PathBuf) -> Self {
        fs::create_dir_all(&folder).expect("the target folder is ours");
        let shop = Self::again_in(folder);
        shop.furnish();
        shop
    }

    /// Returns a shop that was opened in this folder before.
    pub(crate) fn again_in(folder: PathBuf) -> Self {
        Self { folder: Folder::Kept(folder), settings: settings(None) }
    }

    fn furnish(&self) {
        self.command(&["seller", "add", "mika"], "");
        self.command(&["storefront", "add", GUILD, "--seller", "mika", "--name", "Nova Boosts"], "");
    }

    /// Adds settings, such as `CHAT__REQUIRE_SESSION`.
    pub(crate) fn with(mut self, settings: &[(&str, &str)]) -> Self {
        self.settings.extend(settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
        self
    }

    pub(crate) fn restock(&self, count: usize) {
        let tokens: Vec<String> =
            (0..count).map(|number| format!("token.of.the.benchmark.{number}\n")).collect();
        for chunk in tokens.chunks(IMPORT) {
            self.command(&["stock", "import", GUILD, STOCK, "-"], &chunk.concat());
        }
    }

    pub(crate) fn keys(&self, boosts: usize, count: usize) -> Vec<String> {
        let mut keys = Vec::new();
        while keys.len() < count {
            let (boosts, now) = (boosts.to_string(), KEYS.min(count - keys.len()).to_string());
            let made = self.command(&["key", "create", GUILD, STOCK, &boosts, "--count", &now], "");
            let made = made["keys"].as_array().expect("a list");
            keys.extend(made.iter().map(|key| key.as_str().expect("a text").to_owned()));
        }
        keys
    }

    pub(crate) fn start(&self) -> Server {
        self.start_on(Disk::AsItIs)
    }

    pub(crate) fn start_on(&self, disk: Disk) -> Server {
        Server::product(self.folder(), &self.settings, disk)
    }

    pub(crate) fn folder(&self) -> &Path {
        match &self.folder {
            Folder::Ours(folder) => folder.path(),
            Folder::Kept(folder) => folder,
        }
    }

    pub(crate) fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder().join("data/boostdesk.db")
    }

    /// Returns a new session of the seller.
    pub(crate) async fn sign_in(&self, server: &Server) -> String {
        Self::sign_in_by(server, &self.new_code()).await
    }

    /// Resets the seller's access code, and returns it.
    pub(crate) fn new_code(&self) -> String {
        let made = self.command(&["seller", "reset-code", "mika"], "");
        made["accessCode"].as_str().expect("a code").to_owned()
    }

    pub(crate) async fn sign_in_by(server: &Server, code: &str) -> String {
        let login = json!({ "captcha_key": "", "access_code": code }).to_string();
        let mut client = Client::connect(server.web).await.expect("it listens");
        let answer = client.expect(&client::post("/api/auth/login", "", &login)).await;
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        answer["token"].as_str().expect("a token").to_owned()
    }

    fn command(&self, arguments: &[&str], input: &str) -> Value {
        let mut command = product_command(self.folder(), &self.settings);
        command
            .args(arguments)
            .arg("--json")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the binary starts");
        child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

fn settings(database: Option<&str>) -> Vec<(String, String)> {
    let mut settings = vec![
        ("WEB__BIND".to_owned(), "127.0.0.1:0".to_owned()),
        ("WEB__OPERATIONS_BIND".to_owned(), "127.0.0.1:0".to_owned()),
    ];
    for limit in [
        "LOGIN_PER_MINUTE",
        "REDEEM_PER_MINUTE",
        "PUBLIC_PER_MINUTE",
        "SESSION_PER_MINUTE",
        "CONNECTIONS_PER_ADDRESS",
    ] {
        settings.push((format!("LIMITS__{limit}"), "0".to_owned()));
    }
    if let Some(url) = database {
        settings.push(("DATABASE__URL".to_owned(), url.to_owned()));
    }
    settings
}
