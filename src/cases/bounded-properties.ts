/** Cuts the properties of a record to a limit. Indexing a name or value takes ten times its size in memory. */
import type { CaseItem } from './case-reader.ts';

/**
 * Maximum UTF-16 units of names and values of properties of one record. Unlike texts, these are not indexed in pieces. The rest
 * is left out.
 */
export const PROPERTIES_UNITS_MAX = 32 * 1024 * 1024;

type Properties = CaseItem['properties'];

/**
 * Returns properties up to the limit, in order. A value that crosses the limit is cut between characters. A property whose name
 * crosses it is left out. `report` reports what was left out. `before` is the number of units that the reader of the record has
 * left out already.
 */
export function boundedProperties(properties: Properties, report: (reason: string) => void, before = 0): Properties {
  let left = PROPERTIES_UNITS_MAX;
  let leftOut = before;
  const bounded = properties.map(([name, values]) => {
    const kept: string[] = [];
    if (name.length > left) {
      leftOut += values.reduce((sum, value) => sum + value.length, name.length);
      return [name, kept] as const;
    }
    left -= name.length;
    for (const value of values) {
      const part = value.length <= left ? value : beginningOf(value, left);
      leftOut += value.length - part.length;
      left -= part.length;
      if (part !== '' || value === '') kept.push(part);
    }
    return [name, kept] as const;
  });
  if (leftOut === 0) return properties;
  report(
    `names and values of properties were cut at ${PROPERTIES_UNITS_MAX} characters in total, ${leftOut} characters skipped`,
  );
  return bounded.filter(([, values]) => values.length > 0);
}

function beginningOf(value: string, units: number): string {
  const isWithinPair = units > 0 && (value.codePointAt(units - 1) ?? 0) > 0xffff;
  // Makes a copy, because a substring keeps the whole string in memory.
  return Buffer.from(value.slice(0, isWithinPair ? units - 1 : units), 'utf16le').toString('utf16le');
}
