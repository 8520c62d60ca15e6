//! After the sale: verdicts on waiting tokens, replacements, notes, history.

use boostdesk_core::shop::orders::OrderState;
use boostdesk_core::testing::{Shop, tokens};
use serde_json::{Value, json};

use super::service::{
    Call, Reply, SECRET, Worker, is_done, is_waiting, on_both, redeemed, report, results, until,
};
use crate::seller::Desk;
use crate::support::{Site, send};

/// The calls about one order.
struct Order<'a> {
    desk: &'a Desk,
    path: String,
}

impl<'a> Order<'a> {
    fn of(desk: &'a Desk, key: &str) -> Self {
        Self { desk, path: format!("/api/dashboard/orders/{key}") }
    }

    async fn post(&self, what: &str, body: Value) -> (u16, Value) {
        self.desk.post(&format!("{}/{what}", self.path), &body).await
    }

    async fn shown(&self) -> Value {
        self.desk.get(&format!("{}/order.json", self.path)).await.1
    }

    async fn tokens(&self) -> Value {
        self.shown().await["tokens-used"].clone()
    }
}

#[tokio::test]
async fn a_waiting_order_accepts_verdicts_by_hand_and_one_under_way_does_not() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 4)).await;
        service.behaves(|_| Reply::status(202));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 4).await;
        let desk = Desk::of(&shop).await;
        let order = Order::of(&desk, key.expose());
        until(&app, &shop, &key, |order| order.history.len() > 1).await;
        let verdict = results([("token.a.0", true)]);
        assert_eq!(order.post("deliver", verdict.clone()).await.0, 409, "under way");
        let job = service.calls()[0].job()["jobId"].as_str().expect("a text").to_owned();
        let site = Site::open(&app).await;
        assert_eq!(send(report(&site, &app, &job, SECRET, &verdict)).await.status(), 200);
        assert_eq!(order.post("deliver", verdict.clone()).await.0, 409, "under way, whatever is known of it");
        until(&app, &shop, &key, is_waiting).await;
        assert_eq!(order.post("deliver", results([("token.b.0", true)])).await.0, 422);
        assert_eq!(order.post("deliver", verdict).await.0, 200);
        // The failed token is replaced once the round is over, and the seller gets the next one, too.
        assert_eq!(order.post("deliver", results([("token.a.1", false)])).await.0, 200);
        let shown = order.shown().await;
        assert_eq!((&shown["state"], &shown["pending"]), (&json!("waiting"), &json!(["token.a.2"])));
        service.behaves(Call::all_delivered);
        assert_eq!(order.post("retry", json!({})).await.0, 200);
        until(&app, &shop, &key, is_done).await;
        let last = service.calls().pop().expect("it was called");
        assert!(last.id().ends_with(".2") && last.tokens() == ["token.a.2"]);
        let expected = json!({"success": ["token.a.0", "token.a.2"], "failed": ["token.a.1"]});
        assert_eq!(order.tokens().await, expected);
    })
    .await;
}

/// The service would attempt tokens that the seller has delivered, and its results could only contradict the seller.
#[tokio::test]
async fn a_round_with_tokens_decided_by_hand_cannot_be_retried() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 4)).await;
        service.behaves(|_| Reply::status(410));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 6).await;
        let desk = Desk::of(&shop).await;
        let order = Order::of(&desk, key.expose());
        until(&app, &shop, &key, is_waiting).await;
        assert_eq!(order.shown().await["actions"], json!(["retry"]));
        assert_eq!(order.post("deliver", results([("token.a.0", true)])).await.0, 200);
        assert_eq!(order.shown().await["actions"], json!([]));
        let (status, refused) = order.post("retry", json!({})).await;
        let sentence = "Some tokens of this order were decided by hand. Decide the others, too.";
        assert_eq!((status, &refused["message"]), (409, &json!(sentence)));
        assert_eq!(service.calls().len(), 1, "it is sent no more");

        // The replacements of the rest are a new round, which nobody has had.
        assert_eq!(order.post("deliver", results([("token.a.1", true), ("token.a.2", false)])).await.0, 200);
        assert_eq!(order.shown().await["actions"], json!(["retry"]));
        service.behaves(Call::all_delivered);
        assert_eq!(order.post("retry", json!({})).await.0, 200);
        until(&app, &shop, &key, is_done).await;
        let last = service.calls().pop().expect("it was called");
        assert!(last.id().ends_with(".2") && last.tokens() == ["token.a.3"]);
        assert_eq!(order.shown().await["actions"], json!([]), "nothing is left to do");
    })
    .await;
}

