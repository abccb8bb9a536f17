/**
 * A batch of documents for a thread: calls on an inverter, recorded as plain bytes and replayed there. ASCII, the usual
 * case, is passed without strings, because strings held by two threads burden both garbage collectors.
 *
 * steps := {FIELD, document, field | VALUE, analysis, string | BEGIN_TEXT | TEXT, string | END_TEXT | END_FIELD | END_DOCUMENT}
 *   string := units * 2, plus 1 if they are UTF-16; otherwise ASCII
 *
 * Strings are consecutive in `bytes`.
 */
import { WHOLE_VALUE_UNITS_MAX } from '../../analysis/whole-value.ts';
import type { Analysis } from '../../schema/field-types.ts';
import { lengthened } from '../../shared/longer-arrays.ts';
import type { RecordKernel } from '../store/records/record-kernel.ts';
import type { SpillingInverter } from './spilling-inverter.ts';

/** The buffer is transferred, and comes back with the answer. */
export interface InversionBatch {
  readonly steps: Uint32Array<ArrayBuffer>;
  /** Number of valid steps. */
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Number of values that a thread answers for each field that ended. */
export const END_NUMBERS = 5;

const FIELD = 0;
const VALUE = 1;
const BEGIN_TEXT = 2;
const TEXT = 3;
const END_TEXT = 4;
const END_FIELD = 5;
const END_DOCUMENT = 6;
export const ANALYSES: readonly Analysis[] = ['text', 'whole', 'token'];

const STEPS_FIRST = 1 << 12;
const BYTES_FIRST = 1 << 16;
/** Memory larger than this is not reused. */
const BYTES_KEPT = 1 << 24;
/** Strings of up to this many units are copied one by one, which is faster than a call out of JavaScript. */
const FEW = 24;
/** Maximum bytes of UTF-8 per unit. */
const UNIT_BYTES = 3;

export class BatchWriter {
  #steps: Uint32Array<ArrayBuffer> = new Uint32Array(STEPS_FIRST);
  #count = 0;
  #bytes: Buffer<ArrayBuffer> = Buffer.from(new ArrayBuffer(BYTES_FIRST));
  #length = 0;
  /** Memory of returned batches. */
  readonly #free: InversionBatch[] = [];
  /** UTF-16 units of the strings, plus a constant for each string. */
  size = 0;

  beginField(doc: number, field: number): void {
    this.#step(FIELD);
    this.#step(doc);
    this.#step(field);
  }

  addValue(value: string, analysis: Analysis): void {
    this.#step(VALUE);
    this.#step(ANALYSES.indexOf(analysis));
    this.#string(value);
  }

