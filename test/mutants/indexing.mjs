/** Mutants of the loops that log the terms of texts, and of pairs that threads find. */
const log = 'src/kernel/assembly/indexing/term-log.ts';
const order = 'src/kernel/assembly/indexing/term-order.ts';
const run = 'src/kernel/assembly/indexing/run-items.ts';

export const indexing = [
  {
    name: 'log-long-token',
    says: 'a token is never cut',
    file: log,
    old: 'if (used === unitsMax) {',
    now: 'if (false) {',
  },
  {
    name: 'log-last-position',
    says: 'a token behind the last position is logged',
    file: log,
    old: 'if (tokens > limit) {',
    now: 'if (tokens > limit + 1) {',
  },
  {
    name: 'log-grown-slots',
    says: 'a term is not moved when the table grows',
    file: log,
    old: 'store<u64>(to + <usize>slot * SLOT, load<u64>(from));',
    now: 'store<u32>(to + <usize>slot * SLOT, load<u32>(from));',
  },
  {
    name: 'log-stable',
    says: 'a unit that its neighbours can change is stable',
    file: log,
    old: 'load<u8>(stableAt + unit) !== 0) return false;',
    now: 'load<u8>(stableAt + unit) === 0xff) return false;',
  },
  {
    name: 'log-whole-ascii',
    says: 'a whole value of ASCII is not folded',
    file: log,
    old: 'addUnit(folded === SEPARATOR ? unit : folded);',
    now: 'addUnit(unit);',
  },
  {
    name: 'log-ascii-open',
    says: 'a mark is not joined to ASCII that ends a piece',
    file: 'src/analysis/tokenizer.ts',
    old: 'isLast ? to : to - 1);',
    now: 'to);',
  },
  {
    name: 'batch-narrow',
    says: 'every short string is ASCII',
    file: 'src/engine/inversion/inversion-batch.ts',
    old: 'return all < 0x80;',
    now: 'return all < 0x10000;',
  },
  {
    name: 'order-end',
    says: 'a term that ends is like one that goes on with zeros',
    file: order,
    old: 'return key | min(<u64>rest, MORE);',
    now: 'return key | MORE;',
  },
  {
    name: 'order-deeper',
    says: 'terms are told apart by their first bytes alone',
    file: order,
    old: '(key & 0xff) === MORE)) {',
    now: 'false)) {',
  },
  {
    name: 'run-taken-within',
    says: 'a document begins again where a piece of a run does',
    file: run,
    old: '  item = from;\n  return to;',
    now: '  item = from;\n  left = 0;\n  return to;',
  },
  {
    name: 'run-term-begins',
    says: 'a term does not end where its mark is due',
    file: run,
    old: 'begins = to < outAt + <usize>min(enough, FULL);',
    now: 'begins = to < outAt + <usize>FULL;',
  },
  {
    name: 'pairs-second-task',
    says: 'every task begins with the first block',
    file: 'src/engine/pairs/pair-finder.ts',
    old: 'let block = this.#from;',
    now: 'let block = 0;',
  },
  {
    name: 'pairs-positions',
    says: 'threads encode pairs with positions',
    file: 'src/engine/inversion/indexing-crew.ts',
    old: 'this.#encoded(made, documentCount, false)',
    now: 'this.#encoded(made, documentCount, true)',
  },
];
