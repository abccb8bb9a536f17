/**
 * Scans of texts that several requests share. Hits and facets of one search need the same expression at the same time. A scan
 * ends early only if no request waits for it, so a client that disconnects does not affect another.
 */
import { onAbort } from '../../shared/ends/end-listeners.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { ScanProgress } from './running-scans.ts';

/** An open case. After it is indexed again, it is a different one. */
export type ScannedCase = ReadySource['caseReader'];
/** By case, the ascending ids of the items that match. */
export type ScanResult = ReadonlyMap<ScannedCase, Uint32Array>;
export type ScanTask = (progress: ScanProgress, signal: AbortSignal) => Promise<ScanResult>;

export class SharedScans {
  /** Running scans, by case and expression. */
  readonly #scans = new WeakMap<ScannedCase, Map<string, SharedScan>>();

  /** Returns the running scan of a case for an expression, if any. */
  find(of: ScannedCase, key: string): SharedScan | undefined {
    return this.#scans.get(of)?.get(key);
  }

  /** Begins a scan of cases that have no running scan for the expression. The caller must await it immediately. */
  begin(cases: readonly ScannedCase[], { key, query }: { key: string; query: string }, run: ScanTask): SharedScan {
    const progress = { query, items: 0, scanned: 0, found: 0 };
    const scan = new SharedScan(progress, run, () => {
      for (const one of cases) {
        const own = this.#scans.get(one);
        if (own?.get(key) === scan) own.delete(key);
      }
    });
    for (const one of cases) {
      const own = this.#scans.get(one) ?? new Map<string, SharedScan>();
      this.#scans.set(one, own);
      own.set(key, scan);
    }
    return scan;
  }
}

export class SharedScan {
  readonly progress: ScanProgress;
  readonly #controller = new AbortController();
  readonly #done: Promise<ScanResult>;
  readonly #leave: () => void;
  #waiting = 0;

  /** `leave` removes the scan, so that no request joins it. Called at the end, perhaps twice. */
  constructor(progress: ScanProgress, run: ScanTask, leave: () => void) {
    this.progress = progress;
    this.#leave = leave;
    this.#done = run(progress, this.#controller.signal).finally(leave);
    // Without a waiting request, a fault must not count as unhandled.
    this.#done.catch(() => undefined);
  }

  /** Throws the fault of the scan, and the reason of the signal. */
  async wait(signal: AbortSignal): Promise<ScanResult> {
    this.#waiting++;
    let forget = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      else forget = onAbort(signal, () => reject(signal.reason));
    });
    try {
      return await Promise.race([this.#done, left]);
    } finally {
      forget();
      this.#waiting--;
      if (this.#waiting === 0) {
        this.#leave();
        this.#controller.abort();
      }
    }
  }
}