#[tokio::test]
async fn each_failed_token_can_be_replaced_once_after_the_order_is_done() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("good.0\nbad.0\nbad.1\n").await;
        service.behaves(|call| Reply::json(&call.results(|token| token.starts_with("good"))));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 6).await;
        let desk = Desk::of(&shop).await;
        let order = Order::of(&desk, key.expose());
        until(&app, &shop, &key, is_done).await;
        let one = json!({"tokens": ["bad.0"]});
        assert_eq!(order.post("replace", one.clone()).await.0, 409, "no stock");
        shop.restock("good.1\n").await;
        assert_eq!(order.post("replace", json!({})).await.0, 409, "no stock for both");
        for bad in [
            json!({"tokens": ["good.0"]}),
            json!({"tokens": ["foreign"]}),
            json!({"tokens": ["bad.0", "good.1"]}),
            json!({"tokens": ["bad.0", "bad.0"]}),
            json!({"tokens": []}),
            json!({"note": ""}),
            json!({"note": "x".repeat(2001)}),
        ] {
            assert_eq!(order.post("replace", bad.clone()).await.0, 422, "{bad}");
        }
        assert_eq!(shop.level().await.available, 1);

        let (status, replaced) =
            order.post("replace", json!({"tokens": ["bad.0"], "note": "On the house"})).await;
        assert_eq!((status, replaced), (200, json!({"code": 200, "replaced": 1})));
        until(&app, &shop, &key, is_done).await;
        let last = service.calls().pop().expect("it was called");
        assert!(last.id().ends_with(".2") && last.tokens() == ["good.1"]);
        shop.restock("good.2\n").await;
        assert_eq!(order.post("replace", one).await.0, 409, "again");
        assert_eq!(order.post("replace", json!({})).await.1["replaced"], 1, "the other one");
        until(&app, &shop, &key, is_done).await;
        assert_eq!(order.post("replace", json!({})).await.0, 409, "nothing is left");
        let shown = order.shown().await;
        assert_eq!(shown["tokens-used"]["success"], json!(["good.0", "good.1", "good.2"]));
        let replacements = json!([
            {"token": "good.1", "replaces": "bad.0"},
            {"token": "good.2", "replaces": "bad.1"},
        ]);
        assert_eq!(shown["replacements"], replacements);
        assert_eq!(shown["notes"][0]["text"], "On the house");
        assert_eq!(shown["notes"][0]["by"], "seller1");
    })
    .await;
}

#[tokio::test]
async fn a_replacement_in_a_manually_delivered_order_waits_for_the_seller() {
    boostdesk_core::testing::on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let key = redeemed(&shop, 2).await;
        let desk = Desk::of(&shop).await;
        let order = Order::of(&desk, key.expose());
        assert_eq!(order.post("replace", json!({})).await.0, 409, "not done");
        assert_eq!(order.post("deliver", results([("token.a.0", false)])).await.0, 200);
        shop.restock(&tokens("b", 1)).await;
        assert_eq!(order.post("replace", json!({})).await.0, 200);
        let shown = order.shown().await;
        assert_eq!((&shown["state"], &shown["pending"]), (&json!("queued"), &json!(["token.b.0"])));
        assert_eq!(order.post("retry", json!({})).await.0, 409);
        assert_eq!(order.post("deliver", results([("token.b.0", true)])).await.0, 200);
        assert_eq!(shop.order(&key).await.state, OrderState::Done);
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved, level.delivered, level.failed), (0, 0, 1, 1));
    })
    .await;
}

#[tokio::test]
async fn an_order_has_its_history_and_notes() {
    boostdesk_core::testing::on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let key = redeemed(&shop, 4).await;
        let desk = Desk::of(&shop).await;
        let order = Order::of(&desk, key.expose());
        for (text, status) in [("", 422), ("  ", 422), ("Called", 200), (&"x".repeat(2001), 422)] {
            assert_eq!(order.post("notes", json!({"text": text})).await.0, status);
        }
        let verdicts = results([("token.a.0", true), ("token.a.1", false)]);
        assert_eq!(order.post("deliver", verdicts).await.0, 200);
        let shown = order.shown().await;
        let at = app.clock.now().rfc3339();
        assert_eq!(shown["email"], "mika@example.com");
        assert_eq!(shown["purchase"], Value::Null);
        assert_eq!(shown["notes"], json!([{"at": at, "by": "seller1", "text": "Called"}]));
        let step = |by: &str, what: &str| json!({"at": at, "by": by, "what": what});
        let expected = json!([
            step("customer", "Redeemed"),
            step("seller1", "Tokens: 1 delivered, 1 failed"),
            step("system", "Done: 2 of 4 boosts delivered"),
        ]);
        assert_eq!(shown["history"], expected);
        let other = Shop::open(&app, 2).await;
        let stranger = Desk::of(&other).await;
        let foreign = Order::of(&stranger, key.expose());
        for (what, body) in [("notes", json!({"text": "x"})), ("retry", json!({})), ("replace", json!({}))] {
            assert_eq!(foreign.post(what, body).await.0, 404);
        }
    })
    .await;
}
