//! Interactions: what people do in chat, how it is read, and how it is answered. In time, once, and to the right eyes.
//!
//! No command is known here: what is answered, `dispatch` hands in.

mod answer;
mod incoming;
mod reading;
mod seen;

pub(crate) use answer::{Answer, Asked, Deferral, Followed, LIFE_ANSWERED, time_left};
pub(crate) use incoming::{Interaction, Kind, name_of};
pub(crate) use reading::{Unreadable, read};
pub(crate) use seen::Seen;
