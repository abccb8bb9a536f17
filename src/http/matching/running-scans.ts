/** Scans of texts that are under way, with their progress: for people who wait. Each viewer sees their own. */

export interface RunningScan {
  /** The expression, as written in a query. */
  readonly query: string;
  /** Items whose texts are to be scanned. */
  readonly items: number;
  /** How many of them have been scanned, and how many of these match: more may follow. */
  readonly scanned: number;
  readonly found: number;
}

export type ScanProgress = { -readonly [Part in keyof RunningScan]: RunningScan[Part] };

interface Entry {
  readonly me: string | undefined;
  readonly progress: ScanProgress;
}

export class RunningScans {
  readonly #entries = new Set<Entry>();

  /** Runs a scan that updates its progress. */
  async during<R>(query: string, me: string | undefined, run: (progress: ScanProgress) => Promise<R>): Promise<R> {
    const entry = { me, progress: { query, items: 0, scanned: 0, found: 0 } };
    this.#entries.add(entry);
    try {
      return await run(entry.progress);
    } finally {
      this.#entries.delete(entry);
    }
  }

  /** The scans of one viewer, one for each query: the furthest. */
  of(me: string | undefined): readonly RunningScan[] {
    const furthest = new Map<string, RunningScan>();
    for (const entry of this.#entries) {
      const { query, scanned } = entry.progress;
      if (entry.me === me && scanned >= (furthest.get(query)?.scanned ?? 0)) furthest.set(query, { ...entry.progress });
    }
    return [...furthest.values()];
  }
}
