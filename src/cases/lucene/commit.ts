/**
 * Reads a commit (segments_N): the segments of the index, in the order of its documents. Only the newest commit counts. If it
 * is unreadable, no older commit silently replaces it.
 */
import { AppError } from '../../shared/errors.ts';
import { FOOTER_BYTES, ID_BYTES, readChecked, readCodec, readId } from './codec-header.ts';
import { DataInput } from './data-input.ts';
import { readFieldSet, readMap } from './field-infos.ts';
import type { IndexDirectory } from './index-directory.ts';
import { MAP_ENTRIES_MAX, SEGMENTS_MAX } from './limits.ts';

const CODEC = 'Lucene92';
const MAJOR = 9;

export interface Commit {
  readonly file: string;
  readonly generation: number;
  readonly id: string;
  readonly luceneVersion: string;
  readonly version: number;
  /** The number of the next segment. */
  readonly counter: number;
  readonly segments: readonly SegmentCommit[];
  readonly userData: ReadonlyMap<string, string>;
}

/** A segment in the commit. */
export interface SegmentCommit {
  readonly name: string;
  readonly id: string;
  readonly codec: string;
  /** Generation of the file of live documents, or null if nothing was deleted. */
  readonly delGen: number | null;
  readonly delCount: number;
}

/** Returns the newest commit of the files in a directory. */
export async function readNewestCommit(directory: IndexDirectory, files: readonly string[]): Promise<Commit> {
  const names = commitFiles(files);
  const newest = names.at(-1);
  if (newest === undefined) {
    throw directory.unreadable(
      `folder ${JSON.stringify(directory.path('').replace(/\/$/, ''))} has no commit: it has no file segments_N`,
    );
  }
  try {
    return await readCommit(directory, newest);
  } catch (error) {
    if (!(error instanceof AppError) || names.length < 2) throw error;
    throw new AppError(
      error.code,
      `${error.message}; it is the newest commit, and ${await describeOlder(directory, names.at(-2)!)}`,
    );
  }
}

/** Returns names of commits, oldest first. The number in a name has base 36. */
export function commitFiles(files: readonly string[]): string[] {
  return files
    .filter((name) => /^segments_[0-9a-z]{1,11}$/.test(name))
    .sort((a, b) => generationOf(a) - generationOf(b));
}

function generationOf(name: string): number {
  return Number.parseInt(name.slice('segments_'.length), 36);
}

async function describeOlder(directory: IndexDirectory, name: string): Promise<string> {
  try {
    const { segments } = await readCommit(directory, name);
    return `an older commit ${name} with ${segments.length} segments exists: it is not used, as it lacks what came later`;
  } catch {
    return `an older commit ${name} is unreadable, too`;
  }
}

/** Reads the commit of a file `segments_N`. Throws AppError CASE_UNREADABLE. */
export async function readCommit(directory: IndexDirectory, name: string): Promise<Commit> {
  const file = await directory.open(name);
  // Checks the header before the checksum, because another version of Lucene is not damage.
  const start = new DataInput(file);
  const version = readCodec(start, { codec: 'segments', versionMin: 0, versionMax: 0x7fff_ffff });
  if (version < 7) {
    throw file.damaged(
      `was written by Lucene 6 or older (version ${version}): a case of IPED 3.x cannot be opened; process it again with IPED 4`,
    );
  }
  if (version > 10) throw file.damaged(`has version ${version}, of a later Lucene; this reader supports 7 to 10`);
  const whole = DataInput.over(file.readWhole(), file, Math.max(0, file.bytes - FOOTER_BYTES));
  whole.seek(start.offset);
  let commit: Commit;
  try {
    commit = parseCommit(whole, name, version);
  } catch (error) {
    readChecked(file);
    throw error;
  }
  assertCodecs(whole, commit);
  readChecked(file);
  if (whole.left !== 0) throw file.damaged(`has ${whole.left} bytes after its segments`);
  return commit;
}

function parseCommit(input: DataInput, name: string, version: number): Commit {
  const id = readId(input);
  const suffix = Buffer.from(input.take(input.byte())).toString('latin1');
  if (`segments_${suffix}` !== name) throw input.damaged(`was written as segments_${suffix}`);
  const luceneVersion = readVersion(input);
  const major = input.vInt();
  if (major < MAJOR) {
    throw input.damaged(
      `belongs to an index of Lucene ${major}: the index format of Lucene ${major} is not supported, only that of Lucene ${MAJOR}`,
    );
  }
  const changes = Number(input.int64BigEndian());
  const counter = version === 7 ? input.int32BigEndian() : input.vLong();
  const count = input.checked(input.int32BigEndian(), 'segments', Math.min(SEGMENTS_MAX, input.left));
  if (count > 0) readVersion(input);
  const segments: SegmentCommit[] = [];
  for (let i = 0; i < count; i++) segments.push(readSegment(input, version));
  const names = new Set(segments.map((segment) => segment.name));
  if (names.size !== segments.length) throw input.damaged('names a segment twice');
  const userData = readMap(input);
  return {
    file: name,
    generation: generationOf(name),
    id,
    luceneVersion,
    version: changes,
    counter,
    segments,
    userData,
  };
}

function readSegment(input: DataInput, version: number): SegmentCommit {
  const name = input.string();
  if (!/^_[0-9a-z]{1,20}$/.test(name)) throw input.damaged(`names a segment ${JSON.stringify(name.slice(0, 100))}`);
  const id = readId(input);
  const codec = input.string();
  const delGen = input.int64BigEndian();
  const delCount = input.int32BigEndian();
  const fieldInfosGen = input.int64BigEndian();
  const docValuesGen = input.int64BigEndian();
  if (version >= 8) input.int32BigEndian();
  if (version >= 10 && input.byte() === 1) input.skip(ID_BYTES);
  readFieldSet(input);
  const updates = input.checked(input.int32BigEndian(), 'updates of doc values', MAP_ENTRIES_MAX);
  for (let i = 0; i < updates; i++) {
    input.int32BigEndian();
    readFieldSet(input);
  }
  if (delCount < 0 || delGen > 0xffff_ffffn || (delGen < 1n && delCount > 0)) {
    throw input.damaged(`gives segment ${name} ${delCount} deletions of generation ${delGen}`);
  }
  if (fieldInfosGen !== -1n || docValuesGen !== -1n) {
    throw input.damaged(`gives segment ${name} updated doc values, which this reader does not support`);
  }
  return { name, id, codec, delGen: delGen < 1n ? null : Number(delGen), delCount };
}

function readVersion(input: DataInput): string {
  const major = input.vInt();
  const minor = input.vInt();
  return `${major}.${minor}.${input.vInt()}`;
}

function assertCodecs(input: DataInput, commit: Commit): void {
  const other = commit.segments.find(({ codec }) => codec !== CODEC);
  if (other === undefined) return;
  throw input.damaged(
    `says that segment ${other.name} has the codec ${JSON.stringify(other.codec.slice(0, 100))}, which is not supported; this reader supports ${CODEC} (IPED 4.0 to 4.4)`,
  );
}
