//! A script as SQLite runs it: as one statement, whose trigger does what the script says.
//!
//! For a text of several statements, sqlx sends a message per statement, and each wakes the task that waits for the last
//! one. So the statements of a script become the trigger of a temporary view, which only this connection sees, and running
//! the script is an INSERT of its values. View and trigger are made when the script is run for the first time.

use std::collections::HashMap;
use std::fmt::Write;
use std::mem;

use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, Encode, SqlSafeStr, SqlStr, Sqlite, Type};

use super::{SqliteDriver, Watched};
use crate::db::{Failure, Result};

/// The error code of `RAISE`. <https://sqlite.org/rescode.html#constraint_trigger>
const RAISED: &str = "1811";

/// Statements, and their values: once, or several times with other values.
#[derive(Debug, Default)]
pub(in crate::db) struct SqliteScript {
    /// The statements of each repetition.
    statements: Vec<Statement>,
    /// The statements of the repetition that is being put.
    now: Vec<Statement>,
    /// How many repetitions are complete.
    times: usize,
    /// The values of all repetitions.
    values: SqliteArguments,
    /// Where the values of the current repetition begin.
    begin: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Statement {
    sql: &'static str,
    /// How many values of the repetition come before its own.
    taken: usize,
    check: Option<Check>,
}

/// How many rows a statement is to change.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Check {
    /// The number of the value that holds the expected count.
    value: usize,
    otherwise: &'static str,
}

/// The scripts that this connection has run before.
#[derive(Debug, Default)]
pub(super) struct KnownScripts {
    by_statements: HashMap<Vec<Statement>, Known>,
    /// How many were made so far, including those that are gone. Makes their names unique.
    count: usize,
}

#[derive(Debug)]
struct Known {
    /// The name of the view.
    name: String,
    /// How many values one repetition has.
    width: usize,
    /// The INSERTs that run it 1, 2, 4, … times, as far as they were needed.
    inserts: Vec<Option<SqlStr>>,
    /// Whether it was there before the transaction under way, and so survives a rollback.
    is_kept: bool,
}

impl SqliteScript {
    pub(in crate::db) fn add(&mut self, sql: &'static str) {
        self.now.push(Statement { sql, taken: self.values.len() - self.begin, check: None });
    }

    pub(in crate::db) fn bind<'v, T>(&mut self, value: T) -> std::result::Result<(), BoxDynError>
    where
        T: Encode<'v, Sqlite> + Type<Sqlite>,
    {
        self.values.add(value)
    }

    /// Adds a check to the last statement, which has all of its values.
    pub(in crate::db) fn check(
        &mut self,
        rows: i64,
        otherwise: &'static str,
    ) -> std::result::Result<(), BoxDynError> {
        self.values.add(rows)?;
        if let Some(last) = self.now.last_mut() {
            last.check = Some(Check { value: self.values.len() - self.begin, otherwise });
        }
        Ok(())
    }

    /// Ends a repetition: what follows is the same statements with other values. `false`: its statements differ from the first's.
    pub(in crate::db) fn again(&mut self) -> bool {
        // The last value marks the row as filled.
        let is_marked = self.values.add(true).is_ok();
        self.begin = self.values.len();
        self.times += 1;
        if self.times == 1 {
            self.statements = mem::take(&mut self.now);
            return is_marked;
        }
        let is_same = self.now == self.statements;
        self.now.clear();
        is_marked && is_same
    }

    pub(in crate::db) async fn run(mut self, writer: &mut Watched) -> Result<()> {
        if let (0, [Statement { sql, check: None, .. }]) = (self.times, &self.now[..]) {
            sqlx::query_with(*sql, self.values).execute(SqliteDriver::writing(writer)).await?;
            return Ok(());
        }
        if !self.now.is_empty() {
            self.again();
        }
        let Self { statements, values, times, .. } = self;
        if statements.is_empty() {
            return Ok(());
        }
        let had_written = writer.has_written;
        if !writer.scripts.by_statements.contains_key(&statements) {
            make(writer, &statements, values.len() / times).await?;
        }
        let known = writer.scripts.by_statements.get_mut(&statements).expect("it was made");
        let query = sqlx::query_with(known.insert(times), values);
        let done = query.execute(SqliteDriver::writing(writer)).await;
        done.map(drop).map_err(|error| {
            let refusal = refusal(error, &statements);
            if matches!(refusal, Failure::Inconsistent(_)) {
                // SQLite has undone the statement, and with it the whole script.
                writer.has_written = had_written;
            }
            refusal
        })
    }
}

