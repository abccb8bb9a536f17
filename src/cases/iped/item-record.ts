/** An item as IPED's own interface shows it: every stored value as a string, bytes as no value, names in the order in which they were stored. */
import { AppError } from '../../shared/errors.ts';
import type { StoredValue } from '../lucene/stored-values.ts';
import { javaDouble, javaFloat } from './java-numbers.ts';

export const ID_PROPERTY = 'id';

export type Properties = readonly (readonly [name: string, values: readonly string[]])[];

export function propertiesOf(values: readonly StoredValue[]): Properties {
  if (values.length > FEW_VALUES) return propertiesOfMany(values);
  const properties: (readonly [name: string, values: string[]])[] = [];
  for (const value of values) {
    const { name } = value.field;
    let n = properties.length - 1;
    while (n >= 0 && properties[n]![0] !== name) n--;
    const shown = value.kind === 'binary' ? null : shownValue(value);
    if (n < 0) properties.push([name, shown === null ? [] : [shown]]);
    else if (shown !== null) properties[n]![1].push(shown);
  }
  return properties;
}

/** Names of so many values are found by looking at all before. */
const FEW_VALUES = 64;

function propertiesOfMany(values: readonly StoredValue[]): Properties {
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

/** The id of an item; null: it is a piece of a text. Throws AppError with a reason for an id that is none. */
export function idOf(values: readonly StoredValue[]): number | null {
  const found = values.find(({ field }) => field.name === ID_PROPERTY);
  if (found === undefined) return null;
  if (found.kind !== 'int' || found.value < 0)
    throw new AppError('CASE_UNREADABLE', `its id is no number from 0: ${found.kind}`);
  return found.value;
}

/** The first value of a property. */
export function firstValue(properties: Properties, name: string): string | undefined {
  return properties.find(([property]) => property === name)?.[1][0];
}
