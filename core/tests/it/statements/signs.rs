//! What SQL is known by in a source: the names of sqlx's functions, and literals that begin as statements do.

use boostdesk_core::db::Dialect;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Expr, Lit, UseTree};

/// What a literal that is SQL begins with.
const WORDS: [&str; 10] =
    ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "CREATE", "ALTER", "DROP", "PRAGMA", "VACUUM"];

#[derive(PartialEq, Eq)]
pub(super) enum Kind {
    /// `sqlx::query`, `sqlx::query_as`, `sqlx::query_scalar`.
    Query,
    /// What takes a text that is made when the program runs, or was looked at elsewhere.
    Builder,
    /// All else of sqlx that takes a statement.
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

/// Its tokens, those within groups too, but no attributes: documentation may say what it likes.
fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut found = Vec::new();
    // Whether `#` or `#!` stands before.
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

/// Line, column and text of each literal that is a statement by its looks.
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
