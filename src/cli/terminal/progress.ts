/**
 * Progress of long work on stderr. A terminal shows a bar. Otherwise there are plain lines, one for each new phase and at most
 * one per {@link lineMs}, so that a log stays short.
 */
import cliProgress from 'cli-progress';
import { formatBytes, formatCount, formatDuration } from './quantities.ts';

export interface ProgressState {
  readonly phase: string;
  readonly items: number;
  readonly bytes: number;
  /** Progress of the current phase, 0 to 1; null if unknown. */
  readonly fraction: number | null;
}

export interface Progress {
  update(state: ProgressState): void;
  /** Removes the bar, if any. Idempotent. */
  stop(): void;
}

const lineMs = 5000;

/** Shows the progress of one task on `stream`. Its line begins with `name`. */
export function startProgress(
  name: string,
  stream: NodeJS.WriteStream,
  now: () => number = () => performance.now(),
): Progress {
  return new ProgressBoard(stream, now).start(name);
}

/** Several concurrent tasks, with a bar or lines for each. */
export class ProgressBoard {
  readonly #stream: NodeJS.WriteStream;
  readonly #now: () => number;
  #bars: cliProgress.MultiBar | null = null;
  #running = 0;

  constructor(stream: NodeJS.WriteStream, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  start(name: string): Progress {
    if (!this.#stream.isTTY) return new ProgressLines(name, this.#stream, this.#now);
    return new ProgressBar(name, this.#now, {
      create: (payload) => {
        this.#running++;
        this.#bars ??= openBars(this.#stream);
        return this.#bars.create(barSteps, 0, payload);
      },
      remove: (bar) => {
        this.#bars?.remove(bar);
        if (--this.#running > 0) return;
        this.#bars?.stop();
        this.#bars = null;
      },
    });
  }
}

const barSteps = 1000;

function openBars(stream: NodeJS.WriteStream): cliProgress.MultiBar {
  return new cliProgress.MultiBar({
    stream,
    format: '{name}: {phase} [{bar}] {percentage}% · {pace}',
    // With a name of a dozen characters the line fits 80 columns up to the rate.
    barsize: 12,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    fps: 5,
    hideCursor: true,
    clearOnComplete: true,
    linewrap: true,
    emptyOnZero: true,
    // The command handles signals itself.
    gracefulExit: false,
  });
}

class ProgressLines implements Progress {
  readonly #name: string;
  readonly #stream: NodeJS.WriteStream;
  readonly #pace: Pace;
  readonly #now: () => number;
  #phase = '';
  #lastLine = 0;

  constructor(name: string, stream: NodeJS.WriteStream, now: () => number) {
    this.#name = name;
    this.#stream = stream;
    this.#now = now;
    this.#pace = new Pace(now);
  }

  update(state: ProgressState): void {
    const now = this.#now();
    this.#pace.update(state);
    if (state.phase === this.#phase && now - this.#lastLine < lineMs) return;
    this.#phase = state.phase;
    this.#lastLine = now;
    const share = state.fraction === null ? '' : ` ${Math.floor(state.fraction * 100)} %`;
    const pace = this.#pace.describe(state);
    this.#stream.write(`${this.#name}: ${state.phase}${share}${pace === '' ? '' : ` · ${pace}`}\n`);
  }

  stop(): void {}
}

class ProgressBar implements Progress {
  readonly #name: string;
  readonly #pace: Pace;
  readonly #board: BarBoard;
  #bar: cliProgress.SingleBar | null = null;

  constructor(name: string, now: () => number, board: BarBoard) {
    this.#name = name;
    this.#pace = new Pace(now);
    this.#board = board;
  }

  update(state: ProgressState): void {
    this.#pace.update(state);
    const payload = { name: this.#name, phase: state.phase, pace: this.#pace.describe(state) };
    this.#bar ??= this.#board.create(payload);
    this.#bar.update(Math.floor((state.fraction ?? 0) * barSteps), payload);
  }

  stop(): void {
    if (this.#bar !== null) this.#board.remove(this.#bar);
    this.#bar = null;
  }
}

interface BarBoard {
  create(payload: object): cliProgress.SingleBar;
  remove(bar: cliProgress.SingleBar): void;
}

/** Rate and remaining time of the current phase. */
class Pace {
  readonly #now: () => number;
  #phase = '';
  #start = 0;
  #startItems = 0;
  #startFraction = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  update(state: ProgressState): void {
    if (state.phase === this.#phase) return;
    this.#phase = state.phase;
    this.#start = this.#now();
    this.#startItems = state.items;
    this.#startFraction = state.fraction ?? 0;
  }

  describe(state: ProgressState): string {
    const parts: string[] = [];
    const elapsedMs = this.#now() - this.#start;
    const done = (state.fraction ?? 0) - this.#startFraction;
    if (elapsedMs > 1000 && done > 0.01 && state.fraction !== null) {
      parts.push(`${formatDuration((elapsedMs * (1 - state.fraction)) / done)} left`);
    }
    if (state.items > 0) parts.push(formatCount(state.items, 'item'));
    if (state.bytes > 0) parts.push(formatBytes(state.bytes));
    const items = state.items - this.#startItems;
    if (elapsedMs > 0 && items > 0) parts.push(`${Math.round((items * 1000) / elapsedMs).toLocaleString('en-US')}/s`);
    return parts.join(' · ');
  }
}
