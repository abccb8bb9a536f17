import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkDataDir, isInside } from '../../../src/data-dir/data-dir.ts';
import { temporaryDir } from '../../support/endings.ts';

function withRoot(use: (root: string) => void): void {
  const root = temporaryDir();
  try {
    use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const unusable = expect.objectContaining({ code: 'DATA_DIR_UNUSABLE' });
const inside = expect.objectContaining({ code: 'DATA_DIR_INSIDE' });

describe('checkDataDir', () => {
  test('creates the directory, leaves it empty, and returns its real path', () => {
    withRoot((root) => {
      symlinkSync(root, join(root, 'link'));
      expect(checkDataDir(join(root, 'link', 'a', 'b'), [join(root, 'case')])).toBe(join(root, 'a', 'b'));
      expect(readdirSync(join(root, 'a', 'b'))).toEqual([]);
      expect(checkDataDir(join(root, 'a', 'b'), [])).toBe(join(root, 'a', 'b'));
    });
  });

  test('refuses one inside a case, in every disguise, before it creates anything', () => {
    withRoot((root) => {
      const evidence = join(root, 'case');
      mkdirSync(join(evidence, 'sub'), { recursive: true });
      symlinkSync(join(evidence, 'sub'), join(root, 'link'));
      symlinkSync(join(root, 'link'), join(root, 'link2'));
      for (const path of [
        'case',
        'case/x/y',
        'case/sub',
        'link',
        'link/x',
        'link2/x',
        'case/sub/../x',
        './x/../case/y',
      ]) {
        expect(() => checkDataDir(`${root}/${path}`, [join(root, 'other'), evidence])).toThrow(inside);
      }
      expect(readdirSync(evidence)).toEqual(['sub']);
      expect(readdirSync(join(evidence, 'sub'))).toEqual([]);
      expect(existsSync(join(root, 'x'))).toBe(false);
      expect(checkDataDir(`${root}/case-data`, [evidence])).toBe(join(root, 'case-data'));
      expect(checkDataDir(`${root}/..case`, [evidence])).toBe(join(root, '..case'));
    });
  });

  test('refuses a path that is not a directory, or leads nowhere', () => {
    withRoot((root) => {
      writeFileSync(join(root, 'file'), '');
      symlinkSync(join(root, 'loop'), join(root, 'loop'));
      for (const path of ['file', 'file/x', 'loop', 'loop/x', 'nul\0']) {
        expect(() => checkDataDir(join(root, path), [])).toThrow(unusable);
      }
      expect(() => checkDataDir('/proc/none', [])).toThrow(unusable);
    });
  });

  test('refuses one that cannot be written to', () => {
    withRoot((root) => {
      chmodSync(root, 0o555);
      withoutPrivilege(() => {
        expect(() => checkDataDir(root, [])).toThrow(unusable);
        expect(() => checkDataDir(join(root, 'x'), [])).toThrow(unusable);
      });
      chmodSync(root, 0o700);
    });
  });
});

/** Modes of files do not restrict root. So if root runs this, it checks as another user. */
function withoutPrivilege(look: () => void): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid!(65534);
  try {
    look();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}

test('isInside compares whole names', () => {
  expect(isInside('/a/b', '/a/b')).toBe(true);
  expect(isInside('/a/b/c', '/a/b')).toBe(true);
  expect(isInside('/a/..b', '/a')).toBe(true);
  expect(isInside('/a/bc', '/a/b')).toBe(false);
  expect(isInside('/a', '/a/b')).toBe(false);
  expect(isInside('/a', '/')).toBe(true);
});
