/** Describes how each column was interpreted, for `case check`. */
import { fieldOfProperty } from '../../../schema/well-known-fields.ts';
import type { ColumnUse } from '../../case-reader.ts';
import type { ColumnFacts } from './column-facts.ts';

export function columnUses(columns: readonly ColumnFacts[]): readonly ColumnUse[] {
  const timesOf = new Map<number | null, ColumnFacts>();
  for (const facts of columns) {
    const { timeOf } = facts.column;
    if (facts.isTime && !timesOf.has(timeOf)) timesOf.set(timeOf, facts);
  }
  return columns.map((facts) => {
    const { header, use, understoodBy, property, zone, zoneFrom, zoneElse } = facts.column;
    const times = timesOf.get(facts.column.index);
    const isInlineText = use === 'text' && !facts.isPath;
    return {
      column: header,
      property: isInlineText ? null : property,
      use: use === null ? null : use === 'text' ? (isInlineText ? 'text itself' : 'path of the text') : USE_WORDS[use],
      understoodBy,
      values: facts.filled,
      dates: facts.isDate && facts.filled > 0 ? datesOf(facts) : null,
      times: facts.isDate ? (times?.column.header ?? null) : null,
      zones: facts.isDate && zone === null && zoneFrom !== null ? columns[zoneFrom]!.column.header : null,
      sizes: sizeNote(facts),
      offset: facts.isDate ? ((zone ?? zoneElse)?.name ?? null) : null,
      separator: facts.separator,
      isList: facts.column.isList,
    };
  });
}

/** Returns the types of the fields of columns, by field. */
export function typesOf(columns: readonly ColumnFacts[]): ReadonlyMap<string, 'number' | 'date'> {
  const types = new Map<string, 'number' | 'date'>();
  for (const { column, type } of columns) if (type !== null) types.set(fieldOfProperty(column.property), type);
  return types;
}

function datesOf(facts: ColumnFacts): string {
  if (facts.isAmbiguous) return 'ambiguous';
  if (facts.count !== null) return `counted in ${facts.count}`;
  return facts.order ?? 'one order';
}

function sizeNote(facts: ColumnFacts): string | null {
  const { sizes, column } = facts;
  if (sizes === null || !facts.isSize || sizes.sizes === 0) return null;
  if (sizes.isAmbiguous) return 'numbers that can be read in two ways: choose in a mapping';
  const { notation, unit } = sizes.reading;
  const notes = [column.sizes === 'always' && unit === null && sizes.withUnit === 0 ? 'numbers' : 'sizes in bytes'];
  if (unit !== null && unit !== 'B') notes.push(`written in ${unit}`);
  if (notation !== null) notes.push(`decimal ${notation}${sizes.isAssumed ? ' (assumed)' : ''}`);
  return notes.join(', ');
}

const USE_WORDS = {
  document: 'document id',
  parent: 'document id of the parent',
  family: 'first document of the family',
  children: 'document ids of the children',
  native: 'path of the content',
  thumb: 'path of the thumbnail',
} as const;
