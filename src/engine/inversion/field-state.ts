/** The data that a build collects about a field besides its terms: documents, lengths, points, type, distinct values. */
import { isBareDate, parseDateStart } from '../../schema/date-value.ts';
import type { Analysis, FieldSpec, FieldType } from '../../schema/field-types.ts';
import { parseNumber } from '../../schema/number-value.ts';
import { detachedText } from '../../shared/strings/detached-text.ts';
import { LONG_VALUE_UNITS } from '../columns/column-rule.ts';
import type { FieldFiles } from '../columns/field-files.ts';
import { NumberColumnWriter } from '../columns/number-column-writer.ts';
import { DISTINCT_VALUES_MAX } from '../columns/values/column-counts.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import { PagedBytes } from '../store/page-file.ts';
import type { FieldTokens } from './inverter.ts';

/** Data of one field that a build collects in addition to terms. Data that grows with its documents goes to files. */
export class FieldState {
  readonly id: number;
  readonly name: string;
  readonly analysis: Analysis;
  /** Documents that have the field, as gaps, and their lengths in tokens in the same order, unless all are 1. */
  readonly exists: PagedBytes;
  readonly lengths: PagedBytes;
  docCount = 0;
  tokenCount = 0;
  hasSharedPositions = false;
  longWords = 0;
  /** Whether every length is 1 so far. */
  isUnitLength = true;
  /**
   * Points of the values. For a well-known field, values that do not fit are left out. Otherwise one such value makes
   * this null.
   */
  #numbers: NumberColumnWriter | null;
  #dates: NumberColumnWriter | null;
  readonly #isFixed: boolean;
  /**
   * Number of documents by distinct value, if the column does not count them. Null if there are too many values.
   * `category` keeps all.
   */
  #values: Map<string, number> | null = new Map();
  readonly #inColumn: CountsInColumn | null;
  #lastDoc = -1;

  /** `inColumn` returns the counts of distinct values, if the column has them. */
  constructor(
    id: number,
    { name, analysis, type }: FieldSpec,
    files: FieldFiles,
    inColumn: CountsInColumn | null = null,
  ) {
    this.#inColumn = inColumn;
    this.id = id;
    this.name = name;
    this.exists = new PagedBytes(files.pages);
    this.lengths = new PagedBytes(files.pages);
    this.analysis = analysis;
    this.#isFixed = type === 'number' || type === 'date';
    const isOpen = type === null && analysis === 'text';
    this.#numbers = type === 'number' || isOpen ? new NumberColumnWriter(files, 2 * id) : null;
    this.#dates = type === 'date' || isOpen ? new NumberColumnWriter(files, 2 * id + 1) : null;
  }

  /** Adds a document that has the field, in ascending order, with its length in tokens. */
  addDocument(doc: number, tokens: number): void {
    this.exists.varint(doc - this.#lastDoc - 1);
    if (tokens !== 1 && this.isUnitLength) {
      this.isUnitLength = false;
      for (let before = 0; before < this.docCount; before++) this.lengths.varint(1);
    }
    if (!this.isUnitLength) this.lengths.varint(tokens);
    this.#lastDoc = doc;
    this.docCount++;
    this.tokenCount += tokens;
  }

  /** Records the flags of a document's tokens. */
  addTokens({ isShared, longWords }: FieldTokens): void {
    this.hasSharedPositions ||= isShared;
    this.longWords += longWords;
  }

  /** Returns the data that a thread needs to write the lists of the field. */
  fieldLengths(): FieldLengths {
    const { docCount, tokenCount, isUnitLength } = this;
    return { docCount, tokenCount, isUnitLength, exists: this.exists.location(), lengths: this.lengths.location() };
  }

  /** Adds a value to the columns. Returns false if the type of a well-known field does not accept it. */
  addValue(doc: number, value: string): boolean {
    let fits = false;
    if (this.#numbers !== null) {
      const number = parseNumber(value);
      if (number !== null) {
        this.#numbers.add(doc, number);
        fits = true;
      } else if (!this.#isFixed) this.#numbers = null;
    }
    if (this.#dates !== null) {
      const start = parseDateStart(value);
      if (start !== null) {
        this.#dates.add(doc, start, isBareDate(value));
        fits = true;
      } else if (!this.#isFixed) this.#dates = null;
    }
    return fits || !this.#isFixed;
  }

  /** Adds a whole number that every document has, in a field of numbers. */
  addNumber(doc: number, value: number): void {
    this.#numbers!.add(doc, { value, residual: 0 });
    this.addDocument(doc, 1);
  }

  /** Takes a value of a document that is not searched. It affects only the type of the field. */
  observe(value: string): void {
    if (this.#isFixed) return;
    if (this.#numbers !== null && parseNumber(value) === null) this.#numbers = null;
    if (this.#dates !== null && parseDateStart(value) === null) this.#dates = null;
  }

  /** Returns the type that all values fit so far, whether or not a searchable document has one. */
  possibleType(): FieldType {
    if (this.analysis === 'whole') return 'whole';
    return this.#numbers !== null ? 'number' : this.#dates !== null ? 'date' : 'text';
  }

  /** Whether values must be passed to `addValue` and `countValues`. */
  get needsValues(): boolean {
    return (
      this.#numbers !== null ||
      this.#dates !== null ||
      this.#isFixed ||
      (this.#values !== null && this.#inColumn === null)
    );
  }

  /** Counts the distinct values of one document. */
  countValues(values: readonly string[]): void {
    const counts = this.#values;
    if (counts === null || this.#inColumn !== null) return;
    const isBounded = this.analysis !== 'whole';
    const distinct = values.length === 1 ? values : [...new Set(values)];
    for (let i = 0; i < distinct.length; i++) {
      const value = distinct[i]!;
      if (isBounded && value.length > LONG_VALUE_UNITS) {
        this.#values = null;
        return;
      }
      const known = counts.get(value);
      counts.set(known === undefined ? detachedText(value) : value, (known ?? 0) + 1);
    }
    if (isBounded && counts.size > DISTINCT_VALUES_MAX) this.#values = null;
  }

  /** Returns the type that all values fit, with its points. A value that is both a number and a date is a number. */
  typed(): { type: FieldType; points: NumberColumnWriter | null } {
    if (this.analysis === 'whole') return { type: 'whole', points: null };
    if (this.#numbers !== null && (this.#isFixed || this.#numbers.count > 0))
      return { type: 'number', points: this.#numbers };
    if (this.#dates !== null && (this.#isFixed || this.#dates.count > 0)) return { type: 'date', points: this.#dates };
    return { type: 'text', points: null };
  }

  /** Returns counts by distinct value, in order of first occurrence, or null if there were too many. */
  values(): ReadonlyMap<string, number> | null {
    return this.#inColumn === null ? this.#values : this.#inColumn();
  }
}

type CountsInColumn = () => ReadonlyMap<string, number> | null;
