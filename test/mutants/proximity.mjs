/** Mutants of words near each other. */
const own = (name) => `src/query/proximity/${name}.ts`;

export const proximity = [
  {
    name: 'near-overlapping',
    says: 'an occurrence that begins within another is near it',
    file: own('near-pairs'),
    old: 'if (numbers[middle]! <= than) low = middle + 1;',
    now: 'if (numbers[middle]! < than) low = middle + 1;',
  },
  {
    name: 'near-not-before',
    says: 'NOT NEAR does not look at what ends before',
    file: own('near-pairs'),
    old: 'if (before >= 0 && ends[before]! >= start - distance) continue;',
    now: '',
  },
  {
    name: 'near-window-front',
    says: 'an occurrence is paired with one that began before its end',
    file: own('near-pairs'),
    old: 'while (front < back && second.starts[window[front]!]! <= end) front++;',
    now: '',
  },
  {
    name: 'near-across-values',
    says: 'words of two values are near each other',
    file: own('near-documents'),
    old: 'const begins = marks === undefined ? ONE_VALUE : [0, ...marks];',
    now: 'const begins = marks === undefined || marks.length > 0 ? ONE_VALUE : [0];',
  },
  {
    name: 'near-star-behind-value',
    says: 'a star stands for a word behind the end of a value',
    file: own('span-plan'),
    old: 'if (start < words.begin || start + last >= words.end) continue;',
    now: '',
  },
  {
    name: 'near-tail',
    says: 'an occurrence ends at the first letter of a pair',
    file: 'src/query/plan/near/near-words.ts',
    old: 'some((list) => this.pairs.has(list)) ? 1 : 0;',
    now: 'some((list) => this.pairs.has(list)) ? 0 : 0;',
  },
  {
    name: 'near-candidates-of-not',
    says: 'NOT NEAR needs both sides in an item',
    file: 'src/query/plan/near/near-planner.ts',
    old: 'return plan.isNot ? left : allOf(',
    now: 'return allOf(',
  },
  {
    name: 'near-followers-again',
    says: 'what follows several occurrences of one beginning is looked at for each of them',
    file: own('near-pairs'),
    old: 'next = Math.max(next, firstAbove(second.starts, second.length, first.ends[to]!));',
    now: 'next = firstAbove(second.starts, second.length, first.ends[to]!);',
  },
  {
    name: 'near-groups-apart',
    says: 'each word of a group is a list of its own',
    file: 'src/query/plan/near/joined-alternatives.ts',
    old: 'if (list === null) of.push',
    now: 'if (list !== null || list === null) of.push',
  },
  {
    name: 'near-tails-joined',
    says: 'a pair of letters in a group ends at its first letter',
    file: 'src/query/plan/near/joined-alternatives.ts',
    old: 'elements: [[this.#listOf([...own])]], tail });',
    now: 'elements: [[this.#listOf([...own])]], tail: 0 * tail });',
  },
  {
    name: 'near-marks-stretch',
    says: 'a stretch of words ends too early',
    file: 'src/query/matching/near-marks.ts',
    old: 'position - this.#last > this.#reach) this.#settle',
    now: 'position - this.#last > this.#reach - 1) this.#settle',
  },
];
