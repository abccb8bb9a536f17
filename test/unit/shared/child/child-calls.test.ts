/** Calls to a real child process that dies, is late, does not stop, answers too late, or reads slowly. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import {
  ChildCalls,
  ChildEndedError,
  type ChildOptions,
  callOnce,
  READINGS_MAX,
  readAgain,
} from '../../../../src/shared/child/child-calls.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { childScript } from '../../../support/child-script.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { pause, until } from '../../../support/until.ts';

const root = temporaryDir();

interface TestCalls {
  /** Its argument and the lengths of its parts. */
  echo: { argument: unknown; result: { argument: unknown; parts: number[]; pid: number } };
  die: { argument: NodeJS.Signals | number; result: null };
  /** Answers when it is cancelled. */
  wait: { argument: null; result: string };
  /** Never yields. */
  spin: { argument: null; result: null };
  /** Sends this many parts. */
  count: { argument: number; result: string };
  fail: { argument: 'app' | 'other'; result: null };
  cancelled: { argument: null; result: number };
}

const ENTRY = childScript(
  root,
  'entry',
  `import { AppError } from ${JSON.stringify(new URL('../../../../src/shared/errors.ts', import.meta.url).href)};
   let cancelled = 0;
   const handlers = {
     echo: async (argument, { parts }) => ({ argument, parts: parts.map(({ length }) => length), pid: process.pid }),
     die: (how) => typeof how === 'number' ? process.exit(how) : process.kill(process.pid, how) && new Promise(() => {}),
     wait: (_, { signal, sendPart }) => new Promise((resolve) => signal.addEventListener('abort', () => {
       cancelled++;
       sendPart('late');
       resolve('stopped');
     })),
     spin: () => { for (;;); },
     count: async (number, { sendPart }) => {
       for (let i = 0; i < number; i++) sendPart(i);
       return 'counted';
     },
     fail: async (how) => {
       throw how === 'app' ? new AppError('NOT_FOUND', 'nothing here', { cause: new Error('inside') }) : new TypeError('a bug');
     },
     cancelled: async () => cancelled,
   };
   serveCalls((name, argument, context) => handlers[name](argument, context))('ready');`,
);

const started: ChildCalls<TestCalls>[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) await child.end();
});

function start(options: ChildOptions = {}): ChildCalls<TestCalls> {
  const child = new ChildCalls<TestCalls>(ENTRY, { stderr: 'ignore', ...options });
  started.push(child);
  return child;
}

const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);
const ended = (ending: string, how: ChildEndedError['how']): unknown =>
  expect.objectContaining({ constructor: ChildEndedError, message: ending, how });

test('answers and errors belong to their calls, whatever their order', async () => {
  const events: unknown[] = [];
  const child = start({ onEvent: (event) => events.push(event) });
  const abort = new AbortController();
  const parts: unknown[] = [];
  const all = Promise.all([
    child.call('wait', null, { signal: abort.signal }),
    child.call('echo', { a: Uint8Array.of(1, 2) }),
    child.call('count', 3, { onPart: (part) => parts.push(part) }),
    outcome(child.call('fail', 'app')),
    outcome(child.call('fail', 'other')),
  ]);
  await child.call('echo', null);
  abort.abort();
  const [waited, echoed, counted, app, other] = await all;
  // Without a grace period, the process decides what a cancelled call answers.
  expect(waited).toBe('stopped');
  expect(echoed).toEqual({ argument: { a: Uint8Array.of(1, 2) }, parts: [], pid: child.pid });
  expect([counted, parts]).toEqual(['counted', [0, 1, 2]]);
  expect(app).toMatchObject({ code: 'NOT_FOUND', message: 'nothing here' });
  expect(String((app as AppError).cause)).toContain('inside');
  expect(other).not.toBeInstanceOf(AppError);
  expect(String(other)).toContain('TypeError: a bug');
  expect(events).toEqual(['ready']);
});

test('a process that dies in the middle of calls fails all of them, and later ones, with the way it ended', async () => {
  const ends: ChildEndedError[] = [];
  for (const [how, ending] of [
    ['SIGSEGV', 'SIGSEGV'],
    [7, 'exit code 7'],
  ] as const) {
    const child = start({ onEnd: (error) => ends.push(error) });
    const calls = [child.call('wait', null), child.call('die', how), child.call('spin', null)].map(outcome);
    expect(await Promise.all(calls)).toEqual(calls.map(() => ended(ending, 'itself')));
    expect(await outcome(child.call('echo', null))).toEqual(ended(ending, 'itself'));
  }
  expect(ends.map(({ isCrash }) => isCrash)).toEqual([true, false]);
});

test('a process over its deadline is killed, with that reason', async () => {
  const child = start();
  await child.call('echo', null, { deadlineMs: 60_000 });
  const calls = [child.call('spin', null, { deadlineMs: 50 }), child.call('echo', null)].map(outcome);
  expect(await Promise.all(calls)).toEqual(calls.map(() => ended('took more than 0.05 s', 'order')));
});

test('a caller with a grace period leaves at once; the process survives if it stops, and is killed if it does not', async () => {
  const unwanted: unknown[] = [];
  const child = start({ onUnwanted: (result) => unwanted.push(result) });
  const { pid } = await child.call('echo', null);
  const abort = new AbortController();
  const parts: unknown[] = [];
  const waits = outcome(
    child.call('wait', null, { signal: abort.signal, graceMs: 10_000, onPart: (p) => parts.push(p) }),
  );
  await child.call('echo', null);
  abort.abort(new AppError('DEADLINE', 'too long'));
  expect(await waits).toMatchObject({ code: 'DEADLINE' });
  // The late answer arrives before this one, and only the clean-up function gets it.
  expect(await child.call('cancelled', null)).toBe(1);
  expect([unwanted, parts]).toEqual([['stopped'], []]);
  expect((await child.call('echo', null)).pid).toBe(pid);
  expect(await outcome(child.call('echo', null, { signal: abort.signal }))).toMatchObject({ code: 'DEADLINE' });

  const again = new AbortController();
  const spins = outcome(child.call('spin', null, { signal: again.signal, graceMs: 20 }));
  const other = outcome(child.call('echo', null));
  again.abort();
  expect(await spins).toMatchObject({ code: 'CANCELLED' });
  expect(await other).toEqual(ended('SIGKILL', 'order'));
});

