//! A request's place among those in flight, taken when the request has arrived whole. A client that is slow to send holds none,
//! so that no number of slow clients keeps others out.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::Request;
use axum::http::Method;

use crate::edge::metrics::{Held, Metrics};
use crate::edge::telling_body::{End, TellingBody};
use crate::http::error::{ApiError, Result};

/// Given back when it is dropped.
pub(crate) enum Arrival {
    /// Most requests: they have no body, or are a GET or HEAD, whose body nobody reads.
    Whole {
        _held: Held,
    },
    Refused,
    /// The body is arriving. The place is held until both this and the body are dropped.
    Arriving(Arc<Mutex<Place>>),
}

pub(crate) enum Place {
    NotYet,
    Taken { _held: Held },
    Refused,
}

impl Arrival {
    /// Watches a request arrive. It is refused if there is no place once it is whole.
    pub(crate) fn watch(request: Request, metrics: &Metrics) -> (Self, Result<Request>) {
        let asks_only = matches!(*request.method(), Method::GET | Method::HEAD);
        if asks_only || hyper::body::Body::is_end_stream(request.body()) {
            return match metrics.request_begins() {
                Some(held) => (Self::Whole { _held: held }, Ok(request)),
                None => (Self::Refused, Err(ApiError::overloaded())),
            };
        }
        let place = Arc::new(Mutex::new(Place::NotYet));
        let (arriving, metrics) = (place.clone(), metrics.clone());
        let request = request.map(|body| {
            TellingBody::wrap(body, move |end| match end {
                End::Whole => take(&arriving, metrics.request_begins()),
                End::GivenUp => Ok(()),
            })
        });
        (Self::Arriving(place), Ok(request))
    }

    /// Whether there was no place for it.
    pub(crate) fn was_refused(&self) -> bool {
        match self {
            Self::Whole { .. } => false,
            Self::Refused => true,
            Self::Arriving(place) => {
                matches!(*place.lock().unwrap_or_else(PoisonError::into_inner), Place::Refused)
            }
        }
    }
}

fn take(place: &Mutex<Place>, held: Option<Held>) -> Result<()> {
    let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(held) = held else {
        *place = Place::Refused;
        return Err(ApiError::overloaded());
    };
    *place = Place::Taken { _held: held };
    Ok(())
}
