/** The last message of a child that has ended is received before its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ChildCalls } from '../../../../src/shared/child/child-calls.ts';
import { childScript } from '../../../support/child-script.ts';
import { temporaryDir } from '../../../support/endings.ts';

const root = temporaryDir();

/** This thread does nothing else meanwhile. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Waits until the child has ended without Node noticing, because nobody has asked for its exit code. */
function blockUntilEnded(pid: number): void {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) block(5000);
  else for (let waited = 0; waited < 20_000 && !readFileSync(stat, 'utf8').includes(') Z '); waited += 20) block(20);
}

/** The child that was started last. */
let last: ChildProcess;
subscribe('child_process', (message) => {
  last = (message as { process: ChildProcess }).process;
});

/** Messages of a child that sent them and ended while another end was awaited. */
async function heardOfChild(entry: URL): Promise<readonly string[]> {
  const heard: string[] = [];
  const ends = new Promise<void>((resolve) => {
    new ChildCalls<object>(entry, {
      onEvent: (said) => heard.push(String(said)),
      onEnd: ({ message }) => {
        heard.push(`end ${message}`);
        resolve();
      },
    });
  });
  const speaks = last;
  speaks.ref();
  const exits = new Promise((resolve) => speaks.on('exit', () => resolve(heard.push('exit'))));
  // One poll finds the other's output and its end. Handling the output takes so long that the first has sent its message and
  // ended when Node checks for exits.
  const other = spawn('echo', ['here'], { stdio: ['ignore', 'pipe', 'ignore'] });
  other.stdout.on('data', () => blockUntilEnded(speaks.pid!));
  blockUntilEnded(other.pid!);
  await Promise.all([exits, ends]);
  return heard;
}

const ATTEMPTS = 8;

it('receives the message of a child that ended while another end was awaited', async () => {
  const code = `const send = serveCalls(() => {}); setTimeout(() => { send('said'); process.disconnect(); }, 1500);`;
  const entry = childScript(root, 'speaks', code);
  for (let attempt = 1; ; attempt++) {
    const heard = await heardOfChild(entry);
    expect(heard.filter((what) => what !== 'exit')).toEqual(['said', 'end exit code 0']);
    // The subject of the test: Node reported the end before the message. Some releases do so only occasionally.
    if (heard[0] === 'exit') return;
    expect(attempt).toBeLessThan(ATTEMPTS);
  }
});
