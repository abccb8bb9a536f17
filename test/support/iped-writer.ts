/**
 * Writes complete cases of IPED for tests: an index whose segments have a file for each part, in the layout of Lucene 9.2, and
 * the settings that are read. An item is a document with stored values after one with its text, or after those with its pieces.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seal } from './lucene-files.ts';
import { Bytes, lz4, type Postings, writeTerms } from './lucene-writer.ts';
import { seeded } from './seeded.ts';

/** Numbers are stored as ints, bytes as bytes. Values of one name are consecutive. */
export type StoredPairs = readonly (readonly [name: string, value: string | number | Uint8Array])[];

export interface WrittenItem {
  readonly stored: StoredPairs;
  /** Words of ASCII letters and sequences of Han, or pieces of these. Null if no document has the item's text. */
  readonly text: string | readonly string[] | null;
  /** Whether the item was removed. Its pieces stay, unless they are removed, too. */
  readonly isRemoved?: boolean | 'with its text';
}

const ID = Buffer.from('0123456789abcdef');
/** Values of this field are terms, in documents without positions. */
const KIND_FIELD = 'kind';
/** Another field of words, and numbers that are points. */
const REMARK_FIELD = 'remark';
const POINT_FIELDS: ReadonlySet<string> = new Set(['id', 'parentId', 'rank']);

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};
const int32Big = (value: number): Buffer => int32(value).reverse();
const int64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
};
const int64Big = (value: number): Buffer => int64(value).reverse();
const vLong = (value: number): Buffer => Buffer.from(new Bytes().vLong(value).bytes);
const text = (value: string): Buffer => Buffer.concat([vLong(Buffer.byteLength(value)), Buffer.from(value)]);
const bytesOf = (word: string): Buffer => Buffer.concat([vLong(word.length), Buffer.from(word, 'latin1')]);
const list = (values: readonly Uint8Array[]): Buffer => Buffer.concat([vLong(values.length), ...values]);
const map = (entries: Readonly<Record<string, string>>): Buffer =>
  list(Object.entries(entries).map(([key, value]) => Buffer.concat([text(key), text(value)])));

function header(codec: string, version: number, suffix = ''): Buffer {
  return Buffer.concat([
    int32Big(0x3fd76c17),
    text(codec),
    int32Big(version),
    ID,
    Buffer.of(suffix.length),
    Buffer.from(suffix),
  ]);
}

/** A file of Lucene with its footer and checksum. */
function closed(...parts: readonly Uint8Array[]): Buffer {
  return seal(Buffer.concat([...parts, int32Big(~0x3fd76c17), Buffer.alloc(12)]));
}

/** One segment of one chunk. */
export async function writeIpedCase(dir: string, items: readonly WrittenItem[]): Promise<void> {
  await writeIpedSegments(dir, [items], CHUNK_DOCUMENTS_MAX);
}

/** Segments, with this many documents in each chunk of stored fields. */
export async function writeIpedSegments(
  dir: string,
  segments: readonly (readonly WrittenItem[])[],
  chunkDocuments: number,
): Promise<void> {
  await writeIpedSettings(dir);
  const commits: CommittedSegment[] = [];
  for (const [n, items] of segments.entries()) {
    const { files, ...committed } = segmentFiles(`_${n.toString(36)}`, items, { chunkDocuments, deletions: 1, id: ID });
    commits.push(committed);
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(dir, 'iped/index', name), bytes);
  }
  await writeFile(join(dir, 'iped/index/segments_2'), commit(commits, 2));
}

/** Writes the folders of a case, and its settings. */
export async function writeIpedSettings(dir: string): Promise<void> {
  await mkdir(join(dir, 'iped/index'), { recursive: true });
  await mkdir(join(dir, 'iped/conf'), { recursive: true });
  const settings = 'convertCharsToLowerCase = true\nconvertCharsToAscii = true\nmaxTokenLength = 255\n';
  await writeFile(join(dir, 'iped/conf/IndexTaskConfig.txt'), settings);
  await writeFile(join(dir, 'iped/conf/metadataTypes.txt'), 'size = java.lang.Long\n');
  await writeFile(join(dir, 'iped/conf/CategoriesConfig.json'), '{"name":"Categories","categories":[]}');
  await writeFile(join(dir, 'iped/LocalConfig.txt'), 'locale = en\n');
}

