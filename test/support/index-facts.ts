/**
 * The contents of an index, of one part or several, in a form that does not depend on how items are divided among parts: items,
 * texts, terms with documents and frequencies, columns, tree and threads, without those of struck documents. Near duplicates are
 * left out, because they are found within a part.
 */
import { expect } from '@jest/globals';
import { loadCoordinates } from '../../src/engine/columns/coordinate-column.ts';
import { readBare, readPoints } from '../../src/engine/columns/number-values.ts';
import { ValueColumnReader } from '../../src/engine/columns/values/value-column-reader.ts';
import { DictionaryScan } from '../../src/engine/dictionary/verify-dictionary.ts';
import type { FieldHeader } from '../../src/engine/format.ts';
import { listedParts } from '../../src/engine/index-parts.ts';
import { IndexReader } from '../../src/engine/index-reader.ts';
import { K1, saturation } from '../../src/engine/postings/bm25.ts';
import { ListCheck } from '../../src/engine/postings/verify-list.ts';
import { textsOf } from '../../src/indexing/growth/part-totals.ts';
import { fieldValues } from '../../src/query/field-values.ts';
import { NEAR_DUPLICATES_FIELD } from '../../src/schema/well-known-fields.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Facts by name. Items are named by their ids. */
export type IndexFacts = Record<string, unknown>;

export async function factsOfGeneration(directory: string): Promise<IndexFacts> {
  const all = new Facts();
  for (const { directory: part, struck } of listedParts(directory)) {
    const index = await IndexReader.open(part);
    index.strike(struck);
    try {
      all.add(index);
    } finally {
      await index.close();
    }
  }
  return all.sorted();
}

class Facts {
  readonly #facts = new Map<string, unknown>();
  add(index: IndexReader): void {
    this.#items(index);
    for (const field of index.fields.values()) this.#field(index, field);
    this.#columns(index);
  }

  sorted(): IndexFacts {
    const facts = [...this.#facts].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(facts.map(([key, fact]) => [key, inOrder(fact)]));
  }

  #push(key: string, ...values: readonly unknown[]): void {
    const known = this.#facts.get(key) as unknown[] | undefined;
    if (known === undefined) this.#facts.set(key, [...values]);
    else known.push(...values);
  }

