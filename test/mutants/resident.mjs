/** Mutants of intersections and unions in the kernel that keeps lists. */
const CONJUNCTION = 'src/kernel/assembly/resident/conjunction.ts';
const TERMS = 'src/kernel/assembly/resident/terms.ts';
const RESULTS = 'src/kernel/assembly/resident/results.ts';
const BITS = 'src/kernel/assembly/resident/bits.ts';
const UNION = 'src/kernel/assembly/resident/union.ts';
const BLOCKS = 'src/kernel/assembly/resident/blocks.ts';
const KERNEL = 'src/kernel/resident-kernel.ts';

export const resident = [
  {
    name: 'resident-rest-not-counted',
    says: 'documents are dropped that later terms could bring up',
    file: CONJUNCTION,
    old: 'const bar = least - rest;',
    now: 'const bar = least;',
  },
  {
    name: 'resident-leading-alone',
    says: 'documents must be among the best by the rarest term alone',
    file: CONJUNCTION,
    old: 'found += usize(score + more >= least);',
    now: 'found += usize(score >= least);',
  },
  {
    name: 'resident-packs-alone',
    says: 'of what is counted, packs are left out that other terms could bring up',
    file: CONJUNCTION,
    old: 'rank >> packBits) + more < least) continue;',
    now: 'rank >> packBits) < least) continue;',
  },
  {
    name: 'resident-batch-dropped',
    says: 'only the last batch of candidates is narrowed',
    file: CONJUNCTION,
    old: '      narrowBest(found, more);\n      found = 0;',
    now: '      found = 0;',
  },
  {
    name: 'resident-norms-of-first-block',
    says: 'norms are those of the first block',
    file: TERMS,
    old: ' + ((<usize>block) << blockBits);',
    now: ';',
  },
  {
    name: 'resident-frequencies-in-order-of-count',
    says: 'frequencies are handed out in the order of the block, not of the query',
    file: CONJUNCTION,
    old: 'store<u32>(OFFERED + (numberOf(t) << 2), frequency);\n    }',
    now: 'store<u32>(OFFERED + (t << 2), frequency);\n    }',
  },
  {
    name: 'resident-ranks-of-batch',
    says: 'frequencies of the rarest term are those of the first batch',
    file: CONJUNCTION,
    old: 'const rank = first + <u32>number;',
    now: 'const rank = <u32>number;',
  },
  {
    name: 'resident-common-tail',
    says: 'the end of bitmaps is not counted',
    file: BLOCKS,
    old: '  for (; word < end; word += 4) {',
    now: '  for (; word + 4 < end; word += 4) {',
  },
  {
    name: 'resident-bound-of-first-pack',
    says: 'a block is bounded by its first pack',
    file: BLOCKS,
    old: 'for (let pack: u32 = 0; pack < count; pack++) bound',
    now: 'for (let pack: u32 = 0; pack < min<u32>(count, 1); pack++) bound',
  },
  {
    name: 'resident-codes-kept',
    says: 'codes of norms are looked for where other lists are after all was dropped',
    file: KERNEL,
    old: '    this.#codes = new WeakMap();\n',
    now: '',
  },
  {
    name: 'resident-short-frequencies-of-first-block',
    says: 'frequencies of a short list are read from its first block',
    file: 'src/query/ranking/best-of-all.ts',
    old: 'shortFrequencies.subarray(first, first + count)',
    now: 'shortFrequencies.subarray(0, count)',
  },
  {
    name: 'resident-others-offered',
    says: 'documents that another list has are among the best',
    file: CONJUNCTION,
    old: '  count = dropOthers(count);\n  for',
    now: '  for',
  },
  {
    name: 'resident-others-counted',
    says: 'documents that another list has are counted',
    file: CONJUNCTION,
    old: '    count = dropOthers(count);\n    addCandidates',
    now: '    addCandidates',
  },
  {
    name: 'resident-numbers-left',
    says: 'numbers do not move with candidates when others are dropped',
    file: CONJUNCTION,
    old: '      store<u16>(NUMBERS + (kept << 1), load<u16>(NUMBERS + (i << 1)));\n      store<f32>(SCORES + (kept << 2), load<f32>',
    now: '      store<f32>(SCORES + (kept << 2), load<f32>',
  },
  {
    name: 'resident-one-of-others',
    says: 'of bitmaps only the first of the other lists is taken out',
    file: CONJUNCTION,
    old: 'for (let i: usize = 0; i < others; i++) exclude',
    now: 'for (let i: usize = 0; i < min<usize>(others, 1); i++) exclude',
  },
  {
    name: 'resident-intersection-tail',
    says: 'documents behind the end of a bitmap stay in an intersection',
    file: BITS,
    old: '  memory.fill(out, 0, bits + bytesOfBlock() - out);\n',
    now: '',
  },
  {
    name: 'resident-union-tail',
    says: 'the end of a bitmap is not united',
    file: BITS,
    old: '  for (; from < end; from += 4, out += 4) store<u32>(out, load<u32>(out) | load<u32>(from));\n',
    now: '',
  },
  {
    name: 'resident-union-kept',
    says: 'a union begins with what the block before had',
    file: UNION,
    old: '      clearBits(bits);\n',
    now: '',
  },
  {
    name: 'resident-union-without-others',
    says: 'nothing is taken out of a union',
    file: UNION,
    old: '      findOthers(alternatives, count);\n      for (let i: usize = 0; i < others; i++) exclude(otherAt(i), bits);\n',
    now: '',
  },
  {
    name: 'resident-nothing-left',
    says: 'the bitmap of a block without documents has those of a run before',
    file: RESULTS,
    old: 'if (form === BITMAPS) memory.fill(bitmap(), 0, (<usize>1) << (blockBits - 3));',
    now: '',
  },
  {
    name: 'resident-byte-base',
    says: 'documents of a dense word all count from its first byte',
    file: 'src/kernel/assembly/resident/byte-bits.ts',
    old: '    base = i32x4.add(base, next);\n',
    now: '',
  },
];
