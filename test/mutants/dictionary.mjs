/** Mutants of the kernel that makes dictionaries of pieces. */
const at = (name) => `src/kernel/assembly/dictionary/${name}.ts`;

export const dictionary = [
  {
    name: 'dictionary-shared-part',
    says: 'a term may share a part of a character',
    file: at('buckets'),
    old: 'while (shared > 0 && shared < termBytes && (load<u8>(term + shared) & 0xc0) === 0x80) shared--;',
    now: '',
  },
  {
    name: 'dictionary-bound',
    says: 'the bound of a bucket is no greater than the term before',
    file: at('buckets'),
    old: 'min(lastBytes, termBytes)) + 1, termBytes);',
    now: 'min(lastBytes, termBytes)), termBytes);',
  },
  {
    name: 'dictionary-common',
    says: 'bytes behind the end of a term are compared',
    file: 'src/kernel/assembly/text-bytes.ts',
    old: 'return min(most, at + (<usize>ctz(different) >> 3));',
    now: 'return at + (<usize>ctz(different) >> 3);',
  },
  {
    name: 'dictionary-last-pair',
    says: 'the last pair of a term is like any other',
    file: at('grams'),
    old: 'set(rowOf(before, last + LAST));',
    now: 'set(rowOf(before, last));',
  },
  {
    name: 'dictionary-pair-before',
    says: 'the pair of the last shared character and the next is left out',
    file: at('grams'),
    old: '  while (at > term && (load<u8>(--at) & 0xc0) === 0x80);\n',
    now: '',
  },
  {
    name: 'dictionary-window',
    says: 'a record is taken that is only there in part',
    file: at('dictionary'),
    old: '  if (!isEnd) stop -= min(bytes - 1, bytesOfTerm + RECORD_BYTES);\n',
    now: '',
  },
  {
    name: 'dictionary-padding',
    says: 'documents of a long list begin anywhere',
    file: at('dictionary'),
    old: '<usize>(-lengthOf(POSTINGS) & 3)',
    now: '0',
  },
  {
    name: 'dictionary-full-chunk',
    says: 'chunks of streams are not written in the order in which they get full',
    file: at('dictionary'),
    old: '    if (full >= 0) return FULL;\n',
    now: '',
  },
  {
    name: 'dictionary-boundary',
    says: 'a chunk that is just full is not',
    file: at('streams'),
    old: 'if (stream.length < stream.boundary) return;',
    now: 'if (stream.length <= stream.boundary) return;',
  },
  {
    name: 'dictionary-held-over',
    says: 'frequencies of a list are written again before the documents of the next',
    file: at('dictionary'),
    old: '  append(POSTINGS, heldAt, heldBytes);\n  heldBytes = 0;\n',
    now: '  append(POSTINGS, heldAt, heldBytes);\n',
  },
  {
    name: 'dictionary-held-in-two',
    says: 'frequencies that are held are forgotten where the caller has those before them',
    file: at('dictionary'),
    old: 'if (areTaken || headBytes > COPIED_MAX) return false;',
    now: 'if (headBytes > COPIED_MAX) return false;',
  },
  {
    name: 'dictionary-large-behind-held',
    says: 'large documents of a list go before the frequencies that are held',
    file: 'src/engine/inversion/encoded-lists.ts',
    old: 'if (kind === FREQUENCIES || kind === LONG) this.#frequencies.copy',
    now: 'if (kind === FREQUENCIES) this.#frequencies.copy',
  },
];
