/**
 * References to items, grouped by source: what a change of a bookmark carries.
 *
 * The caller has checked that the items exist. Here they are put into one order, so that equal sets have equal digests.
 */
import { createHash } from 'node:crypto';

/** Some items of one source. */
export interface SourceItems {
  readonly source: string;
  /** Item ids. Ascending and free of duplicates when the store hands them out; any order is taken. */
  readonly ids: Uint32Array;
}

/** Says whether a source is open. Items of others stay stored, but are not listed or counted. */
export type Presence = (source: string) => boolean;

export const everySource: Presence = () => true;

/** Returns the references with one group per source, sources by code unit, ids ascending and unique, none empty. */
export function orderReferences(refs: ReadonlyMap<string, Uint32Array> | Iterable<SourceItems>): SourceItems[] {
  const bySource = new Map<string, Uint32Array[]>();
  const groups =
    refs instanceof Map ? [...refs].map(([source, ids]) => ({ source, ids })) : (refs as Iterable<SourceItems>);
  for (const { source, ids } of groups) {
    const parts = bySource.get(source);
    if (parts === undefined) bySource.set(source, [ids]);
    else parts.push(ids);
  }
  return [...bySource]
    .map(([source, parts]) => ({ source, ids: ascending(parts) }))
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}

export function countReferences(refs: readonly SourceItems[]): number {
  return refs.reduce((sum, { ids }) => sum + ids.length, 0);
}

/**
 * SHA-256 in hexadecimal over ordered references: for each source its JSON text, a newline, the ids as 32-bit
 * little-endian integers and a newline. An examiner can compute it again from a list of items.
 */
export function digestReferences(refs: readonly SourceItems[]): string {
  const hash = createHash('sha256');
  for (const { source, ids } of refs) {
    hash.update(`${JSON.stringify(source)}\n`);
    hash.update(littleEndian(ids));
    hash.update('\n');
  }
  return hash.digest('hex');
}

function ascending(parts: readonly Uint32Array[]): Uint32Array {
  const single = parts[0];
  if (parts.length === 1 && single !== undefined && isAscending(single)) return single;
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) {
    if (count === 0 || all[i] !== all[count - 1]) all[count++] = all[i]!;
  }
  return all.slice(0, count);
}

function isAscending(ids: Uint32Array): boolean {
  for (let i = 1; i < ids.length; i++) {
    if (ids[i]! <= ids[i - 1]!) return false;
  }
  return true;
}

const hostIsLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function littleEndian(ids: Uint32Array): Uint8Array {
  if (hostIsLittleEndian) return new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
  const bytes = Buffer.alloc(ids.length * 4);
  for (let i = 0; i < ids.length; i++) bytes.writeUInt32LE(ids[i]!, i * 4);
  return bytes;
}
