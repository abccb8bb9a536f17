/**
 * Cases of IPED that grow, lose items and merge segments at random. After each step, the index that a build made of the current
 * one, with parts if it could, has the contents of a fresh index. Parts that stay keep their bytes. RUNS= sets the number of
 * histories.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { GrowingIped } from '../support/growing-iped.ts';
import { factsOfGeneration } from '../support/index-facts.ts';
import type { WrittenItem } from '../support/iped-writer.ts';
import { type ChangingCase, compareHistories } from './growing-histories.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const HISTORIES = Number(process.env.RUNS ?? 6);

type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const WORDS = ['heron', 'stork', 'crane', 'ibis', 'otter', '重要', 'x1', 'reed'];
const words = (random: Random, most: number): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, WORDS)).join(' ');

/** Evidence, each a tree of items. Its kind decides how much its items are related to others. */
class RandomIped implements ChangingCase {
  readonly iped: GrowingIped;
  readonly #dir: string;
  readonly #random: Random;
  /** Whether only complete evidence is removed, and nothing in it has a problem or an odd value. */
  readonly #isCalm: boolean;
  #evidence: number[][] = [];
  #next = 1;

  constructor(dir: string, random: Random, isCalm: boolean) {
    this.#dir = dir;
    this.iped = new GrowingIped(dir);
    this.#random = random;
    this.#isCalm = isCalm;
    this.#append(60, 300);
  }

  write(): Promise<void> {
    return this.iped.write();
  }

  change(): void {
    const random = this.#random;
    const action = random();
    const isRemoving = action < (this.#isCalm ? 0.35 : 0.3) && this.#evidence.length > 2;
    if (isRemoving) this.#remove();
    else if (action < 0.4) this.#merge();
    else if (action < 0.45) this.#setting();
    else if (action < 0.5 && !this.#isCalm) this.#update();
    // One step may both remove and add items.
    if (action > 0.45 || random() < 0.3) this.#append(1 + Math.floor(random() * 2));
  }

  /** Adds evidence, whose texts have at most this many words. */
  #append(count: number, most = 12): void {
    const random = this.#random;
    const items: WrittenItem[] = [];
    for (let n = 0; n < count; n++) {
      const root = this.#next;
      const ids: number[] = [];
      for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
        ids.push(this.#next);
        const isOwn = this.#isCalm || random() < 0.95;
        const parent = this.#next === root ? null : isOwn ? root : Math.floor(random() * root);
        items.push(this.#item(this.#next, parent, most));
        this.#next += 1 + Math.floor(random() * 2);
      }
      this.#evidence.push(ids);
    }
    // IPED writes an item when it is done.
    if (random() < 0.5) items.reverse();
    const cut = Math.floor(random() * items.length);
    if (random() < 0.3 && cut > 0) {
      this.iped.append(items.slice(0, cut));
      this.iped.append(items.slice(cut));
    } else this.iped.append(items);
  }

  #item(id: number, parentId: number | null, most: number): WrittenItem {
    const random = this.#random;
    const isWild = !this.#isCalm;
    const stored: [string, string | number][] = [
      ['id', id],
      ['name', `${words(random, 2)} txt`],
    ];
    if (parentId !== null) stored.push(['parentId', parentId]);
    stored.push(['kind', pick(random, ['pdf', 'mail', 'note'])], ['rank', Math.floor(random() * 40)]);
    if (random() < 0.6 || this.#isCalm) stored.push(['remark', words(random, 2)]);
    if (isWild && random() < 0.02) stored.push(['treeNode', 'true']);
    if (isWild && random() < 0.01) stored.push(['remark', 'long '.repeat(1000)]);
    if (isWild && random() < 0.04) stored.push([`odd${id % 3}`, words(random, 2)]);
    if (isWild && random() < 0.003) stored[0] = ['id', Math.max(1, id - 3)];
    if (random() < 0.1) {
      stored.push(['textSplitted', 'true'], ['textSize', '100']);
      return { stored, text: [words(random, 6), words(random, 6)] };
    }
    return { stored, text: random() < 0.998 || this.#isCalm ? words(random, most) : null };
  }

  #remove(): void {
    const random = this.#random;
    const at = Math.floor(random() * this.#evidence.length);
    const [ids] = this.#evidence.splice(at, 1);
    const isWhole = this.#isCalm || random() < 0.5;
    const removed = new Set(isWhole ? ids : ids!.slice(0, 1));
    this.iped.remove(removed, !this.#isCalm && random() < 0.2 ? 'with its text' : true);
  }

  /** Writes an item again, as another document. */
  #update(): void {
    const id = pick(this.#random, this.iped.ids);
    this.iped.remove(new Set([id]));
    this.iped.append([this.#item(id, null, 12)]);
  }

  #merge(): void {
    const count = this.iped.segmentCount;
    if (count < 2) return;
    const from = Math.floor(this.#random() * (count - 1));
    this.iped.merge(from, 2 + Math.floor(this.#random() * Math.min(2, count - from - 1)));
  }

  /** A type of a field, which may be one of the index. */
  #setting(): void {
    const types = `size = java.lang.Long\n${pick(this.#random, ['unknown', 'remark'])} = java.util.Date\n`;
    if (this.iped.segmentCount > 0) writeFileSync(join(this.#dir, 'iped/conf/metadataTypes.txt'), types);
  }
}

/** Pieces of the texts of struck items are reported only after the next complete build. */
function withoutOrphans(byKind: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(byKind).filter(([kind]) => kind !== 'orphan'));
}

describe(`an index of a case of IPED that grew (SEED=${SEED})`, () => {
  test('has the contents of a complete build, whatever happened to the case', async () => {
    await compareHistories({
      seed: SEED,
      histories: HISTORIES,
      steps: 7,
      merges: 0.4,
      deepSteps: 2,
      open: (casePath, random, history) => new RandomIped(casePath, random, history % 2 === 0),
      async compare({ report, anew, where, isStruck }) {
        const facts = async (path: string) => {
          const { problems, ...others } = await factsOfGeneration(path);
          return { where, ...others, ...(isStruck ? {} : { problems }) };
        };
        expect(await facts(report.indexPath)).toEqual(await facts(anew.indexPath));
        if (report.isUpToDate) return;
        const totals = ({ items, searchable, texts, fields, isComplete, problems: { byKind } }: typeof anew) => ({
          ...{ where, items, searchable, texts, fields, isComplete },
          byKind: isStruck ? withoutOrphans(byKind) : byKind,
        });
        expect(totals(report)).toEqual(totals(anew));
      },
    });
  });
});
