/**
 * The norms of a field. There are few of them, one for each length, so a document has the number of its own, in a byte where that is enough:
 * the documents of a list are scattered, and an eighth of the memory is more often near the processor.
 */
import type { Norms } from '../../kernel/norm-codes.ts';
import { B, K1 } from './bm25.ts';

/** `lengths` are those of all documents. */
export function normsOf(lengths: Uint32Array, averageLength: number): Norms {
  const { distinct, numberOf } = distinctLengths(lengths);
  const numbers = numbersFor(distinct.length, lengths.length);
  for (let doc = 0; doc < lengths.length; doc++) numbers[doc] = numberOf(lengths[doc]!);
  return { numbers, values: Float64Array.from(distinct, (length) => K1 * (1 - B + (B * length) / averageLength)) };
}

/** In the order of the documents that first have each. */
function distinctLengths(lengths: Uint32Array): { distinct: number[]; numberOf: (length: number) => number } {
  const distinct: number[] = [];
  /** One more than the number of each, and of those that are long. */
  const short = new Uint32Array(SHORT);
  const long = new Map<number, number>();
  for (let doc = 0; doc < lengths.length; doc++) {
    const length = lengths[doc]!;
    if (length < SHORT ? short[length] !== 0 : long.has(length)) continue;
    distinct.push(length);
    if (length < SHORT) short[length] = distinct.length;
    else long.set(length, distinct.length);
  }
  return { distinct, numberOf: (length) => (length < SHORT ? short[length]! : long.get(length)!) - 1 };
}

function numbersFor(count: number, documents: number): Norms['numbers'] {
  if (count <= 1 << 8) return new Uint8Array(documents);
  return count <= 1 << 16 ? new Uint16Array(documents) : new Uint32Array(documents);
}

/** Lengths below this are found in a table. */
const SHORT = 1 << 16;
