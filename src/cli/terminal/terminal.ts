/**
 * Output of commands: data on stdout, everything else on stderr. Also handles a closed reader of stdout (`… | head`), and names
 * in evidence that contain control characters.
 */
import { once } from 'node:events';

export interface Terminal {
  /** Writes data; waits if the reader is slower. Text is buffered up to {@link pieceUnits}. */
  write(text: string): Promise<void>;
  /** Writes the buffered output. */
  flush(): Promise<void>;
  /** A line for people, on stderr. */
  say(line: string): void;
  readonly stderr: NodeJS.WriteStream;
  /** Fires at SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
}

const pieceUnits = 64 * 1024;

export function processTerminal(signal: AbortSignal): Terminal {
  endQuietlyWithoutReader();
  let kept = '';
  const flush = async (): Promise<void> => {
    const text = kept;
    kept = '';
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
  };
  return {
    async write(text) {
      kept += text;
      if (kept.length >= pieceUnits) await flush();
    },
    flush,
    say: (line) => void process.stderr.write(`${line}\n`),
    stderr: process.stderr,
    signal,
  };
}

/** A reader that has seen enough is not a failure: the command ends. It needs no clean shutdown. */
function endQuietlyWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  process.stderr.on('error', () => undefined);
}

/**
 * Makes `text` safe for a line on a terminal. Control characters, line and paragraph separators and marks of text direction
 * become escapes. A suspect may have chosen a file name.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (found) => {
    const known = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[found];
    return known ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
