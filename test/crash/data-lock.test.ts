/**
 * The lock of a data directory, raced by real processes that are killed while they hold it, and at any other moment. The
 * children run the built code in dist/. RACE_SECONDS sets the minimum time. The race continues until enough has happened.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { acquireDataLock, dataLockHolder } from '../../src/data-dir/data-lock.ts';
import { temporaryDir } from '../support/endings.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SECONDS = Number(process.env.RACE_SECONDS ?? 4);
const SECONDS_MAX = SECONDS + 60;
const HAD_MIN = 60;
const TAKEN_OVER_MIN = 3;
const RACERS = 6;

beforeAll(() => {
  if (!existsSync(join(HERE, '../../dist/src/data-dir/data-lock.js')))
    throw new Error('Build first: the children run dist/.');
});

/** Keeps this many racers running until enough has happened. A killed one gets a successor. */
class Race {
  readonly #root: string;
  readonly #log: string;
  readonly #stop: string;
  readonly #running = new Map<string, ChildProcess>();
  readonly #faults: string[] = [];
  #started = 0;
  #over: () => void = () => undefined;

  constructor(root: string, log: string) {
    this.#root = root;
    this.#log = log;
    this.#stop = `${log}.stop`;
    writeFileSync(log, '');
  }

  async run(): Promise<readonly string[]> {
    const over = new Promise<void>((resolve) => {
      this.#over = resolve;
    });
    while (this.#running.size < RACERS) this.#start();
    const begun = Date.now();
    const killer = setInterval(() => {
      const seconds = (Date.now() - begun) / 1000;
      if (seconds > SECONDS_MAX || (seconds > SECONDS && hasEnough(accountOf(this.#log))))
        writeFileSync(this.#stop, '');
      else this.#killOne();
    }, 400);
    await over;
    clearInterval(killer);
    return this.#faults;
  }

  #start(): void {
    const name = `racer-${++this.#started}`;
    const script = join(HERE, 'data-lock-racer.mjs');
    const child = spawn(process.execPath, [script, this.#root, this.#log, name, this.#stop]);
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += chunk));
    child.on('close', (code, signal) => {
      this.#running.delete(name);
      if (code !== 0 && signal !== 'SIGKILL') this.#faults.push(`${name} ended with ${code ?? signal}: ${complaint}`);
      if (!existsSync(this.#stop) && this.#faults.length === 0) this.#start();
      else if (this.#running.size === 0) this.#over();
    });
    this.#running.set(name, child);
  }

  /** Kills any of them, whatever it is doing. */
  #killOne(): void {
    const names = [...this.#running.keys()];
    const name = names[Math.floor(Math.random() * names.length)];
    if (name === undefined) return;
    appendFileSync(this.#log, `killed ${name}\n`);
    this.#running.get(name)!.kill('SIGKILL');
  }
}

interface Account {
  readonly wrong: readonly string[];
  /** How often the lock was taken, and how often it was taken from a process that was killed with it. */
  readonly had: number;
  readonly takenOver: number;
}

function hasEnough({ wrong, had, takenOver }: Account): boolean {
  return wrong.length > 0 || (had >= HAD_MIN && takenOver >= TAKEN_OVER_MIN);
}

/** No process may have the lock until the previous holder has released it or was killed. No holder may continue after that. */
function accountOf(log: string): Account {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const wrong: string[] = [];
  const gone = new Set<string>();
  let holder: string | null = null;
  let had = 0;
  let takenOver = 0;
  for (const [i, line] of lines.entries()) {
    const [word, name] = line.split(' ') as [string, string];
    if (word === 'got') {
      had++;
      if (holder !== null && !gone.has(holder)) wrong.push(`line ${i + 1}: ${line}, and ${holder} has it`);
      if (holder !== null) takenOver++;
      holder = name;
    } else if (word === 'killed' || word === 'dies') gone.add(name);
    else if (holder !== name) wrong.push(`line ${i + 1}: ${line}, and ${holder ?? 'nobody'} has it`);
    if (word === 'frees') holder = null;
  }
  return { wrong, had, takenOver };
}

test(
  'one of many processes gets the lock, and another one gets it after that is killed',
  async () => {
    const base = temporaryDir();
    (await acquireDataLock(base)).release();
    const log = join(base, 'log');
    const faults = await new Race(base, log).run();
    expect(faults).toEqual([]);
    const { wrong, had, takenOver } = accountOf(log);
    expect(wrong).toEqual([]);
    expect(had).toBeGreaterThanOrEqual(HAD_MIN);
    expect(takenOver).toBeGreaterThanOrEqual(TAKEN_OVER_MIN);
    // All racers have ended. The lock is free, and their files are cleared away.
    const last = await acquireDataLock(base);
    expect(dataLockHolder(base)).toBe(process.pid);
    expect(readdirSync(join(base, 'write.lock')).filter((file) => !file.startsWith('draft-'))).toHaveLength(1);
    last.release();
  },
  SECONDS_MAX * 1000 + 60_000,
);
