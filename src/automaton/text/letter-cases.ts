/** Finds code points that differ only in case. Each set is closed under case, unless the expression is case-sensitive. */
import { scan } from '../character-classes.ts';
import { type CodePointSet, rangesOf, unionOf } from '../code-point-set.ts';

const CASED = /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]+/gu;
/** Dotless i. Its capital is I, like that of i, but it is a different letter. */
const DOTLESS_I = 0x131;

let variants: ReadonlyMap<number, readonly number[]> | null = null;

/** Adds the other cases of the members to the set. */
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

/** Maps each code point to all of its cases. Code points with only one are absent. */
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

/** Ignores mappings to several characters. */
function single(codePoint: number, map: (text: string) => string): number {
  const mapped = Array.from(map(String.fromCodePoint(codePoint)));
  return mapped.length === 1 ? mapped[0]!.codePointAt(0)! : codePoint;
}
