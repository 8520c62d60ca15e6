//! Pages of a list of orders.

const DEFAULT_SIZE: i64 = 20;
const LARGEST_SIZE: i64 = 100;

/// A page of a list that begins with the newest order.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub(crate) offset: i64,
    pub(crate) size: i64,
}

#[derive(Debug, thiserror::Error)]
#[error("Pages count from 1 and have 1 to {LARGEST_SIZE} orders.")]
pub struct BadPage;

impl Page {
    /// `number` counts from 1, the default. A page has 20 orders by default, and at most 100.
    pub fn parse(number: Option<i64>, size: Option<i64>) -> Result<Self, BadPage> {
        let (number, size) = (number.unwrap_or(1), size.unwrap_or(DEFAULT_SIZE));
        if number < 1 || !(1..=LARGEST_SIZE).contains(&size) {
            return Err(BadPage);
        }
        Ok(Self { offset: (number - 1).saturating_mul(size), size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_count_from_1_and_have_1_to_100_orders() {
        let parsed = |number, size| Page::parse(number, size).ok().map(|page| (page.offset, page.size));
        assert_eq!(parsed(None, None), Some((0, 20)));
        assert_eq!(parsed(Some(3), Some(100)), Some((200, 100)));
        assert_eq!(parsed(Some(i64::MAX), Some(100)), Some((i64::MAX, 100)));
        for (number, size) in [(0, 10), (-1, 10), (1, 0), (1, 101)] {
            assert_eq!(parsed(Some(number), Some(size)), None, "{number} {size}");
        }
    }
}
