/**
 * Sends a plain value of any size in parts. Small values are sent whole; long arrays and objects are taken apart and joined on
 * the other side. One part never occupies the server for longer than a small request.
 */
import { Slice } from '../shared/slices.ts';
import { textPieces } from '../shared/text-pieces.ts';
import { weightOf } from '../shared/value-weight.ts';
import type { ValuePart } from './protocol.ts';

/** A part is full above this weight. A lighter value is sent in one message. */
export const PART_WEIGHT = 64 * 1024;
/** Lighter values are not taken apart. */
const WHOLE_WEIGHT = 2048;

/** The steps of joining: the next value, the beginning or end of an array or object, the name of the next member … */
const VALUE = 0;
const ARRAY = 1;
const OBJECT = 2;
const END = 3;
const NAME = 4;
/** … the beginning of a text, whose rest follows. */
const TEXT_PIECE = 5;
/** Names and values of a map, alternating, up to its end. A typed array of this many bytes, then pieces of them. */
const MAP = 6;
const VIEW = 7;
const VIEW_PIECE = 8;
/** Consecutive light elements of an array. */
const ELEMENTS = 9;

/** Bytes of typed arrays are only copied. */
const PIECE_BYTES = 256 * 1024;
const VIEWS = { Uint8Array, Uint32Array, Int32Array, Float64Array };

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

/** Yields whenever a part is full. */
function* written(value: unknown, writer: PartWriter): Generator<void> {
  const weight = weightOf(value, WHOLE_WEIGHT);
  if (typeof value === 'string' && weight > WHOLE_WEIGHT) {
    for (const piece of textPieces(value, PART_WEIGHT)) {
      writer.put(TEXT_PIECE, piece, piece.length);
      if (writer.isFull) yield;
    }
    writer.put(VALUE, '', 0);
  } else if (isLongView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    writer.put(VIEW, { name: nameOfView(value), bytes: bytes.length }, 0);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      writer.put(VIEW_PIECE, bytes.subarray(from, from + PIECE_BYTES), PART_WEIGHT);
      yield;
    }
  } else if (weight <= WHOLE_WEIGHT || typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) {
    writer.put(VALUE, value, weight);
  } else if (Array.isArray(value)) {
    yield* writtenArray(value, writer);
  } else if (value instanceof Map) {
    writer.mark(MAP);
    for (const entry of value) for (const one of entry) yield* written(one, writer);
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

function* writtenArray(array: readonly unknown[], writer: PartWriter): Generator<void> {
  writer.mark(ARRAY);
  for (let from = 0; from < array.length; ) {
    let weight = 0;
    let to = from;
    for (; to < array.length && weight < PART_WEIGHT; to++) {
      const own = weightOf(array[to], WHOLE_WEIGHT);
      if (own > WHOLE_WEIGHT) break;
      weight += own;
    }
    if (to > from) writer.put(ELEMENTS, array.slice(from, to), weight);
    else yield* written(array[to++], writer);
    if (writer.isFull) yield;
    from = to;
  }
  writer.mark(END);
}

/** Joins parts, in slices. */
export async function joinedValue(parts: AsyncIterable<ValuePart> | Iterable<ValuePart>): Promise<unknown> {
  const joiner = new Joiner();
  const slice = new Slice();
  for await (const part of parts) {
    joiner.add(part);
    await slice.giveWay();
  }
  return joiner.whole;
}

function isLongView(value: unknown): value is ArrayBufferView & { readonly buffer: ArrayBuffer } {
  return ArrayBuffer.isView(value) && value.byteLength > PIECE_BYTES && nameOfView(value) in VIEWS;
}

/** A buffer counts as an array of bytes. */
function nameOfView(value: ArrayBufferView): string {
  return value instanceof Uint8Array ? 'Uint8Array' : value.constructor.name;
}

/** Joins a value from its parts. */
export class Joiner {
  whole: unknown;
  readonly #open: (unknown[] | Record<string, unknown> | Map<unknown, unknown>)[] = [];
  readonly #names: unknown[] = [];
  /** Indexed by open map: whether its next value is a name. */
  readonly #isNameNext: boolean[] = [];
  #text = '';
  #bytes = new Uint8Array(0);
  #at = 0;

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
        case ELEMENTS:
          for (const element of values[next++] as unknown[]) this.#put(element);
          break;
        case OBJECT:
          this.#begin({});
          break;
        case MAP:
          this.#begin(new Map());
          this.#isNameNext.push(true);
          break;
        case END:
          if (this.#open.pop() instanceof Map) this.#isNameNext.pop();
          break;
        case VIEW:
          this.#put(this.#view(values[next++] as { name: keyof typeof VIEWS; bytes: number }));
          break;
        case VIEW_PIECE: {
          const piece = values[next++] as Uint8Array;
          this.#bytes.set(piece, this.#at);
          this.#at += piece.length;
          break;
        }
        case NAME:
          this.#names.push(values[next++] as string);
          break;
        case TEXT_PIECE:
          this.#text += values[next++] as string;
          break;
      }
    }
  }

  /** Its bytes follow. */
  #view({ name, bytes }: { readonly name: keyof typeof VIEWS; readonly bytes: number }): ArrayBufferView {
    const buffer = new ArrayBuffer(bytes);
    this.#bytes = new Uint8Array(buffer);
    this.#at = 0;
    return new VIEWS[name](buffer);
  }

  #begin(container: unknown[] | Record<string, unknown> | Map<unknown, unknown>): void {
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
    else if (!(container instanceof Map)) define(container, this.#names.pop() as string, value);
    else {
      const isName = this.#isNameNext.pop()!;
      this.#isNameNext.push(!isName);
      if (isName) this.#names.push(value);
      else container.set(this.#names.pop(), value);
    }
  }
}

/** Assigning `__proto__` would not create a member. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
