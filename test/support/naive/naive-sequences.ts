/** Sequences of digits in a text by their definition: docs/query-language.md, "Numbers and identifiers". */

export interface NaiveSequence {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

interface Sign {
  readonly is: 'digit' | 'hex' | 'word' | 'line' | 'white' | 'sign' | 'colon' | 'other';
  readonly digit: string;
  readonly start: number;
  readonly end: number;
}

const GROUP_MAX = 255;

/** Characters that are not ignorable, with line breaks as one. */
function signsOf(text: string): Sign[] {
  const signs: Sign[] = [];
  for (const found of text.matchAll(/\r\n|[\s\S]/gu)) {
    const [written] = found;
    const { index: start } = found;
    const end = start + written.length;
    const digit = digitOf(written);
    // An ignorable character may be between CR and LF.
    const before = signs.at(-1);
    if (written === '\n' && before?.is === 'line' && text[before.start] === '\r' && before.end - before.start === 1) {
      signs[signs.length - 1] = { ...before, end };
      continue;
    }
    if (/^[\p{Default_Ignorable_Code_Point}]$/u.test(written) && digit === '') continue;
    signs.push({ is: kindOf(written, digit), digit, start, end });
  }
  return signs;
}

function digitOf(character: string): string {
  const wide = character.normalize('NFKC');
  if (/^[0-9a-f]$/i.test(wide) && /^[0-9a-f\uff10-\uff19\uff21-\uff26\uff41-\uff46]$/i.test(character)) {
    return wide.toLowerCase();
  }
  if (!/^\p{Nd}$/u.test(character)) return '';
  let first = character.codePointAt(0)!;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first--;
  return String((character.codePointAt(0)! - first) % 10);
}

function kindOf(written: string, digit: string): Sign['is'] {
  if (digit !== '') return digit <= '9' ? 'digit' : 'hex';
  if (/^(?:\r\n|[\r\n\u0085\u2028\u2029])$/.test(written)) return 'line';
  if (/^[\p{Zs}\t]$/u.test(written)) return 'white';
  if (/^[\p{L}\p{M}\p{N}]$/u.test(written)) return 'word';
  if (/^[:：]$/.test(written)) return 'colon';
  return /^[\p{Pd}−./+()[\]{}．／＋（）［］｛｝]$/u.test(written) ? 'sign' : 'other';
}

/** Whether the digits on both sides belong to one sequence. */
function isGap(between: readonly Sign[], withColon: boolean): boolean {
  const lines = between.filter(({ is }) => is === 'line').length;
  const are = between.every(
    ({ is }) => is === 'line' || is === 'white' || is === 'sign' || (withColon && is === 'colon'),
  );
  return are && between.length <= 3 && lines <= 1;
}

export function sequencesIn(text: string, kind: 'digits' | 'hex'): NaiveSequence[] {
  const signs = signsOf(text);
  return kind === 'digits' ? digitSequences(signs) : hexSequences(signs);
}

function digitSequences(signs: readonly Sign[]): NaiveSequence[] {
  const found: Sign[][] = [];
  let last = -1;
  for (const [i, sign] of signs.entries()) {
    if (sign.is !== 'digit') continue;
    if (last >= 0 && isGap(signs.slice(last + 1, i), false)) found.at(-1)!.push(sign);
    else found.push([sign]);
    last = i;
  }
  return found.map(sequenceOf);
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly isAlone: boolean;
}

function hexSequences(signs: readonly Sign[]): NaiveSequence[] {
  const isDigit = (sign: Sign | undefined): boolean => sign?.is === 'digit' || sign?.is === 'hex';
  const groups: Group[] = [];
  for (let from = 0; from < signs.length; from++) {
    if (!isDigit(signs[from]) || isDigit(signs[from - 1])) continue;
    let to = from;
    while (isDigit(signs[to])) to++;
    const isTouched = signs[from - 1]?.is === 'word' || signs[to]?.is === 'word';
    groups.push({ from, to, isAlone: isTouched || to - from > GROUP_MAX });
  }
  const found: Group[][] = [];
  for (const [i, group] of groups.entries()) {
    const before = groups[i - 1];
    if (before !== undefined && areJoined(before, group, signs)) found.at(-1)!.push(group);
    else found.push([group]);
  }
  return found
    .map((of) => sequenceOf(of.flatMap(({ from, to }) => signs.slice(from, to))))
    .filter(({ digits }) => digits.length >= 8);
}

function areJoined(a: Group, b: Group, signs: readonly Sign[]): boolean {
  if (a.isAlone || b.isAlone) return false;
  const between = signs.slice(a.to, b.from);
  if (!isGap(between, true)) return false;
  return a.to - a.from === b.to - b.from || !between.some(({ is }) => is === 'white' || is === 'line');
}

function sequenceOf(signs: readonly Sign[]): NaiveSequence {
  return { digits: signs.map(({ digit }) => digit).join(''), start: signs[0]!.start, end: signs.at(-1)!.end };
}

/** Whether a sequence of up to 255 digits matches a query with `*` and `?`. */
export function isAskedFor(digits: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(digits);
}
