//! The line protocol of bench/README.md, on one thread. Queries come as the trees of bench/queries/peer-tree.ts.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use tantivy::collector::{Collector, Count, SegmentCollector, TopDocs};
use tantivy::columnar::Column;
use tantivy::query::Query;
use tantivy::tokenizer::WhitespaceTokenizer;
use tantivy::{DocId, Index, Score, Searcher, SegmentOrdinal, SegmentReader};

use crate::queries;
use crate::Fields;

pub fn run(path: &str, iterations: usize) -> Result<(), Box<dyn std::error::Error>> {
    let (_, fields) = Fields::schema();
    let mut searcher = open(path)?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some((command, text)) = line.split_once('\t') else { continue };
        if command == "REOPEN" {
            searcher = open(path)?;
            writeln!(out, "{line}\t0")?;
            out.flush()?;
            continue;
        }
        match answer(&searcher, &fields, command, text, iterations) {
            Ok(answer) => writeln!(out, "{line}\t{answer}")?,
            Err(reason) => writeln!(out, "{line}\tUNSUPPORTED\t{}", reason.replace(['\n', '\t'], " "))?,
        }
        out.flush()?;
    }
    Ok(())
}

fn open(path: &str) -> tantivy::Result<Searcher> {
    let index = Index::open_in_dir(path)?;
    index.tokenizers().register("whitespace", WhitespaceTokenizer::default());
    Ok(index.reader()?.searcher())
}

fn answer(searcher: &Searcher, fields: &Fields, command: &str, text: &str, iterations: usize) -> Result<String, String> {
    let tree = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let query = queries::query(fields, &tree)?;
    let mut best = f64::INFINITY;
    let mut answer = String::new();
    for _ in 0..iterations {
        let start = Instant::now();
        let result = run_once(searcher, &*query, command).map_err(|error| error.to_string())?;
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
        answer = match result {
            Found::Count(count) => count.to_string(),
            Found::Ids(ids) if command == "SET" => format!("{}\t{:x}", ids.len(), hash(ids)),
            Found::Ids(ids) => ids.len().to_string(),
        };
    }
    Ok(format!("{answer}\t{best:.2}"))
}

enum Found {
    Count(usize),
    Ids(Vec<u64>),
}

fn run_once(searcher: &Searcher, query: &dyn Query, command: &str) -> tantivy::Result<Found> {
    Ok(match command {
        "COUNT" => Found::Count(searcher.search(query, &Count)?),
        "IDS" | "SET" => Found::Ids(searcher.search(query, &AllIds)?),
        "TOP_10" | "TOP_100" => {
            Found::Count(searcher.search(query, &TopDocs::with_limit(hits_of(command)).order_by_score())?.len())
        }
        "TOP_10_COUNT" | "TOP_100_COUNT" => {
            Found::Count(searcher.search(query, &(TopDocs::with_limit(hits_of(command)).order_by_score(), Count))?.1)
        }
        _ => return Err(tantivy::TantivyError::InvalidArgument(format!("unknown command {command}"))),
    })
}

/// The number in the name of a command.
fn hits_of(command: &str) -> usize {
    if command.starts_with("TOP_100") { 100 } else { 10 }
}

fn hash(mut ids: Vec<u64>) -> u64 {
    ids.sort_unstable();
    ids.iter().fold(1_469_598_103_934_665_603, |hash: u64, id| (hash ^ id).wrapping_mul(1_099_511_628_211))
}

/// All ids of an answer into one array.
struct AllIds;

struct SegmentIds {
    column: Column<u64>,
    ids: Vec<u64>,
    values: Vec<Option<u64>>,
}

impl Collector for AllIds {
    type Fruit = Vec<u64>;
    type Child = SegmentIds;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentIds> {
        Ok(SegmentIds { column: segment.fast_fields().u64("id")?, ids: Vec::new(), values: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, parts: Vec<Vec<u64>>) -> tantivy::Result<Vec<u64>> {
        Ok(parts.concat())
    }
}

impl SegmentCollector for SegmentIds {
    type Fruit = Vec<u64>;

    fn collect(&mut self, doc: DocId, _: Score) {
        self.ids.extend(self.column.first(doc));
    }

    fn collect_block(&mut self, docs: &[DocId]) {
        self.values.clear();
        self.values.resize(docs.len(), None);
        self.column.first_vals(docs, &mut self.values);
        self.ids.extend(self.values.iter().flatten());
    }

    fn harvest(self) -> Vec<u64> {
        self.ids
    }
}
