//! The web side through HTTP, on a real listener.

mod dns;
mod program;
mod support;
mod tls_client;
mod wire;

mod acme;
mod api_keys;
mod blocklist;
mod caddy;
mod captcha;
mod chat;
mod custom_domain;
mod embed;
mod event_endpoints;
mod events;
mod frames;
mod gate;
mod glance;
mod hosts;
mod limits;
mod link_preview;
mod live_stock;
mod members;
mod openapi;
mod operations;
mod own_domain;
mod pages;
mod redeem;
mod requests;
mod screens;
mod seller;
mod server;
mod sign_in;
mod stores;
mod uploads;
