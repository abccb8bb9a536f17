/** The terms of the fields of a segment that share one set of files: `_Lucene90_0.tmd`, `.tim`, `.doc` and `.pos`. */
import { FOOTER_BYTES, readHeader } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import type { FieldInfo } from './field-infos.ts';
import { type FieldRange, FieldTerms, type TermFiles } from './field-terms.ts';
import type { DocumentMap } from './list-decoder.ts';
import type { SegmentFiles } from './segment-files.ts';
import { readTermStatistics, type TermStatistics } from './term-statistics.ts';

/** Maximum bytes of a header. */
const HEADER_BYTES_MAX = 512;

export interface DictionarySegment {
  readonly id: string;
  readonly maxDoc: number;
  readonly fields: ReadonlyMap<number, FieldInfo>;
  readonly files: SegmentFiles;
}

/** Returns the suffix of the files of the field's terms. Null if no document has a term, so that no files were written. */
export function suffixOf(field: FieldInfo): string | null {
  const format = field.attributes.get('PerFieldPostingsFormat.format');
  if (field.indexOptions === 'none' || format === undefined) return null;
  return `${format}_${field.attributes.get('PerFieldPostingsFormat.suffix')}`;
}

/** Whether this reader supports the postings format of the field. */
export function isKnownFormat(field: FieldInfo): boolean {
  const suffix = suffixOf(field);
  return (
    suffix === null || (/^Lucene90_[0-9]{1,9}$/.test(suffix) && field.indexOptions !== 'offsets' && !field.hasPayloads)
  );
}

/** Returns the parts of a segment that contain the terms of these fields. */
export function termParts(fields: Iterable<FieldInfo>): string[] {
  const parts = new Set<string>();
  for (const field of fields) {
    const suffix = suffixOf(field);
    if (suffix === null || !isKnownFormat(field)) continue;
    for (const extension of ['tmd', 'tim', 'doc']) parts.add(`_${suffix}.${extension}`);
    if (field.indexOptions === 'positions') parts.add(`_${suffix}.pos`);
  }
  return [...parts];
}

export class TermDictionary {
  readonly #segment: DictionarySegment;
  readonly #statistics: ReadonlyMap<number, TermStatistics>;
  readonly #files: TermFiles;

  private constructor(segment: DictionarySegment, statistics: ReadonlyMap<number, TermStatistics>, files: TermFiles) {
    this.#segment = segment;
    this.#statistics = statistics;
    this.#files = files;
  }

  /** Compares the checksums of the files. */
  static async open(segment: DictionarySegment, suffix: string): Promise<TermDictionary> {
    const { id, maxDoc, fields, files } = segment;
    const part = (extension: string): Promise<DataFile> => files.openVerified(`_${suffix}.${extension}`);
    const tree = await part('tim');
    const statistics = readTermStatistics(
      await files.open(`_${suffix}.tmd`),
      { id, suffix, maxDoc },
      fields,
      tree.bytes,
    );
    const hasPositions = [...fields.values()].some(
      (field) => field.indexOptions === 'positions' && suffixOf(field) === suffix,
    );
    const docs = await part('doc');
    const positions = hasPositions ? await part('pos') : null;
    assertCodec(tree, 'BlockTreeTermsDict', id, suffix);
    assertCodec(docs, 'Lucene90PostingsWriterDoc', id, suffix);
    if (positions !== null) assertCodec(positions, 'Lucene90PostingsWriterPos', id, suffix);
    return new TermDictionary(segment, statistics, { tree, docs, positions });
  }

  /** Returns the occurrences of all terms of a field, according to its statistics. */
  occurrences(field: FieldInfo): number {
    return this.#statistics.get(field.number)?.sumTotalTermFreq ?? 0;
  }

  /** Returns null if no document has a term of the field. */
  terms(field: FieldInfo, range?: FieldRange, map: DocumentMap | null = null): FieldTerms | null {
    const statistics = this.#statistics.get(field.number);
    return statistics === undefined
      ? null
      : new FieldTerms(field, statistics, this.#files, this.#segment.maxDoc, range, map);
  }
}

function assertCodec(file: DataFile, codec: string, id: string, suffix: string): void {
  const input = new DataInput(file, 0, file.bytes - FOOTER_BYTES, HEADER_BYTES_MAX);
  readHeader(input, { codec, versionMin: 0, versionMax: 0, id, suffix });
}
