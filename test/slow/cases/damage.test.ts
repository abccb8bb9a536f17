import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openCase } from '../../../src/cases/open-case.ts';
import { rangeOfRef } from '../../../src/cases/portable/part-range.ts';
import { temporaryDir } from '../../support/endings.ts';
import { readAll } from '../../support/read-case.ts';
import { writeCase } from '../../support/tiny-case.ts';

const lines = Array.from({ length: 60 }, (_, id) =>
  JSON.stringify({
    id,
    parentId: id === 0 ? undefined : id - 1,
    properties: { name: [`файл ${id}.txt`, id, 2 ** 60, id % 2 === 0], path: ['a/b'] },
    text: id % 3 === 0 ? 'inline "text"' : { file: 'text/pack', offset: id, length: 1 },
    content: { file: `content/${id}` },
  }),
);
const plain = Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** Offsets are in parts of a million, so that one damage fits a file of any size. */
const damage = fc.record({
  kind: fc.constantFrom('flip', 'zero', 'cut', 'insert', 'repeat'),
  at: fc.integer({ min: 0, max: 999_999 }),
  byte: fc.integer({ min: 0, max: 255 }),
  count: fc.integer({ min: 1, max: 40 }),
});

function damaged(bytes: Buffer, { kind, at, byte, count }: { kind: string; at: number; byte: number; count: number }) {
  const position = Math.floor((bytes.length * at) / 1_000_000);
  const [before, after] = [bytes.subarray(0, position), bytes.subarray(position)];
  if (kind === 'cut') return before;
  if (kind === 'insert') return Buffer.concat([before, Buffer.alloc(count, byte), after]);
  if (kind === 'repeat') return Buffer.concat([before, after, after]);
  const copy = Buffer.from(bytes);
  if (kind === 'zero') copy.fill(0, position, Math.min(copy.length, position + count));
  else if (copy.length > 0) copy[Math.min(position, copy.length - 1)]! ^= byte;
  return copy;
}

describe('a damaged item file', () => {
  test.each([
    ['plain', plain],
    ['gzip', gzipSync(plain)],
  ])('is read to the end without an error, and every resulting item is well-formed (%s)', async (_kind, sound) => {
    const dir = temporaryDir();
    await writeCase(dir, [''], { gzip: false });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        await writeFile(join(dir, 'items-00000.jsonl'), damages.reduce(damaged, sound));
        const reader = await openCase(dir);
        const { items, problems } = await readAll(reader);
        await reader.close();
        for (const item of items) {
          expect(Number.isInteger(item.id) && item.id >= 0).toBe(true);
          expect(new Set(item.properties.map(([name]) => name)).size).toBe(item.properties.length);
          for (const [, values] of item.properties) {
            expect(values).not.toEqual([]);
            expect(values.filter((value) => typeof value !== 'string')).toEqual([]);
          }
          for (const ref of [item.text, item.content, item.thumb]) {
            expect(ref === null || typeof ref === 'string' || typeof rangeOfRef(ref).file === 'string').toBe(true);
          }
        }
        for (const { reason } of problems) expect(reason.length).toBeLessThan(400);
      }),
      { numRuns: 40 },
    );
  });
});
