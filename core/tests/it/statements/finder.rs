//! Finds the SQL statements of a source file: what is given to `sqlx::query…`, which databases it runs on, and how many
//! values are bound to it. What it does not understand it reports, and never skips.

use boostdesk_core::db::Dialect;
use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprCall, ExprIf, ExprMatch, ExprMethodCall, Ident, ImplItemFn, ItemFn, ItemMacro, ItemUse, Macro,
    Token, UseTree,
};

use super::signs::{Kind, driver_of_file, imports_query, kind, kind_of_path, names_sqlx_query, sql_literals};
use super::text::{
    Texts, arguments, dialect_of_condition, dialect_of_pattern, is_dialect, last_name, locals, other,
};

/// Methods that run a statement.
const ENDS: [&str; 5] = ["execute", "fetch", "fetch_all", "fetch_one", "fetch_optional"];

#[derive(Debug)]
pub(super) struct Statement {
    /// File, line and function.
    pub place: String,
    /// `None`: runs on both.
    pub only_on: Option<Dialect>,
    pub sql: String,
    pub binds: usize,
}

#[derive(Debug, Default)]
pub(super) struct Found {
    pub statements: Vec<Statement>,
    /// Statements built at run time: how each opens, or else which function builds it; and where, and why that is unknown.
    pub built: Vec<(String, String)>,
    /// What was not understood.
    pub unclear: Vec<String>,
}

pub(super) fn find(path: &str, source: &str) -> Found {
    let file = syn::parse_file(source).expect("the sources are Rust");
    let tokens: TokenStream = source.parse().expect("the sources are Rust");
    let mut finder = Finder {
        path,
        function: String::new(),
        texts: Texts::of_file(&file),
        file: driver_of_file(tokens.clone()),
        in_on_db: false,
        narrowed: None,
        found: Found::default(),
    };
    finder.visit_file(&file);
    for (line, column, text) in sql_literals(tokens) {
        if !finder.texts.used.contains(&(line, column)) {
            finder.found.unclear.push(format!("{path}:{line}: nothing is seen to run `{text}`"));
        }
    }
    finder.found
}

/// Returns the places of SQL in a file, and of calls that run some.
pub(super) fn sql_in(path: &str, source: &str) -> Vec<String> {
    let found = find(path, source);
    let statements = found.statements.into_iter().map(|statement| statement.place);
    statements.chain(found.built.into_iter().map(|(_, place)| place)).chain(found.unclear).collect()
}

struct Finder<'a> {
    path: &'a str,
    function: String,
    texts: Texts,
    /// The database, if the file names only one driver.
    file: Option<Dialect>,
    in_on_db: bool,
    /// The database, within an `if` or `match` on the dialect.
    narrowed: Option<Dialect>,
    found: Found,
}

