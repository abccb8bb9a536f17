/**
 * The kernel that takes records apart is compared with the calls for single values: the batch of the inversion, the log of
 * whole values, and the id of a mail without one.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LoggedValues } from '../../../src/engine/columns/values/logged-values.ts';
import { ANALYSES, BatchWriter } from '../../../src/engine/inversion/inversion-batch.ts';
import { RecordFields } from '../../../src/engine/store/records/record-fields.ts';
import { encodeItem, NameTable } from '../../../src/engine/store/stored-item.ts';
import { madeId, madeIdOf } from '../../../src/schema/threads/made-id.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';

type Properties = readonly (readonly [name: string, values: readonly string[]])[];
interface Document {
  readonly properties: Properties;
  /** How it is added: from its record, value by value, or not at all. */
  readonly way: 'record' | 'values' | 'passed';
}

const NAMES = ['name', 'größe', 'a', '界', 'long '.repeat(20), 'tags'];
/** Names with the same column, one without a column, and one beyond the columns that can repeat a value. */
const COLUMNS = [0, 1, 1, null, 2000, 127];

const text = fc.oneof(
  fc.constantFrom('', 'a', 'eins', 'zwölf', '😀', 'x'.repeat(256), 'ü'.repeat(256), '😀'.repeat(128)),
  fc.string({ maxLength: 40, size: 'max' }),
  fc.string({ unit: 'grapheme', maxLength: 20, size: 'max' }),
);
const properties = fc
  .uniqueArray(fc.tuple(fc.nat(NAMES.length - 1), fc.array(text, { maxLength: 20 })), { selector: ([name]) => name })
  .map((list): Properties => list.map(([name, values]) => [NAMES[name]!, values]));
const way = fc.constantFrom<Document['way']>('record', 'record', 'record', 'values', 'passed');
const documents = fc.array(fc.record({ properties, way }), { maxLength: 12 });

/** Returns the values of a log: column, document and text. */
function valuesIn(log: Uint8Array): readonly unknown[] {
  const values: unknown[] = [];
  const lasts = new Map<number, string>();
  let at = 0;
  let doc = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = log[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < log.length) {
    const head = varint();
    doc += varint();
    const bytes = head % 2 === 1 ? 0 : varint();
    const value = head % 2 === 1 ? lasts.get(head >> 1) : Buffer.from(log.subarray(at, at + bytes)).toString();
    at += bytes;
    lasts.set(head >> 1, value!);
    values.push([head >> 1, doc, value]);
  }
  return values;
}

function opened(): { readonly fields: RecordFields; readonly names: NameTable } {
  const fields = new RecordFields();
  const names = new NameTable();
  for (const [i, name] of NAMES.entries()) {
    fields.kernel.know(names.numberOf(name), name, { field: 300 + i, analysis: i % 3, column: COLUMNS[i]! });
  }
  return { fields, names };
}

function load(fields: RecordFields, names: NameTable, properties: Properties): void {
  const content = ['content', 5] as never;
  fields.load(encodeItem({ parentId: 70_000, text: 'stored', content, thumb: null, properties }, names, fields));
}

function addValues(doc: number, properties: Properties, batch: BatchWriter, log: LoggedValues | null): void {
  for (const [name, values] of properties) {
    const i = NAMES.indexOf(name);
    batch.beginField(doc, 300 + i);
    for (const value of values) {
      batch.addValue(value, ANALYSES[i % 3]!);
      if (COLUMNS[i] !== null) log?.add(COLUMNS[i]!, doc, value);
    }
    batch.endField();
  }
}

test('records give the same as their values', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const { fields, names } = opened();
      const [batch, slow] = [new BatchWriter(), new BatchWriter()];
      const [log, slowLog] = [new LoggedValues(), new LoggedValues()];
      for (const [n, { properties: own, way }] of all.entries()) {
        const doc = 200 * n;
        load(fields, names, own);
        expect(fields.isLoaded).toBe(true);
        expect(madeIdOf(fields.kernel.identity() ?? '')).toBe(
          own.length === 0 ? madeIdOf('') : madeId({ properties: own }),
        );
        if (way === 'passed') continue;
        addValues(doc, own, slow, slowLog);
        if (way === 'values') addValues(doc, own, batch, log);
        else {
          expect(log.takeRecord(doc, fields.kernel)).toBe(true);
          batch.addFields(fields.kernel);
        }
      }
      expect(log.occurrences).toBe(slowLog.occurrences);
      expect(valuesIn(log.take(null))).toEqual(valuesIn(slowLog.take(null)));
      const [found, expected] = [batch.take(), slow.take()];
      expect([...found.steps.subarray(0, found.count)]).toEqual([...expected.steps.subarray(0, expected.count)]);
      const end = lengthOf(expected);
      expectSameBytes(found.bytes.subarray(0, end), expected.bytes.subarray(0, end), 'strings');
    }),
    { numRuns: 150 },
  );
});

/** Returns the bytes of the strings of a batch. */
function lengthOf({ steps, count }: { readonly steps: Uint32Array; readonly count: number }): number {
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const step = steps[i]!;
    if (step === 0) i += 2;
    else if (step === 1) {
      i += 2;
      const string = steps[i]!;
      bytes += string % 2 === 0 ? string / 2 : string - 1;
    }
  }
  return bytes;
}

test('a record that is not taken, and the next one that is', () => {
  const { fields, names } = opened();
  const isTaken = (own: Properties): boolean => {
    load(fields, names, own);
    return fields.isLoaded && new LoggedValues().takeRecord(1, fields.kernel);
  };
  for (const value of ['x'.repeat(257), 'ü'.repeat(257), '😀'.repeat(129)]) {
    expect(isTaken([['name', [value]]])).toBe(false);
    expect(isTaken([['name', ['x']]])).toBe(true);
  }
  expect(isTaken([['unknown', ['x']]])).toBe(false);
  expect(fields.kernel.identity()).toBeNull();
  expect(isTaken([['name', Array.from({ length: 20_000 }, () => 'x')]])).toBe(false);
  expect(isTaken([['name', Array.from({ length: 8000 }, () => '')]])).toBe(true);
});

test('a refused value does not repeat', () => {
  const { fields, names } = opened();
  const log = new LoggedValues();
  load(fields, names, [['name', ['x']]]);
  expect(log.takeRecord(0, fields.kernel)).toBe(true);
  load(fields, names, [['name', ['y', 'z'.repeat(300)]]]);
  expect(log.takeRecord(1, fields.kernel)).toBe(false);
  load(fields, names, [['name', ['y']]]);
  expect(log.takeRecord(2, fields.kernel)).toBe(true);
  expect(valuesIn(log.take(null))).toEqual([
    [0, 0, 'x'],
    [0, 2, 'y'],
  ]);
});

test('a value does not repeat one of the log before', () => {
  const { fields, names } = opened();
  const log = new LoggedValues();
  for (const doc of [0, 1]) {
    load(fields, names, [['name', ['x']]]);
    expect(log.takeRecord(doc, fields.kernel)).toBe(true);
    expect(valuesIn(log.take(null))).toEqual([[0, doc, 'x']]);
  }
});
