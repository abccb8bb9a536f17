/**
 * The items of a set as lines, for digests and for comparisons between people. A file has the items of the query first. Then
 * each bookmark in the query follows: a line `bookmark TAB name`, then its members. The selection is a bookmark without a name.
 */
import { createHash, type Hash } from 'node:crypto';

/** Some items of one source. */
export interface ListedItems {
  readonly source: string;
  readonly ids: ArrayLike<number>;
}

export interface ListSummary {
  readonly items: number;
  /** SHA-256 in hexadecimal of the lines `source TAB id LF`, UTF-8. */
  readonly digest: string;
}

/** Number of ids whose lines are written at once. */
const LINES_AT_ONCE = 4096;

/** Digests lines, and passes them on. */
export class ReferenceDigest {
  readonly #hash: Hash = createHash('sha256');
  readonly #onLines: (lines: string) => void;
  #items = 0;

  constructor(onLines: (lines: string) => void = () => undefined) {
    this.#onLines = onLines;
  }

  *add({ source, ids }: ListedItems): Generator<void, void, undefined> {
    for (let from = 0; from < ids.length; from += LINES_AT_ONCE) {
      let lines = '';
      const end = Math.min(ids.length, from + LINES_AT_ONCE);
      for (let i = from; i < end; i++) lines += `${source}\t${ids[i]}\n`;
      this.#hash.update(lines);
      this.#onLines(lines);
      yield;
    }
    this.#items += ids.length;
  }

  summary(): ListSummary {
    return { items: this.#items, digest: this.#hash.digest('hex') };
  }
}

/** Returns the heading of a bookmark, or of the selection if the name is null. Names have no control characters. */
export function headingOf(name: string | null): string {
  return name === null ? 'bookmark\n' : `bookmark\t${name}\n`;
}

export interface ParsedSection extends ListSummary {
  /** The name of a bookmark. Null for the selection, undefined for the items of the query. */
  readonly name: string | null | undefined;
  readonly ids: ReadonlyMap<string, readonly number[]>;
  /** Lines of items, unchanged. */
  readonly lines: readonly string[];
}

/** Throws an Error that names an invalid line. A line of a source called `bookmark` differs from a heading by its id. */
export function parseReferences(text: string): readonly ParsedSection[] {
  const sections: { name: string | null | undefined; lines: string[]; ids: Map<string, number[]> }[] = [
    { name: undefined, lines: [], ids: new Map() },
  ];
  if (text !== '' && !text.endsWith('\n')) throw new Error('is truncated: its last line does not end');
  const lines = text.split('\n').slice(0, -1);
  const names = new Set<string | null>();
  for (const [i, line] of lines.entries()) {
    const item = /^(.*)\t(\d{1,10})$/s.exec(line);
    const heading = item === null ? /^bookmark(?:\t(.+))?$/s.exec(line) : null;
    if (heading !== null && !names.has(heading[1] ?? null)) {
      names.add(heading[1] ?? null);
      sections.push({ name: heading[1] ?? null, lines: [], ids: new Map() });
      continue;
    }
    if (item === null) throw new Error(`has no item and no bookmark in line ${i + 1}`);
    const { ids, lines: own } = sections.at(-1)!;
    own.push(line);
    const ofSource = ids.get(item[1]!);
    if (ofSource === undefined) ids.set(item[1]!, [Number(item[2])]);
    else ofSource.push(Number(item[2]));
  }
  return sections.map(({ name, lines: own, ids }) => {
    const hash = createHash('sha256');
    for (const line of own) hash.update(`${line}\n`);
    return { name, lines: own, ids, items: own.length, digest: hash.digest('hex') };
  });
}
