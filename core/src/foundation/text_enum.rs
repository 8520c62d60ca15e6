//! Enums whose variants have one text each: the same in the database, in JSON and in logs.

/// Why a text is no variant of an enum.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {name}: `{text}`")]
pub struct UnknownText {
    pub name: &'static str,
    pub text: String,
}

macro_rules! text_enum {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $($(#[$variant_attribute:meta])* $variant:ident = $text:tt),+ $(,)?
    }) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(sqlx::Type, serde::Serialize, utoipa::ToSchema)]
        #[sqlx(type_name = "TEXT")]
        $(#[$attribute])*
        $visibility enum $name {
            $($(#[$variant_attribute])* #[sqlx(rename = $text)] #[serde(rename = $text)] $variant),+
        }

        impl $name {
            $visibility const ALL: &[Self] = &[$(Self::$variant),+];

            $visibility const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::foundation::text_enum::UnknownText;

            fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|one| one.as_str() == text).ok_or_else(|| {
                    $crate::foundation::text_enum::UnknownText { name: stringify!($name), text: text.to_owned() }
                })
            }
        }

        /// Accepts a text only: a derived implementation also accepts an object that has the text as its key.
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(|_| serde::de::Error::unknown_variant(&text, &[$($text),+]))
            }
        }
    };
}

pub(crate) use text_enum;
