//! Link previews, and files of other hosts on sellers' pages: what they show, and what they never reach.

mod endless;
mod inside;
mod page_files;
mod shown;

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use boostdesk_web_api::{Names, PictureHelper, PreviewNetwork, Web};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::support::{Site, body, listen, picture_helper, unlimited};

/// A resolver with the answers that a test gives; the last answer is repeated.
#[derive(Debug, Default)]
struct Book(Mutex<HashMap<String, Vec<Vec<SocketAddr>>>>);

impl Book {
    fn write(&self, name: &str, answers: Vec<Vec<SocketAddr>>) {
        self.0.lock().expect("nobody panicked").insert(name.to_owned(), answers);
    }
}

impl Names for Book {
    fn look_up<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let mut book = self.0.lock().expect("nobody panicked");
        let answers = book.get_mut(name).ok_or_else(|| io::Error::other("no such name"));
        let answer =
            answers.map(|answers| if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() });
        async move { answer }.boxed()
    }
}

/// A site with one seller, and a fake web for its previews.
struct World {
    app: TestApp,
    site: Site,
    token: String,
    book: Arc<Book>,
}

impl World {
    /// `web` is the whole internet, under the name `web.test`.
    async fn with(web: Router) -> Self {
        Self::with_helper(web, picture_helper()).await
    }

    async fn with_helper(web: Router, helper: PictureHelper) -> Self {
        let (listener, address) = listen().await;
        tokio::spawn(async move { axum::serve(listener, web).await });
        let book = Arc::new(Book::default());
        book.write("web.test", vec![vec![address]]);
        let network = PreviewNetwork { names: book.clone(), any_port: true, exempt: vec![address] };
        Self::open(network, book, helper).await
    }

    async fn looking_at(network: PreviewNetwork, book: Arc<Book>) -> Self {
        Self::open(network, book, picture_helper()).await
    }

    async fn open(network: PreviewNetwork, book: Arc<Book>, helper: PictureHelper) -> Self {
        // Nothing here depends on the database.
        let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
        let shop = Shop::open(&app, 1).await;
        let site =
            Site::serve(Web::with_preview_network(app.app.clone(), &unlimited(), helper, network)).await;
        let token = site.sign_in(&shop).await;
        Self { app, site, token, book }
    }

    async fn preview(&self, url: &str) -> (u16, Value) {
        let call = self.site.get(&preview_of(url));
        body(call.header("Authorization", &self.token)).await
    }
}

fn preview_of(url: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("url", url).finish();
    format!("/api/link/preview?{query}")
}
