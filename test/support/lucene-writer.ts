/**
 * Writes terms and postings in Lucene's index format, in every shape that the format allows, including rare ones that Lucene
 * would not choose, for tests of the reader. Written for clarity, bit by bit.
 */

/** A posting: document, and its positions in ascending order. */
export type Posting = readonly [doc: number, positions: readonly number[]];
export type Postings = readonly Posting[];

export class Bytes {
  readonly bytes: number[] = [];

  vLong(value: number): this {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.bytes.push((rest % 128) + 128);
    this.bytes.push(rest);
    return this;
  }

  add(...more: readonly (number | Bytes)[]): this {
    for (const part of more) {
      if (typeof part === 'number') this.bytes.push(part);
      else for (const byte of part.bytes) this.bytes.push(byte);
    }
    return this;
  }

  get length(): number {
    return this.bytes.length;
  }
}

/** 128 numbers, with at most `exceptions` of them too large for the bits of the others. */
export function packedGroup(values: readonly number[], exceptions: number): Bytes {
  const out = new Bytes();
  if (values.every((value) => value === values[0])) return out.add(0).vLong(values[0]!);
  const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => b.value - a.value);
  const widths = sorted.map(({ value }) => (value === 0 ? 0 : 32 - Math.clz32(value)));
  // The width is that of the largest number that is not an exception. Exceptions have at most eight bits more.
  let count = 0;
  while (count < exceptions && widths[0]! - Math.max(1, widths[count + 1]!) <= 8) count++;
  const bits = Math.max(1, widths[count]!, widths[0]! - 8);
  const above = sorted.filter(({ value }) => value >= 2 ** bits);
  out.add(
    bits | (above.length << 5),
    packed(
      values.map((value) => value % 2 ** bits),
      bits,
    ),
  );
  for (const { value, index } of above) out.add(index, Math.floor(value / 2 ** bits));
  return out;
}

/** The numbers in lanes of eight, sixteen or thirty-two bits, as in the format's description. */
function packed(values: readonly number[], bits: number): Bytes {
  const laneBits = bits <= 8 ? 8 : bits <= 16 ? 16 : 32;
  const lanes = 64 / laneBits;
  const words = Array.from({ length: bits * 2 }, () => 0n);
  for (let lane = 0; lane < lanes; lane++) {
    const own = values.slice((lane * 128) / lanes, ((lane + 1) * 128) / lanes).map(BigInt);
    const primitives = words.map(() => 0n);
    let shift = laneBits - bits;
    for (; shift >= 0; shift -= bits)
      for (const [w] of primitives.entries()) primitives[w]! |= own.shift()! << BigInt(shift);
    const rest = shift + bits;
    // The remaining bits hold the last numbers, the highest bits first.
    const spelt = own.map((value) => value.toString(2).padStart(bits, '0')).join('');
    for (const [w] of primitives.entries()) primitives[w]! |= BigInt(`0b0${spelt.slice(w * rest, (w + 1) * rest)}`);
    for (const [w, primitive] of primitives.entries()) words[w]! |= primitive << BigInt(64 - laneBits * (lane + 1));
  }
  const out = new Bytes();
  for (const word of words) for (let byte = 0n; byte < 8n; byte++) out.add(Number((word >> (byte * 8n)) & 255n));
  return out;
}

export interface WrittenTerms {
  readonly tree: Uint8Array;
  readonly docs: Uint8Array;
  readonly positions: Uint8Array;
  readonly root: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
}

export interface Shape {
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** The beginning of the files. Default: a few meaningless bytes. */
  readonly heads?: { readonly tree: Uint8Array; readonly docs: Uint8Array; readonly positions: Uint8Array };
}

interface Written {
  readonly docFreq: number;
  readonly totalTermFreq: number;
  readonly docsOffset: number;
  readonly positionsOffset: number;
  readonly singleton: number;
}

/** Terms in ascending order of their bytes (Latin-1 here) with their postings. Every file ends with space for a footer. */
export function writeTerms(terms: ReadonlyMap<string, Postings>, shape: Shape): WrittenTerms {
  const { heads } = shape;
  const docs = new Bytes().add(...(heads?.docs ?? [1, 2, 3]));
  const positions = new Bytes().add(...(heads?.positions ?? [4, 5]));
  const written = new Map(
    [...terms].map(([term, postings]) => [term, writePostings(postings, shape, docs, positions)]),
  );
  const tree = new Bytes().add(...(heads?.tree ?? [6]));
  const root = writeNodes('', [...terms.keys()], written, shape, tree);
  const sum = (of: (one: Written) => number): number =>
    [...written.values()].reduce((total, one) => total + of(one), 0);
  return {
    tree: withFooter(tree),
    docs: withFooter(docs),
    positions: withFooter(positions),
    root,
    sumDocFreq: sum((one) => one.docFreq),
    sumTotalTermFreq: sum((one) => (shape.hasFreqs ? one.totalTermFreq : one.docFreq)),
  };
}

