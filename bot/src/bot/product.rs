//! What the product is called, and where its pages are: all that a message knows of the web side.

use url::Url;

#[derive(Debug, Clone)]
pub(crate) struct Product {
    pub(crate) name: String,
    pub(crate) public_url: Url,
}

impl Product {
    /// The address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        let mut page = self.public_url.clone();
        page.set_path(path);
        page.into()
    }
}
