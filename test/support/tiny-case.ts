/**
 * Case directories for tests, written from plain records. A case is small, is in a directory of the test, and may be
 * deliberately broken: a record given as a string is written as that line, whatever it contains.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A reference in a record. It is written unchanged, and the file need not exist. */
export interface TinyRef {
  readonly file: string;
  readonly offset?: number;
  readonly length?: number;
}

export interface TinyItem {
  readonly id: number;
  readonly parentId?: number;
  /** A value that is not an array is written as an array of one. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** A string is inline unless `textAs` says otherwise. Bytes go into a file or the pack. */
  readonly text?: string | Uint8Array | TinyRef;
  readonly content?: string | Uint8Array | TinyRef;
  readonly thumb?: Uint8Array | TinyRef;
}

export interface TinyCaseOptions {
  /** Default `tiny case`. */
  readonly name?: string;
  /** Whether items files are compressed. Default: true. */
  readonly gzip?: boolean;
  /** Items are divided among this many files, in order; default 1. */
  readonly itemFiles?: number;
  /** Default: the number of records; null omits it. */
  readonly itemCount?: number | null;
  /** Where strings of `text` go; default `inline`. */
  readonly textAs?: 'inline' | 'file' | 'pack';
  /** Where contents and thumbnails go; default `file`. */
  readonly contentAs?: 'file' | 'pack';
  /** Merged into the manifest last. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

/** Writes a case into `dir` (created if missing) and returns `dir`. */
export async function writeCase(
  dir: string,
  items: readonly (TinyItem | string)[],
  options: TinyCaseOptions = {},
): Promise<string> {
  await mkdir(dir, { recursive: true });
  const parts = new PartWriter(dir);
  const lines: string[] = [];
  for (const item of items) {
    lines.push(typeof item === 'string' ? item : JSON.stringify(await toRecord(item, parts, options)));
  }
  await parts.finish();
  const files = await writeItemFiles(dir, lines, options);
  const itemCount = options.itemCount === undefined ? items.length : options.itemCount;
  const manifest = {
    format: 'case-directory',
    version: 1,
    name: options.name ?? 'tiny case',
    items: files,
    ...(itemCount === null ? {} : { itemCount }),
    ...options.manifest,
  };
  await writeFile(join(dir, 'case.json'), JSON.stringify(manifest, null, 1));
  return dir;
}

/** Adds a file of items, with inline texts, after those that a case has. Values are written as text. */
export function addItemFile(dir: string, name: string, added: readonly TinyItem[]): void {
  const manifest = JSON.parse(readFileSync(join(dir, 'case.json'), 'utf8'));
  const lines = added.map(({ properties = {}, ...record }) => {
    const listed = Object.entries(properties).map(([key, value]) => [key, [String(value)]]);
    return JSON.stringify({ ...record, properties: Object.fromEntries(listed) });
  });
  writeFileSync(join(dir, name), `${lines.join('\n')}\n`);
  manifest.items.push(name);
  manifest.itemCount += added.length;
  writeFileSync(join(dir, 'case.json'), JSON.stringify(manifest));
}

/** Writes one file of a case, with the folders above it. */
export async function writeCaseFile(dir: string, file: string, bytes: string | Uint8Array): Promise<void> {
  const path = join(dir, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

/** Runs `body` with an empty temporary directory, and returns its result. */
export async function withTempDir<T>(body: (dir: string) => Promise<T>): Promise<T> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'case-access-test-')));
  try {
    return await body(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Writes bytes into separate files, or appends them to one pack file per folder. */
class PartWriter {
  readonly #dir: string;
  readonly #packs = new Map<string, Uint8Array[]>();
  readonly #packBytes = new Map<string, number>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  async ownFile(folder: string, name: string, bytes: Uint8Array): Promise<TinyRef> {
    const file = `${folder}/${name}`;
    await writeCaseFile(this.#dir, file, bytes);
    return { file };
  }

  pack(folder: string, bytes: Uint8Array): TinyRef {
    const file = `${folder}/pack-00000`;
    const offset = this.#packBytes.get(file) ?? 0;
    this.#packs.set(file, [...(this.#packs.get(file) ?? []), bytes]);
    this.#packBytes.set(file, offset + bytes.length);
    return { file, offset, length: bytes.length };
  }

  async finish(): Promise<void> {
    for (const [file, chunks] of this.#packs) await writeCaseFile(this.#dir, file, Buffer.concat(chunks));
  }
}

async function toRecord(item: TinyItem, parts: PartWriter, options: TinyCaseOptions): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = { id: item.id };
  if (item.parentId !== undefined) record.parentId = item.parentId;
  record.properties = Object.fromEntries(
    Object.entries(item.properties ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
  );
  const textAs = options.textAs ?? 'inline';
  const contentAs = options.contentAs ?? 'file';
  if (typeof item.text === 'string' && textAs === 'inline') record.text = item.text;
  else if (item.text !== undefined) {
    record.text = await writePart(parts, 'text', `${item.id}.txt`, item.text, textAs === 'pack' ? 'pack' : 'file');
  }
  if (item.content !== undefined) {
    record.content = await writePart(parts, 'content', `${item.id}`, item.content, contentAs);
  }
  if (item.thumb !== undefined) {
    record.thumb = await writePart(parts, 'thumbs', `${item.id}.jpg`, item.thumb, contentAs);
  }
  return record;
}

async function writePart(
  parts: PartWriter,
  folder: string,
  name: string,
  part: string | Uint8Array | TinyRef,
  where: 'file' | 'pack',
): Promise<TinyRef> {
  if (typeof part !== 'string' && !(part instanceof Uint8Array)) return part;
  const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
  return where === 'pack' ? parts.pack(folder, bytes) : parts.ownFile(folder, name, bytes);
}

async function writeItemFiles(dir: string, lines: readonly string[], options: TinyCaseOptions): Promise<string[]> {
  const gzip = options.gzip ?? true;
  const count = options.itemFiles ?? 1;
  const perFile = Math.max(1, Math.ceil(lines.length / count));
  const files: string[] = [];
  for (let n = 0; n < count; n++) {
    const file = `items-${String(n).padStart(5, '0')}.jsonl${gzip ? '.gz' : ''}`;
    const slice = lines.slice(n * perFile, (n + 1) * perFile);
    const bytes = Buffer.from(slice.map((line) => `${line}\n`).join(''), 'utf8');
    await writeFile(join(dir, file), gzip ? gzipSync(bytes) : bytes);
    files.push(file);
  }
  return files;
}
