/** Encodes lists in every available way, under the thresholds of its caller, and by the naive encoder. */
import { join } from 'node:path';
import { INLINE_POSITIONS_MAX } from '../../../src/engine/format.ts';
import { mergeRuns } from '../../../src/engine/inversion/runs/run-file-reader.ts';
import { writeRunFile } from '../../../src/engine/inversion/runs/run-file-writer.ts';
import { rangesOf } from '../../../src/engine/inversion/runs/run-ranges.ts';
import type { FieldLengths } from '../../../src/engine/postings/field-lengths.ts';
import { newListEncoder } from '../../../src/engine/postings/list-encoding.ts';
import { PagedBytes, PageFile } from '../../../src/engine/store/page-file.ts';
import { ListCursor, type ListedTerm } from '../../support/list-cursor.ts';
import { encodeLists } from '../../support/naive/naive-lists.ts';

export interface Lists {
  readonly terms: readonly ListedTerm[];
  /** Indexed by field: null if all are 1, else the length of each document. */
  readonly lengths: readonly (readonly number[] | null)[];
  readonly documentCount: number;
  readonly hasPositions: boolean;
  /** Run by run: its terms, with occurrences that come after those of earlier runs in the same document. */
  readonly runs: readonly (readonly ListedTerm[])[];
}

/** The bytes of all pieces without their counts of occurrences, and these counts. */
interface Encoded {
  readonly bytes: string;
  readonly occurrences: number;
}

/** Returns the result of each way of encoding, by name. */
export function encodedInEachWay(lists: Lists, directory: string, atOnce: number): [string, Encoded][] {
  const file = new PageFile(join(directory, 'lengths'), 64);
  const fields = lists.lengths.map((own) => fieldOf(own, lists.documentCount, file));
  const files = lists.runs.map((run, n) => writeRunFile(join(directory, `run-${n}`), new ListCursor(run, atOnce)));
  const pieces: Uint8Array[] = [];
  const taken = (): Encoded => joined(pieces.splice(0));
  const encoding = { ...lists, fields: (field: number) => fields[field]! };
  const encoder = newListEncoder(encoding, (piece) => pieces.push(piece));
  const found: [string, Encoded][] = [['naive', naive(lists)]];

  const cursor = new ListCursor(lists.terms, atOnce);
  while (cursor.next()) {
    encoder.begin(cursor.field, cursor.bytes, cursor.termStart, cursor.termEnd);
    for (let count = cursor.read(); count > 0; count = cursor.read()) {
      encoder.add(cursor.docs, cursor.positions, cursor.from, count);
    }
    encoder.end();
  }
  encoder.flush();
  found.push(['term by term', taken()]);

  for (const rangeBytes of [Number.POSITIVE_INFINITY, 1]) {
    for (const range of rangesOf(files, rangeBytes)) {
      mergeRuns(encoder, files, range);
      while (encoder.merge());
      encoder.flush();
    }
    found.push([rangeBytes === 1 ? 'runs by ranges' : 'runs at once', taken()]);
  }
  file.close();
  return found;
}

function naive({ terms, lengths, documentCount, hasPositions }: Lists): Encoded {
  const averages = lengths.map((own) =>
    own === null ? 1 : own.reduce((sum, length) => sum + length, 0) / documentCount,
  );
  const bytes = encodeLists(
    terms,
    { lengthOf: (field, doc) => lengths[field]?.[doc] ?? 1, averageOf: (field) => averages[field]! },
    hasPositions,
  );
  const occurrences = terms.reduce((sum, [, , own]) => sum + own.length, 0);
  return { bytes: Buffer.from(bytes).toString('hex'), occurrences };
}

function fieldOf(own: readonly number[] | null, documentCount: number, file: PageFile): FieldLengths {
  const exists = new PagedBytes(file);
  const lengths = new PagedBytes(file);
  for (const length of own ?? []) {
    exists.varint(0);
    lengths.varint(length);
  }
  const tokenCount = own === null ? documentCount : own.reduce((sum, length) => sum + length, 0);
  const locations = { exists: exists.location(), lengths: lengths.location() };
  return { docCount: documentCount, tokenCount, isUnitLength: own === null, ...locations };
}

function joined(pieces: readonly Uint8Array[]): Encoded {
  let occurrences = 0;
  const records: Buffer[] = [];
  for (const piece of pieces) {
    const end = lastRecord(piece);
    records.push(Buffer.from(piece.subarray(0, end.at)));
    occurrences += end.count;
  }
  return { bytes: Buffer.concat(records).toString('hex'), occurrences };
}

/** Returns the beginning of the count at the end of a piece, if it has one. */
function lastRecord(piece: Uint8Array): { at: number; count: number } {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = piece[at++];
      if (byte === undefined) throw new Error('a piece ends within a record');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const pass = (): void => {
    const bytes = varint();
    at += bytes;
  };
  while (at < piece.length) {
    const start = at;
    const kind = piece[at++]!;
    if (kind === 6) return { at: start, count: varint() };
    if (kind === 0) varint();
    if (kind < 4) pass();
    else if (kind === 4) {
      pass();
      pass();
    } else passEnd(varint);
  }
  return { at, count: 0 };
}

function passEnd(varint: () => number): void {
  const docFreq = varint();
  varint();
  varint();
  if (docFreq > 1) return;
  varint();
  const tf = varint();
  if (tf <= INLINE_POSITIONS_MAX) for (let left = tf; left > 0; left--) varint();
}
