//! Fulfilment by a service that listens on loopback and acts as a test tells it.

mod after_sale;
mod chaos;
mod examples;
mod results;
mod rounds;
mod service;
mod settings;
