/**
 * What Node warns of while tests run, in this process and in all that they start: listeners that pile up, deprecated calls, and so on. A
 * program that gives Node no reason to warn has none, so each fails a test.
 */
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Warnings that are caused knowingly: a pattern of their text for each. */
const KNOWN = [];

export class NodeWarnings {
  #own = [];
  #file;

  /** From now on. Processes that are started write theirs to a file instead of stderr. */
  constructor() {
    const dir = mkdtempSync(join(tmpdir(), 'case-access-warnings-'));
    process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
    this.#file = join(dir, 'warnings.txt');
    process.env.NODE_REDIRECT_WARNINGS = this.#file;
    process.on('warning', ({ stack }) => this.#own.push(stack));
    // Node hands on no warnings of threads: they are what is written there.
    process.on('worker', ({ stderr }) => stderr.on('data', (text) => this.#own.push(...warningsIn(String(text)))));
  }

  /** The texts of the warnings since the last call. */
  take() {
    const texts = [...this.#own.splice(0), ...this.#ofOthers()];
    return texts.filter((text) => !KNOWN.some((pattern) => pattern.test(text)));
  }

  #ofOthers() {
    let text;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      // Node makes the file with the first of them.
      return [];
    }
    if (text !== '') truncateSync(this.#file);
    return warningsIn(text);
  }
}

function warningsIn(text) {
  return text.split('\n').filter((line) => line.startsWith('(node:'));
}
