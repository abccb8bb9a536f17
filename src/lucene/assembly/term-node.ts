/**
 * One node of a term dictionary (.tim): about 25 to 48 entries with a common prefix, each a term or a child node. Its four
 * sections are suffixes, their lengths, statistics, and locations of postings. They are copied, because reading child nodes
 * moves the file window.
 */
import { compressedMax, readSuffixes } from './term-suffixes';
import {
  after,
  BYTES_LEFT,
  byte,
  damaged,
  LENGTHS,
  NO_DOCUMENTS,
  NO_SUCH_DOCUMENT,
  NOT_ABOVE,
  offsetOf,
  RELATIVE_TO_NONE,
  SUFFIX,
  seek,
  TOO_MANY,
  take,
  vInt,
  vIntAt,
  vLong,
  vLongAt,
  Window,
} from './window';

/** Maximum bytes of a section. Suffixes compressed with LZ4 are at most this many times as long as the rest of the file. */
const SECTION_BYTES_MAX: u64 = 64 << 20;
const EXPANSION_MAX: u64 = 256;
/** Postings come in groups of this size. */
const GROUP: u64 = 128;
/** Bytes that may be read past a node. */
const BEHIND: usize = 32;

/** The current node and its ancestors, in a buffer that the caller enlarges. */
@unmanaged
export class Node {
  /** The parent node, or 0. */
  above: usize;
  /**
   * Its offset in the file. Child nodes are at relative offsets before it. The next node with the same prefix, if any, follows
   * it.
   */
  offset: u64;
  end: u64;
  hasMore: bool;
  isLeaf: bool;
  prefixBytes: u32;
  /** Entries that have not been read. */
  left: u32;
  suffix: usize;
  suffixEnd: usize;
  suffixesEnd: usize;
  lengths: usize;
  lengthsEnd: usize;
  /** The byte that all length bytes equal, or -1; and how many of these are left. */
  repeated: i32;
  repeatedLeft: u32;
  statistics: usize;
  statisticsEnd: usize;
  locations: usize;
  locationsEnd: usize;
  singletons: u32;
  /** The last entry: the offset of a child node, or else -1 and a term. */
  below: i64;
  docFreq: u32;
  totalTermFreq: u64;
  docsOffset: u64;
  positionsOffset: u64;
  singletonDoc: i64;
}

/** The buffer of nodes, and the last node in it. */
@unmanaged
export class Nodes {
  node: Node;
  nodesAt: usize;
  nodesEnd: usize;
}

/** Enlarges the buffer to at least `bytes` and returns its address. The old buffer stays readable. */
declare function lengthen(nodes: usize, bytes: usize): usize;

/** Returns the address of the next node. */
export function behindNode(node: Node): usize {
  return (node.locationsEnd + BEHIND + 15) & ~15;
}

/** Ensures that the buffer includes `at … at + bytes` and a little more. Returns by how much everything moved. */
export function reachNodes(nodes: Nodes, at: usize, bytes: usize): usize {
  const end = at + bytes + BEHIND;
  if (end <= nodes.nodesEnd) return 0;
  const old = nodes.nodesAt;
  const room = (end - old) << 1;
  const moved = lengthen(changetype<usize>(nodes), room) - old;
  memory.copy(old + moved, old, nodes.nodesEnd - old);
  nodes.nodesAt = old + moved;
  nodes.nodesEnd = old + moved + room;
  nodes.node = changetype<Node>(changetype<usize>(nodes.node) + moved);
  for (let at = changetype<usize>(nodes.node); at !== 0; ) {
    const node = changetype<Node>(at);
    if (node.above !== 0) node.above += moved;
    node.suffix += moved;
    node.suffixEnd += moved;
    node.suffixesEnd += moved;
    node.lengths += moved;
    node.lengthsEnd += moved;
    node.statistics += moved;
    node.statisticsEnd += moved;
    node.locations += moved;
    node.locationsEnd += moved;
    at = node.above;
  }
  return moved;
}

