//! The web side through HTTP, on a real listener.

mod dns;
mod program;
mod support;
mod tls_client;
mod wire;

mod acme;
mod api_keys;
mod caddy;
mod captcha;
mod chat;
mod custom_domain;
mod developers_page;
mod embed;
mod event_endpoints;
mod events;
mod frames;
mod gate;
mod hosts;
mod limits;
mod link_preview;
mod live_stock;
mod openapi;
mod operations;
mod own_domain;
mod pages;
mod redeem;
mod repeats;
mod requests;
mod screens;
mod seller;
mod server;
mod sign_in;
mod uploads;
