/** Verifies one field by comparing its terms, lengths, points and distinct values with each other. */
import { ByteReader, readF64, readU32 } from '../../codec/byte-reader.ts';
import { ID_FIELD, PARENT_FIELD } from '../../schema/well-known-fields.ts';
import { DictionaryScan, expectEqual, type StreamEnds } from '../dictionary/verify-dictionary.ts';
import type { Extent, FieldHeader, NumberColumn, NumberSteps } from '../format.ts';
import type { IndexReader } from '../index-reader.ts';
import { isPaired } from '../pairs/frequent-terms.ts';
import { PairCheck } from '../pairs/verify-pairs.ts';
import { K1, saturation } from '../postings/bm25.ts';
import { ListCheck } from '../postings/verify-list.ts';
import { isMarked, type Verification } from '../verify-findings.ts';

const DAY = 86_400_000;

/** Number fields that every item has, without terms. */
const FIELDS_WITHOUT_TERMS = new Set([ID_FIELD, PARENT_FIELD]);

/** Checks the fields of an index, one after the other, in the order of the header. */
export class FieldCheck {
  readonly #verification: Verification<IndexReader>;
  readonly #lists: ListCheck;
  readonly #ends: StreamEnds = { terms: 0, 'terms-index': 0, postings: 0, isLost: false };
  /**
   * Indexed by document: the occurrences of the current field's terms, and the length of the field. All are zero
   * between fields.
   */
  readonly #tokens: Uint32Array;
  readonly #lengths: Uint32Array;
  /** Documents that have the current field. */
  #docs = new Uint32Array(0);
  #docCount = 0;
  /** The frequent terms of each field of texts. */
  readonly #frequent = new Map<string, Uint8Array[]>();

  constructor(verification: Verification<IndexReader>) {
    this.#verification = verification;
    this.#lists = new ListCheck(verification.index);
    this.#tokens = new Uint32Array(verification.index.documentCount);
    this.#lengths = new Uint32Array(verification.index.documentCount);
  }

  get ends(): Readonly<StreamEnds> {
    return this.#ends;
  }

  async check(field: FieldHeader, pause: (bytes: number) => Promise<void>): Promise<void> {
    const { findings } = this.#verification;
    const where = `field ${JSON.stringify(field.name)}`;
    findings.checked('fields');
    // Lengths are read first, because terms are compared with them.
    const hasLengths = findings.attempt(
      () => `columns, ${where}, lengths`,
      () => this.#readLengths(field),
    );
    await this.#terms(field, where, hasLengths, pause);
    findings.attempt(
      () => `columns, ${where}, numbers`,
      () => this.#numbers(field),
    );
    findings.attempt(
      () => `values, ${where}`,
      () => this.#values(field),
    );
    this.#clear(this.#tokens);
    this.#clear(this.#lengths);
  }

