/** The lists of a query: their tables, and which of them have the current block. */

import { ORDER, OTHERS, QUERY } from './memory';
import { COUNT, RECORD } from './ranking/lists';

/** Table entries: the list has no documents in the block, or they are not resident. */
export const NONE: u32 = 0;
export const ELSEWHERE: u32 = 1;
/** Means that nothing is missing. */
export const NOTHING: u32 = -1;

/** Where a run stopped, and the term that is missing there. */
export let block: u32 = 0;
export let lacking: u32 = NOTHING;
/** All blocks of that term from the missing one up to this one are needed. */
export let through: u32 = 0;
/** Number of the other lists. */
export let others: usize = 0;
export let blockBits: u32 = 16;

export function setBlockBits(bits: u32): void {
  blockBits = bits;
}

export function turnToBlock(next: u32): void {
  block = next;
}

/** Reports that a block of a term is not resident. All of its blocks up to `end` are needed. */
export function missFrom(t: u32, end: u32): void {
  lacking = t;
  through = end;
}

/** Sets a list, whose table has `blocks` blocks. */
export function setTerm(t: u32, table: u32, blocks: u32, weight: f32, codes: u32): void {
  const term = QUERY + ((<usize>t) << 4);
  store<u32>(term, table);
  store<f32>(term, weight, 4);
  store<u32>(term, codes, 8);
  store<u32>(term, blocks, 12);
}

/** Returns the block of the i-th list in the order. */
export function at(i: usize): usize {
  return load<u32>(ORDER + (i << 3));
}

export function numberOf(i: usize): usize {
  return <usize>load<u32>(ORDER + (i << 3), 4);
}

export function weightOf(i: usize): f32 {
  return load<f32>(QUERY + (numberOf(i) << 4), 4);
}

export function codesOf(i: usize): usize {
  return <usize>load<u32>(QUERY + (numberOf(i) << 4), 8) + ((<usize>block) << blockBits);
}

/**
 * Sorts the first `terms` terms. Returns false if one is not in the block, or is not resident; in the second case it becomes
 * `lacking`.
 */
export function order(terms: usize, isScored: bool): bool {
  lacking = NOTHING;
  for (let t: usize = 0; t < terms; t++) {
    const own = load<u32>(<usize>load<u32>(QUERY + (t << 4)) + ((<usize>block) << 2));
    if (own === NONE) {
      lacking = NOTHING;
      return false;
    }
    if (lacking !== NOTHING) continue;
    if (own === ELSEWHERE || (isScored && load<u32>(own, RECORD) === 0)) {
      lacking = <u32>t;
      continue;
    }
    const count = load<u32>(own, COUNT);
    let i = t;
    for (; i > 0 && load<u32>(at(i - 1), COUNT) > count; i--) {
      store<u64>(ORDER + (i << 3), load<u64>(ORDER + ((i - 1) << 3)));
    }
    store<u32>(ORDER + (i << 3), own);
    store<u32>(ORDER + (i << 3), <u32>t, 4);
  }
  return lacking === NOTHING;
}

/** Blocks checked together for needed ones. */
export const TOGETHER_MAX: u32 = 256;

/** Finds how many consecutive blocks of the missing term are needed: those that all of the first `required` terms have. */
export function reachThrough(required: usize, to: u32): void {
  const term = QUERY + ((<usize>lacking) << 4);
  const table = <usize>load<u32>(term);
  const end = min<u32>(min<u32>(to, load<u32>(term, 12)), block + TOGETHER_MAX);
  through = block + 1;
  for (; through < end; through++) {
    const entry = (<usize>through) << 2;
    if (load<u32>(table + entry) === NONE) continue;
    for (let t: usize = 0; t < required; t++) {
      if (load<u32>(<usize>load<u32>(QUERY + (t << 4)) + entry) === NONE) return;
    }
  }
}

/** There are no others. */
export function forgetOthers(): void {
  others = 0;
}

/** Finds those of the terms `[from, to)` that have the block. Returns false if one is not resident; it becomes `lacking`. */
export function findOthers(from: usize, to: usize): bool {
  lacking = NOTHING;
  others = 0;
  for (let t = from; t < to; t++) {
    const term = QUERY + (t << 4);
    if (block >= load<u32>(term, 12)) continue;
    const own = load<u32>(<usize>load<u32>(term) + ((<usize>block) << 2));
    if (own === NONE) continue;
    if (own === ELSEWHERE) {
      lacking = <u32>t;
      return false;
    }
    store<u32>(OTHERS + (others << 2), own);
    others++;
  }
  return true;
}

/** Returns the block of the i-th of the others. */
export function otherAt(i: usize): usize {
  return load<u32>(OTHERS + (i << 2));
}
