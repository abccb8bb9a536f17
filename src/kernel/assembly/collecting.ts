/**
 * Divides the occurrences of terms among stretches of documents: a module of its own. ../collecting-kernel.ts says where everything lies;
 * src/engine/spelling/text-stretch.ts has the format of the words.
 */

/** Takes a full page of a stretch: of words, or of the bytes of terms. */
declare function endPage(stretch: u32, isOfBytes: u32): void;

const DOCUMENT: u32 = 0x80000000;
const TERM: u32 = 0xc0000000;

/** A document: its stretch or a negative number, the stretch's first, tokens, and positions up to its last. */
const DOC_SHIFT: usize = 4;
const FIRST: usize = 4;
const COUNT: usize = 8;
const WIDTH: usize = 12;

/** A stretch: where its next word and byte go, its last term, terms, and their bytes. */
const STRETCH_SHIFT: usize = 5;
const BYTES_AT: usize = 4;
const LAST_TERM: usize = 8;
const TERMS: usize = 12;
const TERM_BYTES: usize = 16;

let documents: u32 = 0;
let docsAt: usize = 0;
let positionsAt: usize = 0;
let termAt: usize = 0;
let recordsAt: usize = 0;
let stretchesAt: usize = 0;
let pagesAt: usize = 0;
let pageBytes: usize = 0;

/** The current term: its number from 1, and its bytes. */
let term: u32 = 0;
let termLength: u32 = 0;

export function lay(
  documentCount: u32,
  docs: usize,
  positions: usize,
  termBytes: usize,
  records: usize,
  stretches: usize,
  pages: usize,
  bytes: usize,
): void {
  documents = documentCount;
  docsAt = docs;
  positionsAt = positions;
  termAt = termBytes;
  recordsAt = records;
  stretchesAt = stretches;
  pagesAt = pages;
  pageBytes = bytes;
}

export function beginTerm(number: u32, length: u32): void {
  term = number;
  termLength = length;
}

/** The page of words of a stretch; that of bytes follows it. */
function pageOf(stretch: u32): usize {
  return pagesAt + <usize>stretch * 2 * pageBytes;
}

function addWord(stretch: u32, at: usize, word: u32): usize {
  store<u32>(at, word);
  at += 4;
  const page = pageOf(stretch);
  if (at < page + pageBytes) return at;
  endPage(stretch, 0);
  return page;
}

/** Adds the current term to a stretch; returns where the next word goes. */
function addTerm(stretch: u32, own: usize, at: usize): usize {
  store<u32>(own, term, LAST_TERM);
  store<u32>(own, load<u32>(own, TERMS) + 1, TERMS);
  store<u32>(own, load<u32>(own, TERM_BYTES) + termLength, TERM_BYTES);
  const page = pageOf(stretch) + pageBytes;
  const pageEnd = page + pageBytes;
  let to: usize = load<u32>(own, BYTES_AT);
  for (let from = termAt; from < termAt + termLength; from++) {
    store<u8>(to++, load<u8>(from));
    if (to === pageEnd) {
      endPage(stretch, 1);
      to = page;
    }
  }
  store<u32>(own, <u32>to, BYTES_AT);
  return addWord(stretch, at, TERM | termLength);
}

/** Takes the occurrences `[from … to)` that were put in; returns where it stopped: at `to`, or at a document that has no stretch. */
export function take(from: u32, to: u32): u32 {
  for (let i = from; i < to; ) {
    const doc = load<u32>(docsAt + ((<usize>i) << 2));
    if (doc >= documents) return i;
    const record = recordsAt + ((<usize>doc) << DOC_SHIFT);
    const stretch = load<i32>(record);
    if (stretch < 0) return i;
    const own = stretchesAt + ((<usize>stretch) << STRETCH_SHIFT);
    let at: usize = load<u32>(own);
    if (load<u32>(own, LAST_TERM) !== term) at = addTerm(stretch, own, at);
    at = addWord(stretch, at, DOCUMENT | (doc - load<u32>(record, FIRST)));
    const first = i;
    let position: u32 = 0;
    do {
      position = load<u32>(positionsAt + ((<usize>i) << 2));
      at = addWord(stretch, at, position);
      i++;
    } while (i < to && load<u32>(docsAt + ((<usize>i) << 2)) === doc);
    store<u32>(own, <u32>at);
    store<u32>(record, load<u32>(record, COUNT) + i - first, COUNT);
    if (position >= load<u32>(record, WIDTH)) store<u32>(record, position + 1, WIDTH);
  }
  return to;
}