/** A segment as its commit names it. */
export interface CommittedSegment {
  readonly name: string;
  readonly id: Buffer;
  /** The generation of its live documents, and the number of deleted ones. */
  readonly deletions: number;
  readonly deletedCount: number;
}

/** A document of the index: a text, or the values of the item after it. */
type Document = ({ readonly text: string } | { readonly stored: StoredPairs }) & { readonly isRemoved: boolean };

interface SegmentOptions extends Pick<CommittedSegment, 'id' | 'deletions'> {
  readonly chunkDocuments?: number;
  /** The size of an additional file that no reader opens. It makes a segment large. */
  readonly unreadBytes?: number;
}

/** Returns the files of a segment by name, and its place in a commit. */
export function segmentFiles(
  segment: string,
  items: readonly WrittenItem[],
  { id, deletions, chunkDocuments = CHUNK_DOCUMENTS_MAX, unreadBytes = 0 }: SegmentOptions,
): CommittedSegment & { readonly files: Record<string, Buffer> } {
  const documents: readonly Document[] = items.flatMap(({ stored, text: words, isRemoved = false }): Document[] => {
    const pieces = words === null ? [] : typeof words === 'string' ? [words] : words;
    const isTextRemoved = isRemoved === 'with its text';
    return [
      ...pieces.map((piece) => ({ text: piece, isRemoved: isTextRemoved })),
      { stored, isRemoved: isRemoved !== false },
    ];
  });
  const maxDoc = documents.length;
  const storedNames = items.flatMap(({ stored }) => stored.map(([name]) => name));
  const names = [...new Set(['id', 'parentId', 'name', 'content', ...storedNames])];
  const firstOf = (one: Document, wanted: string): string =>
    'stored' in one ? String(one.stored.find(([name]) => name === wanted)?.[1] ?? '') : '';
  const allTerms: readonly (readonly [string, ReadonlyMap<string, Postings>])[] = [
    ['name', postingsOf(documents.map((one) => firstOf(one, 'name')))],
    ['content', postingsOf(documents.map((one) => ('text' in one ? one.text : '')))],
    [KIND_FIELD, postingsOf(documents.map((one) => firstOf(one, KIND_FIELD)))],
    [REMARK_FIELD, postingsOf(documents.map((one) => firstOf(one, REMARK_FIELD)))],
  ];
  const indexed = new Map(allTerms.filter(([, terms]) => terms.size > 0));
  const files: Record<string, Buffer> = {
    '.fnm': fieldInfos(names, indexed),
    ...storedFields(documents, names, chunkDocuments),
    ...(unreadBytes === 0 ? {} : { '.dvd': Buffer.alloc(unreadBytes) }),
  };
  for (const [name, terms] of indexed) Object.assign(files, termFiles(name, names.indexOf(name), terms, maxDoc));
  const all = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [segment + name, bytes]));
  const info = closed(
    header('Lucene90SegmentInfo', 0),
    ...[9, 2, 0].map(int32),
    Buffer.of(0),
    int32(maxDoc),
    Buffer.of(0xff),
    map({}),
    list(Object.keys(all).map(text)),
    map({ 'Lucene90StoredFieldsFormat.mode': 'BEST_SPEED' }),
    vLong(0),
  );
  const deleted = documents.flatMap(({ isRemoved }, doc) => (isRemoved ? [doc] : []));
  const live =
    deleted.length === 0 ? {} : { [`${segment}_${deletions.toString(36)}.liv`]: liveDocs(maxDoc, deleted, deletions) };
  const named = Object.entries({ ...all, ...live, [`${segment}.si`]: info });
  const withIds = Object.fromEntries(named.map(([name, bytes]) => [name, withId(bytes, id)]));
  return { name: segment, id, deletions, deletedCount: deleted.length, files: withIds };
}

