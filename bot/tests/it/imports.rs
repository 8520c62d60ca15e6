//! A hundred lists at once, of the largest size: how much memory the process uses meanwhile, and that everybody else is
//! answered.

use std::io::{BufWriter, Read, Write};
use std::net::TcpStream;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use boostdesk_core::testing::tokens;
use serde_json::{Value, json};

use crate::commands::ONE_MONTH;
use crate::http::{self, Answer};
use crate::process::{Place, Running, TIMEOUT, a_place};

const LISTS: usize = 100;
/// Each may have eight lists under way, so with so many sellers all are.
const SELLERS: usize = 13;
/// As many lists as are read at once.
const AT_ONCE: usize = 6;
/// The most lines that a list may have; with [`LINE`] it has almost the largest size.
const LINES: usize = 100_000;
const LINE: usize = 8 * 1024 * 1024 / LINES;
/// The whole process, with the pages of its program.
const MOST_MIB: u64 = 300;
/// While the first lists are read: each would take some 35 MiB more if it were sealed as a whole.
const MOST_MIB_AT_FIRST: u64 = 200;
/// The longest that the product works on a list.
const TIME_LIMIT: Duration = Duration::from_mins(1);

struct Seller {
    guild: String,
    token: String,
}

struct House {
    place: Place,
    sellers: Vec<Seller>,
    /// A seller who has nothing to do with the lists.
    bystander: Seller,
    keys: Vec<String>,
}

impl House {
    fn open() -> (Self, Running) {
        let mut place = a_place();
        for limit in ["LOGIN", "REDEEM", "PUBLIC", "SESSION"] {
            place = place.with(&format!("LIMITS__{limit}_PER_MINUTE"), 0);
        }
        let place = place.with("LIMITS__CONNECTIONS_PER_ADDRESS", 0);
        let (running, _) = place.serve();
        let sellers = (0..SELLERS).map(|number| a_seller(&place, number)).collect();
        let bystander = a_seller(&place, SELLERS);
        let stock = ["stock", "import", &bystander.guild, ONE_MONTH, "-"];
        place.run_with_input(&stock, &tokens("theirs", 200)).expect_code(0);
        let made = place.json(&["key", "create", &bystander.guild, ONE_MONTH, "2", "--count", "200"]);
        let keys = serde_json::from_value(made["keys"].clone()).expect("a list of texts");
        (Self { place, sellers, bystander, keys }, running)
    }

