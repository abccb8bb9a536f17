import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const path = 'src/kernel/kernel-code.ts';

test('the code of the kernel is what its source compiles to', () => {
  const directory = mkdtempSync(join(tmpdir(), 'case-access-'));
  const out = join(directory, 'kernel.wasm');
  const options = [
    '-O3',
    '--runtime',
    'stub',
    '--noAssert',
    '--initialMemory',
    '16',
    '--maximumMemory',
    '16',
    '-o',
    out,
  ];
  execFileSync('node', ['node_modules/assemblyscript/bin/asc.js', 'src/kernel/assembly/exports.ts', ...options]);
  const code = `/** Compiled from assembly/ by \`make kernel\`. */\nexport const code =\n  '${readFileSync(out).toString('base64')}';\n`;
  rmSync(directory, { recursive: true });
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(path, code);
    return;
  }
  expect(readFileSync(path, 'utf8')).toBe(code);
});
