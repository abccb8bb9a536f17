/** Deep verification: builds the index again in a temporary directory and compares every byte. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseFormat, CaseOptions } from '../cases/case-format.ts';
import { CHUNK_BYTES, STREAMS, type StreamName } from '../engine/format.ts';
import { type ListedPart, partName } from '../engine/index-parts.ts';
import { IndexReader } from '../engine/index-reader.ts';
import { locationInIndex } from '../engine/verify/location-in-index.ts';
import { type Content, contentOf, isFramed, streamOf } from '../engine/verify/stream-of.ts';
import type { Pause, VerifyFindings, VerifyProgress } from '../engine/verify-findings.ts';
import { AppError } from '../shared/errors.ts';
import { rebuildPart } from './growth/rebuild-part.ts';

export interface CompareOptions {
  readonly casePath: string;
  readonly formats?: readonly CaseFormat[];
  readonly caseOptions?: CaseOptions;
  readonly temporaryDir?: string;
  readonly onProgress?: (progress: VerifyProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Builds the index of a case a second time and compares, part by part. A build depends on the case alone, so every byte of every
 * stream and every fact in the headers must be the same. The first difference of each stream is a finding.
 */
export async function compareWithCase(
  parts: readonly ListedPart[],
  findings: VerifyFindings,
  pause: Pause,
  options: CompareOptions,
): Promise<void> {
  for (const [n, { directory, struck }] of parts.entries()) {
    if (struck.length > 0) {
      // The case no longer has all files of these parts.
      findings.checked('parts with removed items, whose bytes were not compared');
      continue;
    }
    const temporary = mkdtempSync(join(options.temporaryDir ?? tmpdir(), 'case-access-verify-'));
    if (parts.length > 1) findings.enter(partName(n));
    try {
      const rebuilt = await rebuild(temporary, parts.slice(0, n + 1), n === parts.length - 1, options);
      if (rebuilt === null) findings.add('case', 'its files differ from those of this part');
      else await compareIndexes(directory, rebuilt, findings, pause);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  findings.enter(null);
}

/** Builds the last of these parts again. Returns null if the part does not cover the files of the case. */
async function rebuild(
  directory: string,
  parts: readonly ListedPart[],
  isLast: boolean,
  options: CompareOptions,
): Promise<string | null> {
  const { casePath, formats, caseOptions, onProgress, signal } = options;
  try {
    const report = await rebuildPart(parts, isLast, {
      casePath,
      dataDir: directory,
      isForced: true,
      ...(formats === undefined ? {} : { formats }),
      ...(caseOptions === undefined ? {} : { caseOptions }),
      ...(onProgress === undefined
        ? {}
        : { onProgress: (state) => onProgress({ ...state, phase: `again: ${state.phase}` }) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return report?.indexPath ?? null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DATA_DIR_UNUSABLE') throw error;
    const reason = 'the temporary directory has no room for a second index; TMPDIR names another place';
    throw new AppError('DATA_DIR_UNUSABLE', reason, { cause: error });
  }
}

/** Compares two generations; findings are about the first. */
export async function compareIndexes(
  path: string,
  other: string,
  findings: VerifyFindings,
  pause: Pause,
): Promise<void> {
  let index: IndexReader;
  try {
    index = await IndexReader.open(path);
  } catch (error) {
    findings.addError('index', error);
    return;
  }
  try {
    const rebuilt = await IndexReader.open(other);
    try {
      compareHeaders(index, rebuilt, findings);
      await compareStreams(index, rebuilt, findings, pause);
    } finally {
      await rebuilt.close();
    }
  } finally {
    await index.close();
  }
}

function compareHeaders(index: IndexReader, rebuilt: IndexReader, findings: VerifyFindings): void {
  compareFacts('header', factsOf(index), factsOf(rebuilt), findings);
  compareFacts('names', [...index.names], [...rebuilt.names], findings);
  compareFacts('columns', Object.fromEntries(index.valueColumns), Object.fromEntries(rebuilt.valueColumns), findings);
  const names = new Set([...index.fields.keys(), ...rebuilt.fields.keys()]);
  for (const name of names) {
    const field = index.fields.get(name);
    const expected = rebuilt.fields.get(name);
    const where = `header, field ${JSON.stringify(name)}`;
    if (field === undefined || expected === undefined) {
      findings.add(where, field === undefined ? 'it is missing' : 'the case does not have it');
    } else compareFacts(where, field, expected, findings);
  }
}

/** The offsets of frames depend on the encoder. They were verified already. */
function factsOf({ header }: IndexReader): object {
  const { frames, streamBytes, itemOffsets, textPlaces, ...facts } = header;
  const lengths = Object.entries(streamBytes).filter(([name]) => !isFramed(name));
  const lists = [itemOffsets.length, textPlaces.length];
  return {
    ...facts,
    streamBytes: Object.fromEntries(lengths),
    items: frames.items.bytes,
    texts: frames.texts.bytes,
    lists,
  };
}

function compareFacts(where: string, found: object, expected: object, findings: VerifyFindings): void {
  const wanted = new Map(Object.entries(expected));
  for (const [name, value] of Object.entries(found)) {
    const [a, b] = [JSON.stringify(value), JSON.stringify(wanted.get(name))];
    if (a !== b) findings.add(where, `${name} is ${a}, but ${b} if built from the case`);
    wanted.delete(name);
  }
  for (const name of wanted.keys()) findings.add(where, `${name} is missing`);
}

async function compareStreams(
  index: IndexReader,
  rebuilt: IndexReader,
  findings: VerifyFindings,
  pause: Pause,
): Promise<void> {
  const bytesTotal = STREAMS.reduce((sum, name) => sum + contentOf(index, name).length, 0);
  let bytes = 0;
  for (const name of STREAMS) {
    const ours = partsOf(index, name);
    const theirs = partsOf(rebuilt, name);
    let isSame = true;
    for (let n = 0; n < ours.length && isSame; n++) {
      isSame = await comparePart(name, ours[n]!, theirs[n]!, { rebuilt, findings }, (count) => {
        bytes += count;
        return pause({ phase: 'compare', items: 0, itemsTotal: null, bytes, bytesTotal });
      });
    }
  }
}

interface StreamPart {
  readonly content: Content;
  readonly from: number;
  readonly length: number;
}

/**
 * Returns the parts of a stream that depend only on the case: the whole stream or, if it has frames, its content without them
 * and the offset of each item or text.
 */
function partsOf(index: IndexReader, name: StreamName): StreamPart[] {
  const whole = { ...contentOf(index, name), from: 0 };
  if (!isFramed(name)) return [whole];
  const { offset, length } = name === 'items' ? index.header.itemOffsets : index.header.textPlaces;
  return [whole, { content: streamOf(index, name), from: offset, length }];
}

/** Compares the common length of two parts. The first difference is a finding. */
async function comparePart(
  name: StreamName,
  found: StreamPart,
  expected: StreamPart,
  { rebuilt, findings }: { readonly rebuilt: IndexReader; readonly findings: VerifyFindings },
  onBytes: (count: number) => Promise<void>,
): Promise<boolean> {
  const length = Math.min(found.length, expected.length);
  let isSame = true;
  for (let offset = 0; offset < length; offset += CHUNK_BYTES) {
    const count = Math.min(CHUNK_BYTES, length - offset);
    let difference = -1;
    const isRead = findings.attempt(
      () => `${name}, from byte ${found.from + offset}`,
      () => {
        found.content.fetch(found.from + offset, count);
        expected.content.fetch(expected.from + offset, count);
        difference = firstDifference(found.content, expected.content, count);
      },
    );
    isSame &&= isRead;
    findings.checked('bytes compared', count);
    await onBytes(count);
    if (!isRead || difference < 0) continue;
    const at = offset + difference;
    // The rebuilt index is sound, so it tells which structure is at this place.
    const where = expected.from === 0 ? locationInIndex(rebuilt, name, at) : `byte ${at} of their extent`;
    findings.add(`${name}, byte ${found.from + at} (${where})`, 'it differs from the bytes built from the case');
    return false;
  }
  return isSame;
}

interface Bytes {
  readonly bytes: Uint8Array;
  readonly start: number;
}

function firstDifference(a: Bytes, b: Bytes, length: number): number {
  if (Buffer.compare(a.bytes.subarray(a.start, a.start + length), b.bytes.subarray(b.start, b.start + length)) === 0) {
    return -1;
  }
  for (let i = 0; ; i++) if (a.bytes[a.start + i] !== b.bytes[b.start + i]) return i;
}
