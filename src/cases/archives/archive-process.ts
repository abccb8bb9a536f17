/** Entry point of a process that reads the directories of ZIP archives. Hostile input can harm only this process. */
import type { FileHandle } from 'node:fs/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { Refusal, serveConfined } from '../../confined/confined-host.ts';
import { AppError } from '../../shared/errors.ts';
import { EvidenceFiles } from '../evidence/evidence-files.ts';
import type { ArchiveEntry, ArchiveListing, ArchiveRequest } from './archive-request.ts';
import { ENTRIES_MAX, LISTED_ENTRIES_MAX, LISTED_UNITS_MAX, NAMES_COMPARED_MAX, OPEN_ARCHIVES_MAX } from './limits.ts';

type Listed = Pick<
  Entry,
  | 'compressedSize'
  | 'uncompressedSize'
  | 'compressionMethod'
  | 'crc32'
  | 'generalPurposeBitFlag'
  | 'relativeOffsetOfLocalHeader'
>;

interface OpenArchive {
  readonly zip: ZipFile;
  readonly handle: FileHandle;
  readonly entries: ReadonlyMap<string, Listed>;
  /** Raw names from the directory. Not kept for later entries of a large archive. */
  readonly rawNames: ReadonlyMap<string, Buffer>;
}

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** Least recently used first. */
const opened = new Map<string, OpenArchive>();

serveConfined<ArchiveRequest>(async ([request]) => {
  try {
    const archive = await openArchive(request!);
    return request!.name === null ? list(archive) : await locate(archive, request!.name);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof AppError) throw new Refusal(`cannot be opened: ${error.message}`);
    throw new Refusal(`is damaged or of an unsupported kind (${(error as Error).message})`);
  }
});

async function locate({ zip, entries }: OpenArchive, name: string): Promise<ArchiveEntry> {
  const entry = entries.get(name) ?? entries.get(name.replace(/^\//, ''));
  if (entry === undefined) throw new Refusal('has no entry for the item');
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw new Refusal('contains the item in encrypted form');
  const { compressionMethod: method } = entry;
  if (method !== STORED && method !== DEFLATED) {
    throw new Refusal(`holds the item compressed by method ${method}; only stored and deflated entries are read`);
  }
  const start = await new Promise<number>((resolve, reject) => {
    zip.readLocalFileHeader(entry as Entry, { minimal: true }, (error, header) =>
      error === null ? resolve(header.fileDataStart) : reject(error),
    );
  });
  return {
    start,
    storedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    isDeflated: method === DEFLATED,
    crc32: entry.crc32,
  };
}

async function list(archive: OpenArchive): Promise<ArchiveListing> {
  const { entries } = archive;
  const names: string[] = [];
  const bytes: number[] = [];
  const storedBytes: number[] = [];
  let units = 0;
  let leftOut = 0;
  for (const [name, { uncompressedSize, compressedSize }] of entries) {
    if (name.endsWith('/')) continue;
    units += name.length;
    if (names.length >= LISTED_ENTRIES_MAX || units > LISTED_UNITS_MAX) leftOut++;
    else {
      names.push(name);
      bytes.push(uncompressedSize);
      storedBytes.push(compressedSize);
    }
  }
  return { names, bytes, storedBytes, leftOut, misnamed: await misnamedOf(archive) };
}

const HEADER_BYTES = 30;
const SIGNATURE = 0x04034b50;
const NAME_LENGTH_AT = 26;

/**
 * Finds entries whose two names differ. If the name in the directory is damaged, the entry seems to be another file, and
 * nothing else reveals this.
 */
async function misnamedOf({ entries, rawNames, handle }: OpenArchive): Promise<readonly string[]> {
  if (entries.size > NAMES_COMPARED_MAX) return [];
  const misnamed: string[] = [];
  for (const [name, raw] of rawNames) {
    const header = Buffer.alloc(HEADER_BYTES + raw.length);
    await handle.read(header, 0, header.length, entries.get(name)!.relativeOffsetOfLocalHeader);
    const isSame =
      header.readUInt32LE(0) === SIGNATURE &&
      header.readUInt16LE(NAME_LENGTH_AT) === raw.length &&
      header.subarray(HEADER_BYTES).equals(raw);
    if (!isSame) misnamed.push(name);
  }
  return misnamed;
}

async function openArchive({ scope, file }: ArchiveRequest): Promise<OpenArchive> {
  const key = JSON.stringify([scope.caseRealPath, file]);
  const known = opened.get(key);
  opened.delete(key);
  const archive = known ?? (await readArchive(scope, file));
  opened.set(key, archive);
  for (const [oldest, { handle }] of opened) {
    if (opened.size <= OPEN_ARCHIVES_MAX) break;
    opened.delete(oldest);
    await handle.close();
  }
  return archive;
}

async function readArchive(scope: ArchiveRequest['scope'], file: string): Promise<OpenArchive> {
  const { handle } = await new EvidenceFiles(scope).open(file);
  try {
    // Names are keys here, never paths, so they are not validated.
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false } as const;
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      yauzl.fromFd(handle.fd, options, (error, found) => (error === null ? resolve(found) : reject(error)));
    });
    return { zip, handle, ...(await readEntries(zip)) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Keyed by name, with slashes as separators. If two entries have one name, the last counts, as in other readers. */
function readEntries(zip: ZipFile): Promise<Pick<OpenArchive, 'entries' | 'rawNames'>> {
  const entries = new Map<string, Listed>();
  const rawNames = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve({ entries, rawNames }));
    zip.on('entry', (entry: Entry) => {
      if (entries.size >= ENTRIES_MAX) {
        reject(new Refusal(`has more than ${ENTRIES_MAX} entries`));
        return;
      }
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
      const { compressedSize, uncompressedSize, compressionMethod, crc32, relativeOffsetOfLocalHeader } = entry;
      const listed = {
        compressedSize,
        uncompressedSize,
        compressionMethod,
        crc32,
        generalPurposeBitFlag,
        relativeOffsetOfLocalHeader,
      };
      const key = name.replaceAll('\\', '/');
      entries.set(key, listed);
      if (entries.size <= NAMES_COMPARED_MAX) rawNames.set(key, Buffer.from(fileNameRaw));
      zip.readEntry();
    });
    zip.readEntry();
  });
}
