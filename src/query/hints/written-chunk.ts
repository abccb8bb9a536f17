/** Finds the original chunk of a leaf with a field: `00:1A:2B`, `C:\Users\maria`, `user@host:password`. */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { BREAK, classAt, isModifierAt, QUOTE, SPACE } from '../../../grammar/characters.ts';
import { offsetOf } from '../../../grammar/offsets.ts';
import { printQuery } from '../../../grammar/print.ts';

/** Longer chunks are not repeated in a hint. */
const CHUNK_UNITS_MAX = 200;

/** Returns the chunk in quotes, as a phrase of its text; null if it is not one chunk of name, operator and value. */
export function quotedChunk(leaf: LeafQuery, written: string | undefined): string | null {
  if (leaf.field === null || (leaf.kind !== 'term' && leaf.kind !== 'wildcard')) return null;
  const chunk = chunkOf(leaf, written);
  if (chunk === null || !(chunk.startsWith(`${leaf.field}:`) || chunk.startsWith(`${leaf.field}=`))) return null;
  return printQuery({ kind: 'phrase', field: null, pattern: [{ kind: 'text', text: chunk }], slop: 0 });
}

/** Returns the units around the value of the leaf, up to white space, brackets or quotes, without leading operators. */
function chunkOf(leaf: LeafQuery, written: string | undefined): string | null {
  const offset = offsetOf(leaf);
  if (written === undefined || offset === null || offset >= written.length) return null;
  let start = offset;
  let end = offset;
  while (start > 0 && isOfChunk(written, start - 1)) if (offset - --start > CHUNK_UNITS_MAX) return null;
  while (end < written.length && isOfChunk(written, end)) if (++end - offset > CHUNK_UNITS_MAX) return null;
  while (start < offset && isModifierAt(written, start)) start++;
  return written.slice(start, end);
}

function isOfChunk(text: string, offset: number): boolean {
  const unitClass = classAt(text, offset);
  return unitClass !== SPACE && unitClass !== BREAK && unitClass !== QUOTE;
}
