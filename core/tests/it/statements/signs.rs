//! How SQL is recognized in a source: the names of sqlx's functions, and literals that begin like statements.

use boostdesk_core::db::Dialect;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Expr, Lit, UseTree};

/// The words that an SQL literal begins with.
const WORDS: [&str; 10] =
    ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "CREATE", "ALTER", "DROP", "PRAGMA", "VACUUM"];

#[derive(PartialEq, Eq)]
pub(super) enum Kind {
    /// `sqlx::query`, `sqlx::query_as`, `sqlx::query_scalar`.
    Query,
    /// Functions that take a text built at run time, or checked elsewhere.
    Builder,
    /// All other functions of sqlx that take a statement.
    Other,
    NoSql,
}

pub(super) fn kind(function: &Expr) -> Kind {
    match function {
        Expr::Path(path) => kind_of_path(&path.path),
        _ => Kind::NoSql,
    }
}

pub(super) fn kind_of_path(path: &syn::Path) -> Kind {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    if names.iter().any(|name| name == "QueryBuilder" || name == "AssertSqlSafe") {
        return Kind::Builder;
    }
    match names.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["sqlx", "query" | "query_as" | "query_scalar"] => Kind::Query,
        ["sqlx", "query_with"] => Kind::Builder,
        ["sqlx", .., name] if is_query_name(name) => Kind::Other,
        _ => Kind::NoSql,
    }
}

fn is_query_name(name: &str) -> bool {
    name.starts_with("query") || name == "raw_sql"
}

pub(super) fn imports_query(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => imports_query(&path.tree),
        UseTree::Name(name) => is_query_name(&name.ident.to_string()),
        UseTree::Rename(name) => is_query_name(&name.ident.to_string()) || name.ident == "QueryBuilder",
        UseTree::Group(group) => group.items.iter().any(imports_query),
        UseTree::Glob(_) => true,
    }
}

/// Returns all tokens, also within groups, but no attributes: documentation may contain anything.
fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut found = Vec::new();
    // Whether `#` or `#!` came before.
    let mut attribute = false;
    for token in tokens {
        attribute = match token {
            TokenTree::Group(_) if attribute => false,
            TokenTree::Group(group) => {
                found.extend(flat(group.stream()));
                false
            }
            token => {
                let punct = match &token {
                    TokenTree::Punct(punct) => punct.as_char(),
                    _ => ' ',
                };
                found.push(token);
                punct == '#' || (attribute && punct == '!')
            }
        };
    }
    found
}

pub(super) fn names_sqlx_query(tokens: TokenStream) -> bool {
    let names: Vec<String> = flat(tokens).iter().map(ToString::to_string).collect();
    names.iter().any(|name| name == "sqlx")
        && names.iter().any(|name| is_query_name(name) || name == "QueryBuilder")
}

pub(super) fn driver_of_file(tokens: TokenStream) -> Option<Dialect> {
    let names: Vec<String> = flat(tokens).iter().map(ToString::to_string).collect();
    let sqlite = names.iter().any(|name| name.starts_with("Sqlite"));
    let postgres = names.iter().any(|name| name.starts_with("Pg") || name.starts_with("Postgres"));
    match (sqlite, postgres) {
        (true, false) => Some(Dialect::Sqlite),
        (false, true) => Some(Dialect::Postgres),
        _ => None,
    }
}

/// Returns line, column and text of each literal that looks like a statement.
pub(super) fn sql_literals(tokens: TokenStream) -> Vec<(usize, usize, String)> {
    let literals = flat(tokens).into_iter().filter_map(|token| match token {
        TokenTree::Literal(literal) => match Lit::new(literal) {
            Lit::Str(text) => Some((text.span().start(), text.value())),
            _ => None,
        },
        _ => None,
    });
    literals
        .filter(|(_, text)| looks_like_sql(text))
        .map(|(start, text)| (start.line, start.column, text))
        .collect()
}

fn looks_like_sql(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(|word| WORDS.contains(&word)) && words.next().is_some()
}
