//! tantivy as a peer: `build TOKENS INDEX THREADS` or `serve INDEX ITERATIONS`; `interface-build` and `interface-serve` in interface.rs.
//!
//! Texts come analyzed (tokens parted by spaces), so its build time holds no analysis. A line of TOKENS is id, length,
//! modified, categories parted by U+001F, tokens; tab separated, an absent number empty.

mod build;
mod interface;
mod queries;
mod serve;

use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, FAST};

pub struct Fields {
    pub id: Field,
    pub length: Field,
    pub modified: Field,
    pub category: Field,
    pub content: Field,
}

impl Fields {
    pub fn schema() -> (Schema, Fields) {
        let mut schema = Schema::builder();
        let words = TextFieldIndexing::default()
            .set_tokenizer("whitespace")
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let whole = TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_index_option(IndexRecordOption::Basic);
        let fields = Fields {
            id: schema.add_u64_field("id", FAST),
            length: schema.add_i64_field("length", FAST),
            modified: schema.add_i64_field("modified", FAST),
            category: schema.add_text_field("category", TextOptions::default().set_indexing_options(whole)),
            content: schema.add_text_field("content", TextOptions::default().set_indexing_options(words)),
        };
        (schema.build(), fields)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    match words.as_slice() {
        ["build", tokens, index, threads] => build::run(tokens, index, threads.parse()?),
        ["serve", index, iterations] => serve::run(index, iterations.parse()?),
        ["interface-build", columns, index] => interface::build(columns, index),
        ["interface-serve", index] => interface::serve(index),
        _ => Err("build TOKENS INDEX THREADS | serve INDEX ITERATIONS".into()),
    }
}
