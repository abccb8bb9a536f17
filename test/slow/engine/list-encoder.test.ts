/**
 * The kernel that encodes lists gives the bytes of the naive encoder, from occurrences and from runs, however small thresholds
 * are.
 */
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../../support/endings.ts';
import type { ListedTerm, Occurrences } from '../../support/list-cursor.ts';
import { seeded } from '../../support/seeded.ts';
import { PRODUCTION, SETTINGS, under } from '../../support/settings.ts';
import { withDirectory } from '../../unit/engine/synthetic-index.ts';
import type { Lists } from './encoded-alike.ts';

const LAST_POSITION = 2 ** 31 - 2;

class Maker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(of: readonly T[]): T {
    return of[this.below(of.length)]!;
  }

  lists(): Lists {
    const documentCount = this.#pick([3, 70, 300, 300, 600, 600, 1000, 140_000]);
    const lengths = [null, Array.from({ length: documentCount }, () => this.#length()), null];
    const terms: ListedTerm[] = [];
    for (const field of lengths.keys()) {
      const names = new Set(Array.from({ length: 1 + this.below(20) }, () => this.#name()));
      const ordered = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      for (const name of ordered) terms.push([field, name, this.#occurrences(documentCount)]);
    }
    return { terms, lengths, documentCount, hasPositions: this.below(4) > 0, runs: this.#runs(terms) };
  }

  #length(): number {
    return this.below(10) === 0 ? this.#pick([65_534, 65_535, 65_536, 1_000_000]) : 1 + this.below(400);
  }

  /** Terms with common prefixes, terms that are prefixes of others, and terms longer than a page of a run. */
  #name(): string {
    const stem = this.#pick(['', 'a', 'straße', 'eightish', 'eightish\u0001', 'ö'.repeat(5000)]);
    return stem + this.#pick(['', '', '\0', '\0\0', 'b', 'b\0', 'ß', String(this.below(100))]);
  }

  #occurrences(documentCount: number): Occurrences {
    const docs = this.#docs(documentCount);
    const kind = this.below(6);
    return docs.flatMap((doc) => this.#positions(kind, docs.length).map((position) => [doc, position] as const));
  }

  #docs(documentCount: number): number[] {
    const step = this.#pick([1, 1, 2, 3, 9, 40, 3000]);
    const docs: number[] = [];
    const wanted = this.#pick([1, 1, 2, 5, 20, 63, 64, 65, 129, 300, 300, 700]);
    for (let doc = this.below(Math.min(documentCount, 200)); doc < documentCount && docs.length < wanted; ) {
      docs.push(doc);
      doc += 1 + this.below(step);
      if (this.below(100) === 0) doc += this.below(documentCount >>> 1);
    }
    return docs;
  }

  #positions(kind: number, docs: number): number[] {
    const many = docs < 3 ? [127, 128, 129, 193, 5000] : [1, 127, 128, 129];
    const count = kind === 0 ? 1 : kind === 1 ? this.#pick(many) : 1 + this.below(kind === 2 && docs < 20 ? 30 : 3);
    const far = kind === 3 ? 2 ** this.below(29) : this.#pick([1, 2, 9, 3000]);
    const positions: number[] = [];
    let position = this.below(far);
    for (; positions.length < count && position <= LAST_POSITION; position += 1 + this.below(far)) {
      positions.push(position);
    }
    return positions;
  }

  /**
   * Divides the occurrences of each term among runs by document. A document may end in a later run than the one in which it
   * began.
   */
  #runs(terms: readonly ListedTerm[]): ListedTerm[][] {
    const count = 1 + this.below(5);
    const runs = Array.from({ length: count }, (): ListedTerm[] => []);
    for (const [field, term, occurrences] of terms) {
      const own = runs.map((): [number, number][] => []);
      let last = -1;
      let run = 0;
      for (const [doc, position] of occurrences) {
        if (doc !== last) {
          if (this.below(5) === 0) run = this.below(count);
        } else if (this.below(9) === 0) run += this.below(count - run);
        last = doc;
        own[run]!.push([doc, position]);
      }
      for (const [n, some] of own.entries()) if (some.length > 0) runs[n]!.push([field, term, some]);
    }
    return runs;
  }
}

test.each(SETTINGS.map((setting) => [setting.name, setting] as const))(
  'encodes lists alike, %s',
  async (_, setting) => {
    const module = new URL('./encoded-alike.ts', import.meta.url);
    const { encodedInEachWay } = await under<typeof import('./encoded-alike.ts')>(setting, module);
    for (let seed = 1; seed <= 16; seed++) {
      const maker = new Maker(seed);
      await withDirectory(async (directory) => {
        const [[, naive], ...found] = encodedInEachWay(maker.lists(), directory, 1 + maker.below(5000)) as [
          [string, unknown],
          ...[string, unknown][],
        ];
        for (const [way, encoded] of found) expect([seed, way, encoded]).toEqual([seed, way, naive]);
      });
    }
  },
);

test('in growing lists, ends of groups get one more byte when the record needs it', async () => {
  const terms = Array.from({ length: 250 }, (_, n): ListedTerm => {
    const occurrences = Array.from({ length: 150 + n }, (_, doc) => [doc, (doc * 7) % 64] as const);
    return [0, `term${100 + n}`, occurrences];
  });
  const module = new URL('./encoded-alike.ts', import.meta.url);
  const { encodedInEachWay } = await under<typeof import('./encoded-alike.ts')>(PRODUCTION, module);
  const directory = temporaryDir();
  const lists = { terms, lengths: [null], documentCount: 400, hasPositions: true, runs: [terms] };
  const [[, naive], ...found] = encodedInEachWay(lists, directory, 100) as [[string, unknown], ...[string, unknown][]];
  for (const [way, encoded] of found) expect([way, encoded]).toEqual([way, naive]);
});