    /// Sends a list, and waits for the answer. `None`: the server ended before the answer was complete.
    fn send(&self, list: usize) -> Option<Answer> {
        let (web, Seller { guild, token }) = (self.place.web, &self.sellers[list % SELLERS]);
        let length = LINES * LINE;
        let head = format!(
            "POST /api/storefronts/{guild}/stock/{ONE_MONTH} HTTP/1.1\r\nhost: {web}\r\nauthorization: {token}\r\n\
             content-type: text/plain\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(web).ok()?;
        stream.set_read_timeout(Some(2 * TIME_LIMIT)).expect("a socket takes a timeout");
        let mut writer = BufWriter::new(&stream);
        let mut write = || {
            writer.write_all(head.as_bytes())?;
            for line in 0..LINES {
                writeln!(writer, "{:x<width$}", format!("{list}.{line}."), width = LINE - 1)?;
            }
            writer.flush()
        };
        // Even if not all of it could be sent there may be an answer.
        let _ = write();
        drop(writer.into_parts());
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        (!text.is_empty()).then(|| Answer::read(&text))
    }

    /// Redeems one key after the other, and asks for stock, until `done`. Returns how many were redeemed, and how long the
    /// longest took.
    fn go_on_until(&self, mut done: impl FnMut() -> bool) -> (usize, Duration) {
        let (mut redeemed, mut longest) = (0, Duration::ZERO);
        while !done() {
            let Some(key) = self.keys.get(redeemed) else {
                self.available(&self.bystander);
                continue;
            };
            let began = Instant::now();
            let path = format!("/api/redeem/{}", self.bystander.guild);
            let answer = http::post(self.place.web, &path, "", &redeem(key));
            assert_eq!(answer.status, 200, "{}", answer.body);
            longest = longest.max(began.elapsed());
            redeemed += 1;
        }
        assert!(redeemed > 0, "somebody came in between");
        (redeemed, longest)
    }

    fn available(&self, seller: &Seller) -> u64 {
        let path = format!("/api/storefronts/{}/stock", seller.guild);
        let levels = http::get(self.place.web, &path, &seller.token).json();
        levels[0]["available"].as_u64().unwrap_or_else(|| panic!("no levels: {levels}"))
    }
}

fn a_seller(place: &Place, number: usize) -> Seller {
    let (name, guild) = (format!("mika{number}"), (112_233_445_566_778_000 + number).to_string());
    let added = place.json(&["seller", "add", &name]);
    place.json(&["storefront", "add", &guild, "--seller", &name]);
    let login = json!({ "captcha_key": "", "access_code": added["accessCode"] });
    let session = http::post(place.web, "/api/auth/login", "", &login).json();
    Seller { guild, token: session["token"].as_str().expect("a token").to_owned() }
}

fn redeem(key: &str) -> Value {
    json!({
        "redeemKey": key, "discordInvite": "https://discord.gg/lofi-lounge", "email": "mika@example.com",
        "displayname": "Mika", "bio": "", "avatar": "", "banner": "",
    })
}

/// Runs until as many lists as possible are read, and the first tokens of each are in stock. Does not wait for the rest.
#[test]
fn a_hundred_concurrent_stock_imports_stay_within_the_memory_limit() {
    let (house, running) = House::open();
    thread::scope(|scope| {
        let house = &house;
        for list in 0..LISTS {
            scope.spawn(move || house.send(list));
        }
        let deadline = Instant::now() + TIMEOUT * 3;
        house.go_on_until(|| {
            assert!(Instant::now() < deadline, "lists are read in time");
            house.sellers.iter().filter(|seller| house.available(seller) > 0).count() >= AT_ONCE
        });
        check_memory(&running, MOST_MIB_AT_FIRST);
        drop(running);
    });
}

/// Runs until each list is done.
#[test]
#[ignore = "takes more than a minute: `make soak`"]
#[expect(clippy::print_stdout, reason = "what it measures is for whoever asks")]
fn a_hundred_concurrent_stock_imports_are_answered_and_stock_matches_the_answers() {
    let (house, running) = House::open();
    let answers = thread::scope(|scope| {
        let house = &house;
        let send = |list| (list % SELLERS, scope.spawn(move || house.send(list)));
        let lists: Vec<_> = (0..LISTS).map(send).collect();
        let (redeemed, longest) = house.go_on_until(|| lists.iter().all(|(_, list)| list.is_finished()));
        println!("{redeemed} redeems of another shop, the longest in {longest:?}");
        let answer = |(seller, list): (usize, ScopedJoinHandle<_>)| (seller, list.join().expect("no panic"));
        lists.into_iter().map(answer).collect::<Vec<_>>()
    });
    check_memory(&running, MOST_MIB);
    for (number, seller) in house.sellers.iter().enumerate() {
        let theirs = answers.iter().filter(|(whose, _)| *whose == number);
        let theirs: Vec<&Answer> = theirs.map(|(_, answer)| answer.as_ref().expect("an answer")).collect();
        let added: u64 = theirs.iter().map(|answer| added(answer)).sum();
        let broken_off = theirs.iter().filter(|answer| answer.status == 503).count();
        let available = house.available(seller);
        assert!(available >= added, "what was said to be in stock is there: {available}, {added}");
        assert!(broken_off > 0 || available == added, "nothing else is: {available}, {added}");
    }
    let all: Vec<u16> = answers.iter().flat_map(|(_, answer)| answer).map(|answer| answer.status).collect();
    let count = |wanted| all.iter().filter(|status| **status == wanted).count();
    println!("{} came in, {} were put off, {} took too long", count(200), count(429), count(503));
}

/// The buffer of a one-byte chunk is much larger than the chunk.
#[test]
fn request_body_in_one_byte_chunks_takes_less_than_12_mib_of_memory() {
    const BYTES: usize = 512 * 1024;
    let place = a_place();
    let (running, _) = place.serve();
    let Seller { guild, token } = a_seller(&place, 0);
    let before = running.peak_kib();
    let mut stream = http::connect(place.web);
    let head = format!(
        "POST /api/storefronts/{guild}/stock/{ONE_MONTH}/preview HTTP/1.1\r\nhost: {}\r\nauthorization: {token}\r\n\
         content-type: text/plain\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n",
        place.web
    );
    let body = "1\r\nx\r\n".repeat(BYTES) + "0\r\n\r\n";
    stream.write_all((head + &body).as_bytes()).expect("the server reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("the server answers");
    assert_eq!(Answer::read(&text).json()["invalidLines"], json!([1]), "one line that is too long: {text}");
    let taken = running.peak_kib() - before;
    assert!(taken < 12 * 1024, "{taken} KiB");
}

#[track_caller]
#[expect(clippy::print_stdout, reason = "what it measures is for whoever asks")]
fn check_memory(running: &Running, most_mib: u64) {
    let peak = running.peak_kib() / 1024;
    println!("{peak} MiB at most");
    assert!(peak < most_mib, "{peak} MiB");
}

/// Returns how many tokens were certainly added.
#[track_caller]
fn added(answer: &Answer) -> u64 {
    match answer.status {
        200 => {
            let said = answer.json();
            let lines = LINES as u64;
            assert_eq!(said, json!({ "code": 200, "added": lines, "duplicates": 0, "invalid": 0 }));
            lines
        }
        429 | 503 => {
            assert!(answer.head.contains("\r\nretry-after: "), "{}", answer.head);
            0
        }
        status => panic!("{status} {}", answer.body),
    }
}
