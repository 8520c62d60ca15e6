//! The text of a statement, from the expression that is given to sqlx: a literal, a `concat!` or a macro of the file's
//! own, a constant, or a local that an `if`, or a `match` on the dialect, gives its value. Never the result of a call.

use std::collections::{HashMap, HashSet};

use boostdesk_core::db::Dialect;
use proc_macro2::{Delimiter, Group, LineColumn, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprBlock, File, Item, Lit, LitStr, Local, Pat, Stmt, Token};

pub(super) struct Text {
    /// `None`: it is for both.
    pub only_on: Option<Dialect>,
    pub sql: String,
}

/// Names that a file and the present function define.
#[derive(Default)]
pub(super) struct Texts {
    constants: HashMap<String, Expr>,
    macros: HashMap<String, Rule>,
    /// With more than one expression for a name, it is unknown which is meant.
    pub locals: HashMap<String, Vec<Expr>>,
    /// The places of literals that a statement was made of.
    pub used: HashSet<(usize, usize)>,
}

/// `($a:literal, $b:expr) => { … }`, the only rule of a macro.
struct Rule {
    parameters: Vec<String>,
    body: TokenStream,
}

impl Texts {
    pub(super) fn of_file(file: &File) -> Self {
        let mut texts = Self::default();
        for item in &file.items {
            match item {
                Item::Const(item) => {
                    texts.constants.insert(item.ident.to_string(), (*item.expr).clone());
                }
                Item::Macro(item) => {
                    if let (Some(name), Some(rule)) = (&item.ident, Rule::parse(item.mac.tokens.clone())) {
                        texts.macros.insert(name.to_string(), rule);
                    }
                }
                _ => {}
            }
        }
        texts
    }

    /// Errors: why the text cannot be determined.
    pub(super) fn of(&mut self, expr: &Expr) -> Result<Vec<Text>, String> {
        match expr {
            Expr::Lit(expr) => match &expr.lit {
                Lit::Str(text) => Ok(vec![Text { only_on: None, sql: self.use_literal(text) }]),
                _ => Err("a literal that is no text".to_owned()),
            },
            Expr::Paren(inner) => self.of(&inner.expr),
            Expr::Group(inner) => self.of(&inner.expr),
            Expr::Block(inner) => match inner.block.stmts.as_slice() {
                [Stmt::Expr(value, None)] => self.of(value),
                _ => Err("a block that does more than give a text".to_owned()),
            },
            Expr::Macro(expr) => {
                let name = last_name(&expr.mac.path);
                self.of_macro(&name, expr.mac.tokens.clone())
            }
            Expr::Match(choice) if is_dialect(&choice.expr) => {
                let mut texts = Vec::new();
                for arm in &choice.arms {
                    let dialect = dialect_of_pattern(&arm.pat).ok_or("an arm for no one dialect")?;
                    texts.extend(
                        self.of(&arm.body)?.into_iter().map(|text| Text { only_on: Some(dialect), ..text }),
                    );
                }
                Ok(texts)
            }
            Expr::If(choice) => {
                let dialect = dialect_of_condition(&choice.cond);
                let (_, otherwise) = choice.else_branch.as_ref().ok_or("an `if` without an `else`")?;
                let then =
                    Expr::Block(ExprBlock { attrs: vec![], label: None, block: choice.then_branch.clone() });
                let mut texts = Vec::new();
                for (branch, only_on) in [(&then, dialect), (otherwise, dialect.map(other))] {
                    texts.extend(
                        self.of(branch)?
                            .into_iter()
                            .map(|text| Text { only_on: only_on.or(text.only_on), ..text }),
                    );
                }
                Ok(texts)
            }
            Expr::Path(path) => {
                let name = last_name(&path.path);
                let value = match self.locals.get(&name).map(Vec::as_slice) {
                    Some([value]) => value.clone(),
                    Some(_) => return Err(format!("`{name}` is given a value more than once")),
                    None => {
                        self.constants.get(&name).ok_or(format!("no text is called `{name}` here"))?.clone()
                    }
                };
                self.of(&value)
            }
            _ => Err("no text that is known before the program runs".to_owned()),
        }
    }

    fn of_macro(&mut self, name: &str, tokens: TokenStream) -> Result<Vec<Text>, String> {
        if let Some(rule) = self.macros.get(name) {
            let expanded = syn::parse2(rule.expand(tokens)?).map_err(|error| error.to_string())?;
            return self.of(&expanded);
        }
        let parts = arguments(tokens).ok_or(format!("`{name}!` takes no expressions"))?;
        let mut sql = String::new();
        for part in &parts {
            match self.of(part)?.as_slice() {
                [Text { only_on: None, sql: part }] => sql.push_str(part),
                _ => return Err(format!("a part of `{name}!` depends on the dialect")),
            }
        }
        if name == "concat" {
            Ok(vec![Text { only_on: None, sql }])
        } else {
            Err(format!("`{name}!` makes it when the program runs"))
        }
    }

