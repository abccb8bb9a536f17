/** Many parts of a request wait for the same signal or response. They must share one listener, or Node warns of a leak. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Where the shared listeners are added. */
const SHARED = ['src/http/response-end.ts', 'src/shared/ends/end-listeners.ts'];

test('signals and responses are listened to in one place', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    // Code for browsers, which has none of the server's code.
    .filter((file) => file.endsWith('.ts') && !/^(page|client)\//.test(file))
    .map((file) => join('src', file));
  const listening = files.filter((file) => {
    const code = readFileSync(file, 'utf8');
    const isOfServer = file.startsWith('src/http/');
    return (
      /addEventListener\('abort'|setMaxListeners/.test(code) ||
      (isOfServer && /\b(?:res|response)\.(?:on|once)\('close'/.test(code))
    );
  });
  expect(listening.sort()).toEqual(SHARED);
});

test('a warning fails the tests, wherever it comes from: this process, a thread, a process or its children', () => {
  const script = `
    import { spawnSync } from 'node:child_process';
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    const { NodeWarnings } = await import(${JSON.stringify(new URL('../runner/node-warnings.mjs', import.meta.url).href)});
    const warnings = new NodeWarnings();
    process.emitWarning('here');
    await once(new Worker('process.emitWarning("thread")', { eval: true }), 'exit');
    const deep = 'process.emitWarning("deep")';
    const child = \`process.emitWarning("child"); require('child_process').spawnSync(process.execPath, ['-e', \${JSON.stringify(deep)}])\`;
    spawnSync(process.execPath, ['-e', child]);
    console.log(JSON.stringify(warnings.take().map((text) => /here|thread|child|deep/.exec(text)?.[0]).sort()));`;
  const { NODE_REDIRECT_WARNINGS: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(['child', 'deep', 'here', 'thread']);
});
