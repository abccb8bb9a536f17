/** Messages for the finding numbers of src/lucene/assembly/window.ts. */

type Words = (a: number, b: number) => string;

const inNode =
  (words: Words): Words =>
  (node, b) =>
    `is damaged in the node at byte ${node}: ${words(node, b)}`;

const before =
  (words: string): Words =>
  (at, end) =>
    `${words}, at byte ${at} of ${end} or after`;

const FINDINGS: readonly (Words | null)[] = [
  null,
  before('is truncated or damaged: it ends within a list or a node'),
  before('has a number that takes too many bytes'),
  before('has an exception after its group'),
  before('has documents that are out of order or do not exist'),
  before('has fewer occurrences of a term than the term dictionary'),
  before('has fewer occurrences of a term than .doc'),
  before('has a position that is too large'),
  (offset, end) => `points to byte ${offset}, of ${end}`,
  (count, most) => `claims ${count} bytes of a node: at most ${most} are possible`,
  before('has a number over 2^53'),
  (at) => `has suffixes of an unknown compression before byte ${at}`,
  (at, what) => `has compressed suffixes at byte ${at}: ${LZ4[what]}`,
  inNode((_, bytes) => `has a suffix of ${bytes} bytes that ends after its node`),
  inNode(() => 'has a node that does not come after its children'),
  inNode((_, left) => `has ${left} bytes after its last entry`),
  inNode((_, isFewer) => (isFewer ? 'has fewer lengths than entries' : 'has too many lengths')),
  inNode(() => 'has a term without documents'),
  inNode(() => 'has a document relative to a missing one'),
  inNode((_, doc) => `has document ${doc}`),
  (most) => `nests nodes more than ${most} deep`,
  (offset) => `leads to the node at byte ${offset} in a loop, or twice`,
  (bytes, most) => `has a term of ${bytes} bytes, more than ${most}`,
  (node) => `has terms that are not in order in the node at byte ${node}`,
  (at) => `has an exception after its suffixes before byte ${at}`,
];

const LZ4 = [
  'compressed data ends too early',
  'literals go past the end of compressed data',
  'a match goes past the end of decompressed data',
  'a match begins before the data',
];

export function termFinding(finding: number, a: number, b: number): string {
  return FINDINGS[finding]?.(a, b) ?? 'is damaged';
}
