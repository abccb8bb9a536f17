/**
 * Iterates the terms of one field of a segment in order. Reads each node once. A dictionary that leads to a node twice, or back
 * to itself, is damaged.
 */
import { beginList, tally } from './lucene-lists';
import { behindNode, finishNode, loadNode, Node, Nodes, reachNodes, readEntry } from './term-node';
import { damaged, NO_SUCH_DOCUMENT, NOT_IN_ORDER, openWindow, TERM_TOO_LONG, TOO_DEEP, TWICE, Window } from './window';

/** Lucene's own limit on the length of a term. */
const TERM_BYTES_MAX: u32 = 32_766;
/** Maximum depth of nodes. A node has at least 25 terms, and its prefix gets longer with depth. */
const DEPTH_MAX: u32 = 2048;

@unmanaged
export class Terms extends Nodes {
  lists: usize;
  maxDoc: u32;
  hasFreqs: bool;
  hasPositions: bool;
  /** Whether `term` is only the prefix of the next one. */
  isPrefix: bool;
  depth: u32;
  /** Bytes that nodes may still have. Valid nodes do not overlap. */
  bytesLeft: i64;
  /** Bounds of the range; 0 if there is none. */
  fromAt: usize;
  fromBytes: u32;
  toAt: usize;
  toBytes: u32;
  /** The current term. */
  term: usize;
  termBytes: u32;
  /** Totals read from the field, to compare with its statistics. */
  terms: f64;
  postings: f64;
  occurrences: f64;
}

/** The window of the file is after the rest. */
const WINDOW: usize = 128;
export const TERMS_BYTES: usize = 192;

function windowOf(t: Terms): Window {
  return changetype<Window>(changetype<usize>(t) + WINDOW);
}

/** Begins a field in an area of zeros, with its lists in another area, and buffers for nodes and for a term. */
export function openTerms(
  t: Terms,
  lists: usize,
  maxDoc: u32,
  hasFreqs: bool,
  hasPositions: bool,
  file: u32,
  fileEnd: f64,
  root: f64,
  windowAt: usize,
  windowBytes: usize,
  nodesAt: usize,
  nodesBytes: usize,
  termAt: usize,
): void {
  t.lists = lists;
  t.maxDoc = maxDoc;
  t.hasFreqs = hasFreqs;
  t.hasPositions = hasPositions;
  openWindow(windowOf(t), file, <u64>fileEnd, windowAt, windowBytes);
  t.bytesLeft = <i64>fileEnd;
  t.nodesAt = nodesAt;
  t.nodesEnd = nodesAt + nodesBytes;
  t.node = changetype<Node>(nodesAt);
  t.isPrefix = true;
  t.term = termAt;
  t.depth = 1;
  t.node.above = 0;
  loadAt(t, <u64>root, 0);
}

/** Restricts terms to a range, from the first bound up to but excluding the second; 0: no bound. */
export function boundTerms(t: Terms, from: usize, fromBytes: u32, to: usize, toBytes: u32): void {
  t.fromAt = from;
  t.fromBytes = fromBytes;
  t.toAt = to;
  t.toBytes = toBytes;
}

function loadAt(t: Terms, offset: u64, prefixBytes: u32): void {
  t.bytesLeft -= <i64>loadNode(t, windowOf(t), offset, prefixBytes);
  if (t.bytesLeft < 0) damaged(windowOf(t), TWICE, <f64>offset, 0);
}

function enter(t: Terms, offset: u64): void {
  if (t.depth === DEPTH_MAX) damaged(windowOf(t), TOO_DEEP, DEPTH_MAX, 0);
  t.depth++;
  let at = behindNode(t.node);
  at += reachNodes(t, at, offsetof<Node>());
  const node = changetype<Node>(at);
  node.above = changetype<usize>(t.node);
  t.node = node;
  loadAt(t, offset, t.termBytes);
}

