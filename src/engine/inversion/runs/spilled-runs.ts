/** Runs on disk: written one after the other, and merged into longer ones before there are too many. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TermCursor } from '../../../shared/term-cursor.ts';
import type { RunFile } from './run-file.ts';
import { RunFileReader } from './run-file-reader.ts';
import { writeRunFile } from './run-file-writer.ts';
import { RunMerger } from './run-merger.ts';

export class SpilledRuns {
  readonly #directory: string;
  readonly #prefix: string;
  readonly #mergedAtOnce: number;
  /** In order of creation. Levels never ascend. */
  readonly #files: { readonly file: RunFile; readonly level: number }[] = [];
  #made = 0;

  /**
   * Files are created in `directory`, which is created on demand. Their names begin with `prefix`. `mergedAtOnce` runs
   * of a level are merged into one of the next.
   */
  constructor(directory: string, prefix: string, mergedAtOnce: number) {
    this.#directory = directory;
    this.#prefix = prefix;
    this.#mergedAtOnce = mergedAtOnce;
  }

  /** The runs in order of their documents. */
  get files(): readonly RunFile[] {
    return this.#files.map(({ file }) => file);
  }

  /** Writes a run, whose documents must come after those of all others, and closes it. */
  add(run: TermCursor): void {
    this.addBy((path) => written(path, run));
  }

  /** Like `add`, for a run that `write` writes to a file of this path. */
  addBy(write: (path: string) => RunFile): void {
    mkdirSync(this.#directory, { recursive: true });
    this.#files.push({ file: write(this.#newPath()), level: 0 });
    while (this.#mergeLast());
  }

  /** Deletes all files. */
  remove(): void {
    for (const { file } of this.#files.splice(0)) rmSync(file.path);
  }

  /** Merges the last runs if there are enough of one level. They are neighbours, so their documents stay in order. */
  #mergeLast(): boolean {
    const last = this.#files.slice(-this.#mergedAtOnce);
    const level = last.at(-1)!.level;
    if (last.length < this.#mergedAtOnce || last[0]!.level !== level) return false;
    const merged = written(this.#newPath(), new RunMerger(last.map(({ file }) => new RunFileReader(file))));
    for (const { file } of last) rmSync(file.path);
    this.#files.splice(-last.length, last.length, { file: merged, level: level + 1 });
    return true;
  }

  #newPath(): string {
    return join(this.#directory, `${this.#prefix}${this.#made++}`);
  }
}

function written(path: string, cursor: TermCursor): RunFile {
  try {
    return writeRunFile(path, cursor);
  } finally {
    cursor.close();
  }
}