  /** Checks the pairs of a field. Must be called after `check` for all fields, in the same order. */
  async checkPairs(field: FieldHeader, pause: (bytes: number) => Promise<void>): Promise<void> {
    const terms = this.#frequent.get(field.name) ?? [];
    const hasLengths = this.#verification.findings.attempt(
      () => `columns, field ${JSON.stringify(field.name)}, lengths`,
      () => this.#readLengths(field),
    );
    const impact = this.#impactOf(field, hasLengths);
    const pairs = new PairCheck(this.#verification, this.#ends);
    await pairs.check(field, terms, impact, () => pause(this.#bytesDone));
    this.#clear(this.#lengths);
  }

  #clear(byDocument: Uint32Array): void {
    for (let i = 0; i < this.#docCount; i++) byDocument[this.#docs[i]!] = 0;
  }

  /** Reads lengths by document, plus one: 0 means that the document lacks the field. */
  #readLengths(field: FieldHeader): void {
    const { index, searchable } = this.#verification;
    const { postings, docFreq } = field.exists;
    const { columns } = index;
    let reader: ByteReader | null = null;
    if (field.lengths !== null) {
      const { offset, length } = field.lengths;
      columns.fetch(offset, length);
      reader = new ByteReader(columns.bytes, columns.start, columns.start + length);
    }
    let sum = 0;
    let last = -1;
    this.#docCount = 0;
    if (docFreq > index.documentCount) throw new RangeError(`${docFreq} documents have the field`);
    if (docFreq > this.#docs.length) this.#docs = new Uint32Array(docFreq);
    this.#lists.set(postings.offset, postings.length, docFreq, (doc) => {
      if (doc <= last) throw new RangeError('documents do not ascend');
      if (!isMarked(searchable, doc)) throw new RangeError(`document ${doc} is not searched and has the field`);
      const length = reader === null ? 1 : reader.varint();
      this.#lengths[doc] = length + 1;
      this.#docs[this.#docCount++] = doc;
      sum += length;
      last = doc;
    });
    if (this.#docCount !== docFreq) throw new RangeError(`${this.#docCount} documents have it, expected ${docFreq}`);
    if (reader !== null && reader.offset !== reader.end) throw new RangeError('more lengths than expected');
    if (sum !== field.tokenCount) throw new RangeError(`lengths sum to ${sum} and not to ${field.tokenCount}`);
  }

  async #terms(
    field: FieldHeader,
    where: string,
    hasLengths: boolean,
    pause: (bytes: number) => Promise<void>,
  ): Promise<void> {
    const { findings } = this.#verification;
    const scan = new DictionaryScan(this.#verification.index, field, field.name, this.#ends);
    const impact = this.#impactOf(field, hasLengths);
    let tokens = 0;
    const frequent: Uint8Array[] = [];
    const entries = scan.entries();
    for (;;) {
      let isDone = false;
      let isBucketEnd = false;
      const isSound = findings.attempt(
        () => `terms, ${where}, after ${scan.name}`,
        () => {
          const { done, value } = entries.next();
          isDone = done === true;
          if (isDone || value === undefined) return;
          isBucketEnd = value === null;
          if (value === null) return;
          findings.checked('terms');
          findings.checked('postings', value.list.docFreq);
          const isMark = value.length === 0;
          const isEmptyValue = isMark && field.analysis === 'exact';
          if (!isMark && isPaired(value.list.docFreq, field.tokenCount))
            frequent.push(value.bytes.slice(0, value.length));
          findings.attempt(
            () => `postings, ${scan.name}`,
            () =>
              // The empty value of an exact field does not count, because it is not scored and its documents need not
              // have the field.
              this.#lists.term(value.list, isEmptyValue ? () => 0 : impact, (doc, tf) => {
                if (!hasLengths) return;
                if (isEmptyValue) return;
                if (this.#lengths[doc] === 0) throw new RangeError(`document ${doc} does not have the field`);
                if (isMark) return;
                this.#tokens[doc]! += tf;
                tokens += tf;
              }),
          );
        },
      );
      // If one entry does not decode, the entries after it cannot be found.
      if (!isSound) this.#ends.isLost = true;
      if (!isSound || isDone) break;
      if (isBucketEnd) await pause(this.#bytesDone);
    }
    findings.checked('positions', tokens);
    const isCut =
      field.analysis === 'text' && field.type === 'text' && this.#verification.index.header.origin === undefined;
    this.#frequent.set(field.name, isCut ? frequent : []);
    if (!hasLengths) return;
    findings.attempt(
      () => `postings, ${where}`,
      () => this.#holdTokens(field, tokens, scan),
    );
  }

  get #bytesDone(): number {
    const ends = this.#ends;
    return ends.terms + ends['terms-index'] + ends.postings;
  }

