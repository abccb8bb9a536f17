/** The sizes of a column of a load file by docs/load-files.md, trying each reading over all values. */

type Mark = '.' | ',';

interface Reading {
  /** Digits before and after the separator. */
  readonly digits: string;
  readonly places: number;
}

const POWERS = 'BKMGTP';

/**
 * The resulting values. Null if the column is ambiguous, and differing values stay unchanged. `unit` is that of the header, or
 * empty.
 */
export function naiveSizes(values: readonly string[], unit: string): readonly string[] {
  const written = values.map(splitUnit);
  const open = written.filter(({ own }) => (own || unit) !== 'B');
  const can = (mark: Mark, { number }: { readonly number: string }) => readNumber(number, mark) !== null;
  const needs = (mark: Mark, other: Mark) => open.some((size) => can(mark, size) && !can(other, size));
  const [point, comma] = [needs('.', ','), needs(',', '.')];
  let mark: Mark | null = point === comma ? null : point ? '.' : ',';
  if (!point && !comma) {
    const doubtful = open.filter(({ number }) => {
      const both = [readNumber(number, '.'), readNumber(number, ',')];
      return both.every((reading) => reading !== null) && both[0]!.places !== both[1]!.places;
    });
    const whole = (one: Mark) => doubtful.every(({ number }) => readNumber(number, one)!.places === 0);
    const areUnitless = doubtful.every(({ own }) => (own || unit) === '');
    if (doubtful.length > 0 && areUnitless) mark = whole('.') ? '.' : whole(',') ? ',' : null;
  }
  return values.map((value, i) => sizeOf(written[i]!, mark, unit) ?? value);
}

function splitUnit(value: string): { readonly number: string; readonly own: string } {
  const [, number = value.trim(), word = ''] = /^([^A-Za-z]*?)[ \u00a0\u202f]?([A-Za-z]+)$/.exec(value.trim()) ?? [];
  return { number, own: word.slice(0, 1).toUpperCase() };
}

function sizeOf(
  { number, own }: { readonly number: string; readonly own: string },
  mark: Mark | null,
  unit: string,
): string | null {
  const used = own || unit;
  const marks: readonly Mark[] = mark === null ? ['.', ','] : [mark];
  let found = marks.map((one) => readNumber(number, one)).filter((reading) => reading !== null);
  if (found.length === 2 && found[0]!.places === found[1]!.places) found = [found[0]!];
  if (found.length === 2 && used === 'B') found = found.filter(({ places }) => places === 0);
  if (found.length !== 1) return null;
  const { digits, places } = found[0]!;
  const hasPart = /[1-9]/.test(digits.slice(digits.length - places));
  const whole = digits.slice(0, digits.length - places);
  if (used === '' || used === 'B') {
    if (!hasPart) return whole;
    return used === 'B' ? null : `${whole}.${digits.slice(digits.length - places)}`;
  }
  let bytes = BigInt(digits) * 10n;
  for (let power = POWERS.indexOf(used); power > 0; power--) bytes *= 1024n;
  const scale = 10n ** BigInt(places);
  // Half a byte and more is rounded up.
  return String((bytes + 5n * scale) / (10n * scale));
}

function readNumber(text: string, mark: Mark): Reading | null {
  const [whole = '', part, ...more] = text.split(mark);
  if (more.length > 0 || (part !== undefined && !/^[0-9]+$/.test(part))) return null;
  const groups = [mark === '.' ? ',' : '.', ' ', "'", '’', '\u00a0', '\u202f'].filter((group) => whole.includes(group));
  if (groups.length > 1) return null;
  const pieces = groups.length === 0 ? [whole] : whole.split(groups[0]!);
  if (pieces.some((piece) => !/^[0-9]+$/.test(piece))) return null;
  if (pieces.length > 1) {
    if (pieces[0]!.length > 3 || pieces[0]!.startsWith('0')) return null;
    if (pieces.slice(1).some((piece) => piece.length !== 3)) return null;
  }
  return { digits: pieces.join('') + (part ?? ''), places: part?.length ?? 0 };
}
