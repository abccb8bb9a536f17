/** Mutants of intersections in the kernel that keeps lists. */
const CONJUNCTION = 'src/kernel/assembly/resident-conjunction.ts';
const BLOCKS = 'src/kernel/assembly/resident-blocks.ts';
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
    old: 'found += usize(score + others >= least);',
    now: 'found += usize(score >= least);',
  },
  {
    name: 'resident-packs-alone',
    says: 'of what is counted, packs are left out that other terms could bring up',
    file: CONJUNCTION,
    old: 'rank >> packBits) + others < least) continue;',
    now: 'rank >> packBits) < least) continue;',
  },
  {
    name: 'resident-batch-dropped',
    says: 'only the last batch of candidates is narrowed',
    file: CONJUNCTION,
    old: '      narrowBest(found, others);\n      found = 0;',
    now: '      found = 0;',
  },
  {
    name: 'resident-norms-of-first-block',
    says: 'norms are those of the first block',
    file: CONJUNCTION,
    old: ' + ((<usize>block) << blockBits);',
    now: ';',
  },
  {
    name: 'resident-frequencies-in-order-of-count',
    says: 'frequencies are handed out in the order of the block, not of the query',
    file: CONJUNCTION,
    old: 'store<u32>(OFFERED + ((<usize>load<u32>(ORDER + (t << 3), 4)) << 2), frequency);\n    }',
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
];
