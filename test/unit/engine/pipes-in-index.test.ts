/** An index in which a file is a pipe is refused. Opening it neither waits for a writer nor ends the process. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../../support/endings.ts';
import { writeIndex } from './synthetic-index.ts';

const module = resolve('dist/src/engine/index-reader.js');
/** In a separate process, which can be ended while it waits. */
const OPEN = `
  const { IndexReader } = await import(process.argv[1]);
  const opened = IndexReader.open(process.argv[2]);
  console.log(await opened.then((index) => index.close().then(() => 'opened'), ({ code }) => code));
`;

function opened(directory: string): string {
  const args = ['--input-type=module', '-e', OPEN, module, directory];
  const { stdout, signal } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  return signal ?? stdout.trim();
}

test('data, checksums and lock of an index are regular files, or it is refused', async () => {
  if (!existsSync(module)) throw new Error('dist/ is missing: make build');
  const directory = temporaryDir();
  const whole = join(directory, 'whole');
  await writeIndex(whole, [{ doc: 0, text: 'heron' }]);
  const found: Record<string, string> = { none: opened(whole) };
  for (const name of ['data.mdb', 'data.sums', 'lock.mdb']) {
    const copy = join(directory, name);
    cpSync(whole, copy, { recursive: true });
    rmSync(join(copy, name), { force: true });
    spawnSync('mkfifo', [join(copy, name)]);
    found[name] = opened(copy);
  }
  const refused = 'INDEX_CORRUPT';
  expect(found).toEqual({ none: 'opened', 'data.mdb': refused, 'data.sums': refused, 'lock.mdb': refused });
});
