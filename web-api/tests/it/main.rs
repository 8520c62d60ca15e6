//! The web side through HTTP, on a real listener.

mod support;

mod captcha;
mod chat;
mod custom_domain;
mod embed;
mod events;
mod frames;
mod limits;
mod link_preview;
mod live_stock;
mod openapi;
mod operations;
mod pages;
mod redeem;
mod requests;
mod screens;
mod seller;
mod server;
mod sign_in;
mod uploads;
