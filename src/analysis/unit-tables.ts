/**
 * Tables over UTF-16 units: the folded form of an isolated unit, its class, and whether its neighbours matter. Nearly all text
 * needs nothing else, and a lookup costs a fraction of folding.
 */
import { tableOfProcess } from '../shared/process-table.ts';
import { bytesOfRuntime } from '../shared/runtime-file.ts';
import { foldSequence, hasAsciiFold } from './folding.ts';
import { isNonstarter } from './mark-order.ts';
import { BLANK, classOfFolded, EMOJI, ESCAPE, HYPHEN, MARK, SEPARATOR } from './unit-classes.ts';

/** In {@link FOLDS}: the unit is half of a surrogate pair, or folds to several units. */
export const NO_FOLD = 0xffff;

/** In {@link STABILITY}: the unit folds by itself, whatever precedes it, and a mark may follow it. */
export const STABLE = 0;
/** A mark that folding leaves unchanged after a {@link STABLE} unit. */
export const STABLE_AFTER_STABLE = 1;
/** The neighbours matter. */
export const UNSTABLE = 2;
/** Like {@link STABLE}, but it may compose with the next mark. */
export const STABLE_BEFORE_STABLE = 3;
/** A bit: the unit belongs to the sequence of the previous one. */
export const EXTENDS = 4;
export const STABILITY_BITS = 3;

/** Units below this one are stable, or {@link EARLY_UNSTABLE}. */
export const FIRST_UNSTABLE = 0x300;
/** Ordinal indicators, which end a word before a digit, and the soft hyphen. */
export const EARLY_UNSTABLE: readonly number[] = [0xaa, 0xad, 0xba];

export interface UnitTables {
  readonly folds: Uint16Array;
  readonly classes: Uint8Array;
  readonly stability: Uint8Array;
}

const UNITS = 0x10000;

/** Ranges of letters that fold to themselves and compose with nothing: ideographs, syllables of Hangul, private use. */
const PLAIN_STRETCHES = [
  [0x3400, 0x4dc0, '\u3400'],
  [0x4e00, 0xa000, '\u4e00'],
  [0xac00, 0xd7a4, '\uac00'],
  [0xe000, 0xf900, '\ue000'],
] as const;

const ASCII_UNITS = 0x80;
const JAMO_VOWELS = [0x1161, 0x1175] as const;
const JAMO_FINALS = [0x11a8, 0x11c2] as const;

/** High surrogates of ideographs that fold to themselves. */
const ASTRAL_IDEOGRAPHS = Array.from({ length: 0x27 }, (_, n) => 0xd840 + n);

const IGNORED = /^[\p{Default_Ignorable_Code_Point}\u0640]$/u;
const ANY_MARK = /^\p{M}$/u;
/** Characters that a folding rule may change, apart from canonical compositions and ASCII folding. */
const MAY_CHANGE = /[\p{Changes_When_NFKC_Casefolded}\p{Nd}\p{M}\u0640ةىیک]/u;
const LOWER_CASE = /^\p{Ll}$/u;

/** The tables, read from the file of the built program. */
export const TABLES_FILE = new URL('./unit-tables.bin', import.meta.url);

const TABLES = tableOfProcess('analysis', () => storedTables(TABLES_FILE) ?? makeTables());

/** Indexed by unit: the single unit that it folds to in isolation, or {@link NO_FOLD}. */
export const FOLDS: Uint16Array = TABLES.folds;
/** Indexed by unit: its class. */
export const CLASSES: Uint8Array = TABLES.classes;
/** Indexed by unit: the constants above. High surrogates become stable once their pages are checked. */
export const STABILITY: Uint8Array = TABLES.stability;

/** Reads the tables from a file. Returns null if the file is missing, or is for another runtime. */
export function storedTables(file: URL): UnitTables | null {
  const bytes = bytesOfRuntime(file, 4 * UNITS);
  if (bytes === null) return null;
  const folds = new Uint16Array(bytes.buffer, 0, UNITS);
  return { folds, classes: bytes.subarray(2 * UNITS, 3 * UNITS), stability: bytes.subarray(3 * UNITS) };
}

/** Returns the bytes of the file. */
export function bytesOfTables({ folds, classes, stability }: UnitTables): Buffer {
  return Buffer.concat([new Uint8Array(folds.buffer), classes, stability]);
}

