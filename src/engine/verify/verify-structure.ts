/** Verifies one index, all parts in order. Start here to see the checks of `index verify`. */
import { AppError } from '../../shared/errors.ts';
import { verifyValueColumns } from '../columns/values/verify-value-columns.ts';
import { CHUNK_BYTES, type IndexHeader, STREAMS } from '../format.ts';
import { IndexReader } from '../index-reader.ts';
import { ListCheck } from '../postings/verify-list.ts';
import { verifyFrames } from '../store/frames/verify-frames.ts';
import { checkWholeFile } from '../store/page-checksums.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { markBit, type Pause, type Verification, type VerifyFindings } from '../verify-findings.ts';
import { streamOf } from './stream-of.ts';
import { FieldCheck } from './verify-field.ts';
import { verifyHeader } from './verify-header.ts';
import { ItemCheck } from './verify-items.ts';

/**
 * Checks a generation against every invariant of docs/index-format.md, without the case. Reports violations to
 * `findings`; damaged bytes never throw. Memory: about 20 bytes per document, one block of a posting list, and about
 * 200 bytes per pair of frequent words.
 *
 * Throws INDEX_FORMAT for an index of another version, and passes on exceptions of `pause`.
 */
export async function verifyStructure(
  directory: string,
  findings: VerifyFindings,
  pause: Pause,
): Promise<IndexHeader | null> {
  await verifyFile(directory, findings, pause);
  let index: IndexReader;
  try {
    index = await IndexReader.open(directory);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INDEX_FORMAT') throw error;
    findings.addError('index', error);
    return null;
  }
  try {
    const { header } = index;
    const fields = [...index.fields.values()];
    if (!verifyHeader(header, fields, [...index.valueColumns.values()], findings)) return header;
    await verifyChunks(index, findings, pause);
    const searchable = new Uint8Array(Math.ceil(header.documentCount / 8));
    const verification: Verification<IndexReader> = { index, findings, pause, searchable };
    readSearchable(verification);
    await verifyFrames(verification, 'items', pause);
    await verifyFrames(verification, 'texts', pause);
    await new ItemCheck(verification, index.names.length).check(pause);
    await verifyFields(verification);
    await verifyValueColumns(verification);
    return header;
  } finally {
    await index.close();
  }
}

/** Checks every byte of the data file against the checksums beside it. */
async function verifyFile(directory: string, findings: VerifyFindings, pause: Pause): Promise<void> {
  await pause({ phase: 'file', items: 0, itemsTotal: null, bytes: 0, bytesTotal: 0 });
  findings.attempt(
    () => 'data.mdb',
    () => {
      const damaged = checkWholeFile(directory, (bytes) => findings.checked('bytes of the file', bytes));
      for (const where of damaged) findings.add(`data.mdb, ${where}`, 'the file does not match its checksum');
    },
  );
}

/** Checks every chunk of every stream, whether or not anything refers to it. */
async function verifyChunks(index: IndexReader, findings: VerifyFindings, pause: Pause): Promise<void> {
  const { streamBytes } = index.header;
  const bytesTotal = STREAMS.reduce((sum, name) => sum + streamBytes[name], 0);
  let bytes = 0;
  for (const name of STREAMS) {
    const stream = streamOf(index, name);
    for (let offset = 0; offset < streamBytes[name]; offset += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, streamBytes[name] - offset);
      findings.attempt(
        () => `${name}, chunk ${offset / CHUNK_BYTES}`,
        () => stream.check(offset / CHUNK_BYTES, length),
      );
      findings.checked('chunks');
      bytes += length;
      await pause({ phase: 'chunks', items: 0, itemsTotal: null, bytes, bytesTotal });
    }
    findings.expect(
      endsThere(stream, streamBytes[name]),
      () => name,
      () => 'the stream continues after its end',
    );
  }
}

function endsThere(stream: StreamReader, end: number): boolean {
  try {
    stream.fetch(end, 1);
    return false;
  } catch {
    return true;
  }
}

function readSearchable({ index, findings, searchable }: Verification<IndexReader>): void {
  const { docFreq, postings } = index.header.searchable;
  findings.attempt(
    () => 'postings, searchable documents',
    () =>
      new ListCheck(index).set(postings.offset, postings.length, docFreq, (doc) => {
        if (!markBit(searchable, doc)) throw new RangeError(`document ${doc} occurs twice`);
      }),
  );
}

async function verifyFields(verification: Verification<IndexReader>): Promise<void> {
  const { index, findings, pause } = verification;
  const { streamBytes } = index.header;
  const bytesTotal = streamBytes.terms + streamBytes['terms-index'] + streamBytes.postings;
  const check = new FieldCheck(verification);
  const onBytes = (bytes: number) => pause({ phase: 'terms', items: 0, itemsTotal: null, bytes, bytesTotal });
  for (const field of index.fields.values()) await check.check(field, onBytes);
  for (const field of index.fields.values()) await check.checkPairs(field, onBytes);
  const { ends } = check;
  if (ends.isLost) return;
  const sets = Math.min(...[...index.fields.values()].map((field) => field.exists.postings.offset));
  const expected = { ...streamBytes, postings: index.fields.size === 0 ? 0 : sets };
  for (const name of ['terms', 'terms-index', 'postings'] as const) {
    findings.expect(
      ends[name] === expected[name],
      () => name,
      () => `the lists of the dictionaries end at ${ends[name]} and not at ${expected[name]}`,
    );
  }
}
