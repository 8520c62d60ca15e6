//! What counts as an email address.

/// In bytes. Who counts characters accepts no shorter text.
pub const LONGEST_EMAIL: usize = 320;

/// Text, @, text, dot, text; without white space.
pub fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let dotted = host.char_indices().any(|(at, letter)| letter == '.' && at > 0 && at + 1 < host.len());
    !name.is_empty()
        && dotted
        && !host.contains('@')
        && text.len() <= LONGEST_EMAIL
        && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_address_has_the_form_text_at_text_dot_text() {
        for good in ["a@b.c", "mika@example.com", "a+b@sub.example.co"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["", "a", "a@b", "@b.c", "a@.c", "a@b.", "a b@c.d", "a@b@c.d", "a@b .c"] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
