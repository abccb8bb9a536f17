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
  before('has a number of too many bytes'),
  before('has an exception behind its group'),
  before('has documents that do not ascend or are not there'),
  before('has fewer occurrences of a term than the term dictionary'),
  before('has fewer occurrences of a term than .doc'),
  before('has a position that is too large'),
  (offset, end) => `points to byte ${offset}, of ${end}`,
  (count, most) => `claims ${count} bytes of a node: at most ${most} are possible`,
  before('has a number over 2^53'),
  (at) => `has suffixes of an unknown compression before byte ${at}`,
  (at, what) => `has compressed suffixes at byte ${at}: ${LZ4[what]}`,
  inNode((_, bytes) => `has a suffix of ${bytes} bytes that goes past those of its node`),
  inNode(() => 'has a node that is not above those it names'),
  inNode((_, left) => `has ${left} bytes more than its entries take`),
  inNode((_, isFewer) => (isFewer ? 'has fewer lengths than entries' : 'has lengths without end')),
  inNode(() => 'has a term without documents'),
  inNode(() => 'has a document relative to none'),
  inNode((_, doc) => `has document ${doc}`),
  (most) => `has more than ${most} nodes below each other`,
  (offset) => `leads to the node at byte ${offset} in a loop, or twice`,
  (bytes, most) => `has a term of ${bytes} bytes, more than ${most}`,
  (node) => `has terms that are not in order in the node at byte ${node}`,
  (at) => `has an exception behind its suffixes before byte ${at}`,
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
