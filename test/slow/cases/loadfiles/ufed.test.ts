/**
 * Every value of a report of a Cellebrite reader equals the value that Python's ElementTree finds, also in damaged reports that
 * are still XML. RUNS= and SEED= work as in other tests.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { memoryInput } from '../../../../src/cases/files/memory-input.ts';
import { mappingOfTable, parseMapping } from '../../../../src/cases/loadfiles/mapping.ts';
import { UfedRows } from '../../../../src/cases/loadfiles/xml/ufed-rows.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { hasPython } from '../../../support/has-python.ts';
import { seeded } from '../../../support/seeded.ts';

const runs = Number(process.env['RUNS'] ?? 1) * 60;
const damages = Number(process.env['RUNS'] ?? 1) * 500;
const seed = Number(process.env['SEED'] ?? 1);
const script = join(import.meta.dirname, '../../../support/tables/read-report.py');

type Found = Readonly<Record<string, readonly string[]>>;
type Below = (end: number) => number;

const TEXTS = [
  '<extraInfos><extraInfo id="m1"><nodeInfo path="forged"/></extraInfo></extraInfos>',
  'copper',
  'Ω é 𝄞',
  'a <b> & "c"',
  '2021-03-04T10:20:30',
  '2021-03-04T10:20:30.5',
  'x\ny',
  'x\r\ny',
  '0',
  ' ',
  'ü'.repeat(40),
];
const NAMES = [
  'Body',
  'Name',
  'Identifier',
  'Value',
  'Key',
  'Role',
  'From',
  'TimeStamp',
  'Filename',
  'Local Path',
  'Tags',
  'Odd name',
  'Path',
];
const FIELDS = ['Messages', 'Attachments', 'Participants', 'From', 'To', 'Parties', 'Entries', 'Position', 'Photos'];
const TYPES = [
  'Chat',
  'InstantMessage',
  'Call',
  'Attachment',
  'Saucer',
  'Party',
  'Party',
  'PhoneNumber',
  'Coordinate',
  'KeyValueModel',
  'StreetAddress',
];

/** A random report: mostly as tools write it, and partly unlike any tool. */
class Report {
  #ids = 0;
  readonly #below: Below;

  constructor(below: Below) {
    this.#below = below;
  }

  #of<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #many(most: number, make: () => string): string {
    return Array.from({ length: this.#below(most + 1) }, make).join('');
  }

  #value(): string {
    const text = this.#of(TEXTS);
    return this.#below(2) === 0
      ? `<![CDATA[${text}]]>`
      : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;');
  }

