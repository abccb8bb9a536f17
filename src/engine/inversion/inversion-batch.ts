/**
 * A batch of documents on its way to a thread: the calls on an inverter, recorded as plain values and replayed there.
 *
 *   steps := {FIELD, document, field | VALUE, analysis | BEGIN_TEXT | TEXT | END_TEXT | END_FIELD | END_DOCUMENT}
 *
 * Every VALUE and TEXT takes the next of `strings`.
 */
import type { Analysis } from '../../schema/field-types.ts';
import { lengthened } from '../../shared/longer-arrays.ts';
import type { Inverter } from './inverter.ts';

export interface InversionBatch {
  readonly steps: Uint32Array;
  readonly strings: readonly string[];
}

const FIELD = 0;
const VALUE = 1;
const BEGIN_TEXT = 2;
const TEXT = 3;
const END_TEXT = 4;
const END_FIELD = 5;
const END_DOCUMENT = 6;
const ANALYSES: readonly Analysis[] = ['text', 'whole', 'token'];

export class BatchWriter {
  #steps = new Uint32Array(1 << 12);
  #count = 0;
  #strings: string[] = [];
  /** UTF-16 units of the strings, plus a constant for each. */
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

  /** What was recorded since the last call. */
  take(): InversionBatch {
    const batch = { steps: this.#steps.slice(0, this.#count), strings: this.#strings };
    this.#count = 0;
    this.#strings = [];
    this.size = 0;
    return batch;
  }

  #step(step: number): void {
    if (this.#count === this.#steps.length) this.#steps = lengthened(this.#steps, this.#count * 2);
    this.#steps[this.#count++] = step;
  }

  #string(value: string): void {
    this.#strings.push(value);
    this.size += value.length + STRING_SIZE;
  }
}

const STRING_SIZE = 32;

/** Replays a batch on an inverter. */
export function replay(batch: InversionBatch, inverter: Inverter): void {
  const { steps, strings } = batch;
  let string = 0;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    if (step === FIELD) inverter.beginField(steps[++i]!, steps[++i]!);
    else if (step === VALUE) inverter.addValue(strings[string++]!, ANALYSES[steps[++i]!]!);
    else if (step === BEGIN_TEXT) inverter.beginText();
    else if (step === TEXT) inverter.addText(strings[string++]!);
    else if (step === END_TEXT) inverter.endText();
    else if (step === END_FIELD) inverter.endField();
    else inverter.endDocument();
  }
}
