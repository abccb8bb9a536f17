/** Streams and dictionaries of recorded lists, record by record: the reference for src/engine/dictionary/term-assembly.ts. */
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { BucketGrams, GRAM_ROWS, gramRow } from '../../../src/engine/dictionary/bucket-grams.ts';
import { writeTerm } from '../../../src/engine/dictionary/front-coding.ts';
import { INLINE_POSITIONS_MAX, SHORT_LIST_MAX, TERMS_PER_BUCKET } from '../../../src/engine/format.ts';
import { writePositionGaps } from '../../../src/engine/postings/position-gaps.ts';

/** A recorded list. Its bytes are arbitrary here. */
export interface RecordedList {
  readonly field: number;
  readonly term: Uint8Array;
  /** Records of frequencies and positions, in order. */
  readonly parts: readonly { readonly kind: 'frequencies' | 'positions'; readonly bytes: Uint8Array }[];
  /** A list of several documents, at most {@link SHORT_LIST_MAX}. */
  readonly short: Uint8Array | null;
  /** A longer list. */
  readonly long: { readonly head: Uint8Array; readonly documents: Uint8Array } | null;
  readonly docFreq: number;
  readonly doc: number;
  readonly positions: readonly number[];
}

export type NaiveStream = 'postings' | 'terms' | 'terms-index';

export interface NaiveStreams {
  append(stream: NaiveStream, bytes: Uint8Array): void;
  lengthOf(stream: NaiveStream): number;
}

/** Bytes of the parts of a list. */
type Lengths = Record<'documents' | 'frequencies' | 'positions', number>;

/** Writes the dictionary of each field, and its header. */
export function writeDictionaries(
  streams: NaiveStreams,
  fields: readonly number[],
  lists: readonly RecordedList[],
  hasGrams: boolean,
): object[] {
  return fields.map((field) => {
    const firstBlock = streams.lengthOf('terms');
    const own = lists.filter((list) => list.field === field);
    const index = new ByteWriter();
    const grams = new BucketGrams();
    let bound: Uint8Array = new Uint8Array(0);
    let blockCount = 0;
    for (let from = 0; from < own.length; from += TERMS_PER_BUCKET) {
      const bucket = own.slice(from, from + TERMS_PER_BUCKET);
      const first = bucket[0]!.term;
      const next = from === 0 ? first.subarray(0, 0) : first.subarray(0, sharedBytes(own[from - 1]!.term, first) + 1);
      writeTerm(index, sharedBytes(bound, next), next, sharedBytes(bound, next), next.length);
      bound = next;
      index.varint(writeBucket(streams, bucket));
      const rows = bitsOf(bucket.map(({ term }) => new TextDecoder().decode(term)));
      grams.add(rows, 0, rows.length);
      blockCount++;
    }
    const termsIndex = { offset: streams.lengthOf('terms-index'), length: index.length };
    streams.append('terms-index', index.toBytes());
    const rows = new ByteWriter();
    if (hasGrams) grams.write(rows);
    const offset = streams.lengthOf('terms-index');
    streams.append('terms-index', rows.toBytes());
    const extent = rows.length === 0 ? null : { offset, length: rows.length };
    return { field, termsIndex, grams: extent, firstBlock, termCount: own.length, blockCount };
  });
}

/** Returns the bytes of the bucket. */
function writeBucket(streams: NaiveStreams, bucket: readonly RecordedList[]): number {
  const head = new ByteWriter();
  const terms = new ByteWriter();
  const infos = new ByteWriter();
  const start = streams.lengthOf('postings');
  for (const [n, list] of bucket.entries()) {
    const lengths = writeList(streams, list);
    const before = n === 0 ? new Uint8Array(0) : bucket[n - 1]!.term;
    const { term } = list;
    let shared = sharedBytes(before, term);
    while (shared > 0 && shared < term.length && (term[shared]! & 0xc0) === 0x80) shared--;
    writeTerm(terms, shared, term, shared, term.length);
    writeInfo(infos, list, lengths);
  }
  head.u8(bucket.length);
  head.varint(terms.length);
  head.varint(start);
  for (const part of [head, terms, infos]) streams.append('terms', part.toBytes());
  return head.length + terms.length + infos.length;
}

function writeList(streams: NaiveStreams, { parts, short, long }: RecordedList): Lengths {
  const lengths = { documents: 0, frequencies: 0, positions: 0 };
  const append = (part: keyof Lengths, bytes: Uint8Array): void => {
    streams.append('postings', bytes);
    lengths[part] += bytes.length;
  };
  if (short !== null) append('documents', short);
  for (const part of ['positions', 'frequencies'] as const)
    for (const { kind, bytes } of parts) if (kind === part) append(part, bytes);
  if (long === null) return lengths;
  append('documents', long.head);
  append('documents', new Uint8Array((4 - (streams.lengthOf('postings') % 4)) % 4));
  append('documents', long.documents);
  return lengths;
}

function writeInfo(out: ByteWriter, { docFreq, doc, positions }: RecordedList, lengths: Lengths): void {
  const tf = positions.length;
  if (docFreq > 1) {
    for (const number of [docFreq, lengths.documents, lengths.positions]) out.varint(number);
    if (docFreq > SHORT_LIST_MAX) out.varint(lengths.frequencies);
    return;
  }
  out.u8(tf === 1 ? 0 : 1);
  out.varint(doc);
  if (tf > 1) out.varint(tf);
  if (tf > INLINE_POSITIONS_MAX) out.varint(lengths.positions);
  else writePositionGaps(Uint32Array.from(positions), 0, tf, out);
}

function sharedBytes(one: Uint8Array, other: Uint8Array): number {
  let shared = 0;
  while (shared < one.length && shared < other.length && one[shared] === other[shared]) shared++;
  return shared;
}

/** The rows of the pairs of neighbouring code points of terms, as bits. */
export function bitsOf(terms: readonly string[]): Uint8Array {
  const bits = new Uint8Array(GRAM_ROWS / 8);
  for (const text of terms) {
    const points = [...text].map((character) => character.codePointAt(0)!);
    const rows = naiveRows(points);
    for (const row of rows) bits[row >> 3]! |= 1 << (row & 7);
  }
  return bits;
}

/**
 * Computes every bigram and trigram in the obvious way. Those at the end are added again, with a last code point that is 2^21
 * higher.
 */
export function naiveRows(points: readonly number[]): number[] {
  const rows: number[] = [];
  const add = (n: number, more: number): void => {
    if (n > 0) rows.push(gramRow(-1, points[n - 1]!, points[n]! + more));
    if (n > 1) rows.push(gramRow(points[n - 2]!, points[n - 1]!, points[n]! + more));
  };
  for (const n of points.keys()) add(n, 0);
  add(points.length - 1, 2 ** 21);
  return rows;
}
