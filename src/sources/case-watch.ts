/**
 * Checks the cases of a server at intervals, and refreshes each source whose case has changed. A refresh begins once two checks
 * in a row have found the same state, so that a case is not read while it is being copied.
 */
import type { Source } from './source.ts';

export interface CaseWatchOptions {
  readonly sources: { listAll(): readonly Source[]; refresh(id: string): Promise<unknown> };
  readonly intervalMs: number;
  /** Called once per source and message, for a case that cannot be read. */
  readonly onFault: (source: Source, fault: unknown) => void;
}

export class CaseWatch {
  readonly #options: CaseWatchOptions;
  /** By source: the fingerprint found by the last check, if it differs from that of the index. */
  readonly #seen = new Map<string, string>();
  /** By source: the last fault. */
  readonly #faults = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: CaseWatchOptions) {
    this.#options = options;
    this.#arm();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#look(), this.#options.intervalMs).unref();
  }

  async #look(): Promise<void> {
    for (const source of this.#options.sources.listAll()) {
      if (this.#isStopped) return;
      try {
        await this.#lookAt(source);
        this.#faults.delete(source.id);
      } catch (fault) {
        const message = fault instanceof Error ? fault.message : String(fault);
        if (this.#faults.get(source.id) !== message) this.#options.onFault(source, fault);
        this.#faults.set(source.id, message);
      }
    }
    this.#arm();
  }

  async #lookAt({ id, state }: Source): Promise<void> {
    if (state.kind !== 'ready') return;
    const { fingerprint, lookAgain } = state.open;
    const found = await lookAgain();
    const isSettled = this.#seen.get(id) === found;
    if (found === fingerprint) this.#seen.delete(id);
    else this.#seen.set(id, found);
    if (found !== fingerprint && isSettled) await this.#options.sources.refresh(id);
  }
}
