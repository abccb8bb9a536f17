/**
 * The location of a part's bytes. A file in an image: ["object", id, md5]. A file that Autopsy unpacked or took from a folder:
 * ["kept", path, whether it is below the case, whether it is encoded, size, md5]. A text: ["text", number of the artifact, type
 * of its attribute].
 */
import { decodePartRef, encodePartRef, isPartCount, type PartRef } from '../../shared/part-ref.ts';

export type Reference =
  | { readonly kind: 'object'; readonly id: number; readonly md5: string | null }
  | {
      readonly kind: 'kept';
      readonly path: string;
      readonly isBelowCase: boolean;
      readonly isEncoded: boolean;
      readonly size: number | null;
      readonly md5: string | null;
    }
  | { readonly kind: 'text'; readonly artifact: string; readonly type: number };

interface FileFacts {
  readonly id: number;
  readonly isEncoded: boolean;
  readonly size: number | null;
  readonly md5: string | null;
}

/** `kept` is null for a file in an image. */
export function fileReference(
  kept: { readonly path: string; readonly isBelowCase: boolean } | null,
  { id, isEncoded, size, md5 }: FileFacts,
): PartRef {
  if (kept === null) return encodePartRef(['object', id, md5]);
  return encodePartRef(['kept', kept.path, Number(kept.isBelowCase), Number(isEncoded), size, md5]);
}

export function textReference(artifact: string, type: number): PartRef {
  return encodePartRef(['text', artifact, type]);
}

/** Returns null if it is none of these. References are not trusted. */
export function decodeReference(ref: PartRef): Reference | null {
  const values = decodePartRef(ref);
  if (values === null) return null;
  const [kind, first, second, third, size, md5] = values;
  if (kind === 'object' && values.length === 3 && isPartCount(first) && isMd5(second))
    return { kind, id: first, md5: second };
  if (kind === 'text' && values.length === 3 && isWhole(first) && isPartCount(second))
    return { kind, artifact: first, type: second };
  if (kind !== 'kept' || values.length !== 6 || typeof first !== 'string') return null;
  if (!isFlag(second) || !isFlag(third) || !(size === null || isPartCount(size)) || !isMd5(md5)) return null;
  return { kind, path: first, isBelowCase: second === 1, isEncoded: third === 1, size, md5 };
}

/** Whether a text is a 64-bit number in digits. */
function isWhole(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value);
}

function isFlag(value: unknown): value is 0 | 1 {
  return value === 0 || value === 1;
}

function isMd5(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value));
}
