import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CaseReader } from '../../../src/cases/case-reader.ts';
import type { FileRange } from '../../../src/cases/files/byte-input.ts';
import { OPEN_FILES_MAX } from '../../../src/cases/files/limits.ts';
import { openCase } from '../../../src/cases/open-case.ts';
import { refOfRange } from '../../../src/cases/portable/part-range.ts';
import { temporaryDir } from '../../support/endings.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { writeCase, writeCaseFile } from '../../support/tiny-case.ts';
import { pause } from '../../support/until.ts';

async function withCase<T>(body: (reader: CaseReader, dir: string, outside: string) => Promise<T>): Promise<T> {
  const base = temporaryDir();
  const dir = await writeCase(join(base, 'case'), []);
  await writeCaseFile(dir, 'text/pack', '0123456789');
  await writeFile(join(base, 'outside'), 'secret');
  const reader = await openCase(dir);
  return body(reader, dir, join(base, 'outside')).finally(() => reader.close());
}

async function contentOf(reader: CaseReader, range: FileRange, start?: number, end?: number): Promise<string> {
  const source = await reader.openPart(refOfRange(range));
  const chunks: Buffer[] = [];
  for await (const chunk of source.stream(start, end)) chunks.push(chunk as Buffer);
  await source.close();
  return Buffer.concat(chunks).toString();
}

async function faultOf(reader: CaseReader, range: FileRange): Promise<string> {
  try {
    await (await reader.openPart(refOfRange(range))).close();
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
  return 'opened';
}

describe('the bytes of a part', () => {
  test.each([
    [{ file: 'text/pack' }, '0123456789'],
    [{ file: './text//pack' }, '0123456789'],
    [{ file: 'text/pack', offset: 3 }, '3456789'],
    [{ file: 'text/pack', offset: 3, length: 4 }, '3456'],
    [{ file: 'text/pack', length: 0 }, ''],
    [{ file: 'text/pack', offset: 10 }, ''],
  ])('%j', (range, content) =>
    withCase(async (reader) => {
      expect(await contentOf(reader, range)).toBe(content);
      const source = await reader.openPart(refOfRange(range));
      expect(source.bytes).toBe(content.length);
      const target = Buffer.alloc(20, '.');
      expect(await source.read(target, 1)).toBe(Math.max(0, content.length - 1));
      expect(target.toString()).toBe(content.slice(1).padEnd(20, '.'));
      expect(await source.read(target, 99)).toBe(0);
      await source.close();
      await source.close();
      await expect(source.read(target, 0)).rejects.toThrow('closed');
    }),
  );

  test('stream and read as slice does', () =>
    withCase(async (reader, dir) => {
      const content = Array.from({ length: 40_000 }, (_, n) => `${n},`).join('');
      await writeCaseFile(dir, 'big', content);
      const position = fc.integer({ min: 0, max: content.length });
      await fc.assert(
        fc.asyncProperty(position, position, position, position, async (a, b, c, d) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          const part = content.slice(from, to);
          const [start, end] = [Math.min(c, d), Math.max(c, d)];
          const ref = { file: 'big', offset: from, length: to - from };
          const found = Buffer.from(await contentOf(reader, ref, start, end));
          expectSameBytes(found, Buffer.from(part.slice(start, end)), `from ${start} to ${end}`);
        }),
        { numRuns: 30 },
      );
    }));

  test('a file that becomes shorter is an error, not an early end', () =>
    withCase(async (reader, dir) => {
      await writeCaseFile(dir, 'big', Buffer.alloc(300_000));
      const source = await reader.openPart(refOfRange({ file: 'big' }));
      await truncate(join(dir, 'big'), 100_000);
      await expect(source.stream().toArray()).rejects.toThrow('truncated');
      await source.close();
    }));

  test('a truncated file is read again as soon as it is complete', () =>
    withCase(async (reader, dir) => {
      const range = { file: 'text/pack', offset: 3, length: 4 };
      await truncate(join(dir, range.file), 2);
      expect(await faultOf(reader, range)).toContain('ends at byte 2, before the range 3…7');
      await writeFile(join(dir, range.file), '0123456789');
      expect(await contentOf(reader, range)).toBe('3456');
    }));

  test('links and folders inside the case are followed', () =>
    withCase(async (reader, dir) => {
      await symlink('text/pack', join(dir, 'alias'));
      await symlink(join(dir, 'text'), join(dir, 'folder'));
      expect(await contentOf(reader, { file: 'alias' })).toBe('0123456789');
      expect(await contentOf(reader, { file: 'folder/pack', length: 2 })).toBe('01');
    }));

  test('names are used as spelled', () =>
    withCase(async (reader, dir) => {
      for (const name of ['%2e%2e', 'a\\b', 'дело\u202e案件', 'line\nbreak', 'x'.repeat(255), '..x', '...', ' ']) {
        await writeCaseFile(dir, name, name);
        expect(await contentOf(reader, { file: name })).toBe(name);
      }
    }));
});

