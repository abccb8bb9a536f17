/** Folded forms and classes of code points that the tables do not cover: surrogate pairs, and units that fold to several. */
import { foldSequence } from './folding.ts';
import { classOfFolded, EMOJI, REGIONAL, SEPARATOR, UNIT } from './unit-classes.ts';

/** One code point of a folded text, or a flag. */
export interface FoldedCodePoint {
  readonly text: string;
  readonly class: number;
}

const LOWER_CASE = /^\p{Ll}/u;
/** Maximum entries of the cache. Cases use few code points, so it does not matter which entry is evicted. */
const KNOWN_MAX = 8192;

const known = new Map<number, readonly FoldedCodePoint[]>();
/** A cache for sequences, because these repeat as well. */
const knownSequences = new Map<string, readonly FoldedCodePoint[]>();
const KNOWN_UNITS_MAX = 32;

/** Returns the folded form of an isolated code point. */
export function foldedCodePoint(codePoint: number): readonly FoldedCodePoint[] {
  let folded = known.get(codePoint);
  if (folded === undefined) {
    folded = foldedParts(String.fromCodePoint(codePoint));
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(codePoint, folded);
  }
  return folded;
}

/** Returns the folded form of a sequence. A lower-case first letter continues a divided word. */
export function foldedParts(sequence: string): readonly FoldedCodePoint[] {
  if (sequence.length > KNOWN_UNITS_MAX) return partsOf(sequence);
  let parts = knownSequences.get(sequence);
  if (parts === undefined) {
    parts = partsOf(sequence);
    if (knownSequences.size >= KNOWN_MAX) knownSequences.clear();
    knownSequences.set(sequence, parts);
  }
  return parts;
}

function partsOf(sequence: string): readonly FoldedCodePoint[] {
  const isLower = LOWER_CASE.test(sequence);
  const isLone = sequence.length === 1 && (sequence.charCodeAt(0) & 0xf800) === 0xd800;
  // U+FFFE is a marker here, so it is removed from the text.
  const folded = isLone ? sequence : foldSequence(sequence.replaceAll('\ufffe', '\0'));
  return withFlags(Array.from(folded, (text) => ({ text, class: classOf(text, isLower) })));
}

/** Two consecutive regional indicators are an emoji. A single one is dropped. */
function withFlags(parts: readonly FoldedCodePoint[]): readonly FoldedCodePoint[] {
  if (!parts.some(isRegional)) return parts;
  const paired: FoldedCodePoint[] = [];
  for (let n = 0; n < parts.length; n++) {
    const part = parts[n]!;
    const second = isRegional(part) ? parts[n + 1] : undefined;
    if (!isRegional(part)) paired.push(part);
    else if (second === undefined || !isRegional(second)) paired.push({ text: part.text, class: SEPARATOR });
    else {
      paired.push({ text: part.text + second.text, class: EMOJI });
      n++;
    }
  }
  return paired;
}

function isRegional({ class: kind }: FoldedCodePoint): boolean {
  return kind === REGIONAL;
}

/** There are many ideographs beyond the basic plane, and all are treated alike. */
function classOf(text: string, isLower: boolean): number {
  const codePoint = text.codePointAt(0)!;
  return codePoint >= 0x20000 && codePoint < 0x2a6d0 ? UNIT : classOfFolded(text, isLower);
}
