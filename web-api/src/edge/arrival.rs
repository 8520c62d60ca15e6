//! A request's place among those in flight: taken when the request is whole. A client that is slow to send holds none, so
//! that no number of slow ones keeps others out.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::Request;

use crate::edge::metrics::{Held, Metrics};
use crate::edge::telling_body::{End, TellingBody};
use crate::http::error::{ApiError, Result};

/// Given back when the last of its clones is dropped.
#[derive(Clone)]
pub(crate) struct Arrival(Arc<Inner>);

struct Inner {
    metrics: Metrics,
    most: i64,
    place: Mutex<Place>,
}

enum Place {
    NotYet,
    Taken { _held: Held },
    Refused,
}

impl Arrival {
    /// Watches a request come in. `most`: how many may be in flight. Refused when it is whole and there is no place.
    pub(crate) fn watch(request: Request, metrics: &Metrics, most: i64) -> (Self, Result<Request>) {
        let arrival =
            Self(Arc::new(Inner { metrics: metrics.clone(), most, place: Mutex::new(Place::NotYet) }));
        if hyper::body::Body::is_end_stream(request.body()) {
            let taken = arrival.take_place();
            return (arrival, taken.map(|()| request));
        }
        let arriving = arrival.clone();
        let request = request.map(|body| {
            TellingBody::wrap(body, move |end| match end {
                End::Whole => arriving.take_place(),
                End::GivenUp => Ok(()),
            })
        });
        (arrival, Ok(request))
    }

    fn take_place(&self) -> Result<()> {
        let taken = self.0.metrics.request_begins(self.0.most);
        let mut place = self.0.place.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(held) = taken else {
            *place = Place::Refused;
            return Err(ApiError::overloaded());
        };
        *place = Place::Taken { _held: held };
        Ok(())
    }

    /// Whether there was no place for it.
    pub(crate) fn was_refused(&self) -> bool {
        matches!(*self.0.place.lock().unwrap_or_else(PoisonError::into_inner), Place::Refused)
    }
}
