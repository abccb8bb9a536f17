/** Mutants of matching inside items: places of tokens, phrases token by token, what counts for an item, what comes out. */
const own = (name) => `src/query/matching/${name}.ts`;
const placed = 'src/analysis/placed-tokenizer.ts';

export const matching = [
  {
    name: 'matching-place-of-pair',
    says: 'a character of two units at the end of a word is half outside of its place',
    file: placed,
    old: 'this.#end = end < 0 ? start + width : end;',
    now: 'this.#end = end < 0 ? start + 1 : end;',
  },
  {
    name: 'matching-place-of-changed',
    says: 'a word that begins with a composed letter begins one unit later',
    file: placed,
    old: 'if (this.#length === 0) this.#start = start;',
    now: 'if (this.#length === 0) this.#start = end < 0 ? start : start + 1;',
  },
  {
    name: 'matching-sloppy-widest',
    says: 'of a sloppy phrase the widest stretch is marked',
    file: own('sloppy-marks'),
    old: 'while (high - low > 1) {',
    now: 'while (high - low > this.#positions.length) {',
  },
  {
    name: 'matching-exact-restarts',
    says: 'an exact phrase does not begin while another is under way',
    file: own('exact-marks'),
    old: 'this.#begun.push({ next: 0, start: -1 });',
    now: 'if (this.#begun.length === 0) this.#begun.push({ next: 0, start: -1 });',
  },
  {
    name: 'matching-settles-early',
    says: 'matches come before phrases that began before them',
    file: own('field-matcher'),
    old: 'if (phrase.earliest < safe) safe = phrase.earliest;',
    now: 'if (phrase.earliest < 0) safe = phrase.earliest;',
  },
  {
    name: 'matching-value-runs-on',
    says: 'positions go on from one value into the next',
    file: own('field-matcher'),
    old: 'for (const phrase of this.#phrases) phrase.finish(isOpen);',
    now: 'for (const phrase of this.#phrases) if (isOpen) phrase.finish(isOpen);',
  },
  {
    name: 'matching-lists-unchecked',
    says: 'a word of a list that does not match the item counts',
    file: own('query-matcher'),
    old: 'const isChecked = !isCertain && !isAnyOfItsClauses(query);',
    now: 'const isChecked = !isCertain && isAnyOfItsClauses(query);',
  },
  {
    name: 'matching-range-bound',
    says: 'a range has the word of its exclusive end',
    file: own('term-tests'),
    old: 'return order < 0 || (order === 0 && isUpperExclusive !== true);',
    now: 'return order <= 0;',
  },
  {
    name: 'matching-findings-twice',
    says: 'equal places of two clauses are two findings',
    file: own('finding-lines'),
    old: 'if (this.#last?.start === mark.start && this.#last.end === mark.end) continue;',
    now: 'if (this.#last === mark) continue;',
  },
  {
    name: 'matching-snippet-shifted',
    says: 'marks of a snippet are those of the text',
    file: own('snippets'),
    old: 'marks: extentsOf(marks, from),',
    now: 'marks: extentsOf(marks, 0),',
  },
];
