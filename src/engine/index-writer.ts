import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYSIS_VERSION } from '../analysis/analyze.ts';
import { ByteReader } from '../codec/byte-reader.ts';
import { ByteWriter } from '../codec/byte-writer.ts';
import { BLOCK_BITS } from '../codec/doc-block.ts';
import { impactOf } from './bm25.ts';
import { ListReplay } from './encoded-lists.ts';
import type { FieldState } from './field-state.ts';
import {
  CONTENT_FIELD,
  type Extent,
  type FieldHeader,
  FORMAT_VERSION,
  type IndexHeader,
  type ListPlace,
  WRITER_VERSION,
} from './format.ts';
import { ListStreams, PADDING } from './list-sink.ts';
import { writeDocs } from './number-points.ts';
import { CHECKSUM_FILE, writeChecksums } from './page-checksums.ts';
import { aligned } from './posting-list.ts';
import { appendDocBlock, type Impact, PostingsWriter } from './postings-writer.ts';
import { DATA_FILE, StoreWriter, type StreamWriter } from './store.ts';
import { type FieldTerms, TermAssembly } from './term-assembly.ts';
import type { TermSource } from './term-source.ts';

/**
 * Writes one index generation: items and inline texts as they come, then, in `finish`, every term of a source in
 * order, the columns, and the headers. Nothing in the directory is of use before `finish` has returned.
 */
export interface WriterResult {
  readonly indexBytes: number;
  /** Fields that some searchable document has. */
  readonly fieldCount: number;
  readonly streamBytes: Readonly<Record<string, number>>;
}

export interface HeaderFacts {
  readonly program: string;
  readonly caseFingerprint: string;
  readonly isComplete: boolean;
  readonly problemCount: number;
  /** Property names, by the number that stored items have for them. */
  readonly names: readonly string[];
}

/** All terms in order, with their lists encoded elsewhere: gives the pieces of `encoded-lists.ts` in order. */
export interface EncodedTerms {
  pieces(documentCount: number): AsyncIterable<Uint8Array>;
}

