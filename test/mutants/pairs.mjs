/** Mutants of pairs of frequent words: how they are found and checked, and what a phrase makes of them. */
const at = (name) => `src/engine/pairs/${name}.ts`;
const log = 'src/kernel/assembly/pairing/pair-log.ts';
const run = 'src/kernel/assembly/pairing/pair-run.ts';

export const pairs = [
  {
    name: 'paired-part-of-documents',
    says: 'a word is frequent that is in too few documents for the tokens of its field',
    file: at('frequent-terms'),
    old: ' && docFreq * PAIRED_PART >= tokenCount',
    now: '',
  },
  {
    name: 'paired-least',
    says: 'a word in as few documents as will do is not frequent',
    file: at('frequent-terms'),
    old: 'docFreq >= PAIRED_MIN',
    now: 'docFreq > PAIRED_MIN',
  },
  {
    name: 'pair-of-one-word',
    says: 'a word that follows itself makes no pair',
    file: at('visited-pairs'),
    old: 'if (keys[slot] === wanted) this.#visit',
    now: 'if (keys[slot] === wanted && values[slot] !== terms[i]) this.#visit',
  },
  {
    name: 'pair-one-further',
    says: 'a word that comes after another one makes a pair with the first',
    file: log,
    old: 'const wanted = position + 2;',
    now: 'const wanted = position + 3;',
  },
  {
    name: 'pair-run-order',
    says: 'pairs of the first words are not in order of the second ones',
    file: run,
    old: 'sort(0, pairsAt, itemsAt, otherPairsAt, otherItemsAt);',
    now: 'sort(16, pairsAt, itemsAt, otherPairsAt, otherItemsAt);',
  },
  {
    name: 'pair-log-full',
    says: 'the pair is lost that finds the log full',
    file: log,
    old: '      next = i;\n',
    now: '      next = i + 1;\n',
  },
  {
    name: 'pair-log-slot',
    says: 'a position is not looked for behind a slot that another one has',
    file: log,
    old: 'for (let found = load<u32>(at); found !== 0; found = load<u32>(at)) {',
    now: 'for (let found = load<u32>(at); found === wanted; found = load<u32>(at)) {',
  },
  {
    name: 'pair-log-table',
    says: 'the table of positions does not grow with the documents',
    file: log,
    old: 'if (mask >= slotsMax) {',
    now: 'if (slotsMax === 0) {',
  },
  {
    name: 'pair-run-second-word',
    says: 'a pair goes on with one that has the same first word',
    file: run,
    old: 'while (next < logged && nextPair() === pair);',
    now: 'while (next < logged && nextPair() >> 16 === pair >> 16);',
  },
  {
    name: 'pair-group-begins-late',
    says: 'positions of a group are read from its first posting on, not from the one that is wanted',
    file: at('term-occurrences'),
    old: '        reader.skip(count);\n',
    now: '',
  },
  {
    name: 'pair-copy-alignment',
    says: 'copied lists have another alignment',
    file: at('frequent-lists'),
    old: 'spool.append(PADDING, 0, (((offset - spool.length) % ALIGNMENT) + ALIGNMENT) % ALIGNMENT);\n',
    now: '',
  },
  {
    name: 'pair-missing-is-none',
    says: 'two words that are no pair are taken for one that never occurs',
    file: at('pairs-reader'),
    old: 'return undefined;',
    now: 'return null;',
  },
  {
    name: 'pair-for-three',
    says: 'a phrase of three words is one of its pairs',
    file: 'src/query/plan/phrase-planner.ts',
    old: 'pairs.length === 1 && parts.length === 2',
    now: 'pairs.length === 1',
  },
  {
    name: 'pair-score',
    says: 'a pair is scored as one rare word',
    file: 'src/query/plan/phrase-planner.ts',
    old: ', field, docFreqsOf(elements))',
    now: ', field)',
  },
  {
    name: 'pairs-unchecked',
    says: 'a verification does not compare the documents of pairs',
    file: 'src/engine/verify/verify-pairs.ts',
    old: 'if (digest.docFreq !== other.docFreq || digest.hash !== other.hash) {',
    now: 'if (digest.docFreq !== other.docFreq) {',
  },
  {
    name: 'pairs-not-missed',
    says: 'a verification does not miss the pairs of a field',
    file: 'src/engine/verify/verify-pairs.ts',
    old: 'areDue === isThere',
    now: 'areDue || !isThere',
  },
];
