/** Names the structure that a byte of a stream belongs to, for messages of `index verify --deep`. */
import { DictionaryScan, type StreamEnds } from '../dictionary/verify-dictionary.ts';
import type { Extent, StreamName } from '../format.ts';
import type { IndexReader } from '../index-reader.ts';

/**
 * Describes the structure that contains a byte of a stream, for display: a field and term, a column, an item. The index must be
 * sound.
 */
export function locationInIndex(index: IndexReader, stream: StreamName, offset: number): string {
  if (stream === 'items' || stream === 'texts') return itemAt(index, stream, offset);
  if (stream === 'columns' || stream === 'values') return columnAt(index, stream, offset);
  if (stream === 'tree') return treeAt(index, offset);
  return termAt(index, stream, offset);
}

function termAt(index: IndexReader, stream: keyof StreamEnds & StreamName, offset: number): string {
  const ends: StreamEnds = { terms: 0, 'terms-index': 0, postings: 0, isLost: false };
  const fields = [...index.fields.values()];
  const ofPairs = fields.flatMap(({ name, pairs }) => (pairs === null ? [] : [{ name, dictionary: pairs }]));
  for (const { name, dictionary } of [
    ...fields.map((field) => ({ name: field.name, dictionary: field })),
    ...ofPairs,
  ]) {
    const scan = new DictionaryScan(index, dictionary, name, ends);
    // Names the last term of the dictionary bucket that contains the byte, which is the first bucket that ends after
    // it.
    for (const entry of scan.entries()) {
      if (entry === null ? ends[stream] > offset : stream !== 'terms' && ends[stream] > offset) return scan.name;
    }
    if (ends[stream] > offset) return `field ${JSON.stringify(name)}`;
  }
  for (const field of index.fields.values()) {
    if (stream === 'postings' && holds(field.exists.postings, offset))
      return `documents with ${JSON.stringify(field.name)}`;
  }
  return 'searchable documents';
}

function treeAt({ header }: IndexReader, offset: number): string {
  const extents = Object.entries(header.tree) as [string, Extent][];
  return `${extents.find(([, extent]) => holds(extent, offset))?.[0] ?? 'no part'} of the tree`;
}

function columnAt(index: IndexReader, stream: 'columns' | 'values', offset: number): string {
  const { header } = index;
  const extents: [string, Extent | null][] = [];
  for (const field of index.fields.values()) {
    const name = JSON.stringify(field.name);
    if (stream === 'values') extents.push([`values of ${name}`, field.values]);
    else {
      extents.push([`lengths of ${name}`, field.lengths], [`numbers of ${name}`, field.numbers?.values ?? null]);
      extents.push([`rests of ${name}`, field.numbers?.residuals ?? null]);
      extents.push([`documents of numbers of ${name}`, field.numbers?.docs ?? null]);
      extents.push([`bare dates of ${name}`, field.numbers?.bare ?? null]);
    }
  }
  if (stream === 'columns') {
    extents.push(['ids', header.ids], ['order of ids', header.idOrder]);
    extents.push(['coordinates', header.coordinates]);
  }
  return extents.find(([, extent]) => extent !== null && holds(extent, offset))?.[0] ?? 'nothing';
}

function itemAt(index: IndexReader, stream: 'items' | 'texts', offset: number): string {
  for (let doc = 0; doc < index.documentCount; doc++) {
    const extent = stream === 'items' ? index.itemExtent(doc) : index.textExtent(doc);
    if (extent !== null && holds(extent, offset)) return `item ${index.ids[doc]}`;
  }
  return 'no item';
}

function holds(extent: Extent, offset: number): boolean {
  return offset >= extent.offset && offset < extent.offset + extent.length;
}
