/** Mutants of the loops that take over an index of Lucene, and spell texts from it. */
const spelling = 'src/kernel/assembly/indexing/spelling.ts';
const collecting = 'src/kernel/assembly/indexing/collecting.ts';
const lists = 'src/kernel/assembly/lucene/lucene-lists.ts';
const groups = 'src/kernel/assembly/lucene/packed-groups.ts';
const codes = 'src/kernel/assembly/indexing/position-codes.ts';

export const importing = [
  {
    name: 'framed-offset',
    says: 'the frames of a part begin with its texts',
    file: 'src/engine/analyzed/framed-texts.ts',
    old: '(FRAME_BYTES.texts - (offset % FRAME_BYTES.texts)) % FRAME_BYTES.texts;',
    now: '0;',
  },
  {
    name: 'framed-others',
    says: 'texts that no search can hit come from the first again for each part',
    file: 'src/engine/analyzed/unsearched-texts.ts',
    old: 'from: rest, docs: docs.slice(count)',
    now: 'from, docs: docs.slice(count)',
  },
  {
    name: 'memory-grows-by-need',
    says: 'memory grows by what is needed now, again and again',
    file: 'src/kernel/wasm-memory.ts',
    old: 'Math.max(missing, wanted, Math.floor(size / 2 / PAGE_BYTES))',
    now: 'missing',
  },
  {
    name: 'memory-does-not-expect',
    says: 'memory does not grow at once to what is expected of it',
    file: 'src/kernel/wasm-memory.ts',
    old: 'missing, wanted, Math',
    now: 'missing, Math',
  },
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
    file: groups,
    old: '(high << bits)',
    now: '(high << (bits - 1))',
  },
  {
    name: 'lists-rest-of-lanes',
    says: 'what is held of the bottoms of lanes keeps what was taken already',
    file: groups,
    old: '      held &= each * lowBits(heldBits);\n',
    now: '',
  },
  {
    name: 'lists-item-again',
    says: 'what an item has already is taken again from another of its documents',
    file: lists,
    old: 'if (isMapped && <i64>at <= last) continue;',
    now: '',
  },
  {
    name: 'lists-second-group',
    says: 'the documents of a second group begin again at 0',
    file: lists,
    old: 'let doc: u64 = isFirst ? 0 : load<u32>(docs + 508);',
    now: 'let doc: u64 = 0;',
  },
  {
    name: 'tally-tokens-of-document',
    says: 'of several tokens of a term in a document one is counted',
    file: lists,
    old: 'before + occurrences',
    now: 'before + 1',
  },
  {
    name: 'tally-item-again',
    says: 'a token that an item has already is counted again',
    file: lists,
    old: 'found += <u32>(<i64>at > last);',
    now: 'found++;',
  },
  {
    name: 'tally-document-twice',
    says: 'a document is listed again by each term that it has',
    file: lists,
    old: 'if (before > 0 ||',
    now: 'if (before > 2 ||',
  },
  {
    name: 'collecting-next-stretch',
    says: 'where the words of a stretch end is not kept when another one comes',
    file: collecting,
    old: 'if (held >= 0) store<u32>(own, <u32>at);\n      held = stretch;',
    now: 'held = stretch;',
  },
  {
    name: 'codes-order-tie',
    says: 'of two orders with as many bits the higher one is taken',
    file: codes,
    old: 'lower <= best',
    now: 'lower < best',
  },
  {
    name: 'codes-skips-of-one',
    says: 'a posting of as many positions as need skips has none',
    file: codes,
    old: 'return count < skippedMin ? 0',
    now: 'return count <= skippedMin ? 0',
  },
  {
    name: 'codes-suffix-bits',
    says: 'the highest bit of a quotient is stored, too',
    file: codes,
    old: '<u64>(gap + unit) & (((<u64>1) << count) - 1)',
    now: '<u64>(gap + unit) & (((<u64>1) << (count + 1)) - 1)',
  },
  {
    name: 'codes-wide-ends',
    says: 'ends of groups have one byte less than the record needs',
    file: codes,
    old: '1 + own * width + bytes >= limit',
    now: '1 + own * width + bytes > limit + 4',
  },
];
