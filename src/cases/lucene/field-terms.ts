/**
 * The terms of one field of a segment, in order, each with its occurrences. Made for reading everything once: nothing is
 * allocated for a term or a posting.
 */
import type { DataFile } from './data-file.ts';
import type { FieldInfo } from './field-infos.ts';
import { type DocumentMap, ListDecoder } from './list-decoder.ts';
import { compareTermBytes } from './term-order.ts';
import type { TermStatistics } from './term-statistics.ts';
import { TermTree } from './term-tree.ts';

/** The files that hold terms and postings; `positions` is null if no field of the segment has them. */
export interface TermFiles {
  readonly tree: DataFile;
  readonly docs: DataFile;
  readonly positions: DataFile | null;
}

/** Some terms of a field: from the first, up to but excluding the second; null for no limit. */
export interface FieldRange {
  readonly from: Uint8Array | null;
  readonly to: Uint8Array | null;
}

const ALL_TERMS: FieldRange = { from: null, to: null };

export class FieldTerms {
  readonly field: FieldInfo;
  readonly statistics: TermStatistics;
  readonly #maxDoc: number;
  readonly #tree: TermTree;
  readonly #treeFile: DataFile;
  readonly #range: FieldRange;
  // What was read of the whole field, to compare with its statistics.
  #terms = 0;
  #sumDocFreq = 0;
  #sumTotalTermFreq = 0;

  readonly #lists: ListDecoder;

  /** The current term: `bytes[0 … length)`, after `next` returned true. */
  bytes: Uint8Array = new Uint8Array(0);
  length = 0;
  docFreq = 0;
  /** Equal to `docFreq` in fields without frequencies. */
  totalTermFreq = 0;

  constructor(
    field: FieldInfo,
    statistics: TermStatistics,
    files: TermFiles,
    maxDoc: number,
    range: FieldRange = ALL_TERMS,
    map: DocumentMap | null = null,
  ) {
    this.#range = range;
    this.field = field;
    this.statistics = statistics;
    this.#maxDoc = maxDoc;
    const hasFreqs = field.indexOptions !== 'docs';
    const hasPositions = field.indexOptions === 'positions';
    this.#treeFile = files.tree;
    this.#tree = new TermTree(files.tree, statistics, { hasFreqs, hasPositions }, range.from);
    const positions = hasPositions ? files.positions : null;
    this.#lists = new ListDecoder({ docs: files.docs, positions }, hasFreqs, maxDoc, map);
  }

  /** What `read` made available, from 0. */
  get docs(): Uint32Array {
    return this.#lists.docs;
  }

  /** 0 in fields without positions. */
  get positions(): Uint32Array {
    return this.#lists.positions;
  }

  /** Occurrences that were left out because a piece of a text has no room for them; known when it is closed. */
  get outside(): number {
    return this.#lists.outside;
  }

  /** Moves to the next term; what is left of the current one is skipped. False at the end. */
  next(): boolean {
    const tree = this.#tree;
    if (!tree.next()) {
      if (this.#range.from === null && this.#range.to === null) this.#assertComplete();
      this.close();
      return false;
    }
    const { to } = this.#range;
    if (to !== null && compareTermBytes(tree.bytes, tree.length, to, to.length) >= 0) return false;
    const { node } = tree;
    this.bytes = tree.bytes;
    this.length = tree.length;
    this.docFreq = node.docFreq;
    this.totalTermFreq = node.totalTermFreq;
    this.#terms++;
    this.#sumDocFreq += node.docFreq;
    this.#sumTotalTermFreq += node.totalTermFreq;
    if (node.docFreq === 1 && node.singletonDoc >= this.#maxDoc)
      throw this.#treeFile.damaged(`has document ${node.singletonDoc} of ${this.#maxDoc}`);
    this.#lists.begin(node.docFreq, node.totalTermFreq, node.singletonDoc, node.docsOffset, node.positionsOffset);
    return true;
  }

  /**
   * Makes the next occurrences of the current term available in `docs` and `positions`, and returns their count, or 0 when
   * there are no more. Documents ascend, positions do not descend within one. A field without positions has one occurrence a
   * document. Where documents become items, those of no item are left out, and those that an item has already.
   */
  read(): number {
    return this.#lists.read();
  }

  /** Tallies the current term instead of reading it: src/kernel/token-tally.ts. */
  tally(): number {
    return this.#lists.tally();
  }

  /** Gives its memory back; nothing of it may be used after that. */
  close(): void {
    this.#lists.close();
  }

  #assertComplete(): void {
    const { terms, sumDocFreq, sumTotalTermFreq } = this.statistics;
    if (this.#terms === terms && this.#sumDocFreq === sumDocFreq && this.#sumTotalTermFreq === sumTotalTermFreq) return;
    throw this.#treeFile.damaged(
      `is inconsistent: field ${JSON.stringify(this.field.name)} has ${this.#terms} terms, ${this.#sumDocFreq} postings, ${this.#sumTotalTermFreq} occurrences, but should have ${terms}, ${sumDocFreq}, ${sumTotalTermFreq}`,
    );
  }
}