describe('paths that are not part of the case', () => {
  test.each([
    ['', /is empty/],
    ['../outside', /leaves the case directory/],
    ['text/../../outside', /leaves the case directory/],
    ['text/../text/pack', /leaves the case directory/],
    ['..', /leaves the case directory/],
    ['..\\outside', /leaves the case directory/],
    ['text\\..\\..\\outside', /leaves the case directory/],
    ['/etc/passwd', /is an absolute path/],
    ['\\\\host\\share', /is an absolute path/],
    ['C:\\Windows', /is an absolute path/],
    ['c:/windows', /is an absolute path/],
    ['text/pack\0.txt', /NUL/],
    ['a\ud800', /not valid Unicode/],
    ['%2e%2e/outside', /is missing/],
    ['text/none', /is missing/],
    ['text/pack/x', /is missing/],
    ['text/pack/', /is not a regular file/],
    ['text', /is not a regular file/],
    ['.', /is not a regular file/],
    ['x'.repeat(300), /name that is too long/],
    ['y/'.repeat(3000), /too long|not a regular file/],
  ])('%j', (file, reason) =>
    withCase(async (reader, dir) => {
      const fault = await faultOf(reader, { file });
      expect(fault).toMatch(/^NOT_FOUND: file "/);
      expect(fault).toMatch(reason);
      expect(fault).not.toContain(dir);
      expect(fault.length).toBeLessThan(350);
    }),
  );

  test('a folder that becomes a link out of the case after the check', () =>
    withCase(async (reader, dir, outside) => {
      await writeCaseFile(dir, 'content/d/file', 'inside');
      await mkdir(join(dirname(outside), 'elsewhere'));
      await writeFile(join(dirname(outside), 'elsewhere', 'file'), 'secret');
      expect(await contentOf(reader, { file: 'content/d/file', length: 6 })).toBe('inside');
      await reader.close();
      const again = await openCase(dir);
      await again.checkPart(refOfRange({ file: 'content/d/file' }));
      await rename(join(dir, 'content/d'), join(dir, 'content/was'));
      await symlink(join(dirname(outside), 'elsewhere'), join(dir, 'content/d'));
      expect(await faultOf(again, { file: 'content/d/file' })).toContain('leaves the case directory');
      await again.close();
    }));

  test('a folder that alternates between link and folder while its files are opened', () =>
    withCase(async (_, dir, outside) => {
      const elsewhere = join(dirname(outside), 'elsewhere');
      await writeCaseFile(dir, 'content/d/file', 'inside');
      await mkdir(elsewhere);
      await writeFile(join(elsewhere, 'file'), 'secret');
      const [folder, kept, link] = ['d', 'kept', 'link'].map((name) => join(dir, 'content', name)) as [
        string,
        string,
        string,
      ];
      await symlink(elsewhere, link);
      let isOver = false;
      const exchange = async (): Promise<void> => {
        while (!isOver) {
          await rename(folder, kept);
          await rename(link, folder);
          await rename(folder, link);
          await rename(kept, folder);
          await pause(1);
        }
      };
      const read = async (): Promise<Set<string>> => {
        const found = new Set<string>();
        for (let round = 0; round < 400; round++) {
          const reader = await openCase(dir);
          const open = contentOf(reader, { file: 'content/d/file' }).catch((fault: Error) => fault.message);
          found.add(await open);
          await reader.close();
        }
        isOver = true;
        return found;
      };
      const [found] = await Promise.all([read(), exchange()]);
      expect(found).not.toContain('secret');
      expect(found).toContain('inside');
    }));

  test('links out of the case, loops, FIFOs and devices, anywhere in the path', () =>
    withCase(async (reader, dir, outside) => {
      await symlink(outside, join(dir, 'link'));
      await symlink('link', join(dir, 'link to link'));
      await symlink('..', join(dir, 'up'));
      await symlink('loop', join(dir, 'loop'));
      await symlink('/dev/zero', join(dir, 'zero'));
      await symlink('nowhere', join(dir, 'dangling'));
      execFileSync('mkfifo', [join(dir, 'fifo')]);
      await mkdir(join(`${dir}-sibling`));
      await writeFile(join(`${dir}-sibling`, 'x'), '');
      await symlink(`${dir}-sibling`, join(dir, 'sibling'));
      expect(await faultOf(reader, { file: 'link' })).toMatch(/leaves the case/);
      expect(await faultOf(reader, { file: 'link to link' })).toMatch(/leaves the case/);
      expect(await faultOf(reader, { file: 'up/outside' })).toMatch(/leaves the case/);
      expect(await faultOf(reader, { file: 'sibling/x' })).toMatch(/leaves the case/);
      expect(await faultOf(reader, { file: 'loop' })).toMatch(/loop/);
      expect(await faultOf(reader, { file: 'zero' })).toMatch(/leaves the case/);
      expect(await faultOf(reader, { file: 'dangling' })).toMatch(/missing/);
      expect(await faultOf(reader, { file: 'fifo' })).toMatch(/not a regular file/);
    }));

  test.each([
    [{ offset: 11 }, /ends at byte 10, before the range/],
    [{ offset: 5, length: 6 }, /ends at byte 10, before the range 5…11/],
    [{ length: 11 }, /ends at byte 10/],
    [{ offset: -1 }, /no byte offset -1/],
    [{ offset: 0.5 }, /no byte offset 0.5/],
    [{ offset: 2 ** 60 }, /no byte offset/],
    [{ length: -1 }, /no length -1/],
    [{ offset: 1, length: Number.MAX_SAFE_INTEGER }, /ends at byte 10/],
  ])('the range %j', (range, reason) =>
    withCase(async (reader) => {
      expect(await faultOf(reader, { file: 'text/pack', ...range })).toMatch(reason);
      expect(await contentOf(reader, { file: 'text/pack', length: 1 })).toBe('0');
    }),
  );

  test('a missing file is found once it exists', () =>
    withCase(async (reader, dir) => {
      expect(await faultOf(reader, { file: 'late' })).toMatch(/missing/);
      await writeCaseFile(dir, 'late', 'x');
      expect(await contentOf(reader, { file: 'late' })).toBe('x');
    }));
});

describe('open files', () => {
  const openInCase = (dir: string): number =>
    execFileSync('bash', ['-c', `ls -l /proc/${process.pid}/fd | grep -c -- "-> ${dir}/" || true`], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .map(Number)[0] as number;

  test('are bounded while many are read at once, and none remains after the last close', () =>
    withCase(async (reader, dir) => {
      const names = Array.from({ length: 300 }, (_, n) => `many/${n}`);
      for (const name of names) await writeCaseFile(dir, name, name);
      const readAll = (): Promise<string[]> => Promise.all(names.map((file) => contentOf(reader, { file })));
      expect(await readAll()).toEqual(names);
      expect(await readAll()).toEqual(names);
      expect(openInCase(dir)).toBeLessThanOrEqual(OPEN_FILES_MAX);
      const kept = await reader.openPart(refOfRange({ file: 'text/pack' }));
      const other = await reader.openPart(refOfRange({ file: 'text/pack', offset: 5 }));
      await reader.close();
      await other.close();
      expect(openInCase(dir)).toBe(1);
      const target = Buffer.alloc(3);
      await kept.read(target, 0);
      expect(target.toString()).toBe('012');
      await kept.close();
      expect(openInCase(dir)).toBe(0);
      expect(await faultOf(reader, { file: 'text/pack' })).toMatch(/closed/);
    }));
});