/** Writes another id into the headers of a file. */
function withId(bytes: Buffer, id: Buffer): Buffer {
  let at = bytes.indexOf(ID);
  if (at < 0) return bytes;
  for (; at >= 0; at = bytes.indexOf(ID, at + ID.length)) id.copy(bytes, at);
  return seal(bytes);
}

function liveDocs(maxDoc: number, deleted: readonly number[], deletions: number): Buffer {
  const bits = Buffer.alloc(8 * Math.ceil(maxDoc / 64));
  for (let doc = 0; doc < maxDoc; doc++) if (!deleted.includes(doc)) bits[doc >>> 3]! |= 1 << (doc & 7);
  return closed(header('Lucene90LiveDocs', 0, deletions.toString(36)), bits);
}

/** The commit of a file `segments_N`. */
export function commit(committed: readonly CommittedSegment[], number: number): Buffer {
  const segments = committed.map(({ name, id, deletions, deletedCount }) => {
    const deleted = [int64Big(deletedCount === 0 ? -1 : deletions), int32Big(deletedCount)];
    const none = [int64Big(-1), int64Big(-1), int32Big(0)];
    const named = [text(name), id, text('Lucene92')];
    return Buffer.concat([...named, ...deleted, ...none, Buffer.of(0), list([]), int32Big(0)]);
  });
  return closed(
    header('segments', 10, number.toString(36)),
    ...[9, 2, 0, 9].map(vLong),
    int64Big(1),
    vLong(segments.length),
    int32Big(segments.length),
    ...[9, 2, 0].map(vLong),
    ...segments,
    map({}),
  );
}

/** Ids are points. Fields with terms have positions, which are in separate files. All other fields are only stored. */
function fieldInfos(names: readonly string[], indexed: ReadonlyMap<string, unknown>): Buffer {
  const infos = names.map((name, number) => {
    const isPoint = POINT_FIELDS.has(name);
    const format = { 'PerFieldPostingsFormat.format': 'Lucene90', 'PerFieldPostingsFormat.suffix': String(number) };
    return Buffer.concat([
      text(name),
      vLong(number),
      Buffer.of(2, indexed.has(name) ? (name === KIND_FIELD ? 1 : 3) : 0, 0),
      int64(-1),
      map(indexed.has(name) ? format : {}),
      isPoint ? Buffer.of(1, 1, 4) : Buffer.of(0),
      Buffer.of(0, 0),
    ]);
  });
  return closed(header('Lucene90FieldInfos', 0), list(infos));
}

/** Larger chunks encode lengths differently. */
const CHUNK_DOCUMENTS_MAX = 127;

/** Documents with texts have no values. */
function storedFields(
  documents: readonly Document[],
  names: readonly string[],
  chunkDocuments: number,
): Record<string, Buffer> {
  if (chunkDocuments > CHUNK_DOCUMENTS_MAX) throw new Error(`a chunk has ${CHUNK_DOCUMENTS_MAX} documents at most`);
  const chunks: Buffer[] = [];
  for (let at = 0; at < documents.length; at += chunkDocuments) {
    chunks.push(storedChunk(at, documents.slice(at, at + chunkDocuments), names));
  }
  const data = closed(header('Lucene90StoredFieldsFastData', 1), ...chunks);
  const monotonic = Buffer.alloc(21);
  const meta = closed(
    header('Lucene90FieldsIndexMeta', 1),
    vLong(81_920),
    ...[documents.length, 10, chunks.length + 1].map(int32),
    ...[int64(0), monotonic, int64(0), monotonic, int64(0), int64(data.length - 16)],
    ...[chunks.length, 0, 0].map(vLong),
  );
  return { '.fdt': data, '.fdm': meta };
}

