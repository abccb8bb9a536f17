/** Shared parts of export lines: writing and parsing. */
import { AppError } from '../../shared/errors.ts';
import type { SourceItems } from '../references.ts';

const IDS_PER_LINE = 10_000;
const ID_MAX = 0xffffffff;

export type ExchangeObject = Readonly<Record<string, unknown>>;

export function* chunks(members: readonly SourceItems[]): Generator<{ source: string; ids: number[] }> {
  for (const { source, ids } of members) {
    for (let from = 0; from < ids.length; from += IDS_PER_LINE) {
      yield { source, ids: [...ids.subarray(from, from + IDS_PER_LINE)] };
    }
  }
}

export function sourceItems({ source, ids }: ExchangeObject): SourceItems {
  if (typeof source !== 'string') throw malformed('its "source" is not text');
  if (!Array.isArray(ids)) throw malformed('its "ids" is not an array');
  const bad = ids.findIndex((id) => !Number.isInteger(id) || id < 0 || id > ID_MAX);
  if (bad >= 0) throw malformed(`element ${bad + 1} of its "ids" is not an item id`);
  return { source, ids: Uint32Array.from(ids as number[]) };
}

export function onlyKeys(value: ExchangeObject, known: readonly string[]): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw malformed(`it has an unknown member ${JSON.stringify(unknown.slice(0, 50))}`);
}

export function malformed(reason: string, cause?: unknown): AppError {
  return new AppError('INVALID_REQUEST', reason, { cause });
}
