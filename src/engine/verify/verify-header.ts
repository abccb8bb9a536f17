/** Verifies the headers: every byte of every stream must belong to exactly one extent. */
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { COORDINATE_BYTES } from '../columns/coordinate-column.ts';
import {
  type DictionaryHeader,
  type Extent,
  type FieldHeader,
  FRAME_BYTES,
  type FramedName,
  type IndexHeader,
  SPELLINGS_PER_GROUP,
  STREAMS,
  type StreamName,
  TERMS_PER_BUCKET,
  type ValueColumn,
} from '../format.ts';
import type { VerifyFindings } from '../verify-findings.ts';

/**
 * Checks the headers alone: shapes, counts, and that their extents fill the streams without gaps or overlaps. This accounts for
 * every byte of the index. Returns whether the headers are a sound basis for the other checks.
 */
export function verifyHeader(
  header: IndexHeader,
  fields: readonly FieldHeader[],
  valueColumns: readonly ValueColumn[],
  findings: VerifyFindings,
): boolean {
  const before = findings.count;
  findings.attempt(
    () => 'header',
    () => {
      holdCounts(header);
      holdFields(header, fields);
      holdValueColumns(header, valueColumns);
      holdColumns(header, fields, valueColumns);
      holdTiling(
        'terms-index',
        [...fields, ...fields.flatMap(({ pairs }) => pairs ?? [])].flatMap(({ termsIndex, grams }) => [
          termsIndex,
          ...(grams === null ? [] : [grams]),
        ]),
        0,
        header,
      );
      holdTiling(
        'values',
        fields.flatMap((field) => field.values ?? []),
        0,
        header,
      );
      for (const name of Object.keys(FRAME_BYTES) as FramedName[]) holdFrames(name, header);
      holdTiling('tree', Object.values(header.tree) as Extent[], 0, header);
      // Posting lists of terms come first; the sets of documents follow them to the end.
      const sets = [...fields.map((field) => field.exists.postings), header.searchable.postings];
      holdTiling('postings', sets, Math.min(...sets.map((set) => set.offset)), header);
    },
  );
  return findings.count === before;
}

function holdCounts(header: IndexHeader): void {
  const { documentCount, searchableCount, textCount, searchable } = header;
  for (const stream of STREAMS) expect(isCount(header.streamBytes[stream]), `${stream} has no length`);
  expect(isCount(documentCount) && documentCount <= 2 ** 32, 'the number of documents is invalid');
  expect(isCount(searchableCount) && searchableCount <= documentCount, 'more documents are searched than there are');
  expect(isCount(textCount) && textCount <= documentCount, 'more texts than documents');
  expect(searchable.docFreq === searchableCount, 'the set of searched documents has another count');
  expect(
    isCount(header.problemCount) && (header.isComplete || header.problemCount > 0),
    'incomplete without a problem',
  );
  expect(typeof header.caseFingerprint === 'string', 'the case has no fingerprint');
  expect(header.ids.length === documentCount * 4, 'the number of ids differs from that of documents');
  expect(
    header.idOrder === null || header.idOrder.length === documentCount * 4,
    'the number of ranks differs from that of documents',
  );
  const { originNumbers } = header;
  expect(
    originNumbers === undefined || originNumbers.length === documentCount * 4,
    'the number of document numbers differs from that of documents',
  );
  expect(
    header.itemOffsets.length === (documentCount + 1) * 5,
    'the number of item offsets differs from that of documents',
  );
  expect(header.textPlaces.length % 14 === 0, 'an extent of a text is cut');
  expect(header.coordinates.length % COORDINATE_BYTES === 0, 'a place is cut');
  const { parents, kinds, childStarts, children } = header.tree;
  const isFlat = parents.length === 0 && childStarts.length === 0;
  const isTree =
    (isFlat || (parents.length === documentCount * 4 && childStarts.length === (documentCount + 2) * 4)) &&
    kinds.length === documentCount &&
    children.length === documentCount * 4;
  expect(isTree, 'the tree has another number of items than the index has documents');
}

function holdFrames(name: FramedName, header: IndexHeader): void {
  const { bytes, offsets } = header.frames[name];
  expect(isCount(bytes), `the frames of ${name} have no length`);
  const count = Math.ceil(bytes / FRAME_BYTES[name]) + 1;
  expect(offsets.length === count * 5, `the number of frame offsets in ${name} differs from that of frames`);
  const extents = name === 'items' ? header.itemOffsets : header.textPlaces;
  holdTiling(name, [offsets, extents], offsets.offset, header);
}

