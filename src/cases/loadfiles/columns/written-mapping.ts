/** Writes a mapping that describes how a table was read, as a starting point for changes. */
import type { FixedUse } from '../rows/row-source.ts';
import type { ColumnFacts } from './column-facts.ts';

/** Returns the columns, in order. XML columns whose use is implied need no entry. */
export function writtenColumns(
  columns: readonly ColumnFacts[],
  fixedUses: ReadonlyMap<string, FixedUse>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map((facts) => [facts.column.header, written(facts, fixedUses)]));
}

function written(facts: ColumnFacts, fixedUses: ReadonlyMap<string, FixedUse>): unknown {
  const { column, order } = facts;
  const { header, property, use, zone } = column;
  const reading = facts.isSize ? facts.sizes!.reading : null;
  const { separator } = facts;
  const read = facts.isDate && !facts.isAmbiguous ? (facts.count ?? order) : null;
  const dates = column.dates === 'none' ? 'none' : read;
  const members = {
    property,
    ...(use !== null && !fixedUses.has(header) && { use }),
    ...(dates !== null && { dates }),
    ...(column.isList && separator !== null && column.separator !== null && { separator }),
    ...(reading !== null && reading.notation !== null && { numbers: reading.notation }),
    ...(reading !== null && reading.unit !== null && { unit: reading.unit }),
    ...(facts.isDate && zone !== null && { timeZone: zone.name }),
  };
  return Object.keys(members).length === 1 ? property : members;
}
