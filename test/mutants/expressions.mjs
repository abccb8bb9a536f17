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
  {
    name: 'scanning-forgotten',
    says: 'rows keep their numbers when states are forgotten',
    file: 'src/kernel/scanning/text-scanner.ts',
    old: 'this.#rows = 0;\n      this.#begin();',
    now: '',
  },
  {
    name: 'scanning-idle',
    says: 'behind bytes that are passed over, what is before is not looked at',
    file: 'src/kernel/assembly/scanning/scanning.ts',
    old: 'state = <usize>load<u32>(idleRows + (classBefore(loud) << 2));',
    now: 'state = first;',
  },
  {
    name: 'scanning-end',
    says: 'a match that ends with the text is none',
    file: 'src/kernel/scanning/text-scanner.ts',
    old: 'automaton.endsMatched(state) ? MATCHED_ENTRY',
    now: 'automaton.endsMatched(state) && own < 0 ? MATCHED_ENTRY',
  },
  {
    name: 'scanning-leads',
    says: 'only the first of the bytes with which characters of a range begin may begin a match',
    file: own('byte-sets'),
    old: 'leadOf(last) + 1);',
    now: 'leadOf(Math.max(first, ASCII_MAX + 1)) + 1);',
  },
  {
    name: 'scanning-needed',
    says: 'every match has what is optional in it',
    file: own('byte-sets'),
    old: "part.kind === 'repeat' && part.min > 0",
    now: "part.kind === 'repeat'",
  },
  {
    name: 'scanning-places',
    says: 'the text of the next document that has one is that of any',
    file: 'src/engine/text-extents.ts',
    old: '&& this.#docAt(this.#next) === doc) return',
    now: '&& this.#docAt(this.#next) >= doc) return',
  },
];
