/**
 * Writes a run: its terms, and the sorted, consecutive items of each (position u32, document u32). A term logged twice at one
 * position is written once. ../runs/run-file.ts describes the format. The caller empties the output buffer.
 */

/** Space that the buffer must have for one more term or posting. */
export const FULL: u32 = 1 << 18;

export let outAt: usize = 0;
/** Number of buffered bytes. */
export let written: u32 = 0;
/** Whether the run is within a term, and whether it is at its end. */
export let isWithin: bool = false;
export let isEnded: bool = false;

/** The next item, the range of the term's items, and the rest of a document. */
let item: usize = 0;
let begin: usize = 0;
let end: usize = 0;
let left: u32 = 0;
let document: u32 = 0;
let next: u32 = 0;
let mayRepeat: bool = false;

/** Begins a run, with an output buffer. `repeats`: a term may have an item twice. */
export function beginWriting(room: usize, repeats: bool): void {
  mayRepeat = repeats;
  outAt = room;
  written = 0;
  isWithin = false;
  isEnded = false;
  beginItems(0, 0);
}

/** Called once the caller has taken the output. */
export function emptied(): void {
  written = 0;
}

/**
 * Continues until `enough` bytes are buffered and a term ends, until the buffer is full, or to the end of the run. Returns
 * whether a term is next. Then it must be written at `writesAt()`, followed by `beginTerm`.
 */
export function writesTerm(enough: u32, hasTerm: bool): bool {
  let to = writeItems(writesAt(), outAt + <usize>FULL);
  let begins = false;
  if (!hasItems()) {
    if (isWithin) store<u8>(to++, 0);
    isWithin = false;
    if (hasTerm) begins = to < outAt + <usize>min(enough, FULL);
    else if (!isEnded) {
      store<u8>(to++, 0);
      isEnded = true;
    }
  }
  written = <u32>(to - outAt);
  return begins;
}

export function writesAt(): usize {
  return outAt + <usize>written;
}

/** Begins the items of a term that was written up to `at`. */
export function beginTerm(at: usize, from: usize, to: usize): void {
  written = <u32>(at - outAt);
  isWithin = true;
  beginItems(from, to);
}

function beginItems(from: usize, to: usize): void {
  item = from;
  begin = from;
  end = to;
  left = 0;
  document = 0;
}

function hasItems(): bool {
  return item < end;
}

/** Writes items of the current term, as far as there is space. */
function writeItems(at: usize, full: usize): usize {
  let to = at;
  let from = item;
  const last = end;
  const repeats = mayRepeat;
  for (; from < last && to < full; from += 8) {
    if (repeats && from > begin && load<u64>(from) === load<u64>(from - 8)) continue;
    if (left === 0) {
      const doc = load<u32>(from, 4);
      left = 1;
      for (let after = from + 8; after < last && load<u32>(after, 4) === doc; after += 8) {
        left += repeats && load<u64>(after) === load<u64>(after - 8) ? 0 : 1;
      }
      to = varint(varint(to, left), doc - document);
      document = doc;
      next = 0;
    }
    const position = load<u32>(from);
    to = varint(to, position - next);
    next = position + 1;
    left--;
  }
  item = from;
  return to;
}

export function varint(at: usize, value: u32): usize {
  let to = at;
  let rest = value;
  for (; rest > 127; rest >>>= 7) store<u8>(to++, rest | 128);
  store<u8>(to, rest);
  return to + 1;
}