  /** Terms must account for every token of every document. */
  #holdTokens(field: FieldHeader, tokens: number, scan: DictionaryScan): void {
    if (scan.bucketCount !== field.blockCount)
      throw new RangeError(`${scan.bucketCount} buckets, not ${field.blockCount}`);
    if (FIELDS_WITHOUT_TERMS.has(field.name)) {
      if (tokens > 0) throw new RangeError('a field that should have no terms has some');
      return;
    }
    if (field.hasSharedPositions ? tokens < field.tokenCount : tokens !== field.tokenCount)
      throw new RangeError(`terms occur ${tokens} times, expected ${field.tokenCount}`);
    for (let i = 0; i < this.#docCount; i++) {
      const doc = this.#docs[i]!;
      const length = this.#lengths[doc]! - 1;
      const counted = this.#tokens[doc]!;
      if (field.hasSharedPositions ? counted >= length : counted === length) continue;
      throw new RangeError(`document ${doc} has ${this.#tokens[doc]} tokens and the length ${length}`);
    }
  }

  #impactOf(field: FieldHeader, hasLengths: boolean): (doc: number, tf: number) => number {
    if (!hasLengths) return () => 0;
    const { docFreq } = field.exists;
    const average = docFreq === 0 ? 1 : Math.max(field.tokenCount / docFreq, 1e-9);
    return (doc, tf) => saturation(tf, Math.max(0, this.#lengths[doc]! - 1), average) / (K1 + 1);
  }

  #numbers(field: FieldHeader): void {
    const { numbers } = field;
    if (numbers === null) {
      if (field.type === 'number' || field.type === 'date') throw new RangeError(`a ${field.type} without its column`);
      return;
    }
    if (field.type !== 'number' && field.type !== 'date')
      throw new RangeError(`a column of numbers in a ${field.type}`);
    const { steps, docs } = numbers;
    expectEqual(numbers.values.length, numbers.count * (steps === null ? 8 : 4), 'the values end');
    if (docs !== null) expectEqual(docs.length, numbers.count * 4, 'the documents end');
    if (steps !== null && !(Number.isSafeInteger(steps.first) && steps.width > 0))
      throw new RangeError('steps have no width');
    if (numbers.residuals !== null) expectEqual(numbers.residuals.length, numbers.count * 8, 'the rests end');
    if (numbers.bare !== null) {
      expectEqual(numbers.bare.length, 4 * Math.ceil(numbers.count / 32), 'the marks of bare dates end');
      if (field.type !== 'date') throw new RangeError('numbers are marked as bare dates');
    }
    this.#verification.findings.checked('numbers', numbers.count);
    this.#holdNumbers(field, numbers);
  }

  #holdNumbers(field: FieldHeader, numbers: NumberColumn): void {
    const { index } = this.#verification;
    const ids = field.name === ID_FIELD ? index.storedIds() : null;
    this.#clear(this.#tokens);
    const seen = this.#tokens;
    let isSingleValued = true;
    let bareCount = 0;
    let before = { value: Number.NEGATIVE_INFINITY, residual: Number.NEGATIVE_INFINITY, doc: -1 };
    for (let i = 0; i < numbers.count; i++) {
      const value =
        numbers.steps === null ? this.#f64(numbers.values, i) : this.#stepped(numbers.values, numbers.steps, i);
      const residual = numbers.residuals === null ? 0 : this.#f64(numbers.residuals, i);
      const doc = numbers.docs === null ? i : this.#u32(numbers.docs, i);
      if (Number.isNaN(value) || Number.isNaN(residual)) throw new RangeError(`number ${i} is not a number`);
      const isBare = numbers.bare !== null && ((this.#u32(numbers.bare, i >>> 5) >>> (i & 31)) & 1) === 1;
      if (isBare && (value % DAY !== 0 || residual !== 0))
        throw new RangeError(`number ${i} is a bare date with a time`);
      if (isBare) bareCount++;
      if (!(doc < index.documentCount) || this.#lengths[doc] === 0) {
        throw new RangeError(`number ${i} is of document ${doc}, which does not have the field`);
      }
      if (ids !== null && ids[doc] !== value) throw new RangeError(`number ${i} is not the id of document ${doc}`);
      const order = value - before.value || residual - before.residual || doc - before.doc;
      if (order < 0) throw new RangeError(`number ${i} is out of order`);
      if (seen[doc]! > 0) isSingleValued = false;
      seen[doc] = 1;
      before = { value, residual, doc };
    }
    if (numbers.bare !== null && (bareCount === 0 || bareCount !== this.#bitsOf(numbers.bare))) {
      throw new RangeError('marks of bare dates belong to no number, or none is set');
    }
    if (isSingleValued !== numbers.isSingleValued) throw new RangeError('some document has two values, or none has');
  }

  #bitsOf(words: Extent): number {
    let bits = 0;
    for (let i = 0; i < words.length / 4; i++)
      for (let word = this.#u32(words, i); word !== 0; word &= word - 1) bits++;
    return bits;
  }

  #stepped(column: Extent, { first, width }: NumberSteps, i: number): number {
    return first + width * this.#u32(column, i);
  }

  #u32(column: Extent, i: number): number {
    const { columns } = this.#verification.index;
    columns.fetch(column.offset + i * 4, 4);
    return readU32(columns.bytes, columns.start);
  }

  #f64(column: Extent, i: number): number {
    const { columns } = this.#verification.index;
    columns.fetch(column.offset + i * 8, 8);
    return readF64(columns.bytes, columns.start);
  }

  #values(field: FieldHeader): void {
    if (field.values === null) {
      if (field.valueCount !== 0) throw new RangeError('values are counted but not kept');
      return;
    }
    const stream = this.#verification.index.stream('values');
    stream.fetch(field.values.offset, field.values.length);
    const end = stream.start + field.values.length;
    const reader = new ByteReader(stream.bytes, stream.start, end);
    const seen = new Set<string>();
    for (let i = 0; i < field.valueCount; i++) {
      const length = reader.varint();
      if (reader.offset + length > end) throw new RangeError(`value ${i} passes the end`);
      seen.add(utf8.decode(reader.bytes.subarray(reader.offset, reader.offset + length)));
      reader.offset += length;
      const items = reader.varint();
      if (items < 1 || items > field.exists.docFreq) throw new RangeError(`value ${i} is of ${items} items`);
      if (seen.size !== i + 1) throw new RangeError(`value ${i} occurs twice`);
    }
    if (reader.offset !== end) throw new RangeError('more values than expected');
    this.#verification.findings.checked('values', field.valueCount);
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
