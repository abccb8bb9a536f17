/**
 * Reads an item as IPED's own interface shows it. Stored values are strings, bytes have no value, and names are in storage
 * order.
 */
import { AppError } from '../../shared/errors.ts';
import { boundedProperties, PROPERTIES_UNITS_MAX } from '../bounded-properties.ts';
import { READ_VALUES_MAX } from '../lucene/limits.ts';
import type { StoredDocument } from '../lucene/lucene-segment.ts';
import type { StoredValue } from '../lucene/stored-values.ts';
import { javaDouble, javaFloat } from './java-numbers.ts';

export const ID_PROPERTY = 'id';

type Property = readonly [name: string, values: readonly string[]];

export type ItemProperties = readonly Property[];

export function propertiesOf(values: readonly StoredValue[]): ItemProperties {
  if (values.length > FEW_VALUES) return propertiesOfMany(values);
  const properties: Property[] = [];
  // A bit for each field number so far. If the bit is clear, the field has no value yet.
  let low = 0;
  let high = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const { number } = value.field;
    const bit = 1 << (number & 31);
    const isSeen = (number & 32) === 0 ? (low & bit) !== 0 : (high & bit) !== 0;
    if ((number & 32) === 0) low |= bit;
    else high |= bit;
    const before = isSeen ? numberAmong(properties, value.field.name) : -1;
    if (before < 0) properties.push(value.kind === 'string' ? value.alone : [value.field.name, shownValues(value)]);
    else if (value.kind !== 'binary') {
      const [name, others] = properties[before]!;
      properties[before] = [name, [...others, shownValue(value)]];
    }
  }
  return properties;
}

/** Like `propertyOf`, for a whole document, truncated at a limit. `report` reports the rest. */
export function propertiesOfDocument(
  { bytes, leftOut, values }: StoredDocument,
  report: (reason: string) => void,
): ItemProperties {
  const properties = propertiesOf(values);
  if (leftOut.values > 0) report(`values were cut at ${READ_VALUES_MAX}, ${leftOut.values} values skipped`);
  // A value never has more UTF-16 units than bytes, so the exact check is needed only for documents with more bytes.
  return bytes <= PROPERTIES_UNITS_MAX ? properties : boundedProperties(properties, report, leftOut.units);
}

/** Returns the index of the property with this name, or -1. */
function numberAmong(properties: readonly Property[], name: string): number {
  let n = properties.length - 1;
  while (n >= 0 && properties[n]![0] !== name) n--;
  return n;
}

function shownValues(value: StoredValue): string[] {
  return value.kind === 'binary' ? [] : [shownValue(value)];
}

/** Up to this many values, names are found by linear search. */
const FEW_VALUES = 64;

function propertiesOfMany(values: readonly StoredValue[]): ItemProperties {
  const byName = new Map<string, string[]>();
  for (const value of values) {
    let shown = byName.get(value.field.name);
    if (shown === undefined) {
      shown = [];
      byName.set(value.field.name, shown);
    }
    if (value.kind !== 'binary') shown.push(shownValue(value));
  }
  return [...byName];
}

function shownValue(value: Exclude<StoredValue, { kind: 'binary' }>): string {
  switch (value.kind) {
    case 'string':
      return value.value;
    case 'int':
    case 'long':
      return String(value.value);
    case 'float':
      return javaFloat(value.value);
    case 'double':
      return javaDouble(value.value);
  }
}

/** Returns the id of an item, or null for a piece of a text. Throws AppError with a reason for an invalid id. */
export function idOf(values: readonly StoredValue[]): number | null {
  for (let i = 0; i < values.length; i++) {
    const found = values[i]!;
    if (found.field.name !== ID_PROPERTY) continue;
    if (found.kind !== 'int' || found.value < 0)
      throw new AppError('CASE_UNREADABLE', `its id is not a non-negative number: ${found.kind}`);
    return found.value;
  }
  return null;
}

/** Returns the first value of a property. */
export function firstValue(properties: ItemProperties, name: string): string | undefined {
  for (let i = 0; i < properties.length; i++) if (properties[i]![0] === name) return properties[i]![1][0];
  return undefined;
}
