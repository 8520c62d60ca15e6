//! Every database test runs on SQLite and on PostgreSQL.

mod announcements;
mod auth;
mod chat;
mod community;
mod config;
mod custom_domain;
mod dashboard;
mod db;
mod db_trouble;
mod delivery;
mod event_endpoints;
mod exports;
mod followed_orders;
mod invites;
mod keys;
mod properties;
mod races;
mod redeem;
mod retention;
mod schema;
mod statements;
mod stock;
mod storefronts;
mod stores;
mod upgrades;
mod walls;
