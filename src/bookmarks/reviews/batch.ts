/**
 * A batch: some items of a review, in its order, held by one person at a time.
 *
 *     {"number":3,"sources":["a","b"],"items":[[0,[7,5]],[1,[2]]],"holder":{"who":"anna","time":"2026-…"}}
 */
import type { SourceItems } from '../references.ts';

export interface BatchHolder {
  /** Null for a person without a name. */
  readonly who: string | null;
  /** Time of dealing, ISO 8601, UTC. */
  readonly time: string;
}

export interface ItemRef {
  readonly source: string;
  readonly id: number;
}

interface BatchText {
  readonly number: number;
  readonly sources: readonly string[];
  readonly items: readonly (readonly [source: number, ids: readonly number[]])[];
  readonly holder: BatchHolder | null;
}

export interface ReviewBatch {
  /** Set number in the store. */
  readonly set: number;
  /** From 1. */
  readonly number: number;
  readonly holder: BatchHolder | null;
  /** Parsed on first use, because for most batches only the holder is needed. */
  readonly text: BatchText;
}

/** Match the text before and after the items. They cannot match within a string, where quotes are escaped. */
const NUMBER = /^\{"number":(\d+),/;
const HOLDER = ',"holder":';

export function batchText(number: number, items: readonly SourceItems[], holder: BatchHolder | null = null): string {
  const sources = [...new Set(items.map(({ source }) => source))];
  const stretches = items.map(({ source, ids }) => [sources.indexOf(source), [...ids]] as const);
  return JSON.stringify({ number, sources, items: stretches, holder } satisfies BatchText);
}

export function parseBatch(set: number, text: string): ReviewBatch {
  const number = Number(NUMBER.exec(text)![1]);
  const holder = JSON.parse(text.slice(text.lastIndexOf(HOLDER) + HOLDER.length, -1)) as BatchHolder | null;
  let parsed: BatchText | null = null;
  return {
    set,
    number,
    holder,
    get text() {
      parsed ??= JSON.parse(text) as BatchText;
      return parsed;
    },
  };
}

export function heldText({ text }: ReviewBatch, holder: BatchHolder | null): string {
  return JSON.stringify({ ...text, holder });
}

/** The items in their order. */
export function* itemsOf({ text: { sources, items } }: ReviewBatch): Generator<ItemRef> {
  for (const [source, ids] of items) for (const id of ids) yield { source: sources[source]!, id };
}

/** The items by source, ids in their order. */
export function itemsBySource(items: Iterable<ItemRef>): SourceItems[] {
  const lists = new Map<string, number[]>();
  for (const { source, id } of items) {
    const list = lists.get(source);
    if (list === undefined) lists.set(source, [id]);
    else list.push(id);
  }
  return [...lists].map(([source, ids]) => ({ source, ids: Uint32Array.from(ids) }));
}
