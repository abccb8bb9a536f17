/**
 * Turns a portable case into one that provides its own terms, as the text build makes them. They are divided so that terms and
 * documents are in several segments. Its index must equal that of the text build.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseItem, CaseReader } from '../../src/cases/case-reader.ts';
import { openCase } from '../../src/cases/open-case.ts';
import { DocumentIndexer } from '../../src/engine/document-indexer.ts';
import {
  indexNumbers,
  indexProperties,
  isSearchable,
  observeProperties,
  withExtension,
} from '../../src/indexing/index-item.ts';
import { readText } from '../../src/indexing/read-text.ts';
import { type FieldSpec, fieldSpec } from '../../src/schema/field-types.ts';
import type { PartRef } from '../../src/shared/part-ref.ts';
import { type BlobItem, type BlobTerm, writeBlobCase } from './blob-case.ts';
import { readAll } from './read-case.ts';
import { termsOfRuns } from './run-terms.ts';

/**
 * Writes the analyzed case into `dir`. If `segments` is null, it provides text, too. `broken` has invalid records that follow
 * the items.
 */
export async function analyzeCase(portable: string, dir: string, segments: number | null, broken = 0): Promise<string> {
  const reader = await openCase(portable);
  try {
    await mkdir(dir, { recursive: true });
    const { items } = await readAll(reader);
    const texts = await Promise.all(items.map((item) => textOf(reader, item)));
    const blobs: Uint8Array[] = [];
    const converted: BlobItem[] = [];
    for (const [n, item] of items.entries()) converted.push(await convert(reader, item, texts[n]!, blobs));
    const records = [...converted, ...Array.from({ length: broken }, () => 'no record')];
    if (segments === null) return await writeBlobCase(dir, records, blobs, null);
    const fields = fieldsOf(items, texts, join(dir, 'fields'));
    const terms: BlobTerm[][] = [];
    for (let n = 0; n < segments; n++) terms.push(await termsOf(items, texts, n, segments, fields, join(dir, 'runs')));
    return await writeBlobCase(dir, records, blobs, { fields, segments: terms });
  } finally {
    await reader.close();
  }
}

async function textOf(reader: CaseReader, item: CaseItem): Promise<string | null> {
  if (item.text === null || typeof item.text === 'string') return item.text;
  let text = '';
  for await (const piece of readText(reader, item.text)) text += piece;
  return text;
}

async function convert(
  reader: CaseReader,
  item: CaseItem,
  text: string | null,
  blobs: Uint8Array[],
): Promise<BlobItem> {
  const blob = async (ref: PartRef | null): Promise<number | null> => {
    if (ref === null) return null;
    const source = await reader.openPart(ref);
    const bytes = new Uint8Array(source.bytes);
    await source.read(bytes, 0);
    await source.close();
    return blobs.push(bytes) - 1;
  };
  const { id, parentId, properties } = item;
  const kept = typeof item.text === 'string' || text === null ? text : blobs.push(Buffer.from(text)) - 1;
  return { id, parentId, properties, text: kept, content: await blob(item.content), thumb: await blob(item.thumb) };
}

/** The fields in the order in which a build sees them. */
function fieldsOf(items: readonly CaseItem[], texts: readonly (string | null)[], directory: string): FieldSpec[] {
  const indexer = new DocumentIndexer(directory, () => undefined);
  const ids = new Set<number>();
  for (const [n, item] of items.entries()) {
    const properties = withExtension(item.properties);
    if (ids.has(item.id)) continue;
    ids.add(item.id);
    if (isSearchable(properties)) add(indexer, n, item, texts[n]!);
    else observeProperties(properties, indexer);
  }
  void indexer.close();
  return indexer.fields.map(({ name }) => fieldSpec(name));
}

/**
 * Returns the terms of one segment: those of the properties of some items, and of the texts of others. Includes items that a
 * build leaves out.
 */
async function termsOf(
  items: readonly CaseItem[],
  texts: readonly (string | null)[],
  segment: number,
  segments: number,
  fields: readonly FieldSpec[],
  directory: string,
): Promise<BlobTerm[]> {
  const indexer = new DocumentIndexer(directory, () => undefined);
  for (const [n, item] of items.entries()) {
    const hasProperties = n % segments === segment;
    const hasText = (n + 1) % segments === segment;
    if (hasProperties || hasText) {
      add(indexer, n, hasProperties ? item : { ...item, properties: [] }, hasText ? texts[n]! : null);
    }
  }
  await indexer.finish();
  const cursor = termsOfRuns(directory);
  const numbers = indexer.fields.map(({ name }) => fields.findIndex((field) => field.name === name));
  const terms: BlobTerm[] = [];
  while (cursor.next()) {
    const occurrences: number[] = [];
    for (let count = cursor.read(); count > 0; count = cursor.read()) {
      for (let i = cursor.from; i < cursor.from + count; i++) occurrences.push(cursor.docs[i]!, cursor.positions[i]!);
    }
    const term = Buffer.from(cursor.bytes.subarray(cursor.termStart, cursor.termEnd)).toString('base64');
    // A field that only omitted items have is not in the case.
    if (numbers[cursor.field]! >= 0) terms.push([numbers[cursor.field]!, term, occurrences]);
  }
  cursor.close();
  await indexer.close();
  return terms.sort((a, b) => a[0] - b[0] || Buffer.compare(Buffer.from(a[1], 'base64'), Buffer.from(b[1], 'base64')));
}

function add(indexer: DocumentIndexer, doc: number, item: CaseItem, text: string | null): void {
  indexer.beginDocument(doc);
  indexNumbers(item, indexer);
  indexProperties(withExtension(item.properties), indexer);
  if (text !== null) {
    indexer.beginText();
    indexer.addText(text);
    indexer.endText();
  }
  indexer.endDocument();
}
