/**
 * Closes everything that tests opened: after the running test, or after the file if a file, a `describe` or `beforeAll` opened
 * it. The runner calls this (test/runner/test-file.mjs), after all hooks. What was opened last ends first.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getState } from 'jest-circus';
import { settled } from './until.ts';

type End = () => unknown;

const ofTest: End[] = [];
const ofFile: End[] = [];

export function atEnd(end: End): void {
  (getState().currentlyRunningTest == null ? ofFile : ofTest).push(end);
}

export function atEndOfFile(end: End): void {
  ofFile.push(end);
}

/** Returns a new empty directory, which is removed at the end. */
export function temporaryDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'case-access-test-')));
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export async function endTest(errors: unknown[]): Promise<void> {
  await endAll(ofTest, errors);
}

export async function endFile(errors: unknown[]): Promise<void> {
  await endAll(ofTest, errors);
  await endAll(ofFile, errors);
}

/** Returns its argument, and closes it at the end. */
export function closedAtEnd<T extends { close(): unknown }>(opened: T): T {
  atEnd(() => opened.close());
  return opened;
}

async function endAll(ends: End[], errors: unknown[]): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    try {
      await settled(Promise.resolve(end()), String(end));
    } catch (error) {
      errors.push(error);
    }
  }
}
