/** Processes that may crash. The next caller gets a working one, whatever happened to the previous one. */
import { statSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ConfinedLimits, ConfinedProcesses } from '../../../src/confined/confined-processes.ts';
import { childScript } from '../../support/child-script.ts';
import { withTempDir } from '../../support/tiny-case.ts';

const limits: ConfinedLimits = { processes: 2, waiting: 3, seconds: 10, memoryBytes: 2 ** 30, idleSeconds: 5 };
const started: ConfinedProcesses<string, string>[] = [];

afterEach(() => {
  for (const processes of started.splice(0)) processes.close();
});

/**
 * Answers with its number and all messages. Crashes at `die`, waits forever at `wait`, and refuses `no`. At `stop FILE COUNT`,
 * the first COUNT processes are killed from outside.
 */
const SCRIPT = `
import { appendFileSync, statSync } from 'node:fs';
serveCalls(async (name, argument, { parts }) => {
  const all = parts.join(' ');
  if (all === 'die') process.abort();
  if (all === 'wait') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (all === 'no') throw 'is refused';
  if (parts[0] === 'stop') {
    appendFileSync(parts[1], '.');
    if (statSync(parts[1]).size <= Number(parts[2])) process.kill(process.pid, 'SIGKILL');
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  return process.pid + ' ' + all;
}, { encodeFault: String });
`;

async function withProcesses(
  more: Partial<ConfinedLimits>,
  use: (ask: (...messages: string[]) => Promise<string>, processes: ConfinedProcesses<string, string>) => Promise<void>,
): Promise<void> {
  await withTempDir(async (dir) => {
    const script = childScript(dir, 'script', SCRIPT);
    const processes = new ConfinedProcesses<string, string>(script, { ...limits, ...more });
    started.push(processes);
    await use((...messages) => processes.ask(() => messages), processes);
  });
}

const outcome = (asked: Promise<string>): Promise<string> =>
  asked.then(
    (answer) => answer.replace(/^\d+ /, ''),
    ({ code, message }: { code?: string; message: string }) => code ?? message,
  );

describe('confined processes', () => {
  it('take all messages of one task, and are used again', () =>
    withProcesses({ processes: 1 }, async (ask) => {
      const answers = [await ask('a', 'b'), await ask(), await ask('c')];
      expect(answers.map((answer) => answer.replace(/^\d+ /, ''))).toEqual(['a b', '', 'c']);
      expect(new Set(answers.map((answer) => answer.split(' ')[0])).size).toBe(1);
    }));

  it('are limited in number: others wait, and more than those are refused', () =>
    withProcesses({}, async (ask) => {
      const outcomes = await Promise.all(['1', '2', '3', '4', '5', '6'].map((word) => outcome(ask(word))));
      expect(outcomes).toEqual(['1', '2', '3', '4', '5', 'OVERLOADED']);
      expect(await outcome(ask('7'))).toBe('7');
    }));

  it('that die or take too long cost one answer; waiting callers get other processes', () =>
    withProcesses({ processes: 1, seconds: 5 }, async (ask) => {
      const words = ['die', 'wait', 'no', 'after'];
      const outcomes = await Promise.all(words.map((word) => outcome(ask(word))));
      expect(outcomes).toEqual([
        'ended the program that reads it',
        'took more than 5 s to read',
        'is refused',
        'after',
      ]);
      expect(await outcome(ask('again'))).toBe('again');
    }));

  it('that something else ended say nothing about the bytes: others read them again', () =>
    withTempDir((dir) =>
      withProcesses({ processes: 1 }, async (ask) => {
        const stopped = (times: number): Promise<string> =>
          outcome(ask('stop', `${dir}/${times}`, String(times))).then((answer) => answer.replace(dir, ''));
        expect(await stopped(1)).toBe('stop /1 1');
        expect(await stopped(2)).toBe('stop /2 2');
        expect(await stopped(3)).toBe('was not read, because the program that reads it was stopped');
        expect(statSync(`${dir}/3`).size).toBe(3);
        expect(await outcome(ask('next'))).toBe('next');
      }),
    ));

  it('get the subject that they worked on before', () =>
    withProcesses({}, async (_, processes) => {
      const [a, b] = await Promise.all([processes.ask(() => ['x'], 'a'), processes.ask(() => ['x'], 'b')]);
      for (const [key, first] of [
        ['a', a],
        ['b', b],
        ['a', a],
      ] as const) {
        expect(await processes.ask(() => ['x'], key)).toBe(first);
      }
    }));

  it('do not wait for messages that never come', () =>
    withProcesses({ processes: 1 }, async (ask, processes) => {
      const broken = async function* (): AsyncGenerator<string> {
        yield 'a';
        throw new Error('the disk is gone');
      };
      await expect(processes.ask(broken)).rejects.toThrow('the disk is gone');
      expect(await outcome(ask('next'))).toBe('next');
    }));
});
