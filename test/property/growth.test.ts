/**
 * Cases that grow, shrink and change at random. After each step, the index that a build made of the current one, with parts if
 * it could, has the contents of a fresh index. Parts that stay keep their bytes. RUNS= sets the number of histories.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { listedParts, partDirectories } from '../../src/engine/index-parts.ts';
import { buildIndex } from '../../src/indexing/build-index.ts';
import { verifyIndex } from '../../src/indexing/verify-index.ts';
import { factsOfGeneration } from '../support/index-facts.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir } from '../support/tiny-case.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const HISTORIES = Number(process.env.RUNS ?? 10);
const STEPS = 8;

type Random = () => number;
type Line = Record<string, unknown>;

interface File {
  readonly name: string;
  lines: Line[];
  /** Raised when the file changes. */
  version: number;
}

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const WORDS = ['heron', 'stork', 'crane', 'ibis', 'Ärger', 'über', '重要', 'a-b', 'x1'];
const words = (random: Random, most: number): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, WORDS)).join(' ');

/** A case of several files, whose kind decides how much its items are related. */
class RandomCase {
  readonly files: File[] = [];
  readonly #random: Random;
  /** Whether files may have parents, mails, odd types and ids out of order across files. */
  readonly #isWild: boolean;
  /** Whether no item has a problem, descending ids, or a folder, so that its file may be struck. */
  readonly isCalm: boolean;
  #next = 1;

  constructor(random: Random, kind: 'wild' | 'mixed' | 'calm') {
    this.#random = random;
    this.#isWild = kind === 'wild';
    this.isCalm = kind === 'calm';
    for (let n = 0; n < 10; n++) this.add(5 + Math.floor(random() * 6));
  }

