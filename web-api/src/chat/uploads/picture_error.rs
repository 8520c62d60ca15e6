//! Why a picture is refused, in words for whoever sent it.

use image::ImageError;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub(crate) enum PictureError {
    #[error("The picture cannot be read. It may be damaged.")]
    Damaged,
    #[error(
        "The picture is too large. At most 12,000 pixels a side and about 25 million in all are accepted."
    )]
    TooManyPixels,
    #[error("The animation is too long.")]
    TooLong,
    #[error("The picture takes too much work to show. A simpler or smaller one is accepted.")]
    TooMuchWork,
}

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooManyPixels,
            _ => Self::Damaged,
        }
    }
}
