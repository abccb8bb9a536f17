/** Impossible families in load files: repeated document ids, and cycles of parents. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ParentCircles } from '../../../../src/cases/loadfiles/columns/parent-circles.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { GROWTH_MAX, growthOf } from '../../../support/growth.ts';
import { type ReadCase, readCaseAt } from '../../../support/read-case.ts';
import { seeded } from '../../../support/seeded.ts';

async function read(text: string, name = 'x.csv'): Promise<ReadCase> {
  const dir = temporaryDir();
  await writeFile(join(dir, name), text);
  return readCaseAt(dir);
}

const parents = ({ items }: ReadCase): unknown => items.map(({ parentId }) => parentId);
const told = ({ problems }: ReadCase): unknown =>
  problems.map(({ kind, line, id, reason }) => [kind, line, id, reason]);

const CIRCLE = 'It is kept: searches find its rows, but the tree does not lead to them';

describe('a document id of an earlier row', () => {
  test('is reported with its line, and the row to which children belong', async () => {
    const found = await read('DocID,ParentDocID,Name\nA,,"top\n1"\nA,,top2\nB,A,child\n A ,,top3\n');
    expect(parents(found)).toEqual([null, null, 1, null]);
    const reason = (id: string): string =>
      `the row has the document id ${id} of row 1: rows that name it as their parent are children of row 1`;
    expect(told(found)).toEqual([
      ['type', 4, 2, reason('"A"')],
      ['type', 6, 4, reason('" A "')],
    ]);
  });

  test('in two columns of a row is reported once, and a repeated one in a row is not', async () => {
    const found = await read('BEGDOC,Control Number\nA,A\nB,b1\nB,b1\n');
    expect(found.problems.map(({ line, id }) => [line, id])).toEqual([[4, 3]]);
  });

  test('of many rows is reported for the first ones, and for the others as a number', async () => {
    const found = await read(`DocID,Name\n${'A,x\n'.repeat(100)}`);
    expect(found.items.length).toBe(100);
    expect(found.problems.map(({ line }) => line)).toEqual([...Array.from({ length: 20 }, (_, i) => i + 3), null]);
    expect(found.problems.at(-1)).toMatchObject({
      kind: 'type',
      id: null,
      reason: '79 more rows have a document id of an earlier row',
    });
  });

  test('is reported for EDRM XML and for lists of images, too', async () => {
    const xml = await read('<Root>\n<Document DocID="A"/>\n<Document DocID="A"/>\n</Root>', 'x.xml');
    expect(xml.problems).toMatchObject([{ kind: 'type', line: 3, id: 2 }]);
    const images = await read('A,V,a.jpg,Y,,,1\nA,V,b.jpg,Y,,,1\n', 'x.opt');
    expect(images.problems).toMatchObject([{ kind: 'type', line: 2, id: 2 }]);
  });
});

describe('a cycle of parents', () => {
  test('of two rows is reported once, with the line that closes it, and kept', async () => {
    const found = await read('DocID,ParentDocID,Name\nA,B,"x\ny"\nB,A,z\nC,B,below\n');
    expect(parents(found)).toEqual([2, 1, 2]);
    expect(told(found)).toEqual([
      ['type', 4, 2, `the parent of the row is row 1, which is below it: a cycle of parents. ${CIRCLE}`],
    ]);
  });

  test('of a row with itself is reported, and the row has no parent', async () => {
    const found = await read('DocID,ParentDocID\nA,A\nB,A\n');
    expect(parents(found)).toEqual([null, 1]);
    expect(told(found)).toEqual([['type', 2, 1, 'the row names itself as its parent, so it has none']]);
    const listed = await read('DocID,ATTACHIDS\nA,A;B\nB,\n');
    expect([parents(listed), listed.problems]).toMatchObject([[null, 1], [{ line: 2, id: 1 }]]);
  });

  test('does not exist if the first document of a family names the family, or another row is the parent', async () => {
    const family = await read('BEGDOC,BEGATTACH\nA1,A1\nA2,A1\n');
    expect([parents(family), family.problems]).toEqual([[null, 1], []]);
    const other = await read('DocID,ParentDocID,ATTACHIDS\nA,A,\nB,,A\n');
    expect([parents(other), other.problems]).toEqual([[2, null], []]);
    const chain = await read('DocID,ParentDocID\nA,B\nB,C\nD,A\nC,\n');
    expect([parents(chain), chain.problems]).toEqual([[2, 4, 1, null], []]);
  });

  test('among many is reported for the first ones, and for the others as a number', async () => {
    const pairs = Array.from({ length: 30 }, (_, i) => `a${i},b${i}\nb${i},a${i}\n`).join('');
    const found = await read(`DocID,ParentDocID\n${pairs}`);
    expect(found.problems.length).toBe(21);
    expect(found.problems[19]).toMatchObject({ line: 41, id: 40 });
    expect(found.problems[20]).toMatchObject({ line: null, reason: '10 more rows close a cycle of parents' });
    const own = await read(`DocID,ParentDocID\n${Array.from({ length: 30 }, (_, i) => `a${i},a${i}\n`).join('')}`);
    expect([own.problems.length, own.problems.at(-1)!.reason]).toEqual([
      21,
      '10 more rows name themselves as their parent',
    ]);
  });
});

describe('cycles of parents', () => {
  /** Returns the last row of each cycle, by walking from every row. */
  function naive(parentOf: ReadonlyMap<number, number>): number[] {
    const last = new Set<number>();
    for (const start of parentOf.keys()) {
      const way = [start];
      let at = parentOf.get(start);
      while (at !== undefined && !way.includes(at)) {
        way.push(at);
        at = parentOf.get(at);
      }
      if (at !== undefined) last.add(Math.max(...way.slice(way.indexOf(at))));
    }
    return [...last].sort((a, b) => a - b);
  }

  test('are the same as found by a walk from every row', () => {
    const random = seeded(Number(process.env.SEED ?? 3));
    for (let run = 0; run < 500; run++) {
      const count = 2 + Math.floor(random() * 14);
      const share = random();
      const parentOf = new Map<number, number>();
      for (let row = 1; row <= count; row++) {
        const parent = 1 + Math.floor(random() * count);
        if (random() < share && parent !== row) parentOf.set(row, parent);
      }
      const circles = new ParentCircles();
      const found = [...parentOf].filter(([row, parent]) => circles.closes(row, parent)).map(([row]) => row);
      expect([[...parentOf], found]).toEqual([[...parentOf], naive(parentOf)]);
    }
  });

  test.each([
    ['each below the one before', 1],
    ['each below the one behind', -1],
  ])('cost no walk for each row of a chain, %s', (_what, step) => {
    const link = (rows: number) => {
      const circles = new ParentCircles();
      let closed = 0;
      for (let row = 1; row <= rows; row++) {
        const parent = row - step;
        if (parent >= 1 && parent <= rows && circles.closes(row, parent)) closed++;
      }
      expect(closed).toBe(0);
      const [top, end] = step === 1 ? [1, rows] : [rows, 1];
      expect(circles.closes(top, end)).toBe(true);
    };
    expect(growthOf(link, 500_000)).toBeLessThan(GROWTH_MAX);
  });

  test('cost no walk for each row below the end of a chain', () => {
    const link = (rows: number) => {
      const circles = new ParentCircles();
      const half = Math.floor(rows / 2);
      for (let row = 1; row < half; row++) circles.closes(row, row + 1);
      for (let row = half + 1; row <= rows; row++) circles.closes(row, 1);
      expect(circles.closes(half, rows)).toBe(true);
    };
    expect(growthOf(link, 200_000)).toBeLessThan(GROWTH_MAX);
  });
});
