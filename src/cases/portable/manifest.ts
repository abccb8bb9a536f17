/**
 * `case.json`: what a case says of itself. Everything that can be wrong with it keeps the case from opening, with one
 * line that names the file and the fault.
 */
import { AppError } from '../../shared/errors.ts';
import { type CaseFiles, shown } from '../files/safe-path.ts';
import { unreadable } from '../unreadable-case.ts';
import { itemFilesMax, manifestBytesMax } from './limits.ts';

export const manifestFile = 'case.json';
const formatName = 'case-directory';
const formatVersion = 1;

export interface Manifest {
  readonly name: string | null;
  /** Item files, as spelled, in case order. */
  readonly items: readonly string[];
  readonly itemCount: number | null;
}

/** Bytes of the manifest. Throws AppError CASE_UNREADABLE. */
export async function readManifestBytes(files: CaseFiles, casePath: string): Promise<Buffer> {
  const { handle, stats } = await files.open(manifestFile).catch((error: unknown) => {
    if (error instanceof AppError) throw unreadable(casePath, error.message.replace(/^file "case.json"/, manifestFile));
    throw error;
  });
  try {
    if (stats.size > manifestBytesMax) {
      throw unreadable(casePath, `${manifestFile} has ${stats.size} bytes, more than ${manifestBytesMax}`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Throws AppError CASE_UNREADABLE where the manifest is not one that this program reads. */
export function parseManifest(bytes: Buffer, casePath: string): Manifest {
  const fail = (fault: string): AppError => unreadable(casePath, `${manifestFile}: ${fault}`);
  const json = parseObject(bytes, fail);
  if (json.format !== formatName) {
    throw fail(`format is ${render(json.format)}, this program reads ${JSON.stringify(formatName)}`);
  }
  const version = json.version;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw fail(`version is ${render(version)}, not a positive integer`);
  }
  if (version > formatVersion) {
    throw fail(`version is ${version}, this program reads versions up to ${formatVersion}: use a newer one`);
  }
  const name = json.name ?? null;
  if (name !== null && typeof name !== 'string') throw fail(`name is ${render(name)}, not a string`);
  const itemCount = json.itemCount ?? null;
  if (itemCount !== null && !(Number.isSafeInteger(itemCount) && (itemCount as number) >= 0)) {
    throw fail(`itemCount is ${render(itemCount)}, not a count`);
  }
  return { name, items: checkItems(json.items, fail), itemCount: itemCount as number | null };
}

function parseObject(bytes: Buffer, fail: (fault: string) => AppError): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(`not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw fail('not a JSON object');
  return json as Record<string, unknown>;
}

function checkItems(items: unknown, fail: (fault: string) => AppError): readonly string[] {
  if (items === undefined) throw fail('items is missing');
  if (!Array.isArray(items)) throw fail(`items is ${render(items)}, not an array of strings`);
  const stranger = items.findIndex((item) => typeof item !== 'string');
  if (stranger >= 0) throw fail(`items[${stranger}] is ${render(items[stranger])}, not a string`);
  if (items.length > itemFilesMax) throw fail(`items names ${items.length} files, more than ${itemFilesMax}`);
  return items;
}

function render(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
