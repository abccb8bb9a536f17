/** Mutants of near duplicates. */
const sketch = 'src/kernel/assembly/indexing/text-sketch.ts';
const rows = 'src/engine/neardup/sketch-row.ts';
const words = 'src/engine/neardup/word-sketch.ts';
const groups = 'src/engine/neardup/near-duplicates.ts';

export const nearDuplicates = [
  {
    name: 'neardup-last-hash',
    says: 'a bin keeps the hash that came last, not the least',
    file: sketch,
    old: 'if (value < load<u32>(at)) ',
    now: '',
  },
  {
    name: 'neardup-text-before',
    says: 'the sketch of a text begins with that of the one before',
    file: sketch,
    old: 'memory.fill(sketchAt, 0xff, SKETCH_BYTES);',
    now: '',
  },
  {
    name: 'neardup-no-lenders',
    says: 'short texts meet by empty bins',
    file: rows,
    old: 'value === EMPTY_BIN && i < ATTEMPTS',
    now: 'i < 0',
  },
  {
    name: 'neardup-short-texts',
    says: 'texts of a few words have groups',
    file: rows,
    old: 'if (filled < FILLED_MIN) return false;',
    now: '',
  },
  {
    name: 'neardup-empty-alike',
    says: 'bins that both texts leave empty make them alike',
    file: rows,
    old: 'code === 0 ? 0 : 1',
    now: '1',
  },
  {
    name: 'neardup-first-leader',
    says: 'a text is compared with the first of its key alone',
    file: groups,
    old: 'else if (count < LEADERS_MAX)',
    now: 'else if (count < 1)',
  },
  {
    name: 'neardup-unjoined',
    says: 'of two groups that meet, one text changes its group',
    file: groups,
    old: 'const other = this.firstOf(b);',
    now: 'const other = b;',
  },
  {
    name: 'neardup-cut-word',
    says: 'a word that two pieces of a text share counts as two',
    file: words,
    old: 'this.#hash = hash;',
    now: 'this.#hash = FIRST_HASH;',
  },
  {
    name: 'neardup-last-word',
    says: 'the last word of a text does not count',
    file: words,
    old: 'if (this.#hash !== FIRST_HASH) this.#take(this.#hash);',
    now: '',
  },
];