impl KnownScripts {
    /// The transaction in which some were made was committed.
    pub(super) fn keep(&mut self) {
        for known in self.by_statements.values_mut() {
            known.is_kept = true;
        }
    }

    /// The transaction was rolled back: what was made in it is gone.
    pub(super) fn forget(&mut self) {
        self.by_statements.retain(|_, known| known.is_kept);
    }
}

impl Known {
    /// The INSERT of this many rows, rounded up to a power of two so that few statements are kept. Surplus rows have no values,
    /// and the trigger does nothing for them.
    fn insert(&mut self, times: usize) -> SqlStr {
        let size = times.next_power_of_two();
        let place = usize::try_from(size.ilog2()).expect("64 at most");
        if self.inserts.len() <= place {
            self.inserts.resize(place + 1, None);
        }
        let insert = self.inserts[place].get_or_insert_with(|| {
            // Parameters without numbers: to resolve a numbered one, SQLite searches all those before it.
            let row = format!("({})", vec!["?"; self.width].join(", "));
            AssertSqlSafe(format!("INSERT INTO {} VALUES {}", self.name, vec![row; size].join(", ")))
                .into_sql_str()
        });
        insert.clone()
    }
}

/// `width`: how many values it has.
async fn make(writer: &mut Watched, statements: &[Statement], width: usize) -> Result<()> {
    let name = format!("script_{}", writer.scripts.count);
    writer.scripts.count += 1;
    let list = |each: fn(usize) -> String| (1..=width).map(each).collect::<Vec<_>>().join(", ");
    let (columns, nulls) = (list(|number| format!("p{number}")), list(|_| "NULL".to_owned()));
    let view = AssertSqlSafe(format!("CREATE TEMP VIEW {name} ({columns}) AS SELECT {nulls}"));
    let steps: String = statements.iter().map(Statement::as_step).collect();
    let trigger = AssertSqlSafe(format!(
        "CREATE TEMP TRIGGER {name}_runs INSTEAD OF INSERT ON {name} WHEN NEW.p{width} BEGIN {steps} END",
    ));
    for made in [view, trigger] {
        let made = sqlx::query_with(made, SqliteArguments::default()).persistent(false);
        made.execute(SqliteDriver::writing(writer)).await?;
    }
    let known = Known { name, width, inserts: Vec::new(), is_kept: false };
    writer.scripts.by_statements.insert(statements.to_vec(), known);
    Ok(())
}

impl Statement {
    /// The statement as a step of the trigger.
    fn as_step(&self) -> String {
        let statement = with_columns(self.sql, self.taken);
        match self.check {
            None => format!("{statement};"),
            Some(Check { value, otherwise }) => {
                format!("{statement}; SELECT RAISE(ABORT, '{otherwise}') WHERE changes() <> NEW.p{value};")
            }
        }
    }
}

/// Replaces a statement's parameters by the view's columns, which begin behind the `taken` ones.
fn with_columns(sql: &str, taken: usize) -> String {
    let mut text = String::with_capacity(2 * sql.len());
    let mut rest = sql;
    while let Some(at) = rest.find(['$', '\'']) {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        text.push_str(before);
        let end = if rest[at..].starts_with('$') {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let number: usize = after[..digits].parse().expect("a parameter has a number");
            let _ = write!(text, "NEW.p{}", number + taken);
            digits
        } else {
            let quoted = after.find('\'').expect("a quotation ends") + 1;
            text.push('\'');
            text.push_str(&after[..quoted]);
            quoted
        };
        rest = &after[end..];
    }
    text.push_str(rest);
    text
}

/// The failure that a check or the database reports.
fn refusal(error: sqlx::Error, statements: &[Statement]) -> Failure {
    let raised = error.as_database_error().filter(|told| told.code().is_some_and(|code| code == RAISED));
    let mut checks = statements.iter().filter_map(|statement| statement.check.as_ref());
    let found = raised.and_then(|told| checks.find(|check| check.otherwise == told.message()));
    match found {
        Some(check) => Failure::Inconsistent(check.otherwise),
        None => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_columns;

    #[test]
    fn sql_parameters_become_columns_of_the_scripts_view() {
        let text = with_columns("($2, c($1, '$1')), ($12, '')", 2);
        assert_eq!(text, "(NEW.p4, c(NEW.p3, '$1')), (NEW.p14, '')");
    }
}
