/**
 * Scans of texts that several requests share: hits and facets of one search ask for the same expression at the same time. A scan ends
 * early only when nobody waits for it, so that one client who leaves takes no answer from another.
 */
import { onAbort } from '../../shared/ends/end-listeners.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { ScanProgress } from './running-scans.ts';

/** An open case. A case that is indexed again is another one. */
export type ScannedCase = ReadySource['caseReader'];
/** By case, the ascending ids of the items that match. */
export type ScanResult = ReadonlyMap<ScannedCase, Uint32Array>;
export type ScanTask = (progress: ScanProgress, signal: AbortSignal) => Promise<ScanResult>;

export class SharedScans {
  /** The scans that are under way, by case and expression. */
  readonly #scans = new WeakMap<ScannedCase, Map<string, SharedScan>>();

  /** The scan of a case for an expression; undefined: none is under way. */
  find(of: ScannedCase, key: string): SharedScan | undefined {
    return this.#scans.get(of)?.get(key);
  }

  /** Begins a scan of cases of which none is scanned for the expression. Somebody must wait for it at once. */
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

  /** `leave`: from now on nobody may join. Called at the end, perhaps twice. */
  constructor(progress: ScanProgress, run: ScanTask, leave: () => void) {
    this.progress = progress;
    this.#leave = leave;
    this.#done = run(progress, this.#controller.signal).finally(leave);
    // If nobody waits any more, nobody sees the fault.
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