impl Finder<'_> {
    fn place(&self, span: Span) -> String {
        format!("{}:{} (fn {})", self.path, span.start().line, self.function)
    }

    fn unclear(&mut self, span: Span, why: &str) {
        let place = self.place(span);
        self.found.unclear.push(format!("{place}: {why}"));
    }

    fn built(&mut self, span: Span, text: Option<&Expr>) {
        let place = self.place(span);
        let (name, why) = match text.map(|text| self.texts.of(text)) {
            Some(Ok(texts)) if texts.len() == 1 => {
                (texts[0].sql.split_whitespace().collect::<Vec<_>>().join(" "), String::new())
            }
            Some(Err(why)) => (format!("fn {}", self.function), format!(": {why}")),
            _ => (format!("fn {}", self.function), String::new()),
        };
        self.found.built.push((name, format!("{place}{why}")));
    }

    fn statement(&mut self, call: &ExprCall, methods: &[&ExprMethodCall]) {
        let span = call.span();
        let Some(end) = methods.iter().position(|method| ENDS.iter().any(|end| method.method == end)) else {
            return self.unclear(span, "a statement that does not run where it is made");
        };
        if let Some(other) = methods[..end].iter().find(|method| method.method != "bind") {
            return self.unclear(span, &format!("`.{}` before the statement runs", other.method));
        }
        let Some(text) = call.args.first() else {
            return self.unclear(span, "a statement without a text");
        };
        let Ok(texts) = self.texts.of(text) else {
            return self.built(span, Some(text));
        };
        let reach = self.narrowed.or(if self.in_on_db { None } else { self.file });
        for text in texts {
            if reach.is_none() && text.only_on.is_none() && !self.in_on_db {
                return self
                    .unclear(span, "outside of `on_db!`, in a file that does not name one driver alone");
            }
            if text.only_on.is_none() || reach.is_none() || text.only_on == reach {
                let only_on = text.only_on.or(reach);
                let place = self.place(span);
                self.found.statements.push(Statement { place, only_on, sql: text.sql, binds: end });
            }
        }
    }

    /// A statement of a script, which runs on both databases.
    fn put(&mut self, methods: &[&ExprMethodCall]) {
        let span = methods[0].span();
        let binds = match methods {
            [_, binds @ .., last] if last.method == "changing" => binds,
            [_, binds @ ..] => binds,
            [] => &[],
        };
        if let Some(other) = binds.iter().find(|method| method.method != "bind") {
            return self.unclear(span, &format!("`.{}` behind a statement of a script", other.method));
        }
        let text = methods[0].args.first();
        match text.map(|text| self.texts.of(text)) {
            Some(Ok(texts)) => {
                for text in texts {
                    let (place, binds) = (self.place(span), binds.len());
                    self.found.statements.push(Statement {
                        place,
                        only_on: text.only_on,
                        sql: text.sql,
                        binds,
                    });
                }
            }
            _ => self.built(span, text),
        }
    }

    fn narrow(&mut self, dialect: Option<Dialect>, visit: impl FnOnce(&mut Self)) {
        let before = self.narrowed;
        self.narrowed = dialect.or(before);
        visit(self);
        self.narrowed = before;
    }

    fn function(&mut self, name: &Ident, block: &syn::Block, visit: impl FnOnce(&mut Self)) {
        let function = std::mem::replace(&mut self.function, name.to_string());
        let locals = std::mem::replace(&mut self.texts.locals, locals(block));
        visit(self);
        self.function = function;
        self.texts.locals = locals;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.sig.ident, &item.block, |finder| visit::visit_item_fn(finder, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.sig.ident, &item.block, |finder| visit::visit_impl_item_fn(finder, item));
    }

    fn visit_expr_method_call(&mut self, last: &'ast ExprMethodCall) {
        let mut methods = vec![last];
        while let Expr::MethodCall(method) = &*methods[methods.len() - 1].receiver {
            methods.push(method);
        }
        methods.reverse();
        match &*methods[0].receiver {
            Expr::Call(call) if kind(&call.func) == Kind::Query => {
                self.statement(call, &methods);
                let arguments = methods.iter().flat_map(|method| &method.args);
                call.args.iter().chain(arguments).for_each(|argument| self.visit_expr(argument));
            }
            Expr::Path(_) if methods[0].method == "put" => {
                self.put(&methods);
                methods.iter().flat_map(|method| &method.args).for_each(|argument| self.visit_expr(argument));
            }
            _ => visit::visit_expr_method_call(self, last),
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        match kind(&call.func) {
            Kind::Query => self.unclear(call.span(), "a statement that does not run where it is made"),
            Kind::Builder => self.built(call.span(), call.args.first()),
            Kind::Other => self.unclear(call.span(), "a way to run SQL that this test does not know"),
            Kind::NoSql => {}
        }
        // Its function was looked at already.
        call.args.iter().for_each(|argument| self.visit_expr(argument));
        if !matches!(&*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if kind_of_path(&path.path) != Kind::NoSql {
            self.unclear(path.span(), "a way to run SQL that is passed on instead of called");
        }
    }

    fn visit_expr_if(&mut self, choice: &'ast ExprIf) {
        let dialect = dialect_of_condition(&choice.cond);
        self.visit_expr(&choice.cond);
        self.narrow(dialect, |finder| finder.visit_block(&choice.then_branch));
        if let Some((_, branch)) = &choice.else_branch {
            self.narrow(dialect.map(other), |finder| finder.visit_expr(branch));
        }
    }

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        self.visit_expr(&choice.expr);
        let by_dialect = is_dialect(&choice.expr);
        for arm in &choice.arms {
            let dialect = if by_dialect { dialect_of_pattern(&arm.pat) } else { None };
            self.narrow(dialect, |finder| finder.visit_arm(arm));
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if matches!(last_name(&call.path).as_str(), "on_db" | "execute_on_db") {
            match on_db.parse2(call.tokens.clone()) {
                Ok(query) => {
                    let before = std::mem::replace(&mut self.in_on_db, true);
                    self.visit_expr(&query);
                    self.in_on_db = before;
                }
                Err(error) => self.unclear(call.span(), &error.to_string()),
            }
        } else if let Some(arguments) = arguments(call.tokens.clone()) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        } else if names_sqlx_query(call.tokens.clone()) {
            self.unclear(call.span(), "SQL inside of a macro that this test does not know");
        }
        if kind_of_path(&call.path) != Kind::NoSql {
            self.unclear(call.span(), "a way to run SQL that this test does not know");
        }
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        if names_sqlx_query(item.mac.tokens.clone()) {
            self.unclear(item.span(), "a macro that runs SQL");
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if let UseTree::Path(path) = &item.tree
            && path.ident == "sqlx"
            && imports_query(&path.tree)
        {
            self.unclear(item.span(), "sqlx's query functions are called by their full names");
        }
    }
}

/// The expression after `$driver =>`.
fn on_db(input: ParseStream) -> syn::Result<Expr> {
    input.parse::<Expr>()?;
    input.parse::<Token![,]>()?;
    input.parse::<Ident>()?;
    input.parse::<Token![=>]>()?;
    let query = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    Ok(query)
}
