/**
 * Entry point of the module that distributes the occurrences of terms to stretches of documents. ../collecting-kernel.ts
 * defines the memory layout; src/engine/spelling/text-stretch.ts describes the format of the words.
 */

/** Takes a full page of a stretch, either of words or of the bytes of terms. */
declare function endPage(stretch: u32, isOfBytes: u32): void;

const DOCUMENT: u32 = 0x80000000;
const PACKED: u32 = 0xa0000000;
const TERM: u32 = 0xc0000000;
const PACKED_BITS: u32 = 16;
const PACKED_DOCUMENTS: u32 = 1 << 13;
const PACKED_POSITIONS: u32 = 1 << 16;

/** A document: its stretch or a negative number, the first document of the stretch, tokens, and positions up to its last. */
const DOC_SHIFT: usize = 4;
const FIRST: usize = 4;
const COUNT: usize = 8;
const WIDTH: usize = 12;

/** A stretch: the addresses of its next word and byte, its last term, and the bytes of its terms with their lengths. */
const STRETCH_SHIFT: usize = 5;
const BYTES_AT: usize = 4;
const LAST_TERM: usize = 8;
const TERM_BYTES: usize = 12;

/** Bytes of the length of a term, before its bytes. */
const LENGTH_BYTES: u32 = 2;
/** Bytes of a term copied at once, if the page has space for them. */
const WORD: usize = 8;

let documents: u32 = 0;
let termAt: usize = 0;
let recordsAt: usize = 0;
let stretchesAt: usize = 0;
let pagesAt: usize = 0;
let pageBytes: usize = 0;

/** The current term: its number from 1, and its bytes. */
let term: u32 = 0;
let termLength: u32 = 0;

/** Pages begin at multiples of `bytes`, which is a power of two. */
export function lay(documentCount: u32, records: usize, stretches: usize, pages: usize, bytes: usize): void {
  documents = documentCount;
  recordsAt = records;
  stretchesAt = stretches;
  pagesAt = pages;
  pageBytes = bytes;
}

/** The bytes must stay in place until the next term. */
export function beginTerm(number: u32, at: usize, length: u32): void {
  term = number;
  termAt = at;
  termLength = length;
}

/** Returns the page of words of a stretch. Its page of bytes follows. */
function pageOf(stretch: u32): usize {
  return pagesAt + <usize>stretch * 2 * pageBytes;
}

/** Called when the page of words of a stretch is full. Returns the address of the next word. */
function turnPage(stretch: u32): usize {
  endPage(stretch, 0);
  return pageOf(stretch);
}

function isFull(at: usize): bool {
  return (at & (pageBytes - 1)) === 0;
}

/** Adds the current term to a stretch. Returns the address of the next word. */
function addTerm(stretch: u32, own: usize, at: usize): usize {
  store<u32>(own, term, LAST_TERM);
  store<u32>(own, load<u32>(own, TERM_BYTES) + LENGTH_BYTES + termLength, TERM_BYTES);
  const page = pageOf(stretch) + pageBytes;
  const pageEnd = page + pageBytes;
  let to: usize = load<u32>(own, BYTES_AT);
  if (to + <usize>LENGTH_BYTES + <usize>termLength + WORD <= pageEnd) {
    store<u16>(to, <u16>termLength);
    to += LENGTH_BYTES;
    for (let i: usize = 0; i < <usize>termLength; i += WORD) store<u64>(to + i, load<u64>(termAt + i));
    to += termLength;
  } else {
    for (let i: usize = 0; i < <usize>(LENGTH_BYTES + termLength); i++) {
      const isLength = i < <usize>LENGTH_BYTES;
      store<u8>(to++, isLength ? <u8>(termLength >> ((<u32>i) << 3)) : load<u8>(termAt + i - <usize>LENGTH_BYTES));
      if (to === pageEnd) {
        endPage(stretch, 1);
        to = page;
      }
    }
  }
  store<u32>(own, <u32>to, BYTES_AT);
  store<u32>(at, TERM | termLength);
  return isFull(at + 4) ? turnPage(stretch) : at + 4;
}

/**
 * Takes occurrences: documents `docs … docsEnd`, and their positions. Returns where it stopped: at `docsEnd`, or at a document
 * without a stretch. Consecutive documents are usually in one stretch, so its next address is stored only when the stretch
 * changes.
 */
export function take(docs: usize, docsEnd: usize, positions: usize): usize {
  let held: i32 = -1;
  let own: usize = 0;
  let at: usize = 0;
  while (docs < docsEnd) {
    const doc = load<u32>(docs);
    if (doc >= documents) break;
    const record = recordsAt + ((<usize>doc) << DOC_SHIFT);
    const stretch = load<i32>(record);
    if (stretch < 0) break;
    if (stretch !== held) {
      if (held >= 0) store<u32>(own, <u32>at);
      held = stretch;
      own = stretchesAt + ((<usize>stretch) << STRETCH_SHIFT);
      at = load<u32>(own);
      if (load<u32>(own, LAST_TERM) !== term) at = addTerm(stretch, own, at);
    }
    const relative = doc - load<u32>(record, FIRST);
    const first = docs;
    let position = load<u32>(positions);
    if (relative < PACKED_DOCUMENTS && position < PACKED_POSITIONS) {
      store<u32>(at, PACKED | (relative << PACKED_BITS) | position);
    } else {
      store<u32>(at, DOCUMENT | relative);
      at += 4;
      if (isFull(at)) at = turnPage(stretch);
      store<u32>(at, position);
    }
    at += 4;
    if (isFull(at)) at = turnPage(stretch);
    for (docs += 4, positions += 4; docs < docsEnd && load<u32>(docs) === doc; docs += 4, positions += 4) {
      position = load<u32>(positions);
      store<u32>(at, position);
      at += 4;
      if (isFull(at)) at = turnPage(stretch);
    }
    store<u32>(record, load<u32>(record, COUNT) + <u32>((docs - first) >> 2), COUNT);
    if (position >= load<u32>(record, WIDTH)) store<u32>(record, position + 1, WIDTH);
  }
  if (held >= 0) store<u32>(own, <u32>at);
  return docs;
}
