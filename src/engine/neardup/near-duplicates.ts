/**
 * Collects the sketches of texts in a build. At its end, writes a column of whole values: the group of each text that has near
 * duplicates. A group is named by the sketch of its first text. The same first text therefore gives the same name in every
 * source.
 *
 * Each text is compared with the first few texts of other groups that share a key. So each member of a group is near another
 * member, but not near all. Whether two texts share a key depends only on their hashes, so builds are repeatable.
 *
 * Memory: 13 bytes for each text, and the column. Everything else is in temporary files.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { NEAR_DUPLICATES_FIELD } from '../../schema/well-known-fields.ts';
import { freeArrays } from '../../shared/freed-arrays.ts';
import { HOLD_LIMITS, type HoldLimits } from '../columns/field-files.ts';
import { ColumnValues } from '../columns/values/column-values.ts';
import type { ValueColumn } from '../format.ts';
import { PagedWords, PageFile, type PageLocation, PageReader, readFully } from '../store/page-file.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { areNear, CODE_BYTES, IDENTITY_WORDS, KEYS, ROW_WORDS } from './sketch-row.ts';

/** For each key, a text is compared with at most this many texts of other groups. */
const LEADERS_MAX = 8;
/** Texts processed between two pauses. */
const TEXTS_PER_PAUSE = 1 << 14;
/** Fraction of the memory for whole values that the column may use. */
const VALUES_PART = 4;

export class NearDuplicates {
  readonly #directory: string;
  readonly #limits: HoldLimits;
  readonly #pages: PageFile;
  /** The codes of each text, one text per page. */
  readonly #codes: PageFile;
  readonly #docs: PagedWords;
  /** Both words of identity, then each key. Each column has one word for every text. */
  readonly #columns: readonly PagedWords[];
  #count = 0;

  /** Temporary files are in `directory`, which the caller removes. */
  constructor(directory: string, limits: HoldLimits = HOLD_LIMITS) {
    this.#directory = directory;
    this.#limits = limits;
    this.#pages = new PageFile(join(directory, 'sketches'), limits.pageBytes);
    this.#codes = new PageFile(join(directory, 'sketch-codes'), CODE_BYTES);
    this.#docs = new PagedWords(this.#pages);
    this.#columns = Array.from({ length: IDENTITY_WORDS + KEYS }, () => new PagedWords(this.#pages));
  }

