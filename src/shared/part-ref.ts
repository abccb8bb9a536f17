/**
 * Refers to the bytes of a text, a content or a thumbnail, as encoded by the format of a case. They may be a range of a file, a
 * row of a database, an extent of a disk image, or a piece of another item. The rest of the program keeps references without
 * reading them. Only the format that made one can decode it. The index stores it unchanged and names the format in its header.
 */
declare const opaque: unique symbol;

/** A short list of plain values, so that it can travel as MessagePack and as JSON. */
export interface PartRef {
  readonly [opaque]: true;
}

export type PartRefValue = string | number | null;

/** For case formats: the reference that encodes the values. */
export function encodePartRef(values: readonly PartRefValue[]): PartRef {
  return values as unknown as PartRef;
}

/** For case formats: the values, or null if the reference is not a list of them. An index may contain anything. */
export function decodePartRef(ref: PartRef): readonly PartRefValue[] | null {
  const values: unknown = ref;
  if (!Array.isArray(values)) return null;
  return values.every((value) => value === null || typeof value === 'string' || typeof value === 'number')
    ? (values as PartRefValue[])
    : null;
}

/** Whether a decoded value is a number of bytes, or an offset or index. */
export function isPartCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