test('a process without processor time is not killed after its grace period, but after sixteen', async () => {
  const child = start();
  const { pid } = await child.call('echo', null);
  const begin = async (graceMs: number): Promise<Promise<unknown>> => {
    const abort = new AbortController();
    const waits = outcome(child.call('wait', null, { signal: abort.signal, graceMs }));
    await child.call('echo', null);
    process.kill(pid, 'SIGSTOP');
    abort.abort();
    return waits;
  };
  expect(await begin(50)).toMatchObject({ code: 'CANCELLED' });
  await pause(120);
  process.kill(pid, 'SIGCONT');
  expect((await child.call('echo', null)).pid).toBe(pid);

  expect(await begin(5)).toMatchObject({ code: 'CANCELLED' });
  expect(await outcome(child.call('echo', null))).toEqual(ended('SIGKILL', 'order'));
});

test('parts are read as fast as they are sent, and no further than requested', async () => {
  const child = start();
  const PIECE = 1 << 20;
  let read = 0;
  const pieces = async function* (count: number): AsyncGenerator<Uint8Array> {
    for (; read < count; read++) yield new Uint8Array(PIECE);
  };
  const { parts } = await child.call('echo', null, { parts: pieces(8) });
  expect(parts).toEqual(Array(8).fill(PIECE));

  // While the process does nothing else, its channel fills, and nothing more is read.
  const spins = outcome(child.call('spin', null));
  read = 0;
  const sends = outcome(child.call('echo', null, { parts: pieces(1000) }));
  await pause(300);
  expect(read).toBeLessThan(5);
  child.kill('enough');
  expect([await spins, await sends]).toEqual([ended('enough', 'order'), ended('enough', 'order')]);
  const before = read;
  await pause(20);
  expect(read).toBeLessThanOrEqual(before + 1);
});

test('a call whose parts fail, or that is cancelled before its last part, is forgotten by both sides', async () => {
  const child = start();
  const failing = async function* (): AsyncGenerator<string> {
    yield 'a';
    throw new Error('the disk is gone');
  };
  await expect(child.call('echo', null, { parts: failing() })).rejects.toThrow('the disk is gone');
  const abort = new AbortController();
  const endless = async function* (): AsyncGenerator<string> {
    for (let i = 0; ; i++) {
      if (i === 3) abort.abort();
      yield 'b';
    }
  };
  const call = child.call('echo', null, { parts: endless(), signal: abort.signal, graceMs: 0 });
  expect(await outcome(call)).toMatchObject({ code: 'CANCELLED' });
  expect((await child.call('echo', null, { parts: ['cd'] })).parts).toEqual([2]);
});

test('an ended process is not announced if its end was requested', async () => {
  const ends: string[] = [];
  const child = start({ onEnd: ({ message }) => ends.push(message) });
  const waits = outcome(child.call('wait', null));
  await Promise.all([child.end('it was closed'), child.end()]);
  expect(await waits).toEqual(ended('it was closed', 'order'));
  expect(ends).toEqual([]);
});

test('one call can have a separate process, and a read can be repeated', async () => {
  const { pid } = await callOnce<TestCalls, 'echo'>({ entry: ENTRY }, 'echo', null);
  await until(() => !isAlive(pid));

  const endings: (NodeJS.Signals | number)[] = [];
  const read = (...all: (NodeJS.Signals | number)[]): Promise<unknown> => {
    endings.splice(0, endings.length, ...all);
    return outcome(
      readAgain<unknown>(() => {
        const ending = endings.shift();
        if (ending === undefined) return callOnce<TestCalls, 'echo'>({ entry: ENTRY }, 'echo', 'read');
        return callOnce<TestCalls, 'die'>({ entry: ENTRY, stderr: 'ignore' }, 'die', ending);
      }),
    );
  };
  expect(await read('SIGKILL', 0)).toMatchObject({ argument: 'read' });
  expect(await read('SIGBUS')).toEqual(ended('SIGBUS', 'itself'));
  expect(await read(...Array(READINGS_MAX).fill(3), 0)).toEqual(ended('exit code 3', 'itself'));
  expect(endings).toEqual([0]);
});

test('a process without calls does not keep its parent running', () => {
  const parent = childScript(
    root,
    'parent',
    `import { ChildCalls } from ${JSON.stringify(new URL('../../../../src/shared/child/child-calls.ts', import.meta.url).href)};
     const child = new ChildCalls(new URL(${JSON.stringify(ENTRY.href)}));
     process.stdout.write(String((await child.call('echo', 'x')).argument));
     // The answer comes, or the process ends, while its end is awaited.
     const last = new ChildCalls(new URL(${JSON.stringify(ENTRY.href)}));
     await last.call('echo', 'y');
     const echoed = last.call('count', 10_000).catch(() => undefined);
     last.kill = () => setTimeout(() => ChildCalls.prototype.kill.call(last), 200).unref();
     await last.end();
     await echoed;
     process.stdout.write('z');`,
  );
  expect(execFileSync(process.execPath, [fileURLToPath(parent)], { encoding: 'utf8' })).toBe('xz');
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
