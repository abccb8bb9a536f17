//! The query trees of bench/queries/peer-tree.ts to tantivy's queries. An error means that tantivy has no such query.

use std::ops::Bound;

use serde_json::Value;
use tantivy::query::{
    AllQuery, BooleanQuery, InvertedIndexRangeQuery, Occur, PhraseQuery, Query, RangeQuery, RegexQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::Term;

use crate::Fields;

pub type Answer<T> = Result<T, String>;

pub fn query(fields: &Fields, tree: &Value) -> Answer<Box<dyn Query>> {
    let kind = text(tree, "kind")?;
    Ok(match kind {
        "all" => Box::new(AllQuery),
        "term" => Box::new(TermQuery::new(word(fields, text(tree, "term")?), IndexRecordOption::WithFreqs)),
        "category" => Box::new(TermQuery::new(
            Term::from_field_text(fields.category, text(tree, "value")?),
            IndexRecordOption::Basic,
        )),
        "phrase" => phrase(fields, tree)?,
        "wildcard" => regexp(fields, &wildcard_pattern(text(tree, "pattern")?))?,
        "regexp" => regexp(fields, text(tree, "pattern")?)?,
        "terms" => Box::new(InvertedIndexRangeQuery::new(
            bound(tree, "lower", |value| Ok(word(fields, value.as_str().ok_or("a text")?)))?,
            bound(tree, "upper", |value| Ok(word(fields, value.as_str().ok_or("a text")?)))?,
        )),
        "number" => number_range(fields, tree)?,
        "boolean" => boolean(fields, tree)?,
        _ => return Err(format!("no {kind} query like it")),
    })
}

fn phrase(fields: &Fields, tree: &Value) -> Answer<Box<dyn Query>> {
    let terms: Vec<Term> = tree["terms"].as_array().ok_or("terms")?.iter().filter_map(Value::as_str).map(|term| word(fields, term)).collect();
    let mut phrase = PhraseQuery::new(terms);
    phrase.set_slop(tree["slop"].as_u64().unwrap_or(0) as u32);
    Ok(Box::new(phrase))
}

fn boolean(fields: &Fields, tree: &Value) -> Answer<Box<dyn Query>> {
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for (name, occur) in [("must", Occur::Must), ("should", Occur::Should), ("mustNot", Occur::MustNot)] {
        for clause in tree[name].as_array().into_iter().flatten() {
            clauses.push((occur, query(fields, clause)?));
        }
    }
    if clauses.iter().all(|(occur, _)| *occur == Occur::MustNot) {
        clauses.push((Occur::Must, Box::new(AllQuery)));
    }
    Ok(Box::new(BooleanQuery::new(clauses)))
}

fn number_range(fields: &Fields, tree: &Value) -> Answer<Box<dyn Query>> {
    let field: Field = match text(tree, "field")? {
        "length" => fields.length,
        "modified" => fields.modified,
        other => return Err(format!("no field {other}")),
    };
    let value = |value: &Value| Ok(Term::from_field_i64(field, value.as_i64().ok_or("a number")?));
    Ok(Box::new(RangeQuery::new(bound(tree, "lower", value)?, bound(tree, "upper", value)?)))
}

/// Bounds are inclusive; null is open.
fn bound(tree: &Value, name: &str, term: impl Fn(&Value) -> Answer<Term>) -> Answer<Bound<Term>> {
    let value = &tree[name];
    if value.is_null() { Ok(Bound::Unbounded) } else { Ok(Bound::Included(term(value)?)) }
}

fn regexp(fields: &Fields, pattern: &str) -> Answer<Box<dyn Query>> {
    Ok(Box::new(RegexQuery::from_pattern(pattern, fields.content).map_err(|error| error.to_string())?))
}

/// Patterns hold letters, digits, `*` and `?` alone, so nothing is left to escape.
fn wildcard_pattern(pattern: &str) -> String {
    pattern.replace('*', ".*").replace('?', ".")
}

fn word(fields: &Fields, text: &str) -> Term {
    Term::from_field_text(fields.content, text)
}

fn text<'a>(tree: &'a Value, name: &str) -> Answer<&'a str> {
    tree[name].as_str().ok_or_else(|| format!("no {name}"))
}