/** Reads the last node, at file offset `offset`. Returns its number of bytes. */
export function loadNode(nodes: Nodes, w: Window, offset: u64, prefixBytes: u32): u64 {
  seek(w, offset);
  let node = nodes.node;
  node.offset = offset;
  node.prefixBytes = prefixBytes;
  const code = vInt(w);
  node.left = code >>> 1;
  node.hasMore = (code & 1) === 0;
  loadSuffixes(nodes, w);
  loadSections(nodes, w);
  node = nodes.node;
  node.singletons = 0;
  node.docsOffset = 0;
  node.positionsOffset = 0;
  node.singletonDoc = -1;
  node.end = offsetOf(w);
  return node.end - offset;
}

function loadSuffixes(nodes: Nodes, w: Window): void {
  const code = vLong(w);
  const count = code >> 3;
  const compression = <u32>code & 3;
  const most = (w.fileEnd - offsetOf(w)) * (compression === 2 ? EXPANSION_MAX : 2);
  if (count > min(SECTION_BYTES_MAX, most)) damaged(w, TOO_MANY, <f64>count, <f64>min(SECTION_BYTES_MAX, most));
  const bytes = <usize>count;
  let at = changetype<usize>(nodes.node) + offsetof<Node>();
  at += reachNodes(nodes, at, bytes + (compression === 2 ? compressedMax(w, bytes) : 0));
  const node = nodes.node;
  node.isLeaf = (code & 4) !== 0;
  node.suffix = at;
  node.suffixEnd = at;
  node.suffixesEnd = at + bytes;
  // Set before the buffer can move again.
  node.lengths = at;
  node.lengthsEnd = at + bytes;
  node.statistics = at;
  node.statisticsEnd = at;
  node.locations = at;
  node.locationsEnd = at;
  readSuffixes(w, compression, at, bytes);
}

/** Copies a section to `to`. */
function section(nodes: Nodes, w: Window, to: usize, bytes: u32): usize {
  const most = min(SECTION_BYTES_MAX, w.fileEnd - offsetOf(w));
  if (<u64>bytes > most) damaged(w, TOO_MANY, <f64>bytes, <f64>most);
  const at = to + reachNodes(nodes, to, bytes);
  take(w, at, bytes);
  return at;
}

function loadSections(nodes: Nodes, w: Window): void {
  const code = vInt(w);
  let bytes = code >>> 1;
  nodes.node.repeated = -1;
  if ((code & 1) === 1) {
    nodes.node.repeated = byte(w);
    nodes.node.repeatedLeft = bytes;
    if (nodes.node.repeated >= 128) damaged(w, LENGTHS, <f64>nodes.node.offset, 0);
    bytes = 0;
  }
  // The node may move during the copy.
  let at = section(nodes, w, nodes.node.suffixesEnd, bytes);
  nodes.node.lengths = at;
  nodes.node.lengthsEnd = at + <usize>bytes;
  bytes = vInt(w);
  at = section(nodes, w, nodes.node.lengthsEnd, bytes);
  nodes.node.statistics = at;
  nodes.node.statisticsEnd = at + <usize>bytes;
  bytes = vInt(w);
  at = section(nodes, w, nodes.node.statisticsEnd, bytes);
  nodes.node.locations = at;
  nodes.node.locationsEnd = at + <usize>bytes;
}

