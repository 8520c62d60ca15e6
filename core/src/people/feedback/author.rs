//! Who wrote a suggestion or a bug report.

use crate::ids::UserId;

/// A user of the dashboard, or a customer who wrote in chat and of whom there is only a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Author {
    User { id: UserId },
    Customer { name: String },
}

impl Author {
    pub fn user(id: &UserId) -> Self {
        Self::User { id: id.clone() }
    }

    pub(crate) fn user_id(&self) -> Option<&UserId> {
        match self {
            Self::User { id } => Some(id),
            Self::Customer { .. } => None,
        }
    }

    pub(crate) fn customer_name(&self) -> Option<&str> {
        match self {
            Self::User { .. } => None,
            Self::Customer { name } => Some(name),
        }
    }
}
