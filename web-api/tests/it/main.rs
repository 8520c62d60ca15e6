//! The web side through HTTP, on a real listener.

mod dns;
mod program;
mod support;
mod tls_client;
mod wire;

mod acme;
mod caddy;
mod captcha;
mod chat;
mod custom_domain;
mod embed;
mod events;
mod frames;
mod fulfilment;
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
mod requests;
mod screens;
mod seller;
mod server;
mod sign_in;
mod uploads;
