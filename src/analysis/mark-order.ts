/**
 * Canonical ordering of combining marks, for sequences longer than in any writing system. `String.normalize` inserts each mark
 * by moving back over the previous ones, so a megabyte of marks in two alternating classes takes minutes. If it is sorted
 * beforehand, the same megabyte takes milliseconds.
 */
/** More than Unicode's stream-safe text format allows between two starters. */
const LONG_SEQUENCE = 32;

/** Marks of equal combining class. `rank` orders the classes seen so far. */
interface CombiningClass {
  readonly representative: string;
  rank: number;
}

const classesInOrder: CombiningClass[] = [];
const classOfMark = new Map<string, CombiningClass>();

/** Returns a canonically equivalent text in which every long sequence of marks is decomposed and in canonical order. */
export function orderLongSequences(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let sequenceStart = 0;
  const closeSequence = (end: number): void => {
    if (end - sequenceStart <= LONG_SEQUENCE) return;
    pieces.push(text.slice(copied, sequenceStart), orderMarks(text.slice(sequenceStart, end)));
    copied = end;
  };
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i)!;
    const next = i + (codePoint > 0xffff ? 2 : 1);
    if (!isNonstarter(codePoint)) {
      closeSequence(i);
      sequenceStart = next;
    }
    i = next;
  }
  closeSequence(text.length);
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
}

/**
 * Returns the marks by class, within a class in order of appearance. Each mark is decomposed alone, because normalizing a
 * sequence would sort it.
 */
function orderMarks(marks: string): string {
  const byClass = new Map<CombiningClass, string[]>();
  for (const composed of marks) {
    // Only marks of class 0 are ever compositions. The others, if they decompose at all, also decompose in NFC.
    for (const mark of composed.normalize('NFD')) {
      const markClass = combiningClass(mark);
      const kept = byClass.get(markClass) ?? [];
      if (kept.length === 0) byClass.set(markClass, kept);
      kept.push(mark);
    }
  }
  const classes = [...byClass].sort(([a], [b]) => a.rank - b.rank);
  return classes.map(([, kept]) => kept.join('')).join('');
}

const nonstarters = new Map<number, boolean>();

/**
 * Whether the canonical combining class of a code point is not 0. U+0345 has the highest class, so all other marks come before
 * it.
 */
export function isNonstarter(codePoint: number): boolean {
  let is = nonstarters.get(codePoint);
  if (is === undefined) {
    const first = String.fromCodePoint(String.fromCodePoint(codePoint).normalize('NFD').codePointAt(0)!);
    const isMark = /^\p{M}/u.test(first);
    is = isMark && (first === '\u0345' || `\u0345${first}`.normalize('NFD') !== `\u0345${first}`);
    nonstarters.set(codePoint, is);
  }
  return is;
}

/**
 * Returns the class of a mark that does not decompose. The runtime reveals only the order of two marks, not their class
 * numbers.
 */
function combiningClass(mark: string): CombiningClass {
  const known = classOfMark.get(mark);
  if (known !== undefined) return known;
  let low = 0;
  let high = classesInOrder.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareClasses(mark, classesInOrder[middle]!.representative);
    if (order === 0) return remember(mark, classesInOrder[middle]!);
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  classesInOrder.splice(low, 0, { representative: mark, rank: low });
  classesInOrder.forEach((found, rank) => {
    found.rank = rank;
  });
  return remember(mark, classesInOrder[low]!);
}

function remember(mark: string, found: CombiningClass): CombiningClass {
  classOfMark.set(mark, found);
  return found;
}

function compareClasses(a: string, b: string): number {
  if ((b + a).normalize('NFD') !== b + a) return -1;
  return (a + b).normalize('NFD') !== a + b ? 1 : 0;
}
