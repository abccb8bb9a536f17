/**
 * Finds the files of a segment, in the directory or in one compound file (.cfs, with its directory .cfe). Parts have names such
 * as `.fdt` or `_Lucene90_0.tim`.
 */
import { FOOTER_BYTES, readChecked, readFooter, readHeader, verifyChecksum } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import type { IndexDirectory } from './index-directory.ts';
import { MAP_ENTRIES_MAX } from './limits.ts';

export class SegmentFiles {
  /** The compound file, or null. */
  readonly compound: DataFile | null;
  readonly #find: (part: string) => Promise<DataFile>;
  readonly #opened = new Map<string, Promise<DataFile>>();
  readonly #verified = new Map<string, Promise<DataFile>>();

  readonly #isVerifiedElsewhere: boolean;

  constructor(
    { isVerifiedElsewhere }: IndexDirectory,
    compound: DataFile | null,
    find: (part: string) => Promise<DataFile>,
  ) {
    this.#isVerifiedElsewhere = isVerifiedElsewhere;
    this.compound = compound;
    this.#find = find;
  }

  /** Returns a part with a footer, without comparing its checksum. */
  open(part: string): Promise<DataFile> {
    const opened = this.#opened.get(part) ?? this.#open(part);
    this.#opened.set(part, opened);
    return opened;
  }

  /** Returns a part with a verified checksum. The whole part is read once to verify it. */
  openVerified(part: string): Promise<DataFile> {
    const verified = this.#verified.get(part) ?? this.#verify(part);
    this.#verified.set(part, verified);
    return verified;
  }

  async #open(part: string): Promise<DataFile> {
    const file = await this.#find(part);
    readFooter(file);
    return file;
  }

  async #verify(part: string): Promise<DataFile> {
    const file = await this.open(part);
    if (!this.#isVerifiedElsewhere) await verifyChecksum(file);
    return file;
  }
}

export function separateFiles(directory: IndexDirectory, segment: string): SegmentFiles {
  return new SegmentFiles(directory, null, (part) => directory.open(segment + part, segment));
}

export async function compoundFiles(directory: IndexDirectory, segment: string, id: string): Promise<SegmentFiles> {
  const entriesFile = await directory.open(`${segment}.cfe`, segment);
  const compound = await directory.open(`${segment}.cfs`, segment);
  const entries = readEntries(entriesFile, id);
  const last = Math.max(0, ...[...entries.values()].map(({ offset, bytes }) => offset + bytes));
  if (last + FOOTER_BYTES > compound.bytes) {
    throw compound.damaged(`is truncated: it has ${compound.bytes} bytes, its directory needs ${last + FOOTER_BYTES}`);
  }
  readFooter(compound);
  if (last + FOOTER_BYTES !== compound.bytes) {
    throw compound.damaged(`has ${compound.bytes} bytes, its directory needs ${last + FOOTER_BYTES}`);
  }
  readHeader(new DataInput(compound, 0, compound.bytes, 1024), {
    codec: 'Lucene90CompoundData',
    versionMin: 0,
    versionMax: 0,
    id,
    suffix: '',
  });
  return new SegmentFiles(directory, compound, async (part) => {
    const entry = entries.get(part);
    if (entry === undefined) throw compound.damaged(`has no part ${segment}${part}: file ${segment}${part} is missing`);
    return compound.inner(segment + part, entry.offset, entry.bytes);
  });
}

interface Entry {
  readonly offset: number;
  readonly bytes: number;
}

function readEntries(file: DataFile, id: string): Map<string, Entry> {
  const input = readChecked(file);
  readHeader(input, { codec: 'Lucene90CompoundEntries', versionMin: 0, versionMax: 0, id, suffix: '' });
  const entries = new Map<string, Entry>();
  const count = input.count('files', Math.min(MAP_ENTRIES_MAX, input.left));
  for (let i = 0; i < count; i++) {
    const name = input.string();
    const offset = input.int64();
    const bytes = input.int64();
    if (offset < 0n || bytes < 0n || offset + bytes > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw file.damaged(`has an impossible extent for ${JSON.stringify(name.slice(0, 100))}`);
    }
    if (entries.has(name)) throw file.damaged(`names ${JSON.stringify(name.slice(0, 100))} twice`);
    entries.set(name, { offset: Number(offset), bytes: Number(bytes) });
  }
  return entries;
}
