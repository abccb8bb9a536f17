/** The fields of a term dictionary (.tmd): the root of each tree, and the numbers of terms and postings. */
import { readChecked, readCodec, readHeader } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import type { DataInput } from './data-input.ts';
import type { FieldInfo } from './field-infos.ts';
import { TERM_BYTES_MAX } from './limits.ts';

/** Postings of this codec come in groups of this size. */
const GROUP = 128;

export interface TermStatistics {
  readonly terms: number;
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  readonly smallest: Uint8Array;
  readonly largest: Uint8Array;
  /** Offset of the root in .tim. */
  readonly root: number;
}

/** Indexed by field number. `treeBytes` is the size of .tim. */
export function readTermStatistics(
  file: DataFile,
  segment: { readonly id: string; readonly suffix: string; readonly maxDoc: number },
  fields: ReadonlyMap<number, FieldInfo>,
  treeBytes: number,
): Map<number, TermStatistics> {
  const input = readChecked(file);
  const { id, suffix } = segment;
  readHeader(input, { codec: 'BlockTreeTermsMeta', versionMin: 0, versionMax: 0, id, suffix });
  readHeader(input, { codec: 'Lucene90PostingsWriterTerms', versionMin: 0, versionMax: 0, id, suffix });
  const group = input.vInt();
  if (group !== GROUP) throw file.damaged(`has postings in groups of ${group}; this reader supports ${GROUP}`);
  const count = input.count('fields', fields.size);
  const found = new Map<number, TermStatistics>();
  for (let i = 0; i < count; i++) {
    const number = input.vInt();
    const field = fields.get(number);
    if (field === undefined || field.indexOptions === 'none' || found.has(number)) {
      throw file.damaged(`has terms of field ${number}, which has none or was already described`);
    }
    const statistics = readField(input, field, treeBytes);
    assertPossible(file, field, statistics, segment.maxDoc);
    found.set(number, statistics);
  }
  input.int64();
  const tree = input.int64();
  if (BigInt(treeBytes) !== tree) {
    throw file.damaged(`is inconsistent: the term dictionary has ${treeBytes} bytes, not ${tree}`);
  }
  if (input.left !== 0) throw file.damaged(`has ${input.left} bytes after its fields`);
  return found;
}

function readField(input: DataInput, field: FieldInfo, treeBytes: number): TermStatistics {
  const terms = input.vLong();
  const rootEnd = input.count('bytes', input.left) + input.offset;
  // The two lowest bits are flags.
  const root = Math.floor(input.vLong() / 4);
  input.seek(rootEnd);
  const sumTotalTermFreq = input.vLong();
  const sumDocFreq = field.indexOptions === 'docs' ? sumTotalTermFreq : input.vLong();
  const docCount = input.vInt();
  const smallest = input.take(input.count('bytes of a term', TERM_BYTES_MAX));
  const largest = input.take(input.count('bytes of a term', TERM_BYTES_MAX));
  if (root >= treeBytes)
    throw input.damaged(`points to byte ${root} of the term dictionary, which has ${treeBytes} bytes`);
  // Skips the offset of the index of the tree (.tip), which only lookups of single terms need.
  input.vLong();
  readCodec(input, { codec: 'FST', versionMin: 6, versionMax: 8 });
  if (input.byte() === 1) input.skip(input.count('bytes', input.left));
  input.byte();
  input.vLong();
  input.vLong();
  return { terms, docCount, sumDocFreq, sumTotalTermFreq, smallest, largest, root };
}

function assertPossible(file: DataFile, field: FieldInfo, found: TermStatistics, maxDoc: number): void {
  const { terms, docCount, sumDocFreq, sumTotalTermFreq } = found;
  const isPossible =
    terms > 0 &&
    docCount > 0 &&
    docCount <= maxDoc &&
    sumDocFreq >= docCount &&
    sumDocFreq >= terms &&
    sumTotalTermFreq >= sumDocFreq;
  if (isPossible) return;
  throw file.damaged(
    `is inconsistent: field ${JSON.stringify(field.name)} has ${terms} terms, ${sumDocFreq} postings, ${sumTotalTermFreq} occurrences in ${docCount} of ${maxDoc} documents`,
  );
}
