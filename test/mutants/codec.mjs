/** Mutants of the codec and of what reads posting lists. */
const docBlock = 'src/codec/doc-block.ts';
const reader = 'src/codec/positions-reader.ts';
const frequencies = 'src/codec/frequencies.ts';
const sums = 'src/codec/frequency-sums.ts';
const union = 'src/engine/postings/list-union.ts';

export const codec = [
  {
    name: 'intervals-overlap',
    says: 'the distance to the next interval of documents is counted from the last document, not behind it',
    file: docBlock,
    old: '    visit(first, last);\n    before = last + 1;\n',
    now: '    visit(first, last);\n    before = last;\n',
  },
  {
    name: 'range-skips-word',
    says: 'a range of bits leaves out its second word',
    file: docBlock,
    old: 'words.fill(0xffff_ffff, firstWord + 1, lastWord);',
    now: 'words.fill(0xffff_ffff, firstWord + 2, lastWord);',
  },
  {
    name: 'intervals-unite-at-zero',
    says: 'intervals are united where the first block lies',
    file: docBlock,
    old: 'const firstBit = first * 32;',
    now: 'const firstBit = 0;',
  },
  {
    name: 'positions-half-word',
    says: 'a skip that ends with the first half of a word goes to the second',
    file: reader,
    old: 'if (half < left) {',
    now: 'if (half <= left) {',
  },
  {
    name: 'positions-skips-read-as-numbers',
    says: 'the skips of a group of one posting are read as its numbers',
    file: reader,
    old: 'this.shift === 0 ? skipsOf(count) * SKIP_BYTES : 0;',
    now: '0;',
  },
  {
    name: 'positions-last-group',
    says: 'the last group but one has the rest of the record',
    file: reader,
    old: 'const to = group === this.#groups - 1 ? total : this.#endOf(group);',
    now: 'const to = group >= this.#groups - 2 ? total : this.#endOf(group);',
  },
  {
    name: 'frequency-exceptions-misplaced',
    says: 'the exceptions of a pack are read from the last byte of what is packed',
    file: frequencies,
    old: 'reader.offset += (count * width + 7) >>> 3;',
    now: 'reader.offset += (count * width) >>> 3;',
  },
  {
    name: 'frequency-fourth',
    says: 'every fourth frequency of a pack is the third',
    file: frequencies,
    old: '((first >>> (3 * width)) & mask) + 1;',
    now: '((first >>> (2 * width)) & mask) + 1;',
  },
  {
    name: 'sum-without-first-exception',
    says: 'an exception at the first posting of a sum is not added',
    file: sums,
    old: 'else if (index >= from) sum += value;',
    now: 'else if (index > from) sum += value;',
  },
  {
    name: 'sum-exceptions-misplaced',
    says: 'the exceptions of a pack that is not decoded are read from the last byte of what is packed',
    file: sums,
    old: 'packed + ((count * width + 7) >>> 3); left > 0; left--',
    now: 'packed + ((count * width) >>> 3); left > 0; left--',
  },
  {
    name: 'sum-leaves-exceptions-out',
    says: 'where the last posting is no exception none is added',
    file: sums,
    old: 'from === to && last > 0 ? 0 :',
    now: 'last > 0 ? 0 :',
  },
  {
    name: 'union-beyond-fetched',
    says: 'a list is read behind the bytes that were fetched',
    file: union,
    old: 'const isFetched = from >= 0 && from + length <= this.#length;',
    now: 'const isFetched = from >= 0 && from <= this.#length;',
  },
  {
    name: 'union-bitmap-not-aligned',
    says: 'a bitmap is read from where the block before it ends',
    file: union,
    old: '    if (form === BITMAP) at = aligned(at);\n',
    now: '',
  },
];
