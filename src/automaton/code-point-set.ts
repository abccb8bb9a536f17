/** Sets of code points as sorted, disjoint ranges: `[first, last, first, last, …]`, inclusive, never adjacent. */
export type CodePointSet = readonly number[];

export const CODE_POINT_MAX = 0x10ffff;
export const ANY: CodePointSet = [0, CODE_POINT_MAX];

/** Returns the union of the ranges, which may come in any order and overlap. */
export function unionOf(ranges: readonly (readonly [first: number, last: number])[]): CodePointSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const set: number[] = [];
  for (const [first, last] of sorted) {
    if (set.length > 0 && first <= set.at(-1)! + 1) set[set.length - 1] = Math.max(set.at(-1)!, last);
    else set.push(first, last);
  }
  return set;
}

export function complementOf(set: CodePointSet): CodePointSet {
  const complement: number[] = [];
  let free = 0;
  for (const [first, last] of rangesOf(set)) {
    if (first > free) complement.push(free, first - 1);
    free = last + 1;
  }
  if (free <= CODE_POINT_MAX) complement.push(free, CODE_POINT_MAX);
  return complement;
}

export function* rangesOf(set: CodePointSet): Generator<readonly [first: number, last: number]> {
  for (let i = 0; i < set.length; i += 2) yield [set[i]!, set[i + 1]!];
}

/** Number of code points in the set. */
export function sizeOf(set: CodePointSet): number {
  let size = 0;
  for (const [first, last] of rangesOf(set)) size += last - first + 1;
  return size;
}
