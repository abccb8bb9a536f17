/** Mutants of the sequences of digits in texts: how they are found, cut, logged and marked. */
const own = (name) => `src/analysis/identifiers/${name}.ts`;

export const sequences = [
  {
    name: 'sequences-two-lines',
    says: 'a sequence goes on over two line breaks',
    file: own('digit-sequences'),
    old: 'return this.#characters <= GAP_MAX && this.#lines <= 1;',
    now: 'return this.#characters <= GAP_MAX;',
  },
  {
    name: 'sequences-of-words',
    says: 'words of hexadecimal letters join an identifier',
    file: own('hex-sequences'),
    old: 'if (isAlone || (this.#gap.hasBlank && length !== this.#lengthBefore)) this.#cutter.close();',
    now: 'if (isAlone) this.#cutter.close();',
  },
  {
    name: 'sequences-continued',
    says: 'a piece of a long sequence begins one',
    file: own('sequence-cutter'),
    old: 'this.#isContinued = true;',
    now: 'this.#isContinued = false;',
  },
  {
    name: 'sequences-settled',
    says: 'a text is done further than a sequence that has begun',
    file: own('identifier-scanner'),
    old: 'if (this.#hex?.isOpen === true) settled = Math.min(settled, this.#hex.start);',
    now: '',
  },
  {
    name: 'sequences-in-order',
    says: 'matches of one kind of tokens come before those of another',
    file: 'src/query/matching/text-matchers.ts',
    old: 'this.#waiting.sort(byExtent);',
    now: '',
  },
];