const withFooter = (part: Bytes): Uint8Array => Uint8Array.from([...part.bytes, ...new Array<number>(16).fill(0)]);

function writePostings(postings: Postings, shape: Shape, docs: Bytes, positions: Bytes): Written {
  const docsOffset = docs.length;
  const positionsOffset = positions.length;
  const deltas = postings.map(([doc], i) => doc - (i === 0 ? 0 : postings[i - 1]![0]));
  const freqs = postings.map(([, at]) => at.length);
  let i = 0;
  if (postings.length > 1) {
    for (; i + 128 <= postings.length; i += 128) {
      docs.add(packedGroup(deltas.slice(i, i + 128), exceptions(shape)));
      if (shape.hasFreqs) docs.add(packedGroup(freqs.slice(i, i + 128), exceptions(shape)));
    }
    for (; i < postings.length; i++) {
      if (!shape.hasFreqs) docs.vLong(deltas[i]!);
      else if (freqs[i] === 1) docs.vLong(deltas[i]! * 2 + 1);
      else docs.vLong(deltas[i]! * 2).vLong(freqs[i]!);
    }
    // Unused skip data.
    if (postings.length > 128) docs.add(255, 255, 255);
  }
  const gaps = postings.flatMap(([, at]) => at.map((position, n) => position - (n === 0 ? 0 : at[n - 1]!)));
  if (shape.hasPositions) {
    let n = 0;
    for (; n + 128 <= gaps.length; n += 128) positions.add(packedGroup(gaps.slice(n, n + 128), exceptions(shape)));
    for (; n < gaps.length; n++) positions.vLong(gaps[n]!);
  }
  const singleton = postings.length === 1 ? postings[0]![0] : -1;
  return { docFreq: postings.length, totalTermFreq: gaps.length, docsOffset, positionsOffset, singleton };
}

const exceptions = (shape: Shape): number => Math.floor(shape.random() * 8);

/** Writes the child nodes first, then those of this prefix, and returns the offset of their first. */
function writeNodes(
  prefix: string,
  terms: readonly string[],
  written: ReadonlyMap<string, Written>,
  shape: Shape,
  out: Bytes,
): number {
  const entries: Entry[] = [];
  const length = prefix.length + 1 + Math.floor(shape.random() * 3);
  for (let i = 0; i < terms.length; ) {
    const term = terms[i]!;
    const common = term.slice(0, length);
    let end = i + 1;
    // A term that is a prefix of others has its own entry, because those may be below another node.
    while (common.length === length && terms[end]?.startsWith(common)) end++;
    if (end - i > 3 && shape.random() < 0.7) {
      entries.push({
        suffix: common.slice(prefix.length),
        below: writeNodes(common, terms.slice(i, end), written, shape, out),
      });
      i = end;
    } else for (; i < end; i++) entries.push({ suffix: terms[i]!.slice(prefix.length), term: terms[i]! });
  }
  const first = out.length;
  for (let at = 0; at < entries.length; ) {
    const count = 1 + Math.floor(shape.random() * 60);
    writeNode(entries.slice(at, at + count), at + count >= entries.length, written, shape, out);
    at += count;
  }
  return first;
}

type Entry = { readonly suffix: string; readonly term: string } | { readonly suffix: string; readonly below: number };

function writeNode(
  entries: readonly Entry[],
  isLast: boolean,
  written: ReadonlyMap<string, Written>,
  shape: Shape,
  out: Bytes,
): void {
  const offset = out.length;
  const isLeaf = entries.every((entry) => 'term' in entry);
  const lengths = new Bytes();
  const found: Written[] = [];
  for (const entry of entries) {
    if ('term' in entry) {
      lengths.vLong(isLeaf ? entry.suffix.length : entry.suffix.length * 2);
      found.push(written.get(entry.term)!);
    } else lengths.vLong(entry.suffix.length * 2 + 1).vLong(offset - entry.below);
  }
  const suffixes = Buffer.from(entries.map(({ suffix }) => suffix).join(''), 'latin1');
  // Lucene does not compress data that is short.
  const kind = Math.floor(shape.random() * 3) * Math.sign(suffixes.length);
  const packed = kind === 1 ? lowerCase(suffixes) : kind === 2 ? lz4(suffixes) : new Bytes().add(...suffixes);
  out.vLong(entries.length * 2 + (isLast ? 1 : 0));
  out.vLong(suffixes.length * 8 + (isLeaf ? 4 : 0) + (packed === null ? 0 : kind));
  out.add(packed ?? new Bytes().add(...suffixes));
  if (lengths.bytes.every((byte) => byte === lengths.bytes[0] && byte < 128))
    out.vLong(lengths.length * 2 + 1).add(lengths.bytes[0]!);
  else out.vLong(lengths.length * 2).add(lengths);
  const statistics = statisticsOf(found, shape);
  out.vLong(statistics.length).add(statistics);
  const locations = locationsOf(found, shape);
  out.vLong(locations.length).add(locations);
}

