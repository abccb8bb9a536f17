/** Items in order, a few hundred at a time, grouped by source, so that many are read with one call. */
import type { HitBatch } from '../search/combined/merged-hits.ts';

export interface Window<T> {
  readonly parts: readonly { readonly source: T; readonly ids: Uint32Array }[];
  /** Indexed by item: the number of its part. Null if there is only one part. */
  readonly order: Uint16Array | null;
}

export const WINDOW_ITEMS = 1024;

export async function* windowsOf<T>(
  hits: AsyncIterable<readonly HitBatch<T>[]>,
): AsyncGenerator<Window<T>, void, undefined> {
  let gathered = new Gathered<T>();
  for await (const batches of hits) {
    for (const { target, ids } of batches) {
      for (let from = 0; from < ids.length; ) {
        const to = Math.min(ids.length, from + WINDOW_ITEMS - gathered.count);
        gathered.add(target, ids, from, to);
        from = to;
        if (gathered.count < WINDOW_ITEMS) continue;
        yield gathered.window();
        gathered = new Gathered();
      }
    }
  }
  if (gathered.count > 0) yield gathered.window();
}

class Gathered<T> {
  count = 0;
  readonly #parts: { readonly source: T; readonly ids: Uint32Array; count: number }[] = [];
  readonly #order = new Uint16Array(WINDOW_ITEMS);

  /** Copies the ids, because the caller may reuse their array. */
  add(source: T, ids: Uint32Array, from: number, to: number): void {
    let number = this.#parts.findIndex((part) => part.source === source);
    if (number < 0) number = this.#parts.push({ source, ids: new Uint32Array(WINDOW_ITEMS), count: 0 }) - 1;
    const part = this.#parts[number]!;
    part.ids.set(ids.subarray(from, to), part.count);
    part.count += to - from;
    this.#order.fill(number, this.count, this.count + to - from);
    this.count += to - from;
  }

  window(): Window<T> {
    const parts = this.#parts.map(({ source, ids, count }) => ({ source, ids: ids.subarray(0, count) }));
    return { parts, order: parts.length === 1 ? null : this.#order.subarray(0, this.count) };
  }
}
