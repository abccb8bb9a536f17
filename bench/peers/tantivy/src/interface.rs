//! What the interface beside the contract asks of tantivy: counts by value (its aggregations) and pages in the order of a field.
//! `interface-build COLUMNS INDEX`; a line of COLUMNS is id, modified (ms), year, folded name, folded categories parted by
//! U+001F, text, tab separated. `interface-serve INDEX` answers a line each: answer, then microseconds; `-` for what it does not do.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Bound;
use std::time::Instant;

use tantivy::aggregation::agg_req::Aggregations;
use tantivy::aggregation::agg_result::AggregationResults;
use tantivy::aggregation::{AggContextParams, AggregationCollector};
use tantivy::collector::{Count, TopDocs};
use tantivy::query::RangeQuery;
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, FAST, INDEXED};
use tantivy::{DocAddress, Index, IndexWriter, Order, Searcher, TantivyDocument, Term};

type Failure = Box<dyn std::error::Error>;

/// Room for all of a million items: one segment, with documents in the order of their ids.
const MEMORY_BYTES: usize = 2 << 30;
/// Values that are counted of a field, at most.
const FACETED_VALUES: usize = 10_000;

struct Columns {
    id: Field,
    modified: Field,
    year: Field,
    name: Field,
    category: Field,
    source: Field,
}

impl Columns {
    fn schema() -> (Schema, Columns) {
        let mut schema = Schema::builder();
        let whole = TextOptions::default()
            .set_indexing_options(TextFieldIndexing::default().set_tokenizer("raw").set_index_option(IndexRecordOption::Basic))
            .set_fast("raw");
        let columns = Columns {
            id: schema.add_u64_field("id", FAST),
            modified: schema.add_i64_field("modified", FAST | INDEXED),
            year: schema.add_i64_field("year", FAST),
            name: schema.add_text_field("name", whole.clone()),
            category: schema.add_text_field("category", whole.clone()),
            source: schema.add_text_field("source", whole),
        };
        (schema.build(), columns)
    }
}

pub fn build(lines: &str, path: &str) -> Result<(), Failure> {
    let (schema, columns) = Columns::schema();
    fs::create_dir(path)?;
    let index = Index::create_in_dir(path, schema)?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, MEMORY_BYTES)?;
    for line in BufReader::with_capacity(1 << 20, File::open(lines)?).lines() {
        writer.add_document(document(&columns, &line?)?)?;
    }
    writer.commit()?;
    if index.searchable_segment_ids()?.len() > 1 {
        return Err("the index has more than one segment".into());
    }
    writer.wait_merging_threads()?;
    Ok(())
}

fn document(columns: &Columns, line: &str) -> Result<TantivyDocument, Failure> {
    let values: Vec<&str> = line.split('\t').collect();
    let mut document = TantivyDocument::default();
    document.add_u64(columns.id, values[0].parse()?);
    if !values[1].is_empty() {
        document.add_i64(columns.modified, values[1].parse()?);
        document.add_i64(columns.year, values[2].parse()?);
    }
    if !values[3].is_empty() {
        document.add_text(columns.name, values[3]);
    }
    for value in values[4].split('\u{1f}').filter(|value| !value.is_empty()) {
        document.add_text(columns.category, value);
    }
    document.add_text(columns.source, "bench");
    Ok(document)
}

pub fn serve(path: &str) -> Result<(), Failure> {
    let index = Index::open_in_dir(path)?;
    let (_, columns) = Columns::schema();
    let searcher = index.reader()?.searcher();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split('\t').collect();
        let start = Instant::now();
        let answer = match words.as_slice() {
            ["FACETS", from] => Some(facets(&searcher, &columns, from.parse()?)?),
            ["SORT", field, from, offset, limit] => Some(page(&searcher, &columns, field, from.parse()?, offset.parse()?, limit.parse()?)?),
            _ => None,
        };
        let microseconds = start.elapsed().as_secs_f64() * 1e6;
        match answer {
            Some(answer) => writeln!(out, "{}\t{microseconds:.1}", shown(&searcher, answer)?)?,
            None => writeln!(out, "-")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// What was found, as it is; it is made a text outside the time.
enum Found {
    Counts(AggregationResults),
    Page(usize, Vec<DocAddress>),
}

fn since(columns: &Columns, from: i64) -> RangeQuery {
    RangeQuery::new(Bound::Included(Term::from_field_i64(columns.modified, from)), Bound::Unbounded)
}

fn facets(searcher: &Searcher, columns: &Columns, from: i64) -> Result<Found, Failure> {
    let terms = |field: &str| serde_json::json!({ "terms": { "field": field, "size": FACETED_VALUES } });
    let asked = serde_json::json!({ "category": terms("category"), "year": terms("year"), "source": terms("source") });
    let aggregations: Aggregations = serde_json::from_value(asked)?;
    let collector = AggregationCollector::from_aggs(aggregations, AggContextParams::default());
    Ok(Found::Counts(searcher.search(&since(columns, from), &collector)?))
}

fn page(searcher: &Searcher, columns: &Columns, field: &str, from: i64, offset: usize, limit: usize) -> Result<Found, Failure> {
    let top = TopDocs::with_limit(limit).and_offset(offset);
    let query = since(columns, from);
    if field == "modified" {
        let (count, docs) = searcher.search(&query, &(Count, top.order_by_fast_field::<i64>("modified", Order::Desc)))?;
        return Ok(Found::Page(count, docs.into_iter().map(|(_, doc)| doc).collect()));
    }
    let (count, docs) = searcher.search(&query, &(Count, top.order_by_string_fast_field("name", Order::Asc)))?;
    Ok(Found::Page(count, docs.into_iter().map(|(_, doc)| doc).collect()))
}

fn shown(searcher: &Searcher, found: Found) -> Result<String, Failure> {
    match found {
        Found::Counts(results) => {
            let results = serde_json::to_value(results)?;
            let fields = ["category", "year", "source"].map(|field| {
                let mut counts: Vec<String> = results[field]["buckets"].as_array().into_iter().flatten().map(count).collect();
                counts.sort();
                counts.join(",")
            });
            Ok(fields.join(";"))
        }
        Found::Page(count, docs) => {
            let mut ids = Vec::new();
            for doc in docs {
                let column = searcher.segment_reader(doc.segment_ord).fast_fields().u64("id")?;
                ids.push(column.first(doc.doc_id).ok_or("an item has an id")?.to_string());
            }
            Ok(format!("{count};{}", ids.join(",")))
        }
    }
}

fn count(bucket: &serde_json::Value) -> String {
    let key = &bucket["key"];
    let key = key.as_str().map(str::to_owned).unwrap_or_else(|| key.as_f64().unwrap_or(f64::NAN).to_string());
    format!("{key}={}", bucket["doc_count"])
}
