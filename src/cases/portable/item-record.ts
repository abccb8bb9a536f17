/**
 * Converts one line of an item file to an item. The line may be hostile. Unusable data is reported and dropped, and the rest is
 * kept. A record is skipped only if it is not a JSON object or has no usable id.
 */
import { isAscii } from 'node:buffer';
import type { PartRef } from '../../shared/part-ref.ts';
import { boundedProperties, PROPERTIES_UNITS_MAX } from '../bounded-properties.ts';
import type { CaseItem, CaseProblem } from '../case-reader.ts';
import type { FileRange } from '../files/byte-input.ts';
import { shown } from '../files/safe-path.ts';
import { mayHaveLostDigits, quoteLargeNumbers } from './exact-numbers.ts';
import { PROBLEMS_PER_RECORD_MAX } from './limits.ts';
import { refOfRange } from './part-range.ts';

const ID_MAX = 2 ** 31 - 1;

/** Called once for each unusable value. */
export type AddProblem = (kind: CaseProblem['kind'], id: number | null, reason: string) => void;

type Properties = (readonly [name: string, values: readonly string[]])[];

/** Returns null, after reporting why, if the record is unusable. */
export function parseItem(bytes: Buffer, line: number, addProblem: AddProblem): CaseItem | null {
  const json = textOf(bytes);
  const record = parseRecord(json, addProblem);
  if (record === null) return null;
  const id = record.id;
  if (!isItemId(id)) {
    addProblem(
      'record',
      null,
      id === undefined ? 'no id' : `id is ${describe(id)}, not an integer from 0 to ${ID_MAX}`,
    );
    return null;
  }
  const dropped = new DroppedValues(id, addProblem);
  const properties = readProperties(record.properties, json, dropped);
  // A line has at least as many bytes as its values have units.
  const isBounded = bytes.length <= PROPERTIES_UNITS_MAX;
  const item: CaseItem = {
    id,
    parentId: readParentId(record.parentId, dropped),
    properties: isBounded ? properties : boundedProperties(properties, (reason) => addProblem('limit', id, reason)),
    text: readText(record.text, dropped),
    content: readPartRef('content', record.content, dropped),
    thumb: readPartRef('thumb', record.thumb, dropped),
    line,
  };
  dropped.finish();
  return item;
}

/**
 * Returns the id that `parseItem` would find, or null if the record is unusable. Most records begin with the id and need no
 * parsing.
 */
export function idOfLine(bytes: Buffer): number | null {
  const first = firstId(bytes);
  if (first !== null) return first;
  const record = parseRecord(textOf(bytes), () => undefined);
  return record !== null && isItemId(record.id) ? record.id : null;
}

const ID_KEY = Buffer.from('"id"');
const BEGINNING = Buffer.from('{"id":');
/** The first characters of the key `id` if its letters are escaped. */
const ESCAPED_KEY = Buffer.from('\\u006');

/** Returns the id at the beginning of a record, if it has no other id. Null if the record must be parsed. */
function firstId(bytes: Buffer): number | null {
  for (let i = 0; i < BEGINNING.length; i++) if (bytes[i] !== BEGINNING[i]) return null;
  let at = BEGINNING.length;
  if (bytes[at] === 0x20) at++;
  const start = at;
  let id = 0;
  for (; isDigit(bytes[at]); at++) id = id * 10 + bytes[at]! - 0x30;
  const hasDigits = at > start && at - start <= ID_DIGITS_MAX && (bytes[start] !== 0x30 || at === start + 1);
  if (!hasDigits || id > ID_MAX || bytes[at] !== 0x2c) return null;
  return bytes.includes(ID_KEY, at) || bytes.includes(ESCAPED_KEY, at) ? null : id;
}

const ID_DIGITS_MAX = 10;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** ASCII decodes ten times as fast, and many writers escape all other characters. */
function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
}

function parseRecord(json: string, addProblem: AddProblem): Record<string, unknown> | null {
  let record: unknown;
  try {
    record = JSON.parse(json);
  } catch (error) {
    const reason = /^\s*$/.test(json.slice(0, 100)) ? 'the line is empty' : `not JSON: ${syntaxFault(error as Error)}`;
    addProblem('record', null, reason);
    return null;
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    addProblem('record', null, `not a JSON object but ${describe(record)}`);
    return null;
  }
  return record as Record<string, unknown>;
}