  /** Takes the row of a text (sketch-row.ts) at `at`. Documents must ascend. */
  add(doc: number, rows: Uint32Array, at: number): void {
    this.#docs.push(doc);
    for (let i = 0; i < this.#columns.length; i++) this.#columns[i]!.push(rows[at + i]!);
    const codes = at + this.#columns.length;
    this.#codes.add(new Uint8Array(rows.buffer, rows.byteOffset + 4 * codes, 4 * (ROW_WORDS - this.#columns.length)));
    this.#count++;
  }

  /** Appends the column, or none if no text has a near duplicate. Calls `onPart` regularly with the progress, 0 to 1. */
  async write(
    stream: StreamWriter,
    pages: PageFile,
    onPart: (part: number) => Promise<void>,
  ): Promise<readonly ValueColumn[]> {
    if (this.#count < 2) return [];
    const groups = await this.#grouped(onPart);
    const isMember = new Uint8Array(this.#count);
    for (let text = 0; text < this.#count; text++) {
      const first = groups.firstOf(text);
      if (first !== text) isMember[text] = isMember[first] = 1;
    }
    const [high, low] = this.#columns.slice(0, IDENTITY_WORDS).map((column) => {
      const words = new Uint32Array(this.#count);
      eachWord(column.location(), (word, text) => {
        words[text] = word;
      });
      return words;
    });
    const { values } = this.#limits;
    const column = new ColumnValues(join(this.#directory, 'near-duplicates'), {
      occurrences: Math.ceil(values.occurrences / VALUES_PART),
      bytes: Math.ceil(values.bytes / VALUES_PART),
    });
    const docs = new PageReader(this.#docs.location());
    try {
      let isAny = false;
      for (let text = 0; text < this.#count; text++) {
        const doc = docs.u32();
        if (text % TEXTS_PER_PAUSE === TEXTS_PER_PAUSE - 1) await onPart(1);
        if (isMember[text] === 0) continue;
        isAny = true;
        const first = groups.firstOf(text);
        column.add(NEAR_DUPLICATES_FIELD, 'whole', doc, [hex(high![first]!) + hex(low![first]!)]);
      }
      return isAny ? await column.write(stream, pages, onPart) : [];
    } finally {
      docs.close();
      column.close();
    }
  }

  async #grouped(onPart: (part: number) => Promise<void>): Promise<Groups> {
    const groups = new Groups(this.#count);
    this.#codes.flush();
    const file = openSync(this.#codes.path, 'r');
    try {
      const keys = new BigUint64Array(this.#count);
      const words = new Uint32Array(keys.buffer);
      // Identity is the first key, so equal texts form one group.
      for (const [n, column] of this.#columns.entries()) {
        if (n === 1) continue;
        await onPart(n / this.#columns.length);
        eachWord(column.location(), (hash, text) => {
          words[2 * text] = text;
          words[2 * text + 1] = hash;
        });
        keys.sort();
        await this.#joinEqual(words, file, groups, onPart);
      }
      freeArrays(keys);
    } finally {
      closeSync(file);
    }
    return groups;
  }

  /** `words`: pairs of text and hash, sorted by hash, then by text. */
  async #joinEqual(
    words: Uint32Array,
    file: number,
    groups: Groups,
    pause: (part: number) => Promise<void>,
  ): Promise<void> {
    const leaders = Array.from({ length: LEADERS_MAX }, () => ({ text: 0, codes: new Uint8Array(CODE_BYTES) }));
    let count = 0;
    const own = new Uint8Array(CODE_BYTES);
    for (let i = 0; i < words.length; i += 2) {
      if ((i >>> 1) % TEXTS_PER_PAUSE === TEXTS_PER_PAUSE - 1) await pause(0);
      if (i === 0 || words[i + 1] !== words[i - 1]) count = 0;
      const isLast = words[i + 1] !== words[i + 3];
      if (count === 0 && isLast) continue;
      const text = words[i]!;
      if (isJoined(leaders, count, text, groups)) continue;
      readFully(file, own, text * CODE_BYTES);
      let n = 0;
      while (n < count && !areNear(leaders[n]!.codes, own)) n++;
      if (n < count) groups.join(leaders[n]!.text, text);
      else if (count < LEADERS_MAX) {
        leaders[count]!.text = text;
        leaders[count++]!.codes.set(own);
      }
    }
  }

  close(): void {
    this.#pages.close();
    this.#codes.close();
  }
}

function isJoined(leaders: readonly { readonly text: number }[], count: number, text: number, groups: Groups): boolean {
  const first = groups.firstOf(text);
  for (let n = 0; n < count; n++) if (groups.firstOf(leaders[n]!.text) === first) return true;
  return false;
}

/** Disjoint sets of texts, each represented by its first. */
class Groups {
  readonly #parents: Uint32Array;

  constructor(count: number) {
    this.#parents = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.#parents[i] = i;
  }

  firstOf(text: number): number {
    const parents = this.#parents;
    let at = text;
    while (parents[at] !== at) {
      const above = parents[parents[at]!]!;
      parents[at] = above;
      at = above;
    }
    return at;
  }

  join(a: number, b: number): void {
    const first = this.firstOf(a);
    const other = this.firstOf(b);
    if (first < other) this.#parents[other] = first;
    else this.#parents[first] = other;
  }
}

/** Reads all words of a sequence. */
function eachWord(location: PageLocation, take: (word: number, n: number) => void): void {
  const reader = new PageReader(location);
  try {
    for (let n = 0; reader.nextPage(); ) {
      const words = new Uint32Array(reader.bytes.buffer, reader.bytes.byteOffset, reader.length / 4);
      for (let i = 0; i < words.length; i++) take(words[i]!, n++);
    }
  } finally {
    reader.close();
  }
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