function statisticsOf(found: readonly Written[], shape: Shape): Bytes {
  const out = new Bytes();
  const isSingleton = (one: Written | undefined): boolean =>
    one?.docFreq === 1 && (one.totalTermFreq === 1 || !shape.hasFreqs);
  for (let i = 0; i < found.length; i++) {
    const { docFreq, totalTermFreq } = found[i]!;
    if (isSingleton(found[i])) {
      let more = 0;
      while (isSingleton(found[i + 1 + more]) && shape.random() < 0.9) more++;
      out.vLong(more * 2 + 1);
      i += more;
    } else {
      out.vLong(docFreq * 2);
      if (shape.hasFreqs) out.vLong(totalTermFreq - docFreq);
    }
  }
  return out;
}

function locationsOf(found: readonly Written[], shape: Shape): Bytes {
  const out = new Bytes();
  let last: Written = { docFreq: 0, totalTermFreq: 0, docsOffset: 0, positionsOffset: 0, singleton: -1 };
  for (const one of found) {
    const delta = one.singleton - last.singleton;
    if (one.singleton >= 0 && last.singleton >= 0 && one.docsOffset === last.docsOffset) {
      out.vLong((delta >= 0 ? delta * 2 : -delta * 2 - 1) * 2 + 1);
    } else {
      out.vLong((one.docsOffset - last.docsOffset) * 2);
      if (one.singleton >= 0) out.vLong(one.singleton);
    }
    if (shape.hasPositions) {
      out.vLong(one.positionsOffset - last.positionsOffset);
      if (one.totalTermFreq > 128) out.vLong(7);
    }
    if (one.docFreq > 128) out.vLong(9);
    last = one;
  }
  return out;
}

/** Returns null if the bytes are not suitable letters, or too few. */
function lowerCase(bytes: Uint8Array): Bytes | null {
  const isRegular = (byte: number): boolean => (byte >= 0x1f && byte < 0x3f) || (byte >= 0x5f && byte < 0x7f);
  const saved = bytes.length >>> 2;
  const kept = bytes.length - saved;
  const irregular = [...bytes.keys()].filter((i) => !isRegular(bytes[i]!));
  if (irregular.length * 3 > bytes.length || irregular.some((at, n) => at - (irregular[n - 1] ?? 0) > 255)) return null;
  const small = [...bytes].map((byte) => (isRegular(byte) ? ((byte + 1) & 0x1f) | (((byte + 1) & 0x40) >>> 1) : 0));
  const out = small.slice(0, kept);
  for (let i = 0; i < saved; i++) {
    for (const part of [0, 1, 2]) out[part * saved + i]! |= ((small[kept + i]! >>> (4 - part * 2)) & 3) << 6;
  }
  const text = new Bytes().add(...out).vLong(irregular.length);
  for (const [n, at] of irregular.entries()) text.add(at - (irregular[n - 1] ?? 0), bytes[at]!);
  return text;
}

/** Finds matches of the last four bytes at earlier positions within reach, including overlapping ones. */
export function lz4(bytes: Uint8Array): Bytes {
  const out = new Bytes();
  let literals: number[] = [];
  const addAll = (numbers: readonly number[]): void => {
    for (const one of numbers) out.add(one);
  };
  const sequence = (match: number, distance: number): void => {
    const more = (count: number, least: number): number[] => {
      const tail: number[] = [];
      for (let rest = count - least; rest >= 0; rest -= 255) tail.push(Math.min(rest, 255));
      return count - least >= 0 && (count - least) % 255 === 0 && count > least ? [...tail] : tail;
    };
    out.add((Math.min(15, literals.length) << 4) | (match === 0 ? 0 : Math.min(15, match - 4)));
    if (literals.length >= 15) addAll(more(literals.length, 15));
    addAll(literals);
    literals = [];
    if (match === 0) return;
    out.add(distance & 255, distance >>> 8);
    if (match - 4 >= 15) addAll(more(match - 4, 15));
  };
  for (let at = 0; at < bytes.length; ) {
    let best = 0;
    let distance = 0;
    for (let from = Math.max(0, at - 300); from < at; from++) {
      let length = 0;
      while (at + length < bytes.length && bytes[from + length] === bytes[at + length]) length++;
      if (length >= best) [best, distance] = [length, at - from];
      // No other match is longer, and in repeated bytes all are equally long.
      if (at + length === bytes.length) break;
    }
    if (best >= 4) {
      sequence(best, distance);
      at += best;
    } else literals.push(bytes[at++]!);
  }
  if (literals.length > 0 || out.length === 0) sequence(0, 0);
  return out;
}
