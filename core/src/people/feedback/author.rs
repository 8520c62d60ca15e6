//! Who wrote a suggestion or a bug report.

/// A user of the dashboard, or a customer who wrote in chat and of whom there is only a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Author {
    User { id: String },
    Customer { name: String },
}

impl Author {
    pub fn user(id: &str) -> Self {
        Self::User { id: id.to_owned() }
    }

    pub(crate) fn user_id(&self) -> Option<&str> {
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
