/** One segment of an opened index: its fields, live documents, stored fields and terms. */
import { setImmediate as turn } from 'node:timers/promises';
import { verifyChecksum } from './codec-header.ts';
import type { SegmentCommit } from './commit.ts';
import { DataInput } from './data-input.ts';
import { type FieldInfo, readFieldInfos } from './field-infos.ts';
import type { IndexDirectory } from './index-directory.ts';
import { ALL_LIVE, type LiveDocs, readLiveDocs } from './live-docs.ts';
import { compoundFiles, type SegmentFiles, separateFiles } from './segment-files.ts';
import type { SegmentInfo } from './segment-info.ts';
import { readStoredMeta, StoredChunks, type StoredMeta } from './stored-fields.ts';
import { readStoredValues, type StoredValue } from './stored-values.ts';

export interface StoredDocument {
  /** Its number within the segment; deleted documents are listed, too. */
  readonly doc: number;
  /** In the order in which they were added; a field with several values is there several times. */
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
  readonly #verified = new Map<string, Promise<void>>();

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
  }

  /** Reads what describes the segment. Throws AppError CASE_UNREADABLE. */
  static async open(
    directory: IndexDirectory,
    commit: SegmentCommit,
    info: SegmentInfo,
    docBase: number,
  ): Promise<LuceneSegment> {
    const { name, id } = commit;
    const files = info.isCompound ? await compoundFiles(directory, name, id) : separateFiles(directory, name);
    const fields = readFieldInfos(await files.open('.fnm'), id);
    let liveDocs = ALL_LIVE;
    if (commit.delGen !== null) {
      const file = await directory.open(`${name}_${commit.delGen.toString(36)}.liv`, name);
      liveDocs = readLiveDocs(file, commit, info.maxDoc);
    }
    const stored = readStoredMeta(await files.open('.fdm'), id, info.maxDoc);
    return new LuceneSegment({ commit, info, docBase, files, fields, liveDocs, stored });
  }

  isLive(doc: number): boolean {
    return this.#liveDocs.isLive(doc);
  }

  /**
   * All documents in order, deleted ones too, in batches as they lie in the file. The file's checksum is compared before
   * the first. Throws AppError CASE_UNREADABLE.
   */
  async *storedDocuments(): AsyncGenerator<readonly StoredDocument[]> {
    const file = await this.#files.open('.fdt');
    await this.#verify('.fdt');
    const chunks = new StoredChunks(file, this.#stored, this.#id, this.maxDoc);
    const fields = new Map(this.fields.map((field) => [field.number, field]));
    const input = DataInput.over(Buffer.alloc(0), file);
    for (let chunk = chunks.next(); chunk !== null; chunk = chunks.next()) {
      const batch: StoredDocument[] = [];
      for (let i = 0; i < chunk.count; i++) {
        const end = chunk.offsets[i + 1]!;
        input.reset(chunk.bytes, chunk.offsets[i]!, end);
        const values = readStoredValues(input, chunk.fieldCounts[i]!, fields);
        if (input.at !== end)
          throw file.damaged(`has ${end - input.at} bytes too many in document ${chunk.firstDoc + i}`);
        batch.push({ doc: chunk.firstDoc + i, values });
      }
      yield batch;
      await turn();
    }
  }

  /** Compares the checksum of a part once. */
  #verify(part: string): Promise<void> {
    let verified = this.#verified.get(part);
    if (verified === undefined) {
      verified = this.#files.open(part).then(verifyChecksum);
      this.#verified.set(part, verified);
    }
    return verified;
  }
}

interface OpenedSegment {
  readonly commit: SegmentCommit;
  readonly info: SegmentInfo;
  readonly docBase: number;
  readonly files: SegmentFiles;
  readonly fields: readonly FieldInfo[];
  readonly liveDocs: LiveDocs;
  readonly stored: StoredMeta;
}
