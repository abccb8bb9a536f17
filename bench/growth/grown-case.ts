/**
 * A case that grows and changes, made from a finished one: first its beginning, then additions of one file each, then a file in
 * a new state. In the end it has the items of the finished case.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ITEMS_A_FILE } from '../synthetic/write-case.ts';

interface Manifest {
  readonly items: readonly string[];
  readonly itemCount: number;
}

export class GrownCase {
  readonly directory: string;
  readonly #manifest: Manifest;
  /** The files of the case so far, and their numbers of items. */
  #files: readonly string[];
  #items: number;
  readonly #additions: { readonly file: string; readonly items: number }[] = [];

  /** Divides the last `additions` times `itemsEach` items among additions. */
  constructor(casePath: string, directory: string, additions: number, itemsEach: number) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    this.directory = directory;
    this.#manifest = JSON.parse(readFileSync(join(casePath, 'case.json'), 'utf8')) as Manifest;
    const { items: files, itemCount } = this.#manifest;
    this.#items = itemCount - additions * itemsEach;
    if (this.#items < 1) throw new RangeError(`${itemCount} items are too few for these additions`);
    const whole = additions === 0 ? files.length : Math.floor(this.#items / ITEMS_A_FILE);
    for (const file of files.slice(0, whole)) linkSync(join(casePath, file), join(directory, file));
    this.#files = files.slice(0, whole);
    const rest = files.slice(whole).flatMap((file) => linesOf(join(casePath, file)));
    const begun = rest.length - additions * itemsEach;
    if (begun > 0) this.#files = [...this.#files, this.#writeFile('begun', rest.slice(0, begun))];
    for (let at = begun; at < rest.length; at += itemsEach) {
      const lines = rest.slice(at, at + itemsEach);
      const name = `added-${String(this.#additions.length).padStart(5, '0')}`;
      this.#additions.push({ file: this.#writeFile(name, lines), items: lines.length });
    }
    this.#write();
  }

  #writeFile(name: string, lines: readonly string[]): string {
    const file = `${name}.jsonl.gz`;
    writeFileSync(join(this.directory, file), gzipSync(`${lines.join('\n')}\n`));
    return file;
  }

  get additions(): number {
    return this.#additions.length;
  }

  get items(): number {
    return this.#items;
  }

  /** Adds the n-th addition. */
  add(n: number): void {
    const { file, items } = this.#additions[n]!;
    this.#files = [...this.#files, file];
    this.#items += items;
    this.#write();
  }

  /** Compresses a file in another way, so that it has the same items and counts as changed. */
  change(n: number): void {
    const path = join(this.directory, this.#files[n]!);
    const lines = gunzipSync(readFileSync(path));
    const changed = `${path}.new`;
    writeFileSync(changed, gzipSync(lines, { level: 1 }));
    // The file is removed first, because the finished case shares it.
    rmSync(path);
    copyFileSync(changed, path);
    rmSync(changed);
  }

  #write(): void {
    const manifest = { ...this.#manifest, items: this.#files, itemCount: this.#items };
    writeFileSync(join(this.directory, 'case.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

function linesOf(path: string): string[] {
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '');
}
