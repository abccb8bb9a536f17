/** Code points that differ in case alone: each set is closed under them unless an expression counts case. */
import { scan } from '../character-classes.ts';
import { type CodePointSet, rangesOf, unionOf } from '../code-point-set.ts';

const CASED = /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]+/gu;
/** Its capital is I, as that of i, and it is another letter. */
const DOTLESS_I = 0x131;

let variants: ReadonlyMap<number, readonly number[]> | null = null;

/** The set with the other cases of its members. */
export function withCases(set: CodePointSet): CodePointSet {
  variants ??= findVariants();
  const ranges = [...rangesOf(set)];
  const found: (readonly [number, number])[] = [];
  const take = (codePoint: number): void => {
    for (const variant of variants!.get(codePoint) ?? []) found.push([variant, variant]);
  };
  const size = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (size < variants.size) {
    for (const [first, last] of ranges) for (let one = first; one <= last; one++) take(one);
  } else {
    for (const one of variants.keys()) if (ranges.some(([first, last]) => one >= first && one <= last)) take(one);
  }
  return found.length === 0 ? set : unionOf([...ranges, ...found]);
}

/** By code point, all of its cases; absent if it has one. */
function findVariants(): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [first, last] of scan(CASED)) {
    for (let one = first; one <= last; one++) {
      const key = caseless(one);
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
  }
  const found = new Map<number, number[]>();
  for (const group of groups.values()) if (group.length > 1) for (const one of group) found.set(one, group);
  return found;
}

function caseless(codePoint: number): number {
  if (codePoint === DOTLESS_I) return codePoint;
  return single(
    single(codePoint, (text) => text.toUpperCase()),
    (text) => text.toLowerCase(),
  );
}

/** A mapping to several characters is none. */
function single(codePoint: number, map: (text: string) => string): number {
  const mapped = Array.from(map(String.fromCodePoint(codePoint)));
  return mapped.length === 1 ? mapped[0]!.codePointAt(0)! : codePoint;
}
