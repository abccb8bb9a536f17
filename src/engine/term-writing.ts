/** Writes the terms of all fields of an index, with their posting lists: from a cursor, or as other threads encoded them. */
import type { TermCursor } from '../shared/term-cursor.ts';
import { TermAssembly, type TermStreams } from './dictionary/term-assembly.ts';
import type { DictionaryHeader } from './format.ts';
import { type EncodedTerms, ListReplay } from './inversion/encoded-lists.ts';
import type { FieldState } from './inversion/field-state.ts';
import type { FrequentLists } from './pairs/frequent-lists.ts';
import { Impacts } from './postings/field-lengths.ts';
import { ListStreams } from './postings/list-sink.ts';
import { type Impact, PostingListWriter } from './postings/posting-list-writer.ts';
import type { StoreWriter } from './store/store-writer.ts';

/** The streams that terms go to. */
export function termStreams(store: StoreWriter): TermStreams {
  return {
    postings: store.stream('postings'),
    frequencies: store.stream('frequencies'),
    positions: store.stream('positions'),
    terms: store.stream('terms'),
    'terms-index': store.stream('terms-index'),
  };
}

/** Returns what the headers of the fields say of their terms, of which `frequent` notes some. `onTerms` is called now and then. */
export async function writeTerms(
  streams: TermStreams,
  cursor: TermCursor | EncodedTerms,
  fields: readonly FieldState[],
  documentCount: number,
  frequent: FrequentLists,
  onTerms: () => Promise<void>,
): Promise<ReadonlyMap<number, DictionaryHeader>> {
  const lists = new ListStreams(streams);
  const terms = new TermAssembly(
    streams,
    fields.map((field) => field.id),
    true,
  );
  if ('pieces' in cursor) {
    const replay = new ListReplay(lists, terms, (field, bytes, start, end, list) =>
      frequent.note(field, bytes, start, end, list),
    );
    for await (const piece of cursor.pieces(documentCount)) {
      replay.play(piece);
      await onTerms();
    }
    return terms.finish();
  }
  const postings = new PostingListWriter(lists);
  const impacts = new Impacts(documentCount);
  let impact: Impact = () => 1;
  let current = -1;
  for (let n = 1; cursor.next(); n++) {
    if (cursor.field !== current) {
      current = cursor.field;
      terms.beginField(current);
      impact = impacts.of(fields[current]!.fieldLengths());
    }
    postings.begin(impact);
    for (let count = cursor.read(); count > 0; count = cursor.read()) {
      postings.add(cursor.docs, cursor.positions, cursor.from, count);
    }
    const list = postings.end();
    terms.add(cursor.bytes, cursor.termStart, cursor.termEnd, list);
    frequent.note(current, cursor.bytes, cursor.termStart, cursor.termEnd, list);
    if ((n & 0x3fff) === 0) await onTerms();
  }
  cursor.close();
  return terms.finish();
}