/** Moves to the next term and begins its list. Returns false at the end of the field or of its range. */
export function nextTerm(t: Terms): bool {
  if (!nextEntry(t)) return false;
  if (t.toAt !== 0 && compareBytes(t.term, t.termBytes, t.toAt, t.toBytes) >= 0) return false;
  const node = t.node;
  t.terms += 1;
  t.postings += <f64>node.docFreq;
  t.occurrences += <f64>node.totalTermFreq;
  if (node.docFreq === 1 && node.singletonDoc >= <i64>t.maxDoc)
    damaged(windowOf(t), NO_SUCH_DOCUMENT, <f64>node.offset, <f64>node.singletonDoc);
  restart(t);
  return true;
}

/**
 * Tallies the current term and those after it until there were `most` occurrences. Returns their number. After the last term,
 * `nextTerm` returns false again.
 */
export function tallyTerms(t: Terms, most: u32): u32 {
  let occurrences = tally(t.lists);
  while (occurrences < most && nextTerm(t)) occurrences += tally(t.lists);
  return occurrences;
}

/** Begins the list of the current term again. */
export function restart(t: Terms): void {
  const node = t.node;
  const occurrences = <u32>node.totalTermFreq;
  beginList(t.lists, node.docFreq, occurrences, <u32>node.singletonDoc, node.docsOffset, node.positionsOffset);
}

/** Bytes of the current term; its documents and occurrences. */
export function termBytesOf(t: Terms): u32 {
  return t.termBytes;
}

export function docFreqOf(t: Terms): u32 {
  return t.node.docFreq;
}

export function occurrencesOf(t: Terms): f64 {
  return <f64>t.node.totalTermFreq;
}

/** Totals of all terms so far: documents and occurrences. */
export function readTerms(t: Terms): f64 {
  return t.terms;
}

export function readPostings(t: Terms): f64 {
  return t.postings;
}

export function readOccurrences(t: Terms): f64 {
  return t.occurrences;
}

function nextEntry(t: Terms): bool {
  const w = windowOf(t);
  while (true) {
    const node = t.node;
    if (node.left === 0) {
      finishNode(node, w);
      if (node.hasMore) loadAt(t, node.end, node.prefixBytes);
      else if (node.above === 0) return false;
      else {
        t.depth--;
        t.node = changetype<Node>(node.above);
      }
      continue;
    }
    readEntry(node, w, t.hasFreqs, t.hasPositions);
    append(t, node, w);
    const isPrefix = node.below >= 0;
    if (t.fromAt !== 0 && isBefore(t, isPrefix)) continue;
    if (!isPrefix) return true;
    enter(t, <u64>node.below);
  }
}

/** Whether the current term, or every term with the current prefix, is before the range. */
function isBefore(t: Terms, isPrefix: bool): bool {
  const bytes = isPrefix ? min(t.termBytes, t.fromBytes) : t.fromBytes;
  const order = compareBytes(t.term, t.termBytes, t.fromAt, bytes);
  if (!isPrefix && order >= 0) t.fromAt = 0;
  return order < 0;
}

export function compareBytes(a: usize, aBytes: u32, b: usize, bBytes: u32): i32 {
  const both = <usize>min(aBytes, bBytes);
  for (let i: usize = 0; i < both; i++) {
    const difference = <i32>load<u8>(a + i) - <i32>load<u8>(b + i);
    if (difference !== 0) return difference;
  }
  return <i32>aBytes - <i32>bBytes;
}

/** Joins prefix and suffix to the term, which must come after the previous one. */
function append(t: Terms, node: Node, w: Window): void {
  const bytes = <u64>node.prefixBytes + <u64>(node.suffixEnd - node.suffix);
  if (bytes > <u64>TERM_BYTES_MAX) damaged(w, TERM_TOO_LONG, <f64>bytes, TERM_BYTES_MAX);
  const last = t.term + <usize>t.termBytes;
  const end = t.term + <usize>bytes;
  const shared = min(last, end);
  let at = t.term + <usize>node.prefixBytes;
  let from = node.suffix;
  while (at < shared && load<u8>(at) === load<u8>(from)) {
    at++;
    from++;
  }
  const isAfter = at < shared ? load<u8>(from) > load<u8>(at) : end > last || (end === last && t.isPrefix);
  if (!isAfter) damaged(w, NOT_IN_ORDER, <f64>node.offset, 0);
  for (; at < end; at++) store<u8>(at, load<u8>(from++));
  t.isPrefix = node.below >= 0;
  t.termBytes = <u32>bytes;
}
