/**
 * Where the bytes of a text, a content or a thumbnail lie, as the format of a case encodes it: a range of a file, a row
 * of a database, a run of a disk image, a piece of another item. Everything else keeps such a reference and hands it
 * back; only the format that made it can read it. The index stores it as it is and names the format in its header.
 */
declare const opaque: unique symbol;

/** A short list of plain values: it travels as MessagePack and as JSON. */
export interface PartRef {
  readonly [opaque]: true;
}

export type PartRefValue = string | number | null;

/** For case formats: the reference that stands for the values. */
export function encodePartRef(values: readonly PartRefValue[]): PartRef {
  return values as unknown as PartRef;
}

/** For case formats: the values, or null where the reference is no list of them. An index may hold anything. */
export function decodePartRef(ref: PartRef): readonly PartRefValue[] | null {
  const values: unknown = ref;
  if (!Array.isArray(values)) return null;
  return values.every((value) => value === null || typeof value === 'string' || typeof value === 'number')
    ? (values as PartRefValue[])
    : null;
}
