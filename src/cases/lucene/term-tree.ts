/**
 * Goes through the terms of one field in order (.tim). Each node is read once; a dictionary that leads to a node twice, or
 * back to itself, is damaged.
 */
import { FOOTER_BYTES } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import { TERM_BYTES_MAX, TREE_DEPTH_MAX, TREE_WINDOW_BYTES } from './limits.ts';
import { type PostingsShape, TermNode } from './term-node.ts';
import { compareTermBytes } from './term-order.ts';
import type { TermStatistics } from './term-statistics.ts';

export class TermTree {
  readonly #file: DataFile;
  readonly #shape: PostingsShape;
  readonly #input: DataInput;
  /** By depth; those below `#depth` are kept for the next node of theirs. */
  readonly #nodes: TermNode[] = [];
  #depth = 0;
  /** Bytes that nodes may have yet: healthy ones do not overlap. */
  #bytesLeft: number;
  /** Whether `bytes` is the prefix of the next term, and no term yet. */
  #isPrefix = true;

  /** The term: `bytes[0 … length)`. */
  bytes: Uint8Array = new Uint8Array(256);
  length = 0;
  /** The node that has the term, with its statistics and locations. */
  node: TermNode;
  /** Terms before this one are passed over; null: none are left. */
  #from: Uint8Array | null;

  /** `from`: terms before it are passed over, and nodes that have no others are not read. */
  constructor(file: DataFile, statistics: TermStatistics, shape: PostingsShape, from: Uint8Array | null = null) {
    this.#from = from;
    this.#file = file;
    this.#shape = shape;
    const end = file.bytes - FOOTER_BYTES;
    this.#input = new DataInput(file, 0, end, TREE_WINDOW_BYTES);
    this.#bytesLeft = end;
    this.node = this.#enter(statistics.root, 0);
  }

  /** False at the end of the field. */
  next(): boolean {
    let { node } = this;
    for (;;) {
      if (node.left === 0) {
        node.finish();
        if (node.hasMore) this.#load(node, node.end, node.prefixLength);
        else if (this.#depth === 1) return false;
        else {
          this.#depth--;
          node = this.#nodes[this.#depth - 1]!;
          this.node = node;
        }
        continue;
      }
      node.entry();
      this.#append(node);
      if (this.#from !== null && this.#isBefore(this.#from, node.below >= 0)) continue;
      if (node.below < 0) return true;
      node = this.#enter(node.below, this.length);
      this.node = node;
    }
  }

  /** Whether the current term, or all terms with the current prefix, are before one. */
  #isBefore(from: Uint8Array, isPrefix: boolean): boolean {
    const { length } = this;
    const order = compareTermBytes(this.bytes, length, from, isPrefix ? Math.min(length, from.length) : from.length);
    if (!isPrefix && order >= 0) this.#from = null;
    return order < 0;
  }

  #enter(offset: number, prefixLength: number): TermNode {
    const depth = this.#depth++;
    if (depth === TREE_DEPTH_MAX) throw this.#file.damaged(`has more than ${TREE_DEPTH_MAX} nodes below each other`);
    let node = this.#nodes[depth];
    if (node === undefined) {
      node = new TermNode(this.#file, this.#shape);
      this.#nodes.push(node);
    }
    this.#load(node, offset, prefixLength);
    return node;
  }

  #load(node: TermNode, offset: number, prefixLength: number): void {
    this.#input.seek(offset);
    this.#bytesLeft -= node.load(this.#input, prefixLength);
    if (this.#bytesLeft < 0) throw this.#file.damaged(`leads to the node at byte ${offset} in a loop, or twice`);
  }

  /** Prefix and suffix become the term, which must come after the one before. */
  #append(node: TermNode): void {
    const { prefixLength, suffixes, suffixStart, suffixEnd } = node;
    const length = prefixLength + suffixEnd - suffixStart;
    if (length > TERM_BYTES_MAX) throw this.#file.damaged(`has a term of ${length} bytes, more than ${TERM_BYTES_MAX}`);
    if (length > this.bytes.length) {
      const grown = new Uint8Array(2 * length);
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    const { bytes } = this;
    const last = this.length;
    const shared = Math.min(length, last);
    let at = prefixLength;
    let from = suffixStart;
    for (; at < shared && suffixes[from] === bytes[at]; at++) from++;
    const order = at < shared ? suffixes[from]! - bytes[at]! : length - last;
    for (; at < length; at++) bytes[at] = suffixes[from++]!;
    if (order < 0 || (order === 0 && !this.#isPrefix))
      throw this.#file.damaged(`has terms that are not in order in the node at byte ${node.offset}`);
    this.#isPrefix = node.below >= 0;
    this.length = length;
  }
}