  /** A fact that all parts must share. */
  #same(key: string, value: unknown): void {
    const known = this.#facts.get(key);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value))
      this.#push(`${key} in another part`, value);
    else this.#facts.set(key, value);
  }

  #items(index: IndexReader): void {
    const { header } = index;
    this.#same('format', header.caseFormat);
    this.#same('aliases', header.aliases ?? {});
    const sums = { items: index.itemCount, texts: textsOf(index), searchable: index.searchableCount };
    for (const [name, count] of Object.entries({ ...sums, problems: header.problemCount })) {
      this.#facts.set(name, ((this.#facts.get(name) as number | undefined) ?? 0) + count);
    }
    this.#facts.set('complete', this.#facts.get('complete') !== false && header.isComplete);
    for (const doc of documentsOf(index)) {
      const extent = index.textExtent(doc);
      let text: string | null = null;
      if (extent !== null) {
        index.texts.fetch(extent.offset, extent.length);
        text = decoder.decode(index.texts.bytes.subarray(index.texts.start, index.texts.start + extent.length));
      }
      const parent = index.tree.parentOf(doc);
      const children = index.tree.childCount(doc);
      this.#push('item', {
        id: index.ids[doc],
        ...index.item(doc),
        inline: text,
        parent: parent < 0 ? null : index.ids[parent],
        children: [...index.tree.children(doc, 0, children)].map((child) => index.ids[child]),
        kind: index.tree.kindOf(doc),
        rank: index.docOf(index.ids[doc]!) === doc,
      });
    }
    const found = toEnd(loadCoordinates(index.columns, header.coordinates));
    for (const [n, doc] of found.docs.entries()) {
      if (!index.struck.has(doc)) this.#push('coordinates', [index.ids[doc], found.latitudes[n], found.longitudes[n]]);
    }
    const list = index.searchable();
    const words = new Uint32Array(index.bitmapWords + 2048);
    for (let n = 0; n < list.blocks.length; n++) list.uniteBlock(n, words);
    for (const doc of documentsOf(index)) {
      if ((words[doc >>> 5]! & (1 << (doc & 31))) !== 0) this.#push('searchable items', index.ids[doc]);
    }
  }

  #field(index: IndexReader, field: FieldHeader): void {
    const key = `field ${field.name}`;
    this.#same(`${key}, type`, [field.type, field.analysis]);
    const lengths = index.lengths(field);
    let tokens = 0;
    for (const doc of documentsOf(index)) {
      const length = lengths.distinct[lengths.numbers[doc]!]!;
      tokens += length;
      if (length > 0) this.#push(`${key}, lengths`, [index.ids[doc], length]);
    }
    if (index.struck.count === 0) expect(tokens).toBe(field.tokenCount);
    const sum = (this.#facts.get(`${key}, tokens`) as number[] | undefined) ?? [0, 0];
    this.#facts.set(`${key}, tokens`, [sum[0]! + tokens, sum[1]! + index.itemsWith(field)]);
    if (field.numbers !== null) {
      this.#push(`${key}, numbers`);
      const points = toEnd(readPoints(index.columns, field.numbers));
      const bare = field.numbers.bare === null ? null : toEnd(readBare(index.columns, field.numbers));
      for (const [n, number] of points.numbers.entries()) {
        const doc = points.docs[n]!;
        if (index.struck.has(doc)) continue;
        this.#push(`${key}, numbers`, [index.ids[doc], number, bare === null ? 0 : bare[n]]);
      }
    }
    this.#values(index, field, key);
    const lists = new ListCheck(index);
    const average = field.tokenCount / Math.max(1, field.exists.docFreq);
    const impact = (doc: number, tf: number): number =>
      saturation(tf, lengths.distinct[lengths.numbers[doc]!]!, average) / (K1 + 1);
    const ends = { terms: 0, 'terms-index': 0, postings: 0, isLost: true };
    if (field.blockCount === 0) return;
    for (const entry of new DictionaryScan(index, field, field.name, ends).entries()) {
      if (entry === null) continue;
      const term = decoder.decode(entry.bytes.subarray(0, entry.length));
      lists.term(entry.list, impact, (doc, tf) => {
        if (!index.struck.has(doc)) this.#push(`${key}, term ${term}`, [index.ids[doc], tf]);
      });
    }
  }

  /** Distinct values are compared if there are few enough in all parts. */
  #values(index: IndexReader, field: FieldHeader, key: string): void {
    const { isComplete, values } = toEnd(fieldValues(index, field.name));
    const name = `${key}, values`;
    const known = this.#facts.get(name);
    if (!isComplete || known === null) {
      this.#facts.set(name, null);
      return;
    }
    const counts = new Map(known as [string, number][] | undefined);
    for (const { value, items } of values) counts.set(value, (counts.get(value) ?? 0) + items);
    this.#facts.set(name, [...counts]);
  }

  #columns(index: IndexReader): void {
    for (const column of index.valueColumns.values()) {
      if (column.name === NEAR_DUPLICATES_FIELD) continue;
      const key = `column ${column.name}`;
      this.#same(`${key}, refusal`, [column.refusal]);
      const reader = new ValueColumnReader(index.columns, column);
      const documents = reader.documents();
      for (let n = 0; n < column.spellingCount; n++) {
        for (let doc = documents.first(); doc >= 0; doc = documents.next()) {
          if (!index.struck.has(doc)) this.#push(`${key}, value ${reader.spelling(n)}`, index.ids[doc]);
        }
      }
    }
  }
}

function documentsOf({ documentCount, struck }: IndexReader): readonly number[] {
  return Array.from({ length: documentCount }, (_, doc) => doc).filter((doc) => !struck.has(doc));
}

/** Sorts a fact, because the order of documents differs if an item was replaced. */
function inOrder(fact: unknown): unknown {
  if (!Array.isArray(fact)) return fact;
  const keyed = fact.map((one) => [JSON.stringify(one), one] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
}

function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