/** Tables of this runtime. */
export function makeTables(): UnitTables {
  const tables = {
    folds: Uint16Array.from({ length: UNITS }, (_, unit) => unit),
    classes: new Uint8Array(UNITS),
    stability: new Uint8Array(UNITS),
  };
  for (const [from, to, sample] of PLAIN_STRETCHES) tables.classes.fill(classOfFolded(sample, false), from, to);
  // Not all units of a range are assigned.
  for (const unit of unassigned()) tables.classes[unit] = SEPARATOR;
  const forms = formsOf();
  for (const unit of forms.units) addUnit(tables, forms, unit);
  tables.folds.fill(NO_FOLD, 0xd800, 0xdc00);
  tables.classes.fill(ESCAPE, 0xd800, 0xdc00);
  tables.stability.fill(UNSTABLE, 0xd800, 0xdc00);
  for (const page of ASTRAL_IDEOGRAPHS) tables.stability[page] = STABLE;
  return tables;
}

function unassigned(): number[] {
  return [...Array(0xa000 - 0x9ff0).keys()]
    .map((n) => 0x9ff0 + n)
    .filter((unit) => !/\p{L}/u.test(String.fromCharCode(unit)));
}

interface Forms {
  readonly units: readonly number[];
  /** Units that folding never changes. */
  readonly same: ReadonlySet<number>;
  /** Units that compose with the previous unit, and units that they compose with. */
  readonly seconds: ReadonlySet<number>;
  readonly firsts: ReadonlySet<number>;
}

/**
 * Normalizes all units in one call, because one call for each would take ten times as long. A line feed between two never
 * composes.
 */
function formsOf(): Forms {
  const units = Array.from({ length: 0x10000 - ASCII_UNITS }, (_, n) => ASCII_UNITS + n).filter(
    (unit) => (unit < 0xd800 || unit >= 0xe000) && !PLAIN_STRETCHES.some(([from, to]) => unit >= from && unit < to),
  );
  const texts = units.map((unit) => String.fromCharCode(unit));
  const canonical = texts.join('\n').normalize('NFD').split('\n');
  const same = new Set<number>();
  const seconds = new Set<number>(span(JAMO_VOWELS).concat(span(JAMO_FINALS)));
  const firsts = new Set<number>();
  for (const [n, unit] of units.entries()) {
    const parts = canonical[n]!;
    if (parts === texts[n] && !MAY_CHANGE.test(parts) && !hasAsciiFold(unit)) same.add(unit);
    if (parts.length < 2) continue;
    for (const part of parts.slice(1)) seconds.add(part.charCodeAt(0));
    // A composition of three parts is a composition of the first two with the third.
    for (let end = 1; end < parts.length; end++) firsts.add(parts.slice(0, end).normalize('NFC').charCodeAt(0));
  }
  return { units: [...Array(ASCII_UNITS).keys(), ...units], same, seconds, firsts };
}

function span([from, to]: readonly [number, number]): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

function addUnit({ folds, classes, stability }: UnitTables, forms: Forms, unit: number): void {
  const text = String.fromCharCode(unit);
  const folded = forms.same.has(unit) ? text : foldSequence(text);
  folds[unit] = folded.length === 1 ? folded.charCodeAt(0) : NO_FOLD;
  classes[unit] = classOf(folded, LOWER_CASE.test(text));
  stability[unit] = stabilityOf(text, folded, forms);
}

function classOf(folded: string, isLower: boolean): number {
  const classes = Array.from(folded, (character) => classOfFolded(character, isLower));
  if (folded.length === 1) return classes[0] === EMOJI ? ESCAPE : classes[0]!;
  return classes.every((one) => one === SEPARATOR || one === BLANK || one === HYPHEN) ? SEPARATOR : ESCAPE;
}

function stabilityOf(text: string, folded: string, { same, seconds, firsts }: Forms): number {
  const unit = text.charCodeAt(0);
  const first = same.has(unit) ? text : text.normalize('NFKD')[0]!;
  const isMark = ANY_MARK.test(text);
  const composes = seconds.has(first.charCodeAt(0));
  const extends_ = isMark || composes || ANY_MARK.test(first) || IGNORED.test(first) ? EXTENDS : 0;
  if (EARLY_UNSTABLE.includes(unit)) return UNSTABLE | extends_;
  if (unit === 0xfffe) return UNSTABLE;
  if (extends_ === 0)
    return firsts.has(unit) && unit >= FIRST_UNSTABLE && !hasOnlyRemovedMarks(unit) ? STABLE_BEFORE_STABLE : STABLE;
  if (composes || !isMark || folded !== text || classOfFolded(text, false) !== MARK) return UNSTABLE | EXTENDS;
  const isOrdered = text.normalize('NFD') !== text || isNonstarter(unit);
  if (isOrdered) return STABLE_AFTER_STABLE | EXTENDS;
  return (firsts.has(unit) ? STABLE_BEFORE_STABLE : STABLE) | EXTENDS;
}

/** Letters below those of Asia compose only with marks that are never stable. */
function hasOnlyRemovedMarks(unit: number): boolean {
  return unit < 0x900;
}
