//! Tokens to an index of one segment.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::time::Instant;

use tantivy::indexer::NoMergePolicy;
use tantivy::tokenizer::WhitespaceTokenizer;
use tantivy::{Index, IndexWriter, TantivyDocument};

use crate::Fields;

const MEMORY_BYTES_A_THREAD: usize = 128 << 20;

pub fn run(tokens: &str, path: &str, threads: usize) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let (schema, fields) = Fields::schema();
    let index = Index::create_in_dir(path, schema)?;
    index.tokenizers().register("whitespace", WhitespaceTokenizer::default());
    let mut writer: IndexWriter = index.writer_with_num_threads(threads, MEMORY_BYTES_A_THREAD * threads)?;
    let mut items = 0;
    for line in BufReader::with_capacity(1 << 20, File::open(tokens)?).lines() {
        writer.add_document(document(&fields, &line?)?)?;
        items += 1;
    }
    writer.commit()?;
    let seconds = start.elapsed().as_secs_f64();
    // Merges of its own that it has begun must end first: they would take segments out of the one that is asked for.
    writer.wait_merging_threads()?;
    let mut merger: IndexWriter = index.writer_with_num_threads(1, MEMORY_BYTES_A_THREAD)?;
    merger.set_merge_policy(Box::new(NoMergePolicy));
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        merger.merge(&segments).wait()?;
    }
    merger.garbage_collect_files().wait()?;
    merger.wait_merging_threads()?;
    println!(
        "{{\"seconds\":{:.3},\"mergedSeconds\":{:.3},\"threads\":{},\"items\":{},\"bytes\":{},\"mergedBytes\":{},\"peakBytes\":{},\"version\":\"{}\"}}",
        seconds, start.elapsed().as_secs_f64(), threads, items, bytes_of(path)?, bytes_of(path)?, peak_bytes(), tantivy::version_string()
    );
    Ok(())
}

fn document(fields: &Fields, line: &str) -> Result<TantivyDocument, Box<dyn std::error::Error>> {
    let mut columns = line.splitn(5, '\t');
    let mut next = || columns.next().ok_or("a line has five columns");
    let mut document = TantivyDocument::default();
    document.add_u64(fields.id, next()?.parse()?);
    for field in [fields.length, fields.modified] {
        let value = next()?;
        if !value.is_empty() {
            document.add_i64(field, value.parse()?);
        }
    }
    for value in next()?.split('\u{1f}').filter(|value| !value.is_empty()) {
        document.add_text(fields.category, value);
    }
    document.add_text(fields.content, next()?);
    Ok(document)
}

fn bytes_of(path: &str) -> std::io::Result<u64> {
    fs::read_dir(path)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}

/// The most memory this process has had resident; 0 where the system does not tell.
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) * 1024
}
