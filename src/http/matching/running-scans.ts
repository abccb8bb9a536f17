/** Running scans of texts, with their progress. Each viewer sees their own. */

export interface RunningScan {
  /** The expression, as written in a query. */
  readonly query: string;
  /** Items whose texts are to be scanned. */
  readonly items: number;
  /** Items scanned so far, and the matching ones among them. */
  readonly scanned: number;
  readonly found: number;
}

export type ScanProgress = { -readonly [Part in keyof RunningScan]: RunningScan[Part] };

interface Entry {
  readonly me: string | undefined;
  readonly progress: RunningScan;
}

export class RunningScans {
  readonly #entries = new Set<Entry>();

  /** Lists a scan while a viewer waits for its result. */
  async during<R>(progress: RunningScan, me: string | undefined, result: Promise<R>): Promise<R> {
    const entry = { me, progress };
    this.#entries.add(entry);
    try {
      return await result;
    } finally {
      this.#entries.delete(entry);
    }
  }

  /** Returns the scans of one viewer. If several scan for the same query, returns the one that is furthest along. */
  of(me: string | undefined): readonly RunningScan[] {
    const furthest = new Map<string, RunningScan>();
    for (const entry of this.#entries) {
      const { query, scanned } = entry.progress;
      if (entry.me === me && scanned >= (furthest.get(query)?.scanned ?? 0)) furthest.set(query, { ...entry.progress });
    }
    return [...furthest.values()];
  }
}
