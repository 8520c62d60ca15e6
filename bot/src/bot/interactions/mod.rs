//! Interactions: what people do in chat, parsed and answered in time, once, and visible only to those it is for.
//!
//! No command is known here: `dispatch` hands in the answers.

mod answer;
mod incoming;
mod reading;
mod seen;

pub(crate) use answer::{Answer, Asked, Deferral, Followed, LIFE_ANSWERED, time_left};
pub(crate) use incoming::{Interaction, Kind, name_of};
pub(crate) use reading::{Unreadable, read};
pub(crate) use seen::Seen;