  /** Adds fields of the current document that a kernel has taken. */
  addFields({ steps, strings }: RecordKernel): void {
    const count = this.#count + steps.length;
    if (count > this.#steps.length) this.#steps = lengthened(this.#steps, Math.max(count, 2 * this.#steps.length));
    this.#steps.set(steps, this.#count);
    this.#count = count;
    if (this.#length + strings.length > this.#bytes.length) this.#grow(strings.length);
    this.#bytes.set(strings, this.#length);
    this.#length += strings.length;
    this.size += strings.length + (STRING_SIZE / STRING_STEPS) * steps.length;
  }

  beginText(): void {
    this.#step(BEGIN_TEXT);
  }

  addText(piece: string): void {
    this.#step(TEXT);
    this.#string(piece);
  }

  endText(): void {
    this.#step(END_TEXT);
  }

  endField(): void {
    this.#step(END_FIELD);
  }

  endDocument(): void {
    this.#step(END_DOCUMENT);
  }

  /** Returns the batch recorded since the last call, transferring its memory. */
  take(): InversionBatch {
    const batch = { steps: this.#steps, count: this.#count, bytes: plain(this.#bytes) };
    const { steps, bytes } = this.#free.pop() ?? {
      steps: new Uint32Array(STEPS_FIRST),
      bytes: new Uint8Array(BYTES_FIRST),
    };
    this.#steps = steps;
    this.#bytes = Buffer.from(bytes.buffer);
    this.#count = 0;
    this.#length = 0;
    this.size = 0;
    return batch;
  }

  /** Reuses the memory of a batch. */
  reuse(batch: InversionBatch): void {
    if (batch.bytes.length <= BYTES_KEPT) this.#free.push(batch);
  }

  #step(step: number): void {
    if (this.#count === this.#steps.length) this.#steps = lengthened(this.#steps, this.#count * 2);
    this.#steps[this.#count++] = step;
  }

  #string(value: string): void {
    const { length } = value;
    this.size += length + STRING_SIZE;
    if (this.#length + UNIT_BYTES * length > this.#bytes.length) this.#grow(UNIT_BYTES * length);
    const isAscii = length > FEW ? this.#writeLong(value) : this.#writeShort(value);
    if (!isAscii) this.#bytes.write(value, this.#length, 'utf16le');
    this.#step(2 * length + (isAscii ? 0 : 1));
    this.#length += isAscii ? length : 2 * length;
  }

  #writeShort(value: string): boolean {
    const bytes = this.#bytes;
    let all = 0;
    for (let i = 0, at = this.#length; i < value.length; i++, at++) {
      const unit = value.charCodeAt(i);
      all |= unit;
      bytes[at] = unit;
    }
    return all < 0x80;
  }

  /** Writes UTF-16 if at least every other unit takes two or more bytes of UTF-8. */
  #writeLong(value: string): boolean {
    return this.#bytes.write(value, this.#length, 'utf8') === value.length;
  }

  #grow(more: number): void {
    const grown = Buffer.from(new ArrayBuffer(Math.max(2 * this.#bytes.length, this.#length + more)));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

const STRING_SIZE = 32;
/** The usual number of steps for a string. */
const STRING_STEPS = 8;

function plain(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Replays a batch on an inverter. */
export function replay(batch: InversionBatch, inverter: SpillingInverter): void {
  const { steps, count } = batch;
  const bytes = Buffer.from(batch.bytes.buffer);
  for (let i = 0, at = 0; i < count; i++) {
    const step = steps[i]!;
    if (step === FIELD) {
      const end = isLoneAscii(steps, i) ? at + (steps[i + 5]! >>> 1) : 0;
      if (end === 0) {
        inverter.beginField(steps[++i]!, steps[++i]!);
        continue;
      }
      inverter.addAsciiField(steps[i + 1]!, steps[i + 2]!, bytes, at, end, ANALYSES[steps[i + 4]!]!);
      i += LONE_STEPS - 1;
      at = end;
    } else if (step === VALUE) {
      const analysis = ANALYSES[steps[++i]!]!;
      const end = endOf(steps[++i]!, at);
      if (isAscii(steps[i]!)) inverter.addAsciiValue(bytes, at, end, analysis);
      else inverter.addValue(bytes.toString('utf16le', at, end), analysis);
      at = end;
    } else if (step === BEGIN_TEXT) inverter.beginText();
    else if (step === TEXT) {
      const end = endOf(steps[++i]!, at);
      if (isAscii(steps[i]!)) inverter.addAscii(bytes, at, end);
      else inverter.addText(bytes.toString('utf16le', at, end));
      at = end;
    } else if (step === END_TEXT) inverter.endText();
    else if (step === END_FIELD) inverter.endField();
    else inverter.endDocument();
  }
}

/** The steps of a field with one value. */
const LONE_STEPS = 7;

/** Whether a field has a single short ASCII value, as most do. */
function isLoneAscii(steps: Uint32Array, i: number): boolean {
  const string = steps[i + 5]!;
  return (
    steps[i + 3] === VALUE && steps[i + 6] === END_FIELD && isAscii(string) && string >>> 1 <= WHOLE_VALUE_UNITS_MAX
  );
}

function isAscii(string: number): boolean {
  return (string & 1) === 0;
}

/** Returns the end of a string that begins at `at`. */
function endOf(string: number, at: number): number {
  return at + (isAscii(string) ? string >>> 1 : string - 1);
}
