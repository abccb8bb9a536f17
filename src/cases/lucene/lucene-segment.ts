/** One segment of an opened index: its fields, live documents, stored fields and terms. */
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import type { CaseProblem } from '../case-reader.ts';
import { verifyChecksum } from './codec-header.ts';
import type { SegmentCommit } from './commit.ts';
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import { type FieldInfo, readFieldInfos } from './field-infos.ts';
import type { FieldRange, FieldTerms } from './field-terms.ts';
import type { IndexDirectory } from './index-directory.ts';
import { BATCH_BYTES_MAX, BATCH_VALUES_MAX, EMPTY_DOCUMENTS_MAX } from './limits.ts';
import type { DocumentMap } from './list-decoder.ts';
import { ALL_LIVE, type LiveDocs, readLiveDocs } from './live-docs.ts';
import { compoundFiles, type SegmentFiles, separateFiles } from './segment-files.ts';
import type { SegmentInfo } from './segment-info.ts';
import { type DocumentChunk, readStoredMeta, StoredChunks, type StoredMeta } from './stored-fields.ts';
import { type LeftOut, type StoredValue, StoredValueReader } from './stored-values.ts';
import { isKnownFormat, suffixOf, TermDictionary, termParts } from './term-dictionary.ts';

export interface StoredDocument {
  /** Its number within the segment. Deleted documents are included. */
  readonly doc: number;
  /** The offset of its chunk, for `storedDocument`. */
  readonly chunkAt: number;
  /** Number of bytes of its values in the chunk, and number of values. */
  readonly bytes: number;
  readonly valueCount: number;
  /** Texts and values that exceed the limits of a document. */
  readonly leftOut: LeftOut;
  /** In the order in which they were added. A field with several values occurs several times. */
  readonly values: readonly StoredValue[];
}

export class LuceneSegment {
  readonly name: string;
  readonly maxDoc: number;
  readonly delCount: number;
  /** Number of the first document within the index. */
  readonly docBase: number;
  readonly info: SegmentInfo;
  readonly fields: readonly FieldInfo[];
  readonly #id: string;
  readonly #files: SegmentFiles;
  readonly #liveDocs: LiveDocs;
  readonly #stored: StoredMeta;
  readonly #fieldInfos: DataFile;
  readonly #fieldsByNumber: ReadonlyMap<number, FieldInfo>;
  /** Keyed by the suffix of their files. */
  readonly #dictionaries = new Map<string, Promise<TermDictionary>>();

  private constructor(opened: OpenedSegment) {
    this.name = opened.commit.name;
    this.maxDoc = opened.info.maxDoc;
    this.delCount = opened.commit.delCount;
    this.docBase = opened.docBase;
    this.info = opened.info;
    this.fields = opened.fields;
    this.#id = opened.commit.id;
    this.#files = opened.files;
    this.#liveDocs = opened.liveDocs;
    this.#stored = opened.stored;
    this.#fieldInfos = opened.fieldInfos;
    this.#fieldsByNumber = new Map(this.fields.map((field) => [field.number, field]));
  }

  /** Reads the metadata of the segment. Throws AppError CASE_UNREADABLE. */
  static async open(
    directory: IndexDirectory,
    commit: SegmentCommit,
    info: SegmentInfo,
    docBase: number,
  ): Promise<LuceneSegment> {
    const { name, id } = commit;
    const files = info.isCompound ? await compoundFiles(directory, name, id) : separateFiles(directory, name);
    const fieldInfos = await files.open('.fnm');
    const fields = readFieldInfos(fieldInfos, id);
    let liveDocs = ALL_LIVE;
    if (commit.delGen !== null) {
      const file = await directory.open(`${name}_${commit.delGen.toString(36)}.liv`, name);
      liveDocs = readLiveDocs(file, commit, info.maxDoc);
    }
    const stored = readStoredMeta(await files.open('.fdm'), id, info.maxDoc);
    // Opens all files, so that missing or truncated files are found before anything is read.
    for (const part of partsOf(fields)) await files.open(part);
    // Refuses impossible numbers of documents, for which the data in memory would exceed the size of the file.
    const data = await files.open('.fdt');
    if (info.maxDoc > EMPTY_DOCUMENTS_MAX + data.bytes) {
      throw data.damaged(`has ${data.bytes} bytes, too few for the ${info.maxDoc} documents of its segment`);
    }
    return new LuceneSegment({ commit, info, docBase, files, fields, liveDocs, stored, fieldInfos });
  }

