//! HTML: the dashboard's page, customers' pages, sellers' frames, a seller's own domain, and the files they are made of.
//!
//! Data comes from the functions behind the calls of `api`; no call below `/api` is answered here.

pub(crate) mod assets;
pub(crate) mod customers;
pub(crate) mod fallback;
pub(crate) mod frames;
pub(crate) mod front;
pub(crate) mod html;
pub(crate) mod icon;
pub(crate) mod letters;
pub(crate) mod page_files;
pub(crate) mod page_head;
pub(crate) mod painted;
pub(crate) mod policies;
pub(crate) mod screens;
pub(crate) mod template;
