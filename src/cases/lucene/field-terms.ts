/**
 * Reads the terms of one field of a segment, in order, each with its occurrences. Designed for reading everything once, with no
 * allocation per term or posting. src/lucene/assembly/ implements it, in areas of its memory.
 */
import { listMemory } from '../../lucene/lucene-lists.ts';
import { FOOTER_BYTES } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import type { FieldInfo } from './field-infos.ts';
import { TERM_BYTES_MAX, TREE_WINDOW_BYTES } from './limits.ts';
import { type DocumentMap, ListDecoder } from './list-decoder.ts';
import type { TermStatistics } from './term-statistics.ts';

/** The files of terms and postings. `positions` is null if no field of the segment has them. */
export interface TermFiles {
  readonly tree: DataFile;
  readonly docs: DataFile;
  readonly positions: DataFile | null;
}

/** A range of a field's terms: from the first, up to but excluding the second. Null means unbounded. */
export interface FieldRange {
  readonly from: Uint8Array | null;
  readonly to: Uint8Array | null;
}

const ALL_TERMS: FieldRange = { from: null, to: null };
const { code } = listMemory;

export class FieldTerms {
  readonly field: FieldInfo;
  readonly statistics: TermStatistics;
  readonly #treeFile: DataFile;
  readonly #range: FieldRange;
  readonly #lists: ListDecoder;
  /** The addresses of its area and of its nodes, which may need more space. */
  readonly #area: number;
  readonly #areaBytes: number;
  #nodes: { at: number; bytes: number };
  readonly #file: number;
  readonly #termAt: number;
  #isClosed = false;
  #bytes = new Uint8Array(0);
  /** Number of bytes of the current term. */
  length = 0;

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
    const hasFreqs = field.indexOptions !== 'docs';
    const hasPositions = field.indexOptions === 'positions';
    this.#treeFile = files.tree;
    const positions = hasPositions ? files.positions : null;
    const { from, to } = range;
    const fromAt = code.TERMS_BYTES.value;
    const toAt = fromAt + roomOf(from?.length ?? 0);
    const termAt = toAt + roomOf(to?.length ?? 0);
    const windowAt = termAt + roomOf(TERM_BYTES_MAX);
    this.#areaBytes = windowAt + TREE_WINDOW_BYTES + code.MORE_BYTES.value;
    this.#lists = new ListDecoder({ docs: files.docs, positions }, hasFreqs, maxDoc, map);
    const area = listMemory.take(this.#areaBytes);
    this.#area = area;
    this.#termAt = area + termAt;
    this.#nodes = { at: listMemory.take(NODES_BYTES), bytes: NODES_BYTES };
    this.#file = listMemory.openFile(files.tree);
    listMemory.onLengthen(area, (bytes) => this.#lengthen(bytes));
    for (const [at, term] of [[fromAt, from] as const, [toAt, to] as const]) {
      if (term !== null) new Uint8Array(listMemory.buffer, area + at, term.length).set(term);
    }
    const bound = (at: number, term: Uint8Array | null) => (term === null ? [0, 0] : [area + at, term.length]);
    const [fromBound, fromBytes] = bound(fromAt, from);
    const [toBound, toBytes] = bound(toAt, to);
    code.boundTerms(area, fromBound!, fromBytes!, toBound!, toBytes!);
    const shape = [maxDoc, hasFreqs ? 1 : 0, hasPositions ? 1 : 0] as const;
    const file = [this.#file, files.tree.bytes - FOOTER_BYTES, statistics.root] as const;
    const rooms = [area + windowAt, TREE_WINDOW_BYTES, this.#nodes.at, NODES_BYTES, this.#termAt];
    try {
      code.openTerms(area, this.#lists.area, ...shape, ...file, ...rooms);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * The current term: `bytes[0 … length)`, after `next` returned true. Memory may grow for another field, which replaces the
   * buffer.
   */
  get bytes(): Uint8Array {
    const { buffer } = listMemory;
    if (this.#bytes.buffer !== buffer) this.#bytes = new Uint8Array(buffer, this.#termAt, TERM_BYTES_MAX);
    return this.#bytes;
  }

  /** The output of `read`, from 0. */
  get docs(): Uint32Array {
    return this.#lists.docs;
  }

  /** 0 in fields without positions. */
  get positions(): Uint32Array {
    return this.#lists.positions;
  }

  get docFreq(): number {
    return code.docFreqOf(this.#area);
  }

  /** Equal to `docFreq` in fields without frequencies. */
  get totalTermFreq(): number {
    return code.occurrencesOf(this.#area);
  }

  /** Number of occurrences dropped because they are beyond the range of their piece of a text. Valid after it is closed. */
  get outside(): number {
    return this.#lists.outside;
  }

  /** Moves to the next term and skips the rest of the current one. Returns false at the end. Throws AppError CASE_UNREADABLE. */
  next(): boolean {
    const area = this.#area;
    if (code.nextTerm(area) === 0) {
      this.finish();
      return false;
    }
    this.length = code.termBytesOf(area);
    return true;
  }

  /**
   * Makes the next occurrences of the current term available in `docs` and `positions`. Returns their count, or 0 at the end.
   * Documents ascend, and positions do not descend within one. A field without positions has one occurrence per document. If
   * documents are mapped to items, drops occurrences without an item, and repeated ones.
   */
  read(): number {
    return this.#lists.read();
  }

  /**
   * Tallies the current term and those after it until there were `most` occurrences (src/lucene/token-tally.ts), instead of
   * reading them. Returns their number. Throws the same errors as `next`.
   */
  tally(most: number): number {
    const occurrences = code.tallyTerms(this.#area, most);
    this.length = code.termBytesOf(this.#area);
    return occurrences;
  }

  /** The addresses of its areas for terms and lists, for direct readers. */
  get areas(): { readonly terms: number; readonly lists: number } {
    return { terms: this.#area, lists: this.#lists.area };
  }

  /** Call this after the last term. Throws AppError CASE_UNREADABLE if terms are missing. */
  finish(): void {
    if (this.#range.from === null && this.#range.to === null) this.#assertComplete();
    this.close();
  }

  /** Releases its memory. Must be the last call. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    listMemory.closeFile(this.#file);
    listMemory.onLengthen(this.#area, null);
    listMemory.giveBack(this.#nodes.at, this.#nodes.bytes);
    listMemory.giveBack(this.#area, this.#areaBytes);
    this.#lists.close();
  }

  /** Gives the nodes a larger area. They are copied from the old area, which is not reused before that. */
  #lengthen(bytes: number): number {
    const old = this.#nodes;
    this.#nodes = { at: listMemory.take(bytes), bytes };
    listMemory.giveBack(old.at, old.bytes);
    return this.#nodes.at;
  }

  #assertComplete(): void {
    const { terms, sumDocFreq, sumTotalTermFreq } = this.statistics;
    const found = [
      code.readTerms(this.#area),
      code.readPostings(this.#area),
      code.readOccurrences(this.#area),
    ] as const;
    if (found[0] === terms && found[1] === sumDocFreq && found[2] === sumTotalTermFreq) return;
    throw this.#treeFile.damaged(
      `is inconsistent: field ${JSON.stringify(this.field.name)} has ${found[0]} terms, ${found[1]} postings, ${found[2]} occurrences, but should have ${terms}, ${sumDocFreq}, ${sumTotalTermFreq}`,
    );
  }
}

/** Initial space for nodes. */
const NODES_BYTES = 64 * 1024;

/** Allocates space for a term, plus space for reading past its end. */
function roomOf(bytes: number): number {
  return (bytes + 32 + 15) & ~15;
}
