/** Log lines that are buffered are written soon, in order, and before the end of the process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { said } from '../support/run-cli.ts';

/** A process that logs to a pipe. */
function logging(code: string) {
  const program = `import { openLog } from ${JSON.stringify(resolve('dist/src/cli/log.js'))};
    import { setTimeout as sleep } from 'node:timers/promises';
    const log = openLog(process.stderr);
    ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { env: { ...process.env, NODE_OPTIONS: '' } });
}

async function linesOf(code: string): Promise<{ code: number | null; messages: string[] }> {
  const child = logging(code);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const messages = text.split('\n').filter((line) => line !== '');
  return { code: exitCode, messages: messages.map((line) => JSON.parse(line).msg) };
}

test('a line is written even if no other follows and the process lives on', async () => {
  const child = logging(`log.info('alone'); await sleep(60_000);`);
  await said(child, /"msg":"alone"/);
  child.kill('SIGKILL');
  await once(child, 'close');
});

test('a process that ends at once, or with a fault, has written all of its lines', async () => {
  expect(await linesOf(`log.info('a'); log.info('b'); process.exit(3);`)).toEqual({ code: 3, messages: ['a', 'b'] });
  const child = logging(`log.info('before the fault'); throw new Error('a fault');`);
  await said(child, /"msg":"before the fault"/);
});

test('an error flushes the lines before it, without a delay', async () => {
  const kill = `process.kill(process.pid, 'SIGKILL'); await sleep(60_000);`;
  const { code, messages } = await linesOf(`log.info('first'); log.error('second'); ${kill}`);
  expect([code, messages]).toEqual([null, ['first', 'second']]);
});

test('many lines, some of them long, come in order', async () => {
  const { messages } = await linesOf(`for (let n = 0; n < 3000; n++) log.info('x'.repeat((n * 37) % 6000) + ' ' + n);`);
  expect(messages.map((message) => Number(message.split(' ')[1]))).toEqual(Array.from({ length: 3000 }, (_, n) => n));
});

test('a process continues after the reader of its log is gone', async () => {
  const child = logging(
    `for (let n = 0; n < 5; n++) { log.info('gone'); await sleep(40); } process.stdout.write('done');`,
  );
  child.stderr.destroy();
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(said).toBe('done');
});