export class IndexWriter {
  readonly #directory: string;
  readonly #store: StoreWriter;
  readonly #ids: number[] = [];
  #areIdsAscending = true;
  readonly #itemOffsets: number[] = [0];
  readonly #searchable = new ByteWriter();
  #lastSearchable = -1;
  #searchableCount = 0;
  readonly #textPlaces = new ByteWriter();
  #textCount = 0;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.#store = StoreWriter.create(directory);
  }

  get textCount(): number {
    return this.#textCount;
  }

  get documentCount(): number {
    return this.#ids.length;
  }

  /** Adds a stored item; returns its document number. */
  addItem(id: number, record: Uint8Array, isSearchable: boolean): number {
    const doc = this.#ids.length;
    if (doc > 0 && id < this.#ids[doc - 1]!) this.#areIdsAscending = false;
    this.#ids.push(id);
    const items = this.#store.stream('items');
    items.append(record);
    this.#itemOffsets.push(items.length);
    if (isSearchable) {
      this.#searchable.varint(doc - this.#lastSearchable - 1);
      this.#lastSearchable = doc;
      this.#searchableCount++;
    }
    return doc;
  }

  /** Keeps the inline text of a document. */
  addText(doc: number, utf8: Uint8Array): void {
    const texts = this.#store.stream('texts');
    this.#textPlaces.u32(doc);
    this.#textPlaces.u40(texts.length);
    this.#textPlaces.u40(utf8.length);
    texts.append(utf8);
  }

  /** Counts a document with a text, wherever that lies. */
  countText(): void {
    this.#textCount++;
  }

  /** Writes everything else and closes. `onTerms` is called now and then between terms. */
  async finish(
    source: TermSource | EncodedTerms,
    fields: readonly FieldState[],
    facts: HeaderFacts,
    onTerms: () => Promise<void>,
  ): Promise<WriterResult> {
    const store = this.#store;
    const terms = await this.#writeTerms(source, fields, onTerms);
    const headers = fields
      .filter((field) => field.docCount > 0 || field.name === CONTENT_FIELD)
      .map((field) => this.#writeField(field, terms.get(field.id)!));
    const columns = store.stream('columns');
    const { names, ...headerFacts } = facts;
    const header: IndexHeader = {
      formatVersion: FORMAT_VERSION,
      writerVersion: WRITER_VERSION,
      analysisVersion: ANALYSIS_VERSION,
      ...headerFacts,
      documentCount: this.#ids.length,
      searchableCount: this.#searchableCount,
      textCount: this.#textCount,
      searchable: writeDocList(store.stream('postings'), this.#searchable, this.#searchableCount),
      ids: writeDocs(columns, this.#ids.length, (i) => this.#ids[i]!),
      idOrder: this.#areIdsAscending ? null : this.#writeIdOrder(columns),
      itemOffsets: this.#writeItemOffsets(columns),
      textPlaces: append(columns, this.#textPlaces),
      streamBytes: store.streamBytes(),
    };
    await store.finish({ header, fields: headers, names });
    writeChecksums(this.#directory);
    const indexBytes =
      statSync(join(this.#directory, DATA_FILE)).size + statSync(join(this.#directory, CHECKSUM_FILE)).size;
    return { indexBytes, fieldCount: headers.length, streamBytes: header.streamBytes };
  }

  async abandon(): Promise<void> {
    await this.#store.abandon();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #writeTerms(
    source: TermSource | EncodedTerms,
    fields: readonly FieldState[],
    onTerms: () => Promise<void>,
  ): Promise<ReadonlyMap<number, FieldTerms>> {
    const store = this.#store;
    const streams = {
      postings: store.stream('postings'),
      frequencies: store.stream('frequencies'),
      positions: store.stream('positions'),
      terms: store.stream('terms'),
      'terms-index': store.stream('terms-index'),
    };
    const lists = new ListStreams(streams);
    const terms = new TermAssembly(
      streams,
      fields.map((field) => field.id),
    );
    if ('pieces' in source) {
      const replay = new ListReplay(lists, terms);
      for await (const piece of source.pieces(this.documentCount)) {
        replay.play(piece);
        await onTerms();
      }
      return terms.finish();
    }
    const postings = new PostingsWriter(lists);
    let impact: Impact = () => 1;
    let current = -1;
    for (let n = 1; source.next(); n++) {
      if (source.field !== current) {
        current = source.field;
        terms.beginField(current);
        impact = impactOf(fields[current]!, this.documentCount);
      }
      postings.begin(impact);
      for (let count = source.read(); count > 0; count = source.read()) {
        postings.add(source.docs, source.positions, source.from, count);
      }
      terms.add(source.bytes, source.termStart, source.termEnd, postings.end());
      if ((n & 0x3fff) === 0) await onTerms();
    }
    source.close();
    return terms.finish();
  }

  #writeField(field: FieldState, terms: FieldTerms): FieldHeader {
    const columns = this.#store.stream('columns');
    const { type, points } = field.typed();
    const values = field.values();
    return {
      name: field.name,
      type,
      analysis: field.analysis,
      exists: writeDocList(this.#store.stream('postings'), field.exists, field.docCount),
      tokenCount: field.tokenCount,
      ...terms,
      lengths: field.isUnitLength ? null : append(columns, field.lengths),
      numbers: points === null ? null : points.write(columns),
      values: values === null ? null : this.#writeValues(values),
      valueCount: values?.size ?? 0,
    };
  }

  #writeValues(values: ReadonlyMap<string, number>): Extent {
    const out = new ByteWriter();
    for (const [value, items] of values) {
      const bytes = Buffer.from(value, 'utf8');
      out.varint(bytes.length);
      out.copy(bytes);
      out.varint(items);
    }
    return append(this.#store.stream('values'), out);
  }

  #writeIdOrder(columns: StreamWriter): Extent {
    const ids = this.#ids;
    const byId = Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]!);
    return writeDocs(columns, ids.length, (i) => byId[i]!);
  }

  #writeItemOffsets(columns: StreamWriter): Extent {
    const out = new ByteWriter(this.#itemOffsets.length * 5);
    for (const offset of this.#itemOffsets) out.u40(offset);
    return append(columns, out);
  }
}

function append(stream: StreamWriter, out: ByteWriter): Extent {
  const offset = stream.length;
  stream.append(out.bytes, 0, out.length);
  return { offset, length: out.length };
}

/** Writes a set of documents, given as gaps, as a long posting list without frequencies and positions. */
export function writeDocList(postings: StreamWriter, gaps: ByteWriter, count: number): ListPlace {
  const offset = postings.length;
  const directory = new ByteWriter();
  const documents = new ByteWriter();
  const reader = new ByteReader(gaps.bytes, 0, gaps.length);
  let docs = new Uint32Array(1024);
  let held = 0;
  let blocks = 0;
  let lastBlock = -1;
  const flush = (): void => {
    if (held === 0) return;
    const block = docs[0]! >>> BLOCK_BITS;
    const { bytes, form } = appendDocBlock(docs, 0, held, documents);
    directory.varint(block - lastBlock - 1);
    directory.varint(held - 1);
    directory.varint(bytes * 4 + form);
    directory.varint(0);
    directory.varint(0);
    lastBlock = block;
    blocks++;
    held = 0;
  };
  for (let i = 0, doc = -1; i < count; i++) {
    doc += reader.varint() + 1;
    if (held > 0 && doc >>> BLOCK_BITS !== docs[0]! >>> BLOCK_BITS) flush();
    if (held === docs.length) {
      const grown = new Uint32Array(held * 2);
      grown.set(docs);
      docs = grown;
    }
    docs[held++] = doc;
  }
  flush();
  const head = new ByteWriter();
  head.varint(blocks);
  for (const part of [head, directory]) postings.append(part.bytes, 0, part.length);
  postings.append(PADDING, 0, aligned(postings.length) - postings.length);
  postings.append(documents.bytes, 0, documents.length);
  return { docFreq: count, postings: { offset, length: postings.length - offset } };
}
