/**
 * Cases of IPED that grow, lose items and merge segments at random. After each step, the index that a build made of the current
 * one, with parts if it could, has the contents of a fresh index. Parts that stay keep their bytes. RUNS= sets the number of
 * histories.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { listedParts, partDirectories } from '../../src/engine/index-parts.ts';
import { buildIndex } from '../../src/indexing/build-index.ts';
import { verifyIndex } from '../../src/indexing/verify-index.ts';
import { GrowingIped } from '../support/growing-iped.ts';
import { factsOfGeneration } from '../support/index-facts.ts';
import type { WrittenItem } from '../support/iped-writer.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir } from '../support/tiny-case.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const HISTORIES = Number(process.env.RUNS ?? 6);
const STEPS = 7;

type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const WORDS = ['heron', 'stork', 'crane', 'ibis', 'otter', '重要', 'x1', 'reed'];
const words = (random: Random, most: number): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, WORDS)).join(' ');

/** Items of evidence, each a tree of its own, whose kind decides how much they are related to others. */
class RandomIped {
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

  step(): void {
    const random = this.#random;
    const action = random();
    const isRemoving = action < (this.#isCalm ? 0.35 : 0.3) && this.#evidence.length > 2;
    if (isRemoving) this.#remove();
    else if (action < 0.4) this.#merge();
    else if (action < 0.45) this.#setting();
    else if (action < 0.5 && !this.#isCalm) this.#update();
    // One step may remove and add.
    if (action > 0.45 || random() < 0.3) this.#append(1 + Math.floor(random() * 2));
  }

  /** Adds evidence, whose texts have up to some words. */
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

function bytesOf(generation: string): Map<string, string> {
  const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  return new Map(partDirectories(generation).map((part) => [hash(join(part, 'data.mdb')), part]));
}

/** Pieces of the texts of struck items count as such after the next complete build. */
function withoutOrphans(byKind: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(byKind).filter(([kind]) => kind !== 'orphan'));
}

describe(`an index of a case of IPED that grew (SEED=${SEED})`, () => {
  test('has the contents of a complete build, whatever happened to the case', async () => {
    const seen = { grown: 0, complete: 0, parts: 0, merged: 0, struck: 0, gone: 0 };
    for (let history = 0; history < HISTORIES; history++) {
      await withTempDir(async (root) => {
        const random = seeded(SEED + history);
        const [casePath, dataDir, other] = ['case', 'data', 'anew'].map((name) => join(root, name)) as [
          string,
          string,
          string,
        ];
        const items = new RandomIped(casePath, random, history % 2 === 0);
        await items.iped.write();
        let before = (await buildIndex({ casePath, dataDir, canGrow: true })).indexPath;
        for (let step = 0; step < STEPS; step++) {
          items.step();
          await items.iped.write();
          const old = existsSync(before) ? bytesOf(before) : new Map<string, string>();
          let report = await buildIndex({ casePath, dataDir, canGrow: true });
          if (random() < 0.4) {
            const merged = await buildIndex({ casePath, dataDir, canGrow: true, merges: true });
            if (!merged.isUpToDate) {
              expect(merged.parts).toBeLessThan(report.parts);
              seen.merged++;
              report = merged;
            }
          }
          rmSync(other, { recursive: true, force: true });
          const anew = await buildIndex({ casePath, dataDir: other });
          const where = `history ${history}, step ${step}`;
          const isStruck = listedParts(report.indexPath).some(({ struck }) => struck.length > 0);
          const facts = async (path: string) => {
            const { problems, ...others } = await factsOfGeneration(path);
            return { where, ...others, ...(isStruck ? {} : { problems }) };
          };
          expect(await facts(report.indexPath)).toEqual(await facts(anew.indexPath));
          if (report.isUpToDate) continue;
          const totals = ({
            items: count,
            searchable,
            texts,
            fields,
            isComplete,
            problems: { byKind },
          }: typeof anew) => ({
            ...{ where, count, searchable, texts, fields, isComplete },
            byKind: isStruck ? withoutOrphans(byKind) : byKind,
          });
          expect(totals(report)).toEqual(totals(anew));
          if (isStruck) seen.struck++;
          if (isStruck && report.itemsAdded === 0) seen.gone++;
          if (report.parts === 1 && !isStruck) seen.complete++;
          else {
            seen.grown++;
            seen.parts = Math.max(seen.parts, report.parts);
            const now = bytesOf(report.indexPath);
            // All parts but the last are unchanged. If nothing was added, the last is unchanged, too.
            const stayed = report.itemsAdded === 0 ? [...now.keys()] : [...now.keys()].slice(0, -1);
            expect(stayed.every((part) => old.has(part))).toBe(true);
            const { findings } = await verifyIndex({ casePath, dataDir, isDeep: step >= STEPS - 2 });
            expect({ where, findings }).toEqual({ where, findings: [] });
          }
          before = report.indexPath;
        }
      });
    }
    // Each outcome was reached.
    expect(seen.grown).toBeGreaterThan(HISTORIES / 2);
    expect(seen.complete).toBeGreaterThan(HISTORIES / 2);
    expect(seen.parts).toBeGreaterThan(2);
    expect(seen.struck).toBeGreaterThan(HISTORIES / 5);
    expect(seen.gone).toBeGreaterThan(0);
  });
});
