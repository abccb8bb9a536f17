/** Verifies the columns of whole values: order of spellings and values, documents, counts, and where groups begin. */
import { foldWhole } from '../../../analysis/whole-value.ts';
import { readU40 } from '../../../codec/byte-reader.ts';
import { compareBytes } from '../../../codec/compare-bytes.ts';
import { SPELLINGS_PER_GROUP, type ValueColumn } from '../../format.ts';
import type { StreamReader } from '../../store/stream-reader.ts';
import { isMarked, markBit, type Verification } from '../../verify-findings.ts';
import { readPacked } from './packed-text.ts';
import { StreamVarints } from './stream-varints.ts';

/** Input of the check of columns of whole values. */
export interface CheckedColumns {
  readonly documentCount: number;
  readonly valueColumns: ReadonlyMap<string, ValueColumn>;
  readonly columns: StreamReader;
}

const GROUP_ENTRY = 10;
/** Documents between two pauses. */
const SLICE = 1 << 16;

export async function verifyValueColumns(verification: Verification<CheckedColumns>): Promise<void> {
  const { index, findings, pause } = verification;
  const progress = { phase: 'columns', items: 0, itemsTotal: null, bytes: 0, bytesTotal: 0 };
  for (const column of index.valueColumns.values()) {
    const check = new ValueColumnCheck(verification, column);
    for (let isDone = false; !isDone; ) {
      const isSound = findings.attempt(
        () => `columns, values of ${JSON.stringify(column.name)}`,
        () => {
          isDone = check.step(SLICE);
        },
      );
      if (!isSound) break;
      await pause(progress);
    }
  }
}

/** Walks spellings and documents in parallel. */
class ValueColumnCheck {
  readonly #verification: Verification<CheckedColumns>;
  readonly #column: ValueColumn;
  readonly #spellings: StreamVarints;
  readonly #docs: StreamVarints;
  readonly #seen: Uint8Array;
  #spelling = 0;
  #value = -1;
  #docCount = 0;
  #hasSeveral = false;
  #bytes: Buffer = Buffer.alloc(0);
  #folded: Buffer = Buffer.alloc(0);

  constructor(verification: Verification<CheckedColumns>, column: ValueColumn) {
    const { index } = verification;
    const range = ({ offset, length }: ValueColumn['docs']): StreamVarints =>
      new StreamVarints(index.columns, offset, offset + length);
    this.#verification = verification;
    this.#column = column;
    this.#spellings = range(column.spellings);
    this.#docs = range(column.docs);
    this.#seen = new Uint8Array(Math.ceil(index.documentCount / 8));
  }

  /** Checks about this many documents with their spellings. Returns true at the end. */
  step(documents: number): boolean {
    const { spellingCount } = this.#column;
    for (let left = documents; this.#spelling < spellingCount && left > 0; this.#spelling++) {
      if (this.#spelling % SPELLINGS_PER_GROUP === 0) this.#group(this.#spelling / SPELLINGS_PER_GROUP);
      this.#text();
      left -= this.#documents();
    }
    if (this.#spelling < spellingCount) return false;
    this.#end();
    return true;
  }

  #group(group: number): void {
    const { index } = this.#verification;
    index.columns.fetch(this.#column.groups.offset + group * GROUP_ENTRY, GROUP_ENTRY);
    const { bytes, start } = index.columns;
    const { spellings, docs } = this.#column;
    const isThere =
      readU40(bytes, start) === this.#spellings.offset - spellings.offset &&
      readU40(bytes, start + 5) === this.#docs.offset - docs.offset;
    if (!isThere) throw new RangeError(`group ${group} begins elsewhere`);
    this.#sharedMax = 0;
  }

  /** Bytes that the next spelling may share. */
  #sharedMax = 0;

  #text(): void {
    const shared = this.#spellings.varint();
    if (shared > this.#sharedMax)
      throw new RangeError(`spelling ${this.#spelling} shares more than the previous one has`);
    const text = readPacked(this.#spellings, this.#bytes.slice(0, shared), shared, this.#column.spellings.length);
    const bytes = Buffer.from(text.bytes.subarray(0, text.end));
    const folded = Buffer.from(foldWhole(utf8.decode(bytes)));
    const order = this.#spelling === 0 ? 1 : compare(folded, this.#folded);
    if (order < 0 || (order === 0 && compare(bytes, this.#bytes) <= 0)) {
      throw new RangeError(`spelling ${this.#spelling} is out of order`);
    }
    if (order > 0) this.#value++;
    const { firsts } = this.#column;
    if (firsts === null ? order === 0 : this.#isFirst(firsts.offset) !== order > 0) {
      throw new RangeError(`spelling ${this.#spelling} belongs to another value`);
    }
    this.#folded = folded;
    this.#bytes = bytes;
    this.#sharedMax = bytes.length;
  }

  #isFirst(offset: number): boolean {
    const { columns } = this.#verification.index;
    columns.fetch(offset + (this.#spelling >>> 3), 1);
    return (columns.bytes[columns.start]! & (1 << (this.#spelling & 7))) !== 0;
  }

  #documents(): number {
    const head = this.#docs.varint();
    let count = 0;
    for (let doc = Math.floor(head / 2); ; ) {
      this.#document(doc);
      count++;
      if (count === 1 && head % 2 === 1) break;
      const distance = this.#docs.varint();
      if (distance === 0) break;
      doc += distance;
    }
    if (count === 1 && head % 2 === 0)
      throw new RangeError(`spelling ${this.#spelling} has a list of only one document`);
    return count;
  }

  #document(doc: number): void {
    const { index, searchable } = this.#verification;
    if (!(doc < index.documentCount) || !isMarked(searchable, doc)) {
      throw new RangeError(`spelling ${this.#spelling} is of document ${doc}, which is not searched`);
    }
    if (markBit(this.#seen, doc)) this.#docCount++;
    else this.#hasSeveral = true;
  }

  #end(): void {
    const { docCount, valueCount, isSingleValued } = this.#column;
    if (!this.#spellings.isAtEnd || !this.#docs.isAtEnd) throw new RangeError('more bytes than expected');
    if (this.#value + 1 !== valueCount) throw new RangeError(`${this.#value + 1} values, expected ${valueCount}`);
    if (this.#docCount !== docCount) throw new RangeError(`${this.#docCount} documents, expected ${docCount}`);
    if (this.#hasSeveral === isSingleValued) throw new RangeError('some document has two values, or none has');
    this.#verification.findings.checked('whole values', this.#column.spellingCount);
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

function compare(a: Uint8Array, b: Uint8Array): number {
  return compareBytes(a, 0, a.length, b, 0, b.length);
}
