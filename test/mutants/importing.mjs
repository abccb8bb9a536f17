/** Mutants of the loops that take over an index of Lucene, and spell texts from it. */
const spelling = 'src/kernel/assembly/spelling.ts';
const collecting = 'src/kernel/assembly/collecting.ts';
const lists = 'src/kernel/assembly/lucene-lists.ts';

export const importing = [
  {
    name: 'spelling-slot-taken',
    says: 'of two words at one position the later one stays alone',
    file: spelling,
    old: ' || load<u32>(target) !== 0) break;',
    now: ') break;',
  },
  {
    name: 'spelling-long-word',
    says: 'a word loses what it has beyond its second eight bytes',
    file: spelling,
    old: 'for (let i: usize = 8; i < length; i += 8)',
    now: 'for (let i: usize = 8; i < min<usize>(length, 16); i += 8)',
  },
  {
    name: 'collecting-word-page',
    says: 'a full page of words is not taken',
    file: collecting,
    old: '  endPage(stretch, 0);\n',
    now: '',
  },
  {
    name: 'collecting-first-document',
    says: 'documents of a stretch are not counted from its first',
    file: collecting,
    old: '(doc - load<u32>(record, FIRST))',
    now: 'doc',
  },
  {
    name: 'lists-exception-bits',
    says: 'the upper bits of an exception lie one too low',
    file: lists,
    old: '(high << bits)',
    now: '(high << (bits - 1))',
  },
  {
    name: 'lists-rest-of-shorts',
    says: 'what is left at the bottom of lanes of 16 bits loses a bit',
    file: lists,
    old: 'const rest = 16 - bits;\n  const restMask: u32 = (1 << rest) - 1;',
    now: 'const rest = 16 - bits;\n  const restMask: u32 = (1 << (rest >> 1)) - 1;',
  },
  {
    name: 'lists-second-group',
    says: 'the documents of a second group begin again at 0',
    file: lists,
    old: 'let doc: u64 = isFirst ? 0 : load<u32>(docs + 508);',
    now: 'let doc: u64 = 0;',
  },
];
