/** The fields of a segment (.fnm): their numbers, and how each is indexed. */
import { readChecked, readHeader } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import type { DataInput } from './data-input.ts';
import { FIELDS_MAX, MAP_ENTRIES_MAX } from './limits.ts';

const indexOptionNames = ['none', 'docs', 'freqs', 'positions', 'offsets'] as const;
const docValuesNames = ['none', 'numeric', 'binary', 'sorted', 'sortedSet', 'sortedNumeric'] as const;

export interface FieldInfo {
  readonly name: string;
  readonly number: number;
  /** The contents of the postings. Each option includes those before it. */
  readonly indexOptions: (typeof indexOptionNames)[number];
  readonly docValues: (typeof docValuesNames)[number];
  readonly hasTermVectors: boolean;
  readonly omitsNorms: boolean;
  readonly hasPayloads: boolean;
  /** 0 if there are no points. */
  readonly pointDims: number;
  readonly pointBytes: number;
  readonly attributes: ReadonlyMap<string, string>;
}

export function readFieldInfos(file: DataFile, segmentId: string): FieldInfo[] {
  const input = readChecked(file);
  readHeader(input, { codec: 'Lucene90FieldInfos', versionMin: 0, versionMax: 0, id: segmentId, suffix: '' });
  const count = input.count('fields', Math.min(FIELDS_MAX, input.left));
  const fields: FieldInfo[] = [];
  const numbers = new Set<number>();
  const names = new Set<string>();
  for (let i = 0; i < count; i++) {
    const field = readField(input);
    if (numbers.has(field.number) || names.has(field.name)) {
      throw file.damaged(`has field ${field.number} (${JSON.stringify(field.name)}) twice`);
    }
    numbers.add(field.number);
    names.add(field.name);
    fields.push(field);
  }
  if (input.left !== 0) throw file.damaged(`has ${input.left} bytes after its fields`);
  return fields;
}

function readField(input: DataInput): FieldInfo {
  const name = internalized(input.string());
  const number = input.vInt();
  if (number < 0) throw input.damaged(`has the field number ${number}`);
  const bits = input.byte();
  const indexOptions = oneOf(indexOptionNames, input, 'index option');
  const docValues = oneOf(docValuesNames, input, 'kind of doc values');
  input.int64();
  const attributes = readMap(input);
  const pointDims = input.vInt();
  let pointBytes = 0;
  if (pointDims !== 0) {
    input.vInt();
    pointBytes = input.vInt();
  }
  input.vInt();
  input.byte();
  return {
    name,
    number,
    indexOptions,
    docValues,
    hasTermVectors: (bits & 1) !== 0,
    omitsNorms: (bits & 2) !== 0,
    hasPayloads: (bits & 4) !== 0,
    pointDims,
    pointBytes,
    attributes,
  };
}

/** Interns a string in V8. Names are compared a million times, and interned strings compare by address. */
function internalized(name: string): string {
  return Object.keys({ [name]: true })[0]!;
}

export function readMap(input: DataInput): Map<string, string> {
  const map = new Map<string, string>();
  const count = input.count('entries', Math.min(MAP_ENTRIES_MAX, input.left));
  for (let i = 0; i < count; i++) {
    const key = input.string();
    map.set(key, input.string());
  }
  return map;
}

export function readFieldSet(input: DataInput): string[] {
  const values: string[] = [];
  const count = input.count('entries', Math.min(MAP_ENTRIES_MAX, input.left));
  for (let i = 0; i < count; i++) values.push(input.string());
  return values;
}

function oneOf<T>(names: readonly T[], input: DataInput, what: string): T {
  const code = input.byte();
  const name = names[code];
  if (name === undefined) throw input.damaged(`has the unknown ${what} ${code} before byte ${input.offset}`);
  return name;
}
