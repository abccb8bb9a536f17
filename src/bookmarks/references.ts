/**
 * References to items, grouped by source: the payload of a bookmark change.
 *
 * The caller has checked that the items exist. They are sorted here, so that equal sets have equal digests.
 */
import { createHash } from 'node:crypto';
import { ascending } from '../shared/ascending-ids.ts';
import { STRIDE, type Work } from '../shared/slices.ts';

/** Some items of one source. */
export interface SourceItems {
  readonly source: string;
  /** Item ids. Returned ascending and unique; accepted in any order. */
  readonly ids: Uint32Array;
}

/** Selects sources, such as the open ones. Items of other sources stay stored, but are not listed or counted. */
export type Includes = (source: string) => boolean;

export const everySource: Includes = () => true;

export type References = ReadonlyMap<string, Uint32Array> | Iterable<SourceItems>;

/** Sorted references. */
export interface OrderedReferences {
  /** One part for each source, sorted by code unit. Ids are ascending and unique, and no part is empty. */
  readonly parts: readonly SourceItems[];
  readonly count: number;
  /** See `digestOf`; null if there are none. */
  readonly digest: string | null;
}

export const NO_REFERENCES: OrderedReferences = { parts: [], count: 0, digest: null };

export function partsOf(refs: References): SourceItems[] {
  return refs instanceof Map
    ? [...refs].map(([source, ids]) => ({ source, ids }))
    : [...(refs as Iterable<SourceItems>)];
}

export function* ordering(refs: readonly SourceItems[]): Work<OrderedReferences> {
  const bySource = new Map<string, Uint32Array[]>();
  for (const { source, ids } of refs) {
    const parts = bySource.get(source);
    if (parts === undefined) bySource.set(source, [ids]);
    else parts.push(ids);
  }
  const parts: SourceItems[] = [];
  for (const source of [...bySource.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const ids = yield* ascending(bySource.get(source)!);
    if (ids.length > 0) parts.push({ source, ids });
  }
  const count = countReferences(parts);
  return { parts, count, digest: count === 0 ? null : yield* digestOf(parts) };
}

export function countReferences(refs: readonly SourceItems[]): number {
  return refs.reduce((sum, { ids }) => sum + ids.length, 0);
}

/**
 * SHA-256 in hexadecimal over ordered references. Each source contributes its JSON text, a newline, the ids as 32-bit
 * little-endian integers and a newline. An examiner can recompute it from a list of items.
 */
function* digestOf(refs: readonly SourceItems[]): Work<string> {
  const hash = createHash('sha256');
  for (const { source, ids } of refs) {
    hash.update(`${JSON.stringify(source)}\n`);
    for (let at = 0; at < ids.length; at += STRIDE) {
      hash.update(littleEndian(ids.subarray(at, at + STRIDE)));
      yield;
    }
    hash.update('\n');
  }
  return hash.digest('hex');
}

const hostIsLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function littleEndian(ids: Uint32Array): Uint8Array {
  if (hostIsLittleEndian) return new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
  const bytes = Buffer.alloc(ids.length * 4);
  for (let i = 0; i < ids.length; i++) bytes.writeUInt32LE(ids[i]!, i * 4);
  return bytes;
}