function readParentId(value: unknown, dropped: DroppedValues): number | null {
  if (value === undefined) return null;
  if (isItemId(value)) return value;
  dropped.add('value', `parentId is ${describe(value)}, not an item id`);
  return null;
}

function readProperties(value: unknown, json: string, dropped: DroppedValues): Properties {
  if (value === undefined) return [];
  if (!isObject(value)) {
    dropped.add('value', `properties are ${describe(value)}, not an object`);
    return [];
  }
  let source = value;
  if (hasLostDigits(source)) {
    source = (JSON.parse(quoteLargeNumbers(json)) as { properties: Record<string, unknown> }).properties;
  }
  const properties: Properties = [];
  for (const name of Object.keys(source)) {
    const values = readValues(name, source[name], dropped);
    if (values.length > 0) properties.push([name, values]);
  }
  return properties;
}

function hasLostDigits(properties: Record<string, unknown>): boolean {
  for (const name of Object.keys(properties)) {
    const values = properties[name];
    if (typeof values === 'number' && mayHaveLostDigits(values)) return true;
    if (!Array.isArray(values)) continue;
    for (const value of values) if (typeof value === 'number' && mayHaveLostDigits(value)) return true;
  }
  return false;
}

function readValues(name: string, values: unknown, dropped: DroppedValues): readonly string[] {
  if (!Array.isArray(values)) {
    const single = renderValue(values);
    // A single value instead of an array is reported, but read as an array of one value, without loss.
    const fate = single === null ? 'dropped' : 'read as an array of one';
    dropped.add('value', `property ${shown(name)} is ${describe(values)}, not an array: ${fate}`);
    return single === null ? [] : [single];
  }
  if (values.every((value) => typeof value === 'string')) return values;
  const rendered: string[] = [];
  for (const value of values) {
    const text = renderValue(value);
    if (text === null) dropped.add('value', `property ${shown(name)} has a value that is ${describe(value)}: dropped`);
    else rendered.push(text);
  }
  return rendered;
}

function renderValue(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function readText(value: unknown, dropped: DroppedValues): string | PartRef | null {
  return typeof value === 'string' ? value : readPartRef('text', value, dropped);
}

function readPartRef(part: string, value: unknown, dropped: DroppedValues): PartRef | null {
  if (value === undefined) return null;
  const fault = refFault(value);
  if (fault !== null) {
    dropped.add('part', `${part} ${fault}`);
    return null;
  }
  return refOfRange(value as FileRange);
}

function refFault(value: unknown): string | null {
  if (!isObject(value)) return `is ${describe(value)}, not a reference to a file`;
  if (typeof value.file !== 'string') return `names no file: file is ${describe(value.file)}`;
  for (const key of ['offset', 'length']) {
    const number = value[key];
    if (number !== undefined && typeof number !== 'number') return `has a wrong range: ${key} is ${describe(number)}`;
  }
  return null;
}

/** Reports the first problems of a record one by one and the rest as a number, because there may be a million. */
class DroppedValues {
  readonly #id: number;
  readonly #addProblem: AddProblem;
  #count = 0;

  constructor(id: number, addProblem: AddProblem) {
    this.#id = id;
    this.#addProblem = addProblem;
  }

  add(kind: 'value' | 'part', reason: string): void {
    this.#count++;
    // Parts are always reported, because there are at most three.
    if (kind === 'part' || this.#count <= PROBLEMS_PER_RECORD_MAX) this.#addProblem(kind, this.#id, reason);
  }

  finish(): void {
    const more = this.#count - PROBLEMS_PER_RECORD_MAX;
    if (more > 0) this.#addProblem('value', this.#id, `${more} more values of this record were malformed`);
  }
}

function isItemId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= ID_MAX;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `the string ${shown(value)}` : String(value);
}

/** The parser's message quotes evidence of any length, so only the position is reported. */
function syntaxFault({ message }: Error): string {
  if (/unexpected end|unterminated/i.test(message)) return 'it ends too early';
  const position = /at position \d+/.exec(message);
  return position === null ? 'syntax error' : `syntax error ${position[0]}`;
}
