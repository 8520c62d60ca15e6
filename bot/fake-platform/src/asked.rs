//! What a person has asked of the bot, and what it has answered so far.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::message::{Message, components_of_type};
use crate::names::Id;
use crate::who::Who;
use crate::world::{FirstAnswer, LONGEST_FIRST_ANSWER, World};

#[derive(Debug)]
pub struct Asked<'a> {
    who: Who<'a>,
    id: Id,
}

/// A form that the bot shows.
#[derive(Debug)]
#[must_use]
pub struct Form<'a> {
    who: Who<'a>,
    on: Option<Message>,
    pub data: Value,
    /// What was entered, by the input's id.
    entered: BTreeMap<String, String>,
}

impl<'a> Asked<'a> {
    #[track_caller]
    pub(crate) fn new(who: Who<'a>, kind: u8, data: &Value, on: Option<&Message>) -> Self {
        let id = who.ask(kind, data, on);
        Self { who, id }
    }

    /// Waits for the first answer, which must come in time.
    #[track_caller]
    pub fn first_answer(&self) -> FirstAnswer {
        let answer =
            self.who.platform.wait("the first answer", |world| world.interactions[&self.id].answered.clone());
        assert!(answer.after <= LONGEST_FIRST_ANSWER, "answered after {:?}", answer.after);
        answer
    }

    pub fn time_to_first_answer(&self) -> Duration {
        self.first_answer().after
    }

    /// The message that answers, when it says something: after "thinking", the edit.
    #[track_caller]
    pub fn answer(&self) -> Message {
        let first = self.first_answer();
        assert!(matches!(first.kind, 4..=7), "a message answers, not {first:?}");
        self.wait_for("the answer says something", |_| true)
    }

    /// As `answer`, and asserts that nobody else sees it.
    #[track_caller]
    pub fn private_answer(&self) -> Message {
        let answer = self.answer();
        assert!(answer.only_for.is_some(), "only the person who asked sees: {}", answer.text());
        answer
    }

    /// Waits until the answer, or a follow-up, is as wanted.
    #[track_caller]
    pub fn wait_for(&self, what: &str, is_it: impl Fn(&Message) -> bool) -> Message {
        self.who.platform.wait(what, |world| {
            let interaction = &world.interactions[&self.id];
            let waits = interaction.answered.as_ref()?.kind == 6;
            // "Nothing yet" on a message is followed by an edit of it, or by another message.
            let is_said = |message: &Message| {
                !message.thinking
                    && (!waits
                        || message.earlier.len() > interaction.edits_before
                        || interaction.follow_ups.contains(&message.id))
            };
            messages(world, &self.id).into_iter().find(|message| is_said(message) && is_it(message))
        })
    }

    /// Everything that answered, follow-ups too.
    pub fn answers(&self) -> Vec<Message> {
        self.who.platform.look(|world| messages(world, &self.id))
    }

    /// The form that answers.
    #[track_caller]
    pub fn form(&self) -> Form<'a> {
        let first = self.first_answer();
        assert_eq!(first.kind, 9, "a form answers, not {first:?}");
        let on = self.who.platform.look(|world| {
            let on = world.interactions[&self.id].on_message.as_ref();
            on.map(|id| world.messages[id].clone())
        });
        Form { who: self.who.clone(), on, data: first.data, entered: BTreeMap::new() }
    }

    pub fn is_answered(&self) -> bool {
        self.who.platform.look(|world| world.interactions[&self.id].answered.is_some())
    }

    /// Ends its fifteen minutes.
    pub fn expire(&self) {
        self.who.platform.change(|world| {
            world.interactions.get_mut(&self.id).expect("it was asked").expired = true;
        });
    }

    /// Sends the same event once more, as the platform does now and then.
    pub fn say_again(&self) {
        self.who.platform.change(|world| {
            let interaction = &world.interactions[&self.id];
            let (event, guild) = (interaction.event.clone(), interaction.guild.clone());
            world.dispatch(guild.as_deref(), 0, "INTERACTION_CREATE", &event);
        });
    }
}

fn messages(world: &World, id: &str) -> Vec<Message> {
    let interaction = &world.interactions[id];
    let ids = interaction.original.iter().chain(&interaction.follow_ups);
    ids.map(|id| world.messages[id].clone()).filter(|message| !message.deleted).collect()
}

impl<'a> Form<'a> {
    /// The ids of its inputs.
    pub fn inputs(&self) -> Vec<String> {
        let ids = self.all_inputs().into_iter();
        ids.map(|input| input["custom_id"].as_str().unwrap_or_default().to_owned()).collect()
    }

    fn all_inputs(&self) -> Vec<Value> {
        let mut found = Vec::new();
        for component in self.data["components"].as_array().into_iter().flatten() {
            components_of_type(component, &[4], &mut found);
        }
        found
    }

    #[track_caller]
    pub fn enter(mut self, input: &str, text: &str) -> Self {
        assert!(self.inputs().iter().any(|id| id == input), "no input `{input}` in {:?}", self.inputs());
        self.entered.insert(input.to_owned(), text.to_owned());
        self
    }

    #[track_caller]
    pub fn submit(self) -> Asked<'a> {
        for input in self.all_inputs() {
            let id = input["custom_id"].as_str().unwrap_or_default();
            let is_required = input["required"] != false;
            let is_empty = self.entered.get(id).is_none_or(String::is_empty);
            assert!(!is_required || !is_empty, "the client wants `{id}`");
        }
        let rows = self.data["components"].as_array().into_iter().flatten().enumerate();
        let components: Vec<Value> = rows.map(|(place, row)| self.filled(row, place)).collect();
        let data = json!({ "custom_id": self.data["custom_id"], "components": components });
        Asked::new(self.who, 5, &data, self.on.as_ref())
    }

    /// A row or label as a submitted form says it.
    fn filled(&self, row: &Value, place: usize) -> Value {
        let fill = |input: &Value| {
            let id = input["custom_id"].as_str().unwrap_or_default();
            let value = self.entered.get(id).cloned().unwrap_or_default();
            json!({ "type": 4, "id": place * 2 + 2, "custom_id": id, "value": value })
        };
        let id = place * 2 + 1;
        if row["component"].is_object() {
            return json!({ "type": row["type"], "id": id, "component": fill(&row["component"]) });
        }
        let inner: Vec<Value> = row["components"].as_array().into_iter().flatten().map(fill).collect();
        json!({ "type": row["type"], "id": id, "components": inner })
    }
}
