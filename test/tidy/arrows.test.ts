import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';

const root = process.cwd();

/** Runs the arrows in `directory`. Returns the lines of violations, empty if there are none. */
function arrows(directory: string): readonly string[] {
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      'src',
      'grammar',
    ],
    { cwd: directory, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' } },
  );
  const violations = run.stdout.split('\n').filter((line) => /^\s*(error|warn) /.test(line));
  if (run.status !== 0 && violations.length === 0)
    throw new Error(`dependency-cruiser failed: ${run.stdout}${run.stderr}`);
  return violations.map((line) => line.trim());
}

test('the folders import each other as drawn in docs/architecture.md', () => {
  expect(arrows(root)).toEqual([]);
});

describe('a planted violation is found', () => {
  let copy: string;

  beforeAll(() => {
    copy = temporaryDir();
    for (const name of ['.dependency-cruiser.mjs', 'package.json', 'src', 'grammar']) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const [path, text] of Object.entries(PLANTED)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    found = arrows(copy);
  });

  let found: readonly string[];

  test.each([
    ['layer-grammar', 'grammar/planted.ts'],
    ['layer-shared', 'src/shared/planted.ts'],
    ['layer-codec', 'src/codec/planted.ts'],
    ['room-below-index', 'src/engine/postings/verify-planted.ts'],
    ['verifier-alone', 'src/engine/postings/verify-planted.ts'],
    ['assembly-alone', 'src/kernel/assembly/planted.ts'],
    ['no-assembly-elsewhere', 'src/kernel/planted.ts'],
    ['layer-engine', 'src/engine/planted.ts'],
    ['room-engine-store', 'src/engine/store/planted.ts'],
    ['room-query-operators', 'src/query/operators/planted.ts'],
    ['no-circle', 'src/shared/circle-back.ts'],
    ['layer-cases', 'src/cases/planted.ts'],
    ['room-cases-files', 'src/cases/files/planted.ts'],
    ['layer-thumbnails', 'src/thumbnails/planted.ts'],
    ['pure-schema', 'src/schema/planted.ts'],
    ['layer-http', 'src/http/planted.ts'],
    ['known-folder', 'src/planted/planted.ts'],
    ['pure-analysis', 'src/analysis/planted.ts'],
    ['only-lmdb', 'src/query/planted.ts'],
    ['only-msgpackr', 'src/query/planted.ts'],
    ['only-chevrotain', 'src/query/planted.ts'],
    ['only-koa', 'src/sources/planted.ts'],
    ['only-sharp', 'src/sources/planted.ts'],
    ['only-flexsearch', 'src/sources/planted.ts'],
    ['only-commander', 'src/sources/planted.ts'],
    ['only-cli-progress', 'src/sources/planted.ts'],
    ['no-dev-package', 'src/indexing/planted.ts'],
    ['no-test-in-src', 'src/indexing/planted.ts'],
    ['layer-bookmarks', 'src/bookmarks/planted.ts'],
    ['layer-data-dir', 'src/data-dir/planted.ts'],
    ['resolvable', 'src/suggest/planted.ts'],
  ])('%s in %s', (rule, file) => {
    expect(found.filter((line) => line.startsWith(`error ${rule}: ${file} `))).not.toEqual([]);
  });

  test('nothing else is reported', () => {
    expect(found.filter((line) => !/planted|circle/.test(line))).toEqual([]);
  });
});

/** Imports that must be rejected, including type-only ones. */
const PLANTED: Readonly<Record<string, string>> = {
  'grammar/planted.ts': `import { AppError } from '../src/shared/errors.ts';\nexport const a = AppError;\n`,
  'src/shared/planted.ts': `import type { P } from '../codec/planted.ts';\nexport type Q = P;\n`,
  'src/codec/planted.ts': `import type { TokenSink } from '../analysis/analyzer.ts';\nexport type P = TokenSink;\n`,
  'src/engine/postings/verify-planted.ts': `import type { IndexReader } from '../index-reader.ts';\nimport type { PostingList } from './posting-list-reader.ts';\nexport type P = PostingList | IndexReader;\n`,
  'src/kernel/assembly/planted.ts': `import type { P } from '../planted-type.ts';\nexport type Q = P;\n`,
  'src/kernel/planted-type.ts': `export type P = number;\n`,
  'src/kernel/planted.ts': `import { sharedBytes } from './assembly/text-bytes.ts';\nexport const a = sharedBytes;\n`,
  'src/engine/planted.ts': `import type { BlockSet } from '../query/operators/block-set.ts';\nexport type P = BlockSet;\n`,
  'src/engine/store/planted.ts': `import type { TermInfo } from '../postings/term-info.ts';\nexport type P = TermInfo;\n`,
  'src/query/operators/planted.ts': `import type { Planner } from '../plan/planner.ts';\nexport type P = Planner;\n`,
  'src/shared/circle.ts': `import type { B } from './circle-back.ts';\nexport type A = B | null;\n`,
  'src/shared/circle-back.ts': `import type { A } from './circle.ts';\nexport type B = A | undefined;\n`,
  'src/cases/planted.ts': `export * from '../engine/planted.ts';\n`,
  'src/cases/files/planted.ts': `import type { Manifest } from '../portable/manifest.ts';\nexport type P = Manifest;\n`,
  'src/thumbnails/planted.ts': `export * from '../engine/planted.ts';\n`,
  'src/schema/planted.ts': `import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n`,
  'src/http/planted.ts': `export const late = async () => import('../engine/planted.ts');\n`,
  'src/planted/planted.ts': `import { AppError } from '../shared/errors.ts';\nexport const a = AppError;\n`,
  'src/analysis/planted.ts': `import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n`,
  'src/query/planted.ts': `import { open } from 'lmdb';\nimport { pack } from 'msgpackr';\nimport { CstParser } from 'chevrotain';\nexport const a = [open, pack, CstParser];\n`,
  'src/sources/planted.ts': `import { Command } from 'commander';\nimport Koa from 'koa';\nimport sharp from 'sharp';\nimport bar from 'cli-progress';\nimport flexsearch from 'flexsearch';\nexport const a = [Command, Koa, sharp, bar, flexsearch];\n`,
  'src/indexing/planted.ts': `import fc from 'fast-check';\nimport { x } from '../../test/planted.ts';\nexport const a = [fc, x];\n`,
  'src/bookmarks/planted.ts': `export * from '../sources/planted.ts';\n`,
  'src/data-dir/planted.ts': `export * from '../bookmarks/planted.ts';\n`,
  'src/suggest/planted.ts': `import { gone } from './gone.ts';\nexport const a = gone;\n`,
  'test/planted.ts': `export const x = 1;\n`,
};
