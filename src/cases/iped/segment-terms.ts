/**
 * Reads the terms of one segment of an IPED index, field by field, with items instead of documents, and with the pieces of a
 * text joined.
 */
import { listMemory } from '../../lucene/lucene-lists.ts';
import type { FieldSpec } from '../../schema/field-types.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import type { ListedField, TermCursor, TermSpan } from '../../shared/term-cursor.ts';
import type { FieldInfo } from '../lucene/field-infos.ts';
import type { FieldRange, FieldTerms } from '../lucene/field-terms.ts';
import type { ItemMap } from './item-map.ts';

export class SegmentTerms implements TermCursor {
  readonly #open: (field: FieldInfo, range: FieldRange) => FieldTerms | null;
  readonly #range: TermSpan;
  /** The searched fields of the segment, with their ascending numbers. */
  readonly #fields: readonly (readonly [number: number, info: FieldInfo])[];
  readonly #map: ItemMap;
  readonly #onOutside: (occurrences: number) => void;
  #at = -1;
  #terms: FieldTerms | null = null;
  /** Whether the current term is the mark of pieces, and whether it was already returned. */
  #isMark = false;
  #isMarkRead = false;
  #hasMark = false;
  /** The address of the marks for readers in the kernel's memory; 0 if there are none. */
  #marksAt = 0;
  field = 0;
  readonly termStart = 0;
  termEnd = 0;
  docs: Uint32Array = new Uint32Array(0);
  positions: Uint32Array = new Uint32Array(0);
  readonly from = 0;
  readonly isUnordered: boolean;
  #outside = 0;

  /**
   * `onOutside` is called at the end with the number of dropped occurrences. These are occurrences at positions beyond the
   * range of their piece.
   */
  constructor(
    open: (field: FieldInfo, range: FieldRange) => FieldTerms | null,
    infos: readonly FieldInfo[],
    specs: readonly FieldSpec[],
    map: ItemMap,
    onOutside: (occurrences: number) => void,
    range: TermSpan = { from: null, to: null },
  ) {
    this.#range = range;
    this.#open = open;
    this.#map = map;
    this.isUnordered = !map.isAscending;
    this.#onOutside = onOutside;
    const byName = new Map(infos.map((info) => [info.name, info]));
    this.#fields = specs.flatMap(({ name }, number) => {
      const info = byName.get(name);
      const isOutside = number < (range.from?.field ?? 0) || number > (range.to?.field ?? number);
      return isOutside || info === undefined || info.indexOptions === 'none' ? [] : [[number, info] as const];
    });
  }

  get bytes(): Uint8Array {
    return this.#isMark ? NOTHING : this.#terms!.bytes;
  }

  next(): boolean {
    for (;;) {
      if (this.#hasMark) {
        this.#hasMark = false;
        this.#isMark = true;
        this.#isMarkRead = false;
        this.termEnd = 0;
        return true;
      }
      this.#isMark = false;
      const terms = this.#terms;
      if (terms?.next() === true) {
        this.termEnd = terms.length;
        return true;
      }
      if (!this.#enterField()) return false;
    }
  }

  /** Returns false at the end. */
  #enterField(): boolean {
    const terms = this.#terms;
    terms?.close();
    this.#outside += terms?.outside ?? 0;
    const next = this.#fields[++this.#at];
    if (next === undefined) {
      if (this.#outside > 0) this.#onOutside(this.#outside);
      this.#outside = 0;
      return false;
    }
    const [field, info] = next;
    const { from, to } = this.#range;
    const own = { from: from?.field === field ? from.term : null, to: to?.field === field ? to.term : null };
    this.field = field;
    this.#terms = this.#open(info, own);
    // The mark is the empty term.
    const hasEmpty = (own.from === null || own.from.length === 0) && own.to?.length !== 0;
    this.#hasMark = info.name === CONTENT_FIELD && this.#map.marks.length > 0 && hasEmpty;
    return true;
  }

  nextField(): ListedField | null {
    do {
      this.#giveBackMarks();
      this.#terms?.finish();
      if (!this.#enterField()) return null;
    } while (this.#terms === null && !this.#hasMark);
    const { terms, lists } = this.#terms?.areas ?? { terms: 0, lists: 0 };
    const marks = this.#hasMark ? this.#map.marks.length / 2 : 0;
    if (marks > 0) {
      this.#marksAt = listMemory.take(8 * marks);
      this.#readMarks();
      new Uint32Array(listMemory.buffer, this.#marksAt, marks).set(this.docs);
      new Uint32Array(listMemory.buffer, this.#marksAt + 4 * marks, marks).set(this.positions);
    }
    return { field: this.field, terms, lists, marksAt: this.#marksAt, marks };
  }

  #giveBackMarks(): void {
    if (this.#marksAt > 0) listMemory.giveBack(this.#marksAt, 4 * this.#map.marks.length);
    this.#marksAt = 0;
  }

  read(): number {
    if (this.#isMark) return this.#readMarks();
    const terms = this.#terms!;
    const count = terms.read();
    this.docs = terms.docs;
    this.positions = terms.positions;
    return count;
  }

  tally(most: number): number {
    const terms = this.#terms!;
    const occurrences = terms.tally(most);
    this.termEnd = terms.length;
    return occurrences;
  }

  close(): void {
    this.#giveBackMarks();
    this.#terms?.close();
  }

  #readMarks(): number {
    if (this.#isMarkRead) return 0;
    this.#isMarkRead = true;
    const { marks } = this.#map;
    const count = marks.length / 2;
    this.docs = new Uint32Array(count);
    this.positions = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      this.docs[i] = marks[2 * i]!;
      this.positions[i] = marks[2 * i + 1]!;
    }
    return count;
  }
}

const NOTHING = new Uint8Array(0);
