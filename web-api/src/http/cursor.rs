//! The cursor of lists that are given page by page.

use serde::Deserialize;
use utoipa::IntoParams;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CursorQuery {
    /// The `next` of the previous page.
    pub(crate) cursor: Option<String>,
}
