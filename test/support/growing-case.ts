/** A portable case that grows, shrinks and changes at random, for tests that compare its index with a complete one after each step. */
import { rmSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Random = () => number;
type Line = Record<string, unknown>;

interface File {
  readonly name: string;
  lines: Line[];
  /** Raised when the file changes. */
  version: number;
}

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
export const GROWING_WORDS: readonly string[] = [
  'heron',
  'stork',
  'crane',
  'ibis',
  'Ärger',
  'über',
  '重要',
  'a-b',
  'x1',
];
export const GROWING_CATEGORIES: readonly string[] = ['Birds', 'Mail', 'Plain Texts', 'Notes'];
export const GROWING_HASHES: readonly string[] = Array.from('0123456789abcdef', (digit) => digit.repeat(32));
const words = (random: Random, most: number): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, GROWING_WORDS)).join(' ');

/** A case of several files. The kind of the case decides how much its items are related. */
export class GrowingCase {
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
    if (random() < 0.7) properties.category = [pick(random, GROWING_CATEGORIES)];
    if (random() < 0.6) properties.hash = [pick(random, GROWING_HASHES)];
    if (random() < 0.8) properties.length = [String(Math.floor(random() * 5000))];
    if (random() < 0.4) properties.modified = [`202${Math.floor(random() * 4)}-0${(id % 9) + 1}-1${id % 9}T10:00:00Z`];
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