/** Reads the next entry, which must exist. */
export function readEntry(node: Node, w: Window, hasFreqs: bool, hasPositions: bool): void {
  node.left--;
  const code = node.repeated < 0 ? lengthInt(node, w) : repeat(node, w);
  const bytes = node.isLeaf ? code : code >>> 1;
  node.suffix = node.suffixEnd;
  if (<usize>bytes > node.suffixesEnd - node.suffix) damaged(w, SUFFIX, <f64>node.offset, <f64>bytes);
  node.suffixEnd = node.suffix + <usize>bytes;
  if (!node.isLeaf && (code & 1) === 1) {
    const distance = node.repeated < 0 ? lengthLong(node, w) : <u64>repeat(node, w);
    if (distance < 1 || distance > node.offset || bytes === 0) damaged(w, NOT_ABOVE, <f64>node.offset, <f64>distance);
    node.below = <i64>(node.offset - distance);
    return;
  }
  node.below = -1;
  readStatistics(node, w, hasFreqs);
  readLocations(node, w, hasPositions);
}

/** Fails unless the node was read completely. */
export function finishNode(node: Node, w: Window): void {
  const lengths = node.repeated < 0 ? node.lengthsEnd - node.lengths : <usize>node.repeatedLeft;
  const suffixes = node.suffixesEnd - node.suffixEnd;
  const left = suffixes + lengths + node.statisticsEnd - node.statistics + node.locationsEnd - node.locations;
  if (left > 0 || node.singletons > 0) damaged(w, BYTES_LEFT, <f64>node.offset, <f64>left);
}

function lengthInt(node: Node, w: Window): u32 {
  const value = vIntAt(w, node.lengths, node.lengthsEnd);
  node.lengths = after;
  return value;
}

function lengthLong(node: Node, w: Window): u64 {
  const value = vLongAt(w, node.lengths, node.lengthsEnd);
  node.lengths = after;
  return value;
}

/** Reads a one-byte number that is repeated. */
function repeat(node: Node, w: Window): u32 {
  if (node.repeatedLeft === 0) damaged(w, LENGTHS, <f64>node.offset, 1);
  node.repeatedLeft--;
  return <u32>node.repeated;
}

function readStatistics(node: Node, w: Window, hasFreqs: bool): void {
  node.docFreq = 1;
  node.totalTermFreq = 1;
  if (node.singletons > 0) {
    node.singletons--;
    return;
  }
  const code = vIntAt(w, node.statistics, node.statisticsEnd);
  node.statistics = after;
  if ((code & 1) === 1) {
    node.singletons = code >>> 1;
    return;
  }
  node.docFreq = code >>> 1;
  node.totalTermFreq = <u64>node.docFreq;
  if (node.docFreq === 0) damaged(w, NO_DOCUMENTS, <f64>node.offset, 0);
  if (!hasFreqs) return;
  node.totalTermFreq += vLongAt(w, node.statistics, node.statisticsEnd);
  node.statistics = after;
}

function readLocations(node: Node, w: Window, hasPositions: bool): void {
  let at = node.locations;
  const end = node.locationsEnd;
  const code = vLongAt(w, at, end);
  at = after;
  if ((code & 1) === 0) {
    node.docsOffset += code >> 1;
    node.singletonDoc = -1;
    if (node.docFreq === 1) {
      node.singletonDoc = <i64>(<i32>vIntAt(w, at, end));
      at = after;
    }
  } else {
    if (node.docFreq !== 1 || node.singletonDoc < 0) damaged(w, RELATIVE_TO_NONE, <f64>node.offset, 0);
    const zigzag = <i64>(code >> 1);
    node.singletonDoc += (zigzag >> 1) ^ -(zigzag & 1);
  }
  if (node.docFreq === 1 && node.singletonDoc < 0)
    damaged(w, NO_SUCH_DOCUMENT, <f64>node.offset, <f64>node.singletonDoc);
  if (hasPositions) {
    node.positionsOffset += vLongAt(w, at, end);
    at = after;
    // The end of the last full group of positions, and the offset of skip data. Reading whole lists needs neither.
    if (node.totalTermFreq > GROUP) {
      vLongAt(w, at, end);
      at = after;
    }
  }
  if (<u64>node.docFreq > GROUP) {
    vLongAt(w, at, end);
    at = after;
  }
  node.locations = at;
}
