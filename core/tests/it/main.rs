//! Every database test runs on SQLite and on PostgreSQL.

mod auth;
mod chat;
mod community;
mod config;
mod custom_domain;
mod dashboard;
mod db;
mod delivery;
mod redeem;
mod stock;
mod storefronts;
