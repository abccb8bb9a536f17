/** Collects the findings of a build in each file of a case, so that a later build can strike the documents of one. */
import type { ItemPart } from '../../cases/case-reader.ts';
import { type FileContents, RANGES_MAX } from './case-files.ts';

interface Collected {
  records: number;
  readonly documents: [from: number, to: number][];
  problems: number;
}

export class ContentsOfFiles {
  readonly #files = new Map<string, Collected>();
  #ranges = 0;

  of(file: string): Collected {
    let contents = this.#files.get(file);
    if (contents === undefined) {
      contents = { records: 0, documents: [], problems: 0 };
      this.#files.set(file, contents);
    }
    return contents;
  }

  /** Adds a document of a file. Documents of all files ascend. */
  add(file: string, doc: number): void {
    if (this.#ranges > RANGES_MAX) return;
    const { documents } = this.of(file);
    const last = documents.at(-1);
    if (last?.[1] === doc) last[1]++;
    else {
      documents.push([doc, doc + 1]);
      this.#ranges++;
    }
  }

  /** Returns null if the documents are too scattered. */
  ofFiles(parts: readonly ItemPart[]): readonly FileContents[] | null {
    return this.#ranges > RANGES_MAX ? null : parts.map(({ file }) => this.of(file));
  }
}