  isLive(doc: number): boolean {
    return this.#liveDocs.isLive(doc);
  }

  /**
   * Yields all documents in order, including deleted ones, in batches in storage order. Compares the file's checksum before it
   * returns the first. With `names`, returns only values of these fields. Throws AppError CASE_UNREADABLE.
   */
  async *storedDocuments(names: ReadonlySet<string> | null = null): AsyncGenerator<readonly StoredDocument[]> {
    const file = await this.#files.openVerified('.fdt');
    const chunks = new StoredChunks(file, this.#stored, this.#id, this.maxDoc);
    const reading = this.#readingOf(file);
    for (let chunk = chunks.next(); chunk !== null; chunk = chunks.next()) {
      let batch: StoredDocument[] = [];
      let values = 0;
      let bytes = 0;
      for (let i = 0, { count } = chunk; i < count; i++) {
        const document: StoredDocument = this.#document(chunk!, i, reading, names);
        batch.push(document);
        values += document.valueCount;
        bytes += document.bytes;
        if ((values < BATCH_VALUES_MAX && bytes < BATCH_BYTES_MAX) || i + 1 === count) continue;
        yield batch;
        await turn();
        batch = [];
        values = 0;
        bytes = 0;
      }
      // Frees the chunk while the last documents are used, because nothing needs its bytes.
      chunk = null;
      reading.input.reset(NO_BYTES, 0, 0);
      chunks.forget();
      yield batch;
      await turn();
    }
  }

  /** Returns the first documents of the first chunk, with values of these fields. The file's checksum is not compared. */
  async firstDocuments(names: ReadonlySet<string>): Promise<readonly StoredDocument[]> {
    const file = await this.#files.open('.fdt');
    const chunk = new StoredChunks(file, this.#stored, this.#id, this.maxDoc).next();
    if (chunk === null) return [];
    const reading = this.#readingOf(file);
    const documents: StoredDocument[] = [];
    let values = 0;
    for (let i = 0; i < chunk.count && values < BATCH_VALUES_MAX; i++) {
      const document = this.#document(chunk, i, reading, names);
      documents.push(document);
      values += document.valueCount;
    }
    return documents;
  }

  /**
   * Returns one document that `storedDocuments` returned before. The file's checksum is not compared. Throws AppError
   * CASE_UNREADABLE.
   */
  async storedDocument(doc: number, chunkAt: number): Promise<StoredDocument> {
    return (await this.documentsAgain())(doc, chunkAt);
  }

  /** Like `storedDocument`, for many documents. A chunk is read once for consecutive requests. */
  async documentsAgain(): Promise<(doc: number, chunkAt: number) => StoredDocument> {
    const file = await this.#files.open('.fdt');
    const chunks = new StoredChunks(file, this.#stored, this.#id, this.maxDoc);
    const reading = this.#readingOf(file);
    let chunk: DocumentChunk | null = null;
    return (doc, chunkAt) => {
      if (chunk?.at !== chunkAt) chunk = chunks.chunkAt(chunkAt);
      const index = doc - chunk.firstDoc;
      if (index < 0 || index >= chunk.count) throw file.damaged(`has no document ${doc} at byte ${chunkAt}`);
      return this.#document(chunk, index, reading, null);
    };
  }

  #readingOf(file: DataFile): Reading {
    return { input: DataInput.over(NO_BYTES, file), values: new StoredValueReader(this.fields) };
  }

  #document(
    chunk: DocumentChunk,
    index: number,
    { input, values: reader }: Reading,
    names: ReadonlySet<string> | null,
  ): StoredDocument {
    const end = chunk.offsets[index + 1]!;
    const doc = chunk.firstDoc + index;
    input.reset(chunk.bytes, chunk.offsets[index]!, end);
    const bytes = end - chunk.offsets[index]!;
    const valueCount = chunk.fieldCounts[index]!;
    const values = reader.read(input, valueCount, names);
    if (input.at !== end) throw input.file.damaged(`has ${end - input.at} bytes too many in document ${doc}`);
    return { doc, chunkAt: chunk.at, bytes, valueCount, leftOut: reader.leftOut, values };
  }

  /**
   * Returns the terms of a field with their occurrences, from the first one. Null if no document has a term. The checksums of
   * the files are compared once, before the first field. Throws AppError CASE_UNREADABLE.
   */
  async terms(field: FieldInfo): Promise<FieldTerms | null> {
    const dictionary = await this.#dictionaryOf(field);
    return dictionary === null ? null : dictionary.terms(field);
  }

  /** Returns the number of occurrences of all terms of some fields. */
  async occurrences(names: ReadonlySet<string>): Promise<number> {
    let all = 0;
    for (const field of this.fields) {
      if (names.has(field.name)) all += (await this.#dictionaryOf(field))?.occurrences(field) ?? 0;
    }
    return all;
  }

  /** Like `terms`, but returns a function that opens each field without awaiting. `map` maps documents to items. */
  async openTerms(map: DocumentMap): Promise<(field: FieldInfo, range?: FieldRange) => FieldTerms | null> {
    const dictionaries = new Map<string, TermDictionary>();
    for (const field of this.fields) {
      const suffix = suffixOf(field);
      if (suffix === null || dictionaries.has(suffix)) continue;
      dictionaries.set(suffix, (await this.#dictionaryOf(field))!);
    }
    return (field, range) => dictionaries.get(suffixOf(field) ?? '')?.terms(field, range, map) ?? null;
  }

  async #dictionaryOf(field: FieldInfo): Promise<TermDictionary | null> {
    const suffix = suffixOf(field);
    if (suffix === null) return null;
    if (!isKnownFormat(field)) {
      throw this.#fieldInfos.damaged(
        `has field ${JSON.stringify(field.name)} with postings of a format that this reader does not support`,
      );
    }
    let dictionary = this.#dictionaries.get(suffix);
    if (dictionary === undefined) {
      const segment = { id: this.#id, maxDoc: this.maxDoc, fields: this.#fieldsByNumber, files: this.#files };
      dictionary = TermDictionary.open(segment, suffix);
      this.#dictionaries.set(suffix, dictionary);
    }
    return dictionary;
  }

  /**
   * Compares the checksums of everything readable in the segment. Damage in unused files is returned as a problem. Throws
   * AppError CASE_UNREADABLE for the rest.
   */
  async verify(): Promise<CaseProblem[]> {
    for (const part of partsOf(this.fields)) await this.#files.openVerified(part);
    const { compound } = this.#files;
    if (compound === null) return [];
    try {
      await verifyChecksum(compound);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reason = `${error.message}; the damage is outside the parts that are read: terms, postings and stored fields are intact`;
      return [{ file: compound.path, line: null, id: null, kind: 'case', reason }];
    }
  }
}

/** The file of fields comes first, because it determines the others. */
function partsOf(fields: readonly FieldInfo[]): string[] {
  return ['.fdt', ...termParts(fields)];
}

const NO_BYTES = Buffer.alloc(0);

/** The state for reading documents sequentially. */
interface Reading {
  readonly input: DataInput;
  readonly values: StoredValueReader;
}

interface OpenedSegment {
  readonly commit: SegmentCommit;
  readonly info: SegmentInfo;
  readonly docBase: number;
  readonly files: SegmentFiles;
  readonly fields: readonly FieldInfo[];
  readonly liveDocs: LiveDocs;
  readonly stored: StoredMeta;
  readonly fieldInfos: DataFile;
}
