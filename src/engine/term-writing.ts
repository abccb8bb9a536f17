/** Writes the terms of all fields of an index with their posting lists, from a cursor or from lists that other threads encoded. */
import type { TermCursor } from '../shared/term-cursor.ts';
import { TermAssembly, type TermStreams } from './dictionary/term-assembly.ts';
import type { DictionaryHeader } from './format.ts';
import { type EncodedTerms, ListReplay } from './inversion/encoded-lists.ts';
import type { FieldState } from './inversion/field-state.ts';
import type { FrequentLists } from './pairs/frequent-lists.ts';
import { newListEncoder } from './postings/list-encoding.ts';
import type { StoreWriter } from './store/store-writer.ts';

/** Returns the streams of terms. */
export function termStreams(store: StoreWriter): TermStreams {
  return {
    postings: store.stream('postings'),
    terms: store.stream('terms'),
    'terms-index': store.stream('terms-index'),
  };
}

/**
 * Returns the parts of the fields' headers that describe terms. `frequent` records the frequent terms. Calls
 * `onOccurrences` regularly with the number of occurrences so far.
 */
export async function writeTerms(
  streams: TermStreams,
  cursor: TermCursor | EncodedTerms,
  fields: readonly FieldState[],
  documentCount: number,
  frequent: FrequentLists,
  onOccurrences: (count: number) => Promise<void>,
): Promise<ReadonlyMap<number, DictionaryHeader>> {
  const ids = fields.map((field) => field.id);
  const terms = new TermAssembly(streams, ids, true, frequent);
  const replay = new ListReplay(streams, terms);
  if ('pieces' in cursor) {
    for await (const piece of cursor.pieces(documentCount)) {
      replay.play(piece);
      await onOccurrences(replay.occurrences);
    }
    return terms.finish();
  }
  const encoding = { fields: (field: number) => fields[field]!.fieldLengths(), documentCount, hasPositions: true };
  const encoder = newListEncoder(encoding, (piece) => replay.play(piece));
  let occurrences = 0;
  let reported = 0;
  for (let n = 1; cursor.next(); n++) {
    encoder.begin(cursor.field, cursor.bytes, cursor.termStart, cursor.termEnd);
    for (let count = cursor.read(); count > 0; count = cursor.read()) {
      encoder.add(cursor.docs, cursor.positions, cursor.from, count);
      occurrences += count;
    }
    encoder.end();
    if ((n & TERMS_MASK) !== 0 && occurrences - reported < OCCURRENCES_PER_PAUSE) continue;
    reported = occurrences;
    await onOccurrences(occurrences);
  }
  encoder.flush();
  cursor.close();
  return terms.finish();
}

const TERMS_MASK = 0x3fff;
const OCCURRENCES_PER_PAUSE = 1 << 18;