  #type(): string {
    const type = this.#of(['', ' type="String"', ' type="TimeStamp"']);
    const time =
      this.#below(3) === 0 ? ` formattedTimestamp="2021-03-04T10:20:30${this.#of(['Z', '+02:00', ''])}"` : '';
    return `${type}${time}${this.#below(8) === 0 ? ' odd="q"' : ''}`;
  }

  #field(): string {
    const name = this.#of(NAMES);
    const value = this.#below(5) === 0 ? '<empty/>' : `<value${this.#type()}>${this.#value()}</value>`;
    return this.#of([
      `<field name="${name}"${this.#type()}>${value}</field>\n`,
      `<multiField name="${name}">${value}<!-- no value -->${value}</multiField>`,
      `<nodeField name="${name}"><id name="x">${this.#value()}</id></nodeField>`,
      `<odd>${this.#value()}<inner/>${this.#value()}</odd>`,
      `<jumptargets name=""><targetid ismodel="true">${this.#value()}</targetid></jumptargets>`,
    ]);
  }

  #models(depth: number): string {
    const field = this.#of(FIELDS);
    const kind = this.#below(2) === 0 ? 'modelField' : 'multiModelField';
    return `<${kind} name="${field}" type="${this.#of(TYPES)}">${this.#many(3, () => this.#model(depth + 1))}</${kind}>`;
  }

  #model(depth: number): string {
    const state = this.#of(['', ' deleted_state="Deleted"', ' deleted_state="Intact"', ' deleted_state="Trash"']);
    const file = this.#below(6) === 0 ? ` file_id="f${this.#below(6)}"` : '';
    const type = this.#below(9) === 0 ? '' : ` type="${this.#of(TYPES)}"`;
    const inner = this.#many(4, () =>
      depth < 5 && this.#below(3) === 0 ? this.#models(depth) : this.#below(12) === 0 ? this.#file() : this.#field(),
    );
    return `<model${type} id="m${this.#ids++}"${state}${file}>${inner}</model>`;
  }

  #file(): string {
    const times = this.#many(
      3,
      () => `<timestamp name="${this.#of(['CreationTime', 'ModifyTime'])}">${this.#value()}</timestamp>`,
    );
    const items = this.#many(4, () => `<item name="${this.#of(NAMES)}" group="EXIF">${this.#value()}</item>`);
    const related = this.#below(8) === 0 ? `<RelatedNodes>${this.#file()}</RelatedNodes>` : '';
    return `<file id="f${this.#ids++}" path="/a/b&amp;c.jpg" name="é.jpg" deleted="${this.#of(['Intact', 'Deleted', ''])}" size="7"><accessInfo>${times}</accessInfo><metadata section="File">${items}</metadata>${related}</file>`;
  }

  #source(): string {
    const path = this.#of(['', ' path="/data/é.db"', ' name="x.db"']);
    return `<${this.#of(['nodeInfo', 'imageInfo'])}${path} tableName="${this.#of(['', 'messages'])}" offset="${this.#below(99)}"/>`;
  }

  text(): string {
    const prefix = this.#below(2) === 0 ? '' : '<?xml version="1.0" encoding="utf-8"?>\n';
    const types = this.#many(
      4,
      () => `<modelType type="${this.#of(TYPES)}">${this.#many(4, () => this.#model(0))}</modelType>`,
    );
    return `${prefix}<project xmlns="http://pa.cellebrite.com/report/2.0" id="p" name="ü ${this.#below(99)}">
  <metadata section="A &amp; B">${this.#many(3, () => `<item name="${this.#of(NAMES)}">${this.#value()}</item>`)}</metadata><nothing/>
  <images>${this.#many(2, () => `<image path="d.bin" size="${this.#below(99)}"/>`)}</images>
  <taggedFiles>${this.#many(6, () => this.#file())}</taggedFiles>
  <decodedData>${types}</decodedData>
  <extraInfos>${this.#many(9, () => `<extraInfo id="${this.#of(['m', 'f'])}${this.#below(9)}"><sourceInfo>${this.#many(2, () => this.#source())}</sourceInfo></extraInfo>`)}</extraInfos>
</project>\n`;
  }
}

interface Read {
  readonly rows: readonly Found[];
  readonly problems: readonly string[];
  readonly description: string;
}

async function read(bytes: Buffer): Promise<Read> {
  const mapping = mappingOfTable(parseMapping({}, 'mapping', 'x'), 'report.xml', true, 'x');
  const source = new UfedRows(() => Promise.resolve(memoryInput(bytes)), mapping);
  await source.prepare();
  const rows: Found[] = [];
  const problems: string[] = [];
  const observer = {
    problem: (kind: string, _line: unknown, _id: unknown, reason: string) => {
      if (kind !== 'type') problems.push(reason);
    },
    progress: () => undefined,
    link: () => undefined,
  };
  for await (const batch of source.rows(observer)) {
    for (const { values } of batch) {
      const cells = values.flatMap((value, i) => (value === undefined ? [] : [[source.columns[i]!, [value].flat()]]));
      rows.push(Object.fromEntries(cells) as Found);
    }
  }
  return { rows, problems, description: source.description };
}

async function asPython(files: readonly Buffer[]): Promise<readonly (readonly Found[] | null)[]> {
  const dir = temporaryDir();
  for (const [n, bytes] of files.entries()) await writeFile(join(dir, String(n).padStart(6, '0')), bytes);
  const lines = execFileSync('python3', [script, dir], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as readonly Found[] | null);
}

/** Matches an id that is made for a row without one to which other rows refer. */
const MADE = /^line \d+, row \d+$/;

const sorted = (rows: readonly Found[]): unknown =>
  rows.map(({ uid = [], parentUid = [], ...row }) => [
    uid.filter((id) => !MADE.test(id)),
    parentUid.map((id) => id.replace(MADE, '')),
    ...Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

const flat = (rows: unknown): string => JSON.stringify(rows).replace(/\\[nrt]/g, ' ');

(hasPython() ? test : test.skip)('random reports have the rows that Python reads', async () => {
  const random = seeded(seed);
  const below: Below = (end) => Math.floor(random() * end);
  const files = Array.from({ length: runs }, () => Buffer.from(new Report(below).text()));
  const expected = await asPython(files);
  let rows = 0;
  for (const [n, bytes] of files.entries()) {
    const found = await read(bytes);
    expect([n, found.problems, sorted(found.rows)]).toEqual([n, [], sorted(expected[n]!)]);
    rows += found.rows.length;
  }
  expect(rows).toBeGreaterThan(files.length * 5);
});

(hasPython() ? test : test.skip)('damaged reports lose nothing without a word', async () => {
  const random = seeded(seed + 1);
  const below: Below = (end) => Math.floor(random() * end);
  const sound = Array.from({ length: damages }, () => Buffer.from(new Report(below).text()));
  const files = sound.map((bytes, n) => {
    const at = below(bytes.length);
    if (n % 4 === 0) return bytes.subarray(0, at);
    if (n % 4 === 1) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(40))]);
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1 << below(8);
    return damaged;
  });
  const expected = await asPython(files);
  const counts = { same: 0, told: 0, changed: 0 };
  for (const [n, bytes] of files.entries()) {
    const found = await read(bytes);
    const rows = expected[n]!;
    // A case without rows does not open.
    if (found.problems.length > 0 || found.rows.length === 0) counts.told++;
    else if (rows !== null) {
      // Blanks in attributes differ, because XML turns them into spaces.
      expect([n, flat(sorted(found.rows))]).toEqual([n, flat(sorted(rows))]);
      counts.same++;
    } else {
      // Python refuses some characters and bytes that are read here. In that case, no row is missing, and only one value or
      // name differs.
      const { rows: whole } = await read(sound[n]!);
      expect([n, found.rows.length]).toEqual([n, whole.length]);
      counts.changed++;
    }
  }
  expect(counts.same).toBeGreaterThan(damages / 20);
  expect(counts.told).toBeGreaterThan(damages / 4);
});
