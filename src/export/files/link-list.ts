/** Paths of files in an archive, one per line, for a table that comes after the files. Safe names have no line breaks. */
import { Spool } from '../zip/spool.ts';

export class LinkList {
  readonly #lines = new Spool();

  /** Empty: there is no file. */
  add(path: string): Promise<void> {
    return this.#lines.add(Buffer.from(`${path}\n`));
  }

  async *all(): AsyncGenerator<string, void, undefined> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const piece of this.#lines.pieces()) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  }

  close(): Promise<void> {
    return this.#lines.close();
  }
}
