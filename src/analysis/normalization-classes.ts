/**
 * What NFC can do to each code point, determined once with the runtime's own `normalize`, so that the two always agree.
 * Nearly all text is already normalised, and checking that with a table costs a fraction of normalising it.
 */
import { tableOfProcess } from '../shared/process-table.ts';

/** The code point alone is not in NFC. */
export const CHANGES = 1;
/** The code point can compose or change places with what precedes it. A code point without this bit begins a new stretch. */
export const EXTENDS = 2;
/** Its canonical combining class is not 0. Always together with {@link EXTENDS}. */
export const NONSTARTER = 4;
/** It can compose with what precedes it, so that even a single one after a starter may not stay. */
const COMPOSES = 8;

/** In {@link STABILITY}: the unit stays as it is, whatever precedes it. */
export const STABLE = 0;
/** In {@link STABILITY}: a mark that stays as it is after a stable unit, but can change places with another mark. */
export const STABLE_AFTER_STABLE = 1;
/** In {@link STABILITY}: a closer look is needed. */
const UNSTABLE = 2;

/** The parts of the basic plane that NFC can change: all but unified ideographs, Hangul syllables and private use. */
const BASIC_STRETCHES = [
  [0xc0, 0x3400],
  [0xa000, 0xac00],
  [0xd7a4, 0xd800],
  [0xf900, 0x10000],
] as const;

/** The syllables of one initial consonant hold all vowels and final consonants there are. */
const HANGUL_SAMPLE = [0xac00, 0xae4c] as const;

interface BasicClasses {
  readonly classes: Uint8Array;
  readonly stability: Uint8Array;
  /** Code points that are the second or a later one of a decomposition. */
  readonly seconds: Set<number>;
}

const BASIC = tableOfProcess('normalization', basicClasses);
const BASIC_CLASSES = BASIC.classes;
const SUPPLEMENTARY_CLASSES: (Uint8Array | undefined)[] = [];

/** By UTF-16 unit, for the scan of whole texts; high surrogates become stable as their pages turn out to be. */
export const STABILITY = BASIC.stability;

function basicClasses(): BasicClasses {
  const classes = new Uint8Array(0x10000);
  const stability = new Uint8Array(0x10000);
  const seconds = new Set<number>();
  for (const [from, to] of [...BASIC_STRETCHES, HANGUL_SAMPLE]) collectSeconds(seconds, from, to);
  for (const [from, to] of BASIC_STRETCHES) classes.set(classify(seconds, from, to), from);
  for (let unit = 0; unit < 0x10000; unit++) {
    const bits = classes[unit]!;
    const isHighSurrogate = unit >= 0xd800 && unit < 0xdc00;
    stability[unit] =
      bits === 0 && !isHighSurrogate ? STABLE : bits === (NONSTARTER | EXTENDS) ? STABLE_AFTER_STABLE : UNSTABLE;
  }
  return { classes, stability, seconds };
}

/** The bits above for a code point. */
export function normalizationClass(codePoint: number): number {
  if (codePoint < 0x10000) return BASIC_CLASSES[codePoint]!;
  const page = (codePoint - 0x10000) >> 10;
  const classes = SUPPLEMENTARY_CLASSES[page] ?? loadPage(page);
  return classes[codePoint & 0x3ff]!;
}

/** A page is the 1024 code points of one high surrogate. Loaded on demand: most texts have none, or only emoji. */
function loadPage(page: number): Uint8Array {
  if (SUPPLEMENTARY_CLASSES.length === 0) {
    for (let from = 0x10000; from < 0x20000; from += 0x400)
      if (isDecomposed(from, from + 0x400)) collectSeconds(BASIC.seconds, from, from + 0x400);
  }
  const from = 0x10000 + (page << 10);
  const classes = classify(BASIC.seconds, from, from + 0x400);
  SUPPLEMENTARY_CLASSES[page] = classes;
  if (classes.every((bits) => bits === 0)) STABILITY[0xd800 + page] = STABLE;
  return classes;
}

/** Marks every code point that is the second or a later one of a decomposition: these can compose backwards. */
function collectSeconds(seconds: Set<number>, from: number, to: number): void {
  for (const decomposition of decompositions(from, to)) {
    if (decomposition.length === 1) continue;
    for (const part of [...decomposition].slice(1)) seconds.add(part.codePointAt(0)!);
  }
}

/** Whether any code point of a stretch has a decomposition: few stretches beyond the basic plane have one. */
function isDecomposed(from: number, to: number): boolean {
  const lines = linesOf(from, to);
  return lines.normalize('NFD') !== lines;
}

function classify(seconds: ReadonlySet<number>, from: number, to: number): Uint8Array {
  const classes = new Uint8Array(to - from);
  decompositions(from, to).forEach((decomposition, index) => {
    const text = String.fromCodePoint(from + index);
    let bits = 0;
    if (decomposition !== text && text.normalize('NFC') !== text) bits |= CHANGES;
    if (isNonstarter(decomposition)) bits |= NONSTARTER | EXTENDS;
    if (seconds.has(from + index)) bits |= COMPOSES | EXTENDS;
    if (seconds.has(decomposition.codePointAt(0)!)) bits |= EXTENDS;
    classes[index] = bits;
  });
  return classes;
}

/** The canonical decomposition of every code point of a stretch, in one call, separated by line feeds, which never compose. */
function decompositions(from: number, to: number): string[] {
  return linesOf(from, to).normalize('NFD').split('\n');
}

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index)).join('\n');
}

/** U+0345 has the highest combining class there is: every other mark of a class but 0 goes before it, all others stay behind. */
function isNonstarter(decomposition: string): boolean {
  const first = String.fromCodePoint(decomposition.codePointAt(0)!);
  return first === '\u0345' || (/^\p{M}/u.test(first) && `\u0345${first}`.normalize('NFD') !== `\u0345${first}`);
}
