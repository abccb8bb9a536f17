/**
 * The terms of one field of a segment, in order, each with its occurrences. Made for reading everything once: nothing is
 * allocated for a term or a posting.
 */
import { FOOTER_BYTES } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import type { FieldInfo } from './field-infos.ts';
import { LUCENE_POSITION_MAX, OCCURRENCES_PER_READ } from './limits.ts';
import { GROUP, readPackedGroup } from './packed-group.ts';
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
  readonly #hasFreqs: boolean;
  readonly #tree: TermTree;
  readonly #docsInput: DataInput;
  readonly #positionsInput: DataInput | null;
  readonly #treeFile: DataFile;
  readonly #range: FieldRange;
  // What was read of the whole field, to compare with its statistics.
  #terms = 0;
  #sumDocFreq = 0;
  #sumTotalTermFreq = 0;

  // The current list: documents and positions that were not decoded yet, and groups of them that were.
  #docsLeft = 0;
  #positionsLeft = 0;
  readonly #groupDocs = new Uint32Array(GROUP);
  readonly #groupFreqs = new Uint32Array(GROUP);
  readonly #gaps = new Uint32Array(GROUP);
  #docAt = 0;
  #docEnd = 0;
  #gapAt = 0;
  #gapEnd = 0;
  #doc = -1;
  #freqLeft = 0;
  #position = 0;

  /** The current term: `bytes[0 … length)`, after `next` returned true. */
  bytes: Uint8Array = new Uint8Array(0);
  length = 0;
  docFreq = 0;
  /** Equal to `docFreq` in fields without frequencies. */
  totalTermFreq = 0;

  /** What `read` makes available, from 0. */
  readonly docs = new Uint32Array(OCCURRENCES_PER_READ);
  /** 0 in fields without positions. */
  readonly positions = new Uint32Array(OCCURRENCES_PER_READ);

  constructor(
    field: FieldInfo,
    statistics: TermStatistics,
    files: TermFiles,
    maxDoc: number,
    range: FieldRange = ALL_TERMS,
  ) {
    this.#range = range;
    this.field = field;
    this.statistics = statistics;
    this.#maxDoc = maxDoc;
    this.#hasFreqs = field.indexOptions !== 'docs';
    const hasPositions = field.indexOptions === 'positions';
    this.#treeFile = files.tree;
    this.#tree = new TermTree(files.tree, statistics, { hasFreqs: this.#hasFreqs, hasPositions }, range.from);
    this.#docsInput = new DataInput(files.docs, 0, files.docs.bytes - FOOTER_BYTES);
    this.#positionsInput =
      hasPositions && files.positions !== null
        ? new DataInput(files.positions, 0, files.positions.bytes - FOOTER_BYTES)
        : null;
  }

  /** Moves to the next term; what is left of the current one is skipped. False at the end. */
  next(): boolean {
    const tree = this.#tree;
    if (!tree.next()) {
      if (this.#range.from === null && this.#range.to === null) this.#assertComplete();
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
    this.#docsLeft = node.docFreq;
    this.#doc = -1;
    this.#docAt = 0;
    this.#docEnd = 0;
    this.#gapAt = 0;
    this.#gapEnd = 0;
    this.#freqLeft = 0;
    if (node.docFreq === 1) {
      if (node.singletonDoc >= this.#maxDoc)
        throw this.#treeFile.damaged(`has document ${node.singletonDoc} of ${this.#maxDoc}`);
      this.#groupDocs[0] = node.singletonDoc;
      this.#groupFreqs[0] = node.totalTermFreq;
      this.#docEnd = 1;
      this.#docsLeft = 0;
    } else this.#docsInput.seek(node.docsOffset);
    this.#positionsLeft = 0;
    if (this.#positionsInput !== null) {
      this.#positionsLeft = node.totalTermFreq;
      this.#positionsInput.seek(node.positionsOffset);
    }
    return true;
  }

  /**
   * Makes the next occurrences of the current term available in `docs` and `positions`, and returns their count, or 0 when
   * there are no more. Documents ascend, positions do not descend within one. A field without positions has one occurrence a
   * document.
   */
  read(): number {
    return this.#positionsInput === null ? this.#readDocs() : this.#readPositions();
  }

  #readDocs(): number {
    if (this.#docAt === this.#docEnd && !this.#fillDocs()) return 0;
    const count = this.#docEnd - this.#docAt;
    for (let i = 0; i < count; i++) {
      this.docs[i] = this.#groupDocs[this.#docAt + i]!;
      this.positions[i] = 0;
    }
    this.#docAt = this.#docEnd;
    return count;
  }

  #readPositions(): number {
    const { docs, positions } = this;
    let count = 0;
    while (count < OCCURRENCES_PER_READ) {
      if (this.#freqLeft === 0 && !this.#nextDoc()) break;
      if (this.#gapAt === this.#gapEnd) this.#fillGaps();
      const doc = this.#doc;
      const gaps = this.#gaps;
      let gapAt = this.#gapAt;
      let position = this.#position;
      const steps = Math.min(this.#freqLeft, this.#gapEnd - gapAt, OCCURRENCES_PER_READ - count);
      for (const end = gapAt + steps; gapAt < end; gapAt++, count++) {
        position += gaps[gapAt]!;
        docs[count] = doc;
        positions[count] = position;
      }
      if (position > LUCENE_POSITION_MAX)
        throw this.#positionsInput!.damaged(`has position ${position} before byte ${this.#positionsInput!.offset}`);
      this.#gapAt = gapAt;
      this.#position = position;
      this.#freqLeft -= steps;
    }
    return count;
  }

  #nextDoc(): boolean {
    if (this.#docAt === this.#docEnd && !this.#fillDocs()) {
      if (this.#positionsLeft > 0 || this.#gapAt < this.#gapEnd)
        throw this.#docsInput.damaged(
          `has fewer occurrences of a term than the term dictionary, before byte ${this.#docsInput.offset}`,
        );
      return false;
    }
    this.#doc = this.#groupDocs[this.#docAt]!;
    this.#freqLeft = this.#groupFreqs[this.#docAt++]!;
    this.#position = 0;
    return true;
  }

  /** Decodes the next group of documents with their frequencies; false if there are no more. */
  #fillDocs(): boolean {
    const left = this.#docsLeft;
    if (left === 0) return false;
    const input = this.#docsInput;
    const docs = this.#groupDocs;
    const freqs = this.#groupFreqs;
    const count = Math.min(GROUP, left);
    let doc = this.#docEnd === 0 ? 0 : docs[GROUP - 1]!;
    if (count === GROUP) {
      readPackedGroup(input, docs);
      if (this.#hasFreqs) readPackedGroup(input, freqs);
    } else if (this.#hasFreqs) {
      for (let i = 0; i < count; i++) {
        const code = input.vInt();
        docs[i] = code >>> 1;
        freqs[i] = (code & 1) === 1 ? 1 : input.vInt();
      }
    } else for (let i = 0; i < count; i++) docs[i] = input.vInt();
    // Each delta but the first of the list is at least 1.
    let isDamaged = false;
    for (let i = 0; i < count; i++) {
      const delta = docs[i]!;
      isDamaged ||= delta === 0 && (i > 0 || this.#docEnd > 0);
      doc += delta;
      isDamaged ||= doc >= this.#maxDoc || (this.#hasFreqs && freqs[i] === 0);
      docs[i] = doc;
    }
    if (isDamaged)
      throw input.damaged(`has documents that do not ascend or are not there, before byte ${input.offset}`);
    this.#docAt = 0;
    this.#docEnd = count;
    this.#docsLeft = left - count;
    return true;
  }

  #fillGaps(): void {
    const input = this.#positionsInput!;
    const count = Math.min(GROUP, this.#positionsLeft);
    if (count === 0)
      throw input.damaged(
        `has more occurrences of a term in .doc than in the term dictionary, before byte ${input.offset}`,
      );
    if (count === GROUP) readPackedGroup(input, this.#gaps);
    else for (let i = 0; i < count; i++) this.#gaps[i] = input.vInt();
    this.#gapAt = 0;
    this.#gapEnd = count;
    this.#positionsLeft -= count;
  }

  #assertComplete(): void {
    const { terms, sumDocFreq, sumTotalTermFreq } = this.statistics;
    if (this.#terms === terms && this.#sumDocFreq === sumDocFreq && this.#sumTotalTermFreq === sumTotalTermFreq) return;
    throw this.#treeFile.damaged(
      `is inconsistent: field ${JSON.stringify(this.field.name)} has ${this.#terms} terms, ${this.#sumDocFreq} postings, ${this.#sumTotalTermFreq} occurrences, but should have ${terms}, ${sumDocFreq}, ${sumTotalTermFreq}`,
    );
  }
}