function storedChunk(firstDoc: number, documents: readonly Document[], names: readonly string[]): Buffer {
  const values = documents.map((one) => ('stored' in one ? one.stored : []));
  const bytes = values.map((stored) =>
    Buffer.concat(stored.map(([name, value]) => storedValue(names.indexOf(name), value))),
  );
  const ints = (values: readonly number[]): Buffer =>
    values.length === 1 ? vLong(values[0]!) : Buffer.concat([Buffer.of(32), ...values.map(int32)]);
  const raw = Buffer.concat(bytes);
  const packed = Buffer.from(lz4(raw).bytes);
  return Buffer.concat([
    vLong(firstDoc),
    vLong(documents.length * 4),
    ints(values.map((stored) => stored.length)),
    ints(bytes.map(({ length }) => length)),
    ...[0, raw.length, 0].map(vLong),
    ...(raw.length === 0 ? [] : [vLong(packed.length), packed]),
  ]);
}

function storedValue(field: number, value: string | number | Uint8Array): Buffer {
  if (typeof value === 'string') return Buffer.concat([vLong(field * 8), text(value)]);
  if (typeof value === 'number') return Buffer.concat([vLong(field * 8 + 2), vLong(value * 2)]);
  return Buffer.concat([vLong(field * 8 + 1), vLong(value.length), value]);
}

/** Returns the words of each document with their postings. A character stands for a byte. */
function postingsOf(texts: readonly string[]): ReadonlyMap<string, Postings> {
  const terms = new Map<string, [number, number[]][]>();
  for (const [doc, words] of texts
    .map((one) => one.toLowerCase().match(/[a-z0-9]+|[\u4e00-\u9fff]+/g) ?? [])
    .entries()) {
    for (const [position, characters] of words.entries()) {
      const word = Buffer.from(characters).toString('latin1');
      const postings = terms.get(word) ?? [];
      if (postings.at(-1)?.[0] !== doc) postings.push([doc, []]);
      postings.at(-1)![1].push(position);
      terms.set(word, postings);
    }
  }
  return new Map([...terms].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function termFiles(
  name: string,
  field: number,
  terms: ReadonlyMap<string, Postings>,
  maxDoc: number,
): Record<string, Buffer> {
  const suffix = `Lucene90_${field}`;
  const heads = {
    tree: header('BlockTreeTermsDict', 0, suffix),
    docs: header('Lucene90PostingsWriterDoc', 0, suffix),
    positions: header('Lucene90PostingsWriterPos', 0, suffix),
  };
  const isWhole = name === KIND_FIELD;
  const options = { hasFreqs: !isWhole, hasPositions: !isWhole, random: seeded(field + 1), heads };
  const written = writeTerms(terms, options);
  const whole = (bytes: Uint8Array): Buffer => closed(bytes.subarray(0, -16));
  const words = [...terms.keys()];
  const root = vLong(written.root * 4);
  const documents = new Set([...terms.values()].flatMap((postings) => postings.map(([doc]) => doc)));
  const meta = closed(
    header('BlockTreeTermsMeta', 0, suffix),
    header('Lucene90PostingsWriterTerms', 0, suffix),
    ...[128, 1, field, terms.size, root.length].map(vLong),
    root,
    ...[written.sumTotalTermFreq, ...(isWhole ? [] : [written.sumDocFreq])].map(vLong),
    vLong(Math.min(maxDoc, documents.size)),
    bytesOf(words[0]!),
    bytesOf(words.at(-1)!),
    vLong(0),
    Buffer.concat([int32Big(0x3fd76c17), text('FST'), int32Big(8)]),
    Buffer.of(0, 0, 0, 0),
    int64(0),
    int64(written.tree.length),
  );
  return {
    [`_${suffix}.tmd`]: meta,
    [`_${suffix}.tim`]: whole(written.tree),
    [`_${suffix}.doc`]: whole(written.docs),
    [`_${suffix}.pos`]: whole(written.positions),
  };
}