const TYPES = new Set(['text', 'number', 'date', 'whole']);
const ANALYSES = new Set(['text', 'whole', 'token', 'exact', 'digits', 'hex']);

function holdFields(header: IndexHeader, fields: readonly FieldHeader[]): void {
  const names = new Set<string>();
  for (const field of fields) {
    const name = JSON.stringify(field.name);
    expect(typeof field.name === 'string' && !names.has(field.name), `field ${name} occurs twice`);
    names.add(field.name);
    expect(TYPES.has(field.type) && ANALYSES.has(field.analysis), `field ${name} has an unknown type`);
    expect(field.exists.docFreq <= header.searchableCount, `field ${name} has more documents than are searched`);
    for (const count of [field.exists.docFreq, field.tokenCount, field.valueCount]) {
      expect(isCount(count), `field ${name} has an invalid count`);
    }
    holdDictionary(field, `field ${name}`);
    if (field.pairs === null) continue;
    holdDictionary(field.pairs, `the pairs of ${name}`);
    expect(field.pairs.grams === null, `the pairs of ${name} have pairs of code points`);
  }
  expect(names.has(CONTENT_FIELD), 'the field of texts is missing');
}

function holdDictionary({ termCount, blockCount, firstBlock }: DictionaryHeader, name: string): void {
  for (const count of [termCount, blockCount, firstBlock]) expect(isCount(count), `${name} has an invalid count`);
  expect(blockCount === Math.ceil(termCount / TERMS_PER_BUCKET), `${name} has ${blockCount} buckets`);
}

function holdValueColumns(header: IndexHeader, columns: readonly ValueColumn[]): void {
  const names = new Set(columns.map(({ name }) => name));
  expect(names.size === columns.length, 'a column of values occurs twice');
  for (const { name, refusal, docCount, spellingCount, valueCount, groups, firsts } of columns) {
    const shown = `the column of values ${JSON.stringify(name)}`;
    for (const count of [docCount, spellingCount, valueCount]) expect(isCount(count), `${shown} has an invalid count`);
    expect(refusal === null || (refusal === 'long' && spellingCount === 0), `${shown} is refused for no reason`);
    expect(docCount <= header.searchableCount && valueCount <= spellingCount, `${shown} has impossible counts`);
    expect(groups.length === 10 * Math.ceil(spellingCount / SPELLINGS_PER_GROUP), `${shown} has other groups`);
    expect((firsts === null) === (valueCount === spellingCount), `${shown} has other values than spellings`);
    expect(firsts === null || firsts.length === Math.ceil(spellingCount / 8), `${shown} has too few bits`);
  }
}

function holdColumns(header: IndexHeader, fields: readonly FieldHeader[], valueColumns: readonly ValueColumn[]): void {
  const extents: Extent[] = [header.ids, header.coordinates];
  if (header.idOrder !== null) extents.push(header.idOrder);
  if (header.originNumbers !== undefined) extents.push(header.originNumbers);
  for (const { lengths, numbers } of fields) {
    if (lengths !== null) extents.push(lengths);
    if (numbers === null) continue;
    extents.push(numbers.values);
    if (numbers.docs !== null) extents.push(numbers.docs);
    if (numbers.residuals !== null) extents.push(numbers.residuals);
    if (numbers.bare !== null) extents.push(numbers.bare);
  }
  for (const { spellings, docs, groups, firsts } of valueColumns) {
    extents.push(spellings, docs, groups);
    if (firsts !== null) extents.push(firsts);
  }
  holdTiling('columns', extents, 0, header);
}

/** Throws unless the extents cover a stream from `start` to its end, each byte once. */
function holdTiling(stream: StreamName, extents: readonly Extent[], start: number, header: IndexHeader): void {
  let end = start;
  const inOrder = extents.filter(({ length }) => length > 0).sort((a, b) => a.offset - b.offset);
  for (const { offset, length } of inOrder) {
    expect(isCount(offset) && isCount(length), `an extent in ${stream} is invalid`);
    expect(offset === end, `${stream} has bytes from ${Math.min(end, offset)} that belong to no part, or to two`);
    end = offset + length;
  }
  expect(end === header.streamBytes[stream], `${stream} ends at ${header.streamBytes[stream]}, its contents at ${end}`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(what);
}
