/**
 * The items of a term in a run, which are sorted and lie one after the other: position u32, document u32. ../../../engine/inversion/run-file.ts has
 * the format of what is written.
 */

/** The next item, where those of the term end, and what is left of a document. */
let item: usize = 0;
let end: usize = 0;
let left: u32 = 0;
let document: u32 = 0;
let next: u32 = 0;

export function beginItems(from: usize, to: usize): void {
  item = from;
  end = to;
  left = 0;
  document = 0;
}

export function hasItems(): bool {
  return item < end;
}

/** Items of the current term, as far as there is room. */
export function writeItems(at: usize, full: usize): usize {
  let to = at;
  let from = item;
  const last = end;
  for (; from < last && to < full; from += 8) {
    if (left === 0) {
      const doc = load<u32>(from, 4);
      let after = from + 8;
      while (after < last && load<u32>(after, 4) === doc) after += 8;
      left = <u32>((after - from) >> 3);
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
