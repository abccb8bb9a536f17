/** Mutants of expressions over texts: what matches, where it begins, and which texts are read. */
const own = (name) => `src/automaton/text/${name}.ts`;

export const expressions = [
  {
    name: 'expressions-preferred',
    says: 'a match goes on with branches that the expression prefers less',
    file: own('first-match'),
    old: 'for (let i = 0; i < steps.length && !isCut; i++) {',
    now: 'for (let i = 0; i < steps.length; i++) {',
  },
  {
    name: 'expressions-forget',
    says: 'the text before the last character is forgotten while a match is under way',
    file: own('text-search'),
    old: 'if (automaton.isIdle(state)) idleAt = at;\n      const unit',
    now: 'idleAt = at;\n      const unit',
  },
  {
    name: 'expressions-edge',
    says: 'behind a match a text begins',
    file: own('text-search'),
    old: 'this.#state = this.#automaton.begin(this.#before);',
    now: 'this.#state = this.#automaton.begin();',
  },
  {
    name: 'expressions-literal',
    says: 'letters of an optional part must be in a text',
    file: own('required-literal'),
    old: 'if (node.min === 0) return;',
    now: '',
  },
  {
    name: 'expressions-failed',
    says: 'behind a match that failed its check, the search goes on behind all of it',
    file: own('text-search'),
    old: 'if (end - start > CHECKED_UNITS_MAX) return end;',
    now: 'if (end > start) return end;',
  },
  {
    name: 'expressions-part',
    says: 'the part of a match that passes may end within a word',
    file: 'src/query/matching/checks/checks.ts',
    old: 'if (isEndOfWord(match, end) && passes',
    now: 'if (passes',
  },
];
