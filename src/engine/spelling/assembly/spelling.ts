/**
 * Entry point of the module that puts the occurrences of terms into slots, and reconstructs texts from them. Its memory grows
 * with a stretch of documents. ../spelling-kernel.ts defines the memory layout; src/engine/spelling/text-stretch.ts describes
 * the format of the words.
 */
const DOCUMENT: u32 = 0x80000000;
const PACKED: u32 = 0xa0000000;
const TERM: u32 = 0xc0000000;
const PACKED_DOCUMENT: u32 = 0x1fff;
const PACKED_BITS: u32 = 16;
const PACKED_POSITION: u32 = 0xffff;
const NUMBER: u32 = 0x3fffffff;
const SPACE: u8 = 0x20;

let bases: usize = 0;
let slots: usize = 0;

/** Bytes of the length of a term, before its bytes. */
const LENGTH_BYTES: usize = 2;

/** The addresses of the last term and the next one, the document, and its slots. */
export let term: u32 = 0;
let nextTerm: usize = 0;
export let document: u32 = 0;
/** The position where `fillSlots` stopped. */
export let position: u32 = 0;
let first: usize = 0;
let last: usize = 0;

/** Slots of the current text: the next one, and the end. */
let next: usize = 0;
let end: usize = 0;
let isFirst: bool = true;

/** Begins a stretch with empty slots. */
export function begin(basesAt: usize, termsAt: usize, slotsAt: usize): void {
  bases = basesAt;
  slots = slotsAt;
  term = 0;
  nextTerm = termsAt;
  document = 0;
  first = slotsAt;
  last = slotsAt;
}

/** Takes words from `at` on. Returns where it stopped: at `to`, or at a position without a free slot. */
export function fillSlots(at: usize, to: usize): usize {
  let slot = first;
  let slotEnd = last;
  while (at < to) {
    const word = load<u32>(at);
    let found = word;
    if (word >= TERM) {
      term = <u32>nextTerm;
      nextTerm += LENGTH_BYTES + <usize>(word & NUMBER);
      at += 4;
      continue;
    }
    if (word >= DOCUMENT) {
      document = word < PACKED ? word & NUMBER : (word >> PACKED_BITS) & PACKED_DOCUMENT;
      found = word & PACKED_POSITION;
      slot = slots + ((<usize>load<u32>(bases + ((<usize>document) << 2))) << 2);
      slotEnd = slots + ((<usize>load<u32>(bases + ((<usize>document) << 2), 4)) << 2);
      if (word < PACKED) {
        at += 4;
        continue;
      }
    }
    const target = slot + ((<usize>found) << 2);
    if (target >= slotEnd || load<u32>(target) !== 0) {
      position = found;
      break;
    }
    store<u32>(target, term);
    at += 4;
  }
  first = slot;
  last = slotEnd;
  return at;
}

/** Begins the text of a document. */
export function beginText(doc: u32): void {
  next = slots + ((<usize>load<u32>(bases + ((<usize>doc) << 2))) << 2);
  end = slots + ((<usize>load<u32>(bases + ((<usize>doc) << 2), 4)) << 2);
  isFirst = true;
}

/**
 * Writes words, separated by spaces, from `at` on, up to `to`. Returns their end, or `at` if there are no more. May overwrite
 * 15 bytes past a word.
 */
export function spell(at: usize, to: usize): usize {
  let slot = next;
  for (; slot < end; slot += 4) {
    const own = <usize>load<u32>(slot);
    if (own === 0) continue;
    const length = <usize>load<u16>(own);
    if (at + length + 1 > to) break;
    if (!isFirst) store<u8>(at++, SPACE);
    isFirst = false;
    const from = own + LENGTH_BYTES;
    v128.store(at, v128.load(from));
    for (let i: usize = 16; i < length; i += 16) v128.store(at + i, v128.load(from + i));
    at += length;
  }
  next = slot;
  return at;
}
