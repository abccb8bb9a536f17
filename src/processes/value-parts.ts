/**
 * A plain value of any size in parts: what is small goes as it is, a long array or object is taken apart and put together
 * again on the other side. The server is never busy for longer with one part than with a small request.
 */
import { textPieces } from '../shared/text-pieces.ts';
import { weightOf } from '../shared/value-weight.ts';
import type { ValuePart } from './protocol.ts';

/** A part is full above this weight, a value below is one message. */
export const PART_WEIGHT = 64 * 1024;
/** What is lighter is not taken apart. */
const WHOLE_WEIGHT = 2048;

/** Steps of putting together: the next value, an array or object begins or ends, the name of the member that follows … */
const VALUE = 0;
const ARRAY = 1;
const OBJECT = 2;
const END = 3;
const NAME = 4;
/** … the beginning of a text of which the rest follows. */
const TEXT_PIECE = 5;

class PartWriter {
  #steps: number[] = [];
  #values: unknown[] = [];
  #weight = 0;

  get isFull(): boolean {
    return this.#weight >= PART_WEIGHT;
  }

  mark(step: number): void {
    this.#steps.push(step);
    this.#weight += 8;
  }

  put(step: number, value: unknown, weight: number): void {
    this.#steps.push(step);
    this.#values.push(value);
    this.#weight += weight;
  }

  take(): ValuePart {
    const part = { steps: Uint8Array.from(this.#steps), values: this.#values };
    this.#steps = [];
    this.#values = [];
    this.#weight = 0;
    return part;
  }
}

export async function* valueParts(value: unknown): AsyncGenerator<ValuePart, void, undefined> {
  const writer = new PartWriter();
  for (const _ of written(value, writer)) yield writer.take();
  yield writer.take();
}

/** Yields where a part is full. */
function* written(value: unknown, writer: PartWriter): Generator<void> {
  const weight = weightOf(value, WHOLE_WEIGHT);
  if (typeof value === 'string' && weight > WHOLE_WEIGHT) {
    for (const piece of textPieces(value, PART_WEIGHT)) {
      writer.put(TEXT_PIECE, piece, piece.length);
      if (writer.isFull) yield;
    }
    writer.put(VALUE, '', 0);
  } else if (weight <= WHOLE_WEIGHT || typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) {
    writer.put(VALUE, value, weight);
  } else if (Array.isArray(value)) {
    writer.mark(ARRAY);
    for (const element of value) yield* written(element, writer);
    writer.mark(END);
  } else {
    writer.mark(OBJECT);
    for (const [name, member] of Object.entries(value)) {
      writer.put(NAME, name, name.length);
      yield* written(member, writer);
    }
    writer.mark(END);
  }
  if (writer.isFull) yield;
}

/** The value of parts that come one by one. */
export async function joinedValue(parts: AsyncIterable<ValuePart>): Promise<unknown> {
  const joiner = new Joiner();
  for await (const part of parts) joiner.add(part);
  return joiner.whole;
}

class Joiner {
  whole: unknown;
  readonly #open: (unknown[] | Record<string, unknown>)[] = [];
  readonly #names: string[] = [];
  #text = '';

  add({ steps, values }: ValuePart): void {
    let next = 0;
    for (const step of steps) {
      switch (step) {
        case VALUE:
          this.#put(this.#completed(values[next++]));
          break;
        case ARRAY:
          this.#begin([]);
          break;
        case OBJECT:
          this.#begin({});
          break;
        case END:
          this.#open.pop();
          break;
        case NAME:
          this.#names.push(values[next++] as string);
          break;
        case TEXT_PIECE:
          this.#text += values[next++] as string;
          break;
      }
    }
  }

  #begin(container: unknown[] | Record<string, unknown>): void {
    this.#put(container);
    this.#open.push(container);
  }

  #completed(value: unknown): unknown {
    if (this.#text === '') return value;
    const text = this.#text + (value as string);
    this.#text = '';
    return text;
  }

  #put(value: unknown): void {
    const container = this.#open.at(-1);
    if (container === undefined) this.whole = value;
    else if (Array.isArray(container)) container.push(value);
    else container[this.#names.pop()!] = value;
  }
}
