import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Command = 'COUNT' | 'IDS' | 'SET' | 'TOP_10' | 'TOP_10_COUNT' | 'TOP_100' | 'TOP_100_COUNT' | 'OPEN';

export type Answer =
  | { readonly kind: 'answer'; readonly count: number; readonly hash: string | null; readonly microseconds: number }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'error'; readonly reason: string };

/** A program that speaks the line protocol of bench/README.md on its standard streams, one question at a time. */
export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  #waiting: { line: (line: string) => void; failed: (error: Error) => void } | undefined;
  #errors = '';

  constructor(command: readonly string[]) {
    this.#child = spawn(command[0]!, command.slice(1), { stdio: 'pipe' });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-4000);
    });
    createInterface({ input: this.#child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      waiting?.line(line);
    });
    this.#child.stdin.on('error', () => undefined); // reported by 'close', with the exit code
    this.#ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#waiting?.failed(new Error(`${command.join(' ')} ended (${why}): ${this.#errors}`));
        resolve();
      };
      this.#child.on('error', (error) => end(error.message)).on('close', (code) => end(`exit ${code}`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async ask(command: Command, query: string): Promise<Answer> {
    const question = `${command}\t${query}`;
    const line = await this.line(question);
    if (!line.startsWith(`${question}\t`)) throw new Error(`Asked ${question}, received ${line}`);
    return readAnswer(command, line.slice(question.length + 1));
  }

  /** Closes the index and opens it again in the same process. Its code stays warm, but its caches are empty. */
  async reopen(): Promise<void> {
    const line = await this.line('REOPEN\t');
    if (line !== 'REOPEN\t\t0' && !line.startsWith('REOPEN\t\t0\t'))
      throw new Error(`Asked to open again, received ${line}`);
  }

  /** Returns the line that answers a question, whatever it contains. */
  line(question: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { line: resolve, failed: reject };
      this.#child.stdin.write(`${question}\n`);
    });
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }
}

function readAnswer(command: Command, text: string): Answer {
  const columns = text.split('\t');
  if (columns[0] === 'UNSUPPORTED') return { kind: 'unsupported', reason: columns[1] ?? '' };
  if (columns[0] === 'ERROR') return { kind: 'error', reason: columns[1] ?? '' };
  const hash = command === 'SET' ? (columns[1] ?? '') : null;
  return { kind: 'answer', count: Number(columns[0]), hash, microseconds: Number(columns.at(-1)) };
}
