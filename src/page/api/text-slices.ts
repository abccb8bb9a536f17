/**
 * Slices of an item's text. If the hit has a text, the first slice is requested together with the record. Most people open an
 * item to read its text.
 */
import type { Ref } from './answers.ts';
import { client, itemOf } from './client.ts';

export const SLICE_UNITS = 20_000;

export interface Slice {
  readonly start: number;
  readonly text: string;
}

export interface FoundSlice extends Slice {
  /** Length of the whole text. */
  readonly units: number;
  /** The server's name for the origin of the text. */
  readonly origin: string;
}

let begun: { readonly ref: Ref; readonly slice: Promise<FoundSlice> } | null = null;

/** Requests the first slice, for the next call of `sliceOf`. */
export function beginText(ref: Ref, signal: AbortSignal): void {
  const slice = fetched(ref, 0, signal);
  slice.catch(() => undefined);
  begun = { ref, slice };
}

export async function sliceOf(ref: Ref, start: number, signal: AbortSignal): Promise<FoundSlice> {
  const early = begun;
  begun = null;
  if (start !== 0 || early?.ref.id !== ref.id || early.ref.source !== ref.source) return fetched(ref, start, signal);
  const slice = await early.slice.catch(() => fetched(ref, start, signal));
  signal.throwIfAborted();
  return slice;
}

async function fetched(ref: Ref, start: number, signal: AbortSignal): Promise<FoundSlice> {
  const slice = { ...itemOf(ref), start, end: start + SLICE_UNITS };
  const answer = await client.open('getText', slice, undefined, { signal });
  const text = await answer.text();
  const units = Number(answer.headers.get('X-Text-Units') ?? start + text.length);
  return { start, text, units, origin: answer.headers.get('X-Text-Source') ?? '' };
}