  add(count = 1 + Math.floor(this.#random() * 4)): void {
    const random = this.#random;
    const from = this.#next;
    const ids = Array.from({ length: count }, () => {
      this.#next += 1 + Math.floor(random() * 3);
      return this.#next;
    });
    if (random() < 0.3 && !this.isCalm) ids.reverse();
    if (this.#isWild && random() < 0.1) ids.push(1 + Math.floor(random() * from));
    const name = `items-${this.files.length}-${from}.jsonl`;
    this.files.push({ name, lines: ids.map((id, n) => this.#item(id, from, ids.slice(0, n))), version: 0 });
  }

  change(): void {
    const random = this.#random;
    const at = Math.floor(random() * this.files.length);
    const file = this.files[at]!;
    const action = random();
    if (action < 0.3) this.files.splice(at, 1);
    else if (action < 0.7) {
      file.lines.push(this.#item(++this.#next, this.#next));
      file.version++;
    } else if (action < 0.85) file.version++;
    else this.files.push(...this.files.splice(at, 1));
    if (this.files.length === 0) this.add();
  }

  #item(id: number, from: number, before: readonly number[] = []): Line {
    const random = this.#random;
    const isOwn = random() < 0.85 || !this.#isWild;
    const near = this.isCalm ? (before.at(-1) ?? id) : from + Math.floor(random() * 6);
    const parent = isOwn ? near : Math.floor(random() * (id + 20));
    const properties: Record<string, readonly string[]> = { name: [`${words(random, 2)}.txt`], rank: [this.#rank()] };
    if (random() < 0.3)
      properties.created = [pick(random, ['2020-01-02', '2021-03-04T05:06:07Z', this.isCalm ? '2022-05-06' : 'never'])];
    if (random() < 0.3) properties['common:geo:locations'] = ['10;20'];
    if (random() < 0.2 && !this.isCalm) properties.treeNode = ['true'];
    if (random() < 0.2) properties.note = [words(random, 3), words(random, 1)];
    if (random() < 0.02 && !this.isCalm) properties.note = ['long '.repeat(1000)];
    if (random() < (this.#isWild ? 0.4 : this.isCalm ? 0 : 0.05)) this.#mail(properties, id, from);
    const text = random() < 0.6 ? { text: words(random, 12) } : {};
    return { id, ...(random() < 0.3 ? { parentId: parent } : {}), properties, ...text };
  }

  #rank(): string {
    const random = this.#random;
    if (random() < 0.97 || this.isCalm) return String(Math.floor(random() * 50));
    return pick(random, ['2020-01-01', 'first', '7']);
  }

  #mail(properties: Record<string, readonly string[]>, id: number, from: number): void {
    const random = this.#random;
    const near = this.#isWild && random() < 0.3 ? Math.floor(random() * id) : from + Math.floor(random() * 4);
    properties['Message-ID'] = [`<m${id}@x>`];
    properties.from = ['a@x'];
    properties.to = [pick(random, ['b@x', 'c@x'])];
    properties.subject = [`${random() < 0.3 ? 'Re: ' : ''}${words(random, 1)} ${random() < 0.5 ? id : ''}`];
    if (random() < 0.5) properties['In-Reply-To'] = [`<m${near}@x>`];
  }

  async write(directory: string): Promise<void> {
    rmSync(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    for (const { name, lines, version } of this.files) {
      const path = join(directory, name);
      await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await utimes(path, 1000, 1000 + version);
    }
    const count = this.files.reduce((sum, { lines }) => sum + lines.length, 0);
    const items = this.files.map(({ name }) => name);
    const manifest = { format: 'case-directory', version: 1, name: 'growing', items };
    await writeFile(join(directory, 'case.json'), JSON.stringify({ ...manifest, itemCount: count }));
  }
}

function bytesOf(generation: string): Map<string, string> {
  const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  return new Map(partDirectories(generation).map((part) => [hash(join(part, 'data.mdb')), part]));
}

describe(`an index that grew (SEED=${SEED})`, () => {
  test('has the contents of a complete build, whatever happened to the case', async () => {
    const seen = { grown: 0, complete: 0, parts: 0, joined: 0, merged: 0, struck: 0, gone: 0 };
    for (let history = 0; history < HISTORIES; history++) {
      await withTempDir(async (root) => {
        const random = seeded(SEED + history);
        const items = new RandomCase(random, history % 2 === 1 ? 'calm' : history % 4 === 0 ? 'wild' : 'mixed');
        const [casePath, dataDir, other] = ['case', 'data', 'anew'].map((name) => join(root, name)) as [
          string,
          string,
          string,
        ];
        await items.write(casePath);
        let before = (await buildIndex({ casePath, dataDir, canGrow: true })).indexPath;
        for (let step = 0; step < STEPS; step++) {
          if (random() < (items.isCalm ? 0.3 : 0.7)) items.add();
          else items.change();
          await items.write(casePath);
          const old = existsSync(before) ? bytesOf(before) : new Map<string, string>();
          let report = await buildIndex({ casePath, dataDir, canGrow: true });
          if (random() < 0.3) {
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
          expect({ where, ...(await factsOfGeneration(report.indexPath)) }).toEqual({
            where,
            ...(await factsOfGeneration(anew.indexPath)),
          });
          if (report.isUpToDate) continue;
          const { items: count, searchable, texts, fields, isComplete, problems } = report;
          const { byKind } = problems;
          const isStruck = listedParts(report.indexPath).some(({ struck }) => struck.length > 0);
          // Struck words count as cut until the next complete build.
          if (!isStruck) expect({ where, longWords: report.longWords }).toEqual({ where, longWords: anew.longWords });
          expect({ where, count, searchable, texts, fields, isComplete, byKind }).toEqual({
            where,
            count: anew.items,
            searchable: anew.searchable,
            texts: anew.texts,
            fields: anew.fields,
            isComplete: anew.isComplete,
            byKind: anew.problems.byKind,
          });
          if (isStruck) seen.struck++;
          if (isStruck && report.itemsAdded === 0) seen.gone++;
          if (report.parts === 1 && !isStruck) seen.complete++;
          else {
            seen.grown++;
            seen.parts = Math.max(seen.parts, report.parts);
            const parts = partDirectories(report.indexPath);
            expect(parts.length).toBe(report.parts);
            const now = bytesOf(report.indexPath);
            // All parts but the last are unchanged. If nothing was added, the last is unchanged, too.
            const stayed = report.itemsAdded === 0 ? [...now.keys()] : [...now.keys()].slice(0, -1);
            expect(stayed.every((part) => old.has(part))).toBe(true);
            if (report.parts <= old.size) seen.joined++;
            const { findings } = await verifyIndex({ casePath, dataDir, isDeep: step === STEPS - 1 });
            expect({ where, findings }).toEqual({ where, findings: [] });
          }
          before = report.indexPath;
          expect(readdirSync(join(before, '..'))).toHaveLength(1);
        }
      });
    }
    // Each outcome was reached.
    expect(seen.grown).toBeGreaterThan(HISTORIES / 2);
    expect(seen.complete).toBeGreaterThan(HISTORIES / 2);
    expect(seen.parts).toBeGreaterThan(2);
    expect(seen.joined).toBeGreaterThan(0);
    expect(seen.merged).toBeGreaterThan(0);
    expect(seen.struck).toBeGreaterThan(HISTORIES / 5);
    expect(seen.gone).toBeGreaterThan(0);
  });
});
