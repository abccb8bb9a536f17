/**
 * Warnings of Node while tests run, in this process and in all that they start: accumulating listeners, deprecated calls, and
 * so on. A correct program causes none, so each fails a test.
 */
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Warnings that are caused deliberately, each with a pattern of its text. */
const KNOWN = [];

export class NodeWarnings {
  #own = [];
  #file;

  /** Warnings are collected from now on. Child processes write theirs to a file instead of stderr. */
  constructor() {
    const dir = mkdtempSync(join(tmpdir(), 'case-access-warnings-'));
    process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
    this.#file = join(dir, 'warnings.txt');
    process.env.NODE_REDIRECT_WARNINGS = this.#file;
    process.on('warning', ({ stack }) => this.#own.push(stack));
    // Node does not pass on warnings of threads. They are in that file.
    process.on('worker', ({ stderr }) => stderr.on('data', (text) => this.#own.push(...warningsIn(String(text)))));
  }

  /** Returns the texts of the warnings since the last call. */
  take() {
    const texts = [...this.#own.splice(0), ...this.#ofOthers()];
    return texts.filter((text) => !KNOWN.some((pattern) => pattern.test(text)));
  }

  #ofOthers() {
    let text;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      // Node creates the file with the first warning.
      return [];
    }
    if (text !== '') truncateSync(this.#file);
    return warningsIn(text);
  }
}

function warningsIn(text) {
  return text.split('\n').filter((line) => line.startsWith('(node:'));
}
