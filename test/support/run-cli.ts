/** Runs the compiled command line like a user: in a separate process, with pipes at each end. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const main = resolve('dist/src/cli/main.js');

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function startCli(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  if (!existsSync(main)) throw new Error('dist/ is missing: make build');
  return spawn(process.execPath, [main, ...args], { env: { ...process.env, NODE_OPTIONS: '', ...environment } });
}

export async function runCli(args: readonly string[], input = ''): Promise<CliRun> {
  const child = startCli(args);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}

/** Resolves with the match once the process has printed it this many times on stderr. Rejects if it ends before. */
export function said(child: ChildProcessWithoutNullStreams, pattern: RegExp, times = 1): Promise<RegExpExecArray> {
  return new Promise((done, fail) => {
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => {
      stderr += bytes.toString('utf8');
      const matches = [...stderr.matchAll(new RegExp(pattern, 'g'))];
      if (matches.length >= times) done(matches[times - 1]!);
    });
    child.once('close', (code) => fail(new Error(`ended with ${code}: ${stderr}`)));
  });
}

export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => child.once('close', done));
}