    fn use_literal(&mut self, text: &LitStr) -> String {
        let LineColumn { line, column } = text.span().start();
        self.used.insert((line, column));
        text.value()
    }
}

impl Rule {
    fn parse(tokens: TokenStream) -> Option<Self> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let [
            TokenTree::Group(matcher),
            TokenTree::Punct(_),
            TokenTree::Punct(_),
            TokenTree::Group(body),
            rest @ ..,
        ] = tokens.as_slice()
        else {
            return None;
        };
        if rest.iter().any(|token| matches!(token, TokenTree::Group(_))) {
            return None;
        }
        let matcher: Vec<TokenTree> = matcher.stream().into_iter().collect();
        let parameters = matcher
            .windows(2)
            .filter_map(|pair| match pair {
                [TokenTree::Punct(dollar), TokenTree::Ident(name)] if dollar.as_char() == '$' => {
                    Some(name.to_string())
                }
                _ => None,
            })
            .collect();
        Some(Self { parameters, body: body.stream() })
    }

    fn expand(&self, tokens: TokenStream) -> Result<TokenStream, String> {
        let mut given: Vec<TokenStream> = vec![TokenStream::new()];
        for token in tokens {
            match &token {
                TokenTree::Punct(comma) if comma.as_char() == ',' => given.push(TokenStream::new()),
                _ => given.last_mut().expect("it begins with one").extend([token]),
            }
        }
        given.retain(|argument| !argument.is_empty());
        if given.len() != self.parameters.len() {
            return Err("a macro is not given what it takes".to_owned());
        }
        let values: HashMap<&str, TokenStream> =
            self.parameters.iter().map(String::as_str).zip(given).collect();
        Ok(substitute(self.body.clone(), &values))
    }
}

fn substitute(body: TokenStream, values: &HashMap<&str, TokenStream>) -> TokenStream {
    let mut result = TokenStream::new();
    let mut tokens = body.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Group(group) => {
                let inner = substitute(group.stream(), values);
                result.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            TokenTree::Punct(dollar) if dollar.as_char() == '$' => {
                let name = tokens.next().map(|name| name.to_string()).unwrap_or_default();
                let value = values.get(name.as_str()).cloned().unwrap_or_default();
                result.extend([TokenTree::Group(Group::new(Delimiter::None, value))]);
            }
            _ => result.extend([token]),
        }
    }
    result
}

/// Returns the arguments, if all of them are expressions.
pub(super) fn arguments(tokens: TokenStream) -> Option<Punctuated<Expr, Token![,]>> {
    Punctuated::parse_terminated.parse2(tokens).ok()
}

/// Returns the names that a function's `let`s define.
pub(super) fn locals(block: &Block) -> HashMap<String, Vec<Expr>> {
    #[derive(Default)]
    struct Locals(HashMap<String, Vec<Expr>>);
    impl Visit<'_> for Locals {
        fn visit_local(&mut self, local: &Local) {
            let pattern = match &local.pat {
                Pat::Type(typed) => &typed.pat,
                pattern => pattern,
            };
            if let (Pat::Ident(name), Some(value)) = (pattern, &local.init) {
                self.0.entry(name.ident.to_string()).or_default().push((*value.expr).clone());
            }
            visit::visit_local(self, local);
        }
    }
    let mut found = Locals::default();
    found.visit_block(block);
    found.0
}

/// Whether an expression asks which of the two databases this is.
pub(super) fn is_dialect(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if call.method == "dialect" || call.method == "driver")
}

/// `Dialect::Sqlite`, or `Driver::Sqlite(connection)`.
pub(super) fn dialect_of_pattern(pattern: &Pat) -> Option<Dialect> {
    match pattern {
        Pat::Path(pattern) => dialect_of_path(&pattern.path),
        Pat::TupleStruct(pattern) => dialect_of_path(&pattern.path),
        _ => None,
    }
}

pub(super) fn dialect_of_path(path: &syn::Path) -> Option<Dialect> {
    match last_name(path).as_str() {
        "Sqlite" => Some(Dialect::Sqlite),
        "Postgres" => Some(Dialect::Postgres),
        _ => None,
    }
}

pub(super) fn last_name(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// The database for which an `if` holds. `None` for a condition on something else.
pub(super) fn dialect_of_condition(condition: &Expr) -> Option<Dialect> {
    let Expr::Binary(same) = condition else { return None };
    if !matches!(same.op, BinOp::Eq(_)) || !is_dialect(&same.left) {
        return None;
    }
    let Expr::Path(path) = &*same.right else { return None };
    dialect_of_path(&path.path)
}

pub(super) fn other(dialect: Dialect) -> Dialect {
    match dialect {
        Dialect::Sqlite => Dialect::Postgres,
        Dialect::Postgres => Dialect::Sqlite,
    }
}
