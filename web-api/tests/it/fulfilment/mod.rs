//! Fulfilment by a service, which listens on loopback and does what a test tells it.

mod after_sale;
mod chaos;
mod examples;
mod results;
mod rounds;
mod service;
mod settings;
