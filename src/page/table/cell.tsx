/** A property value in the table: dates in the chosen zone, numbers grouped, everything else as text. */
import type { Hit } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { isOfType } from '../state/fields.ts';
import { shownTime } from '../state/times.ts';

/** Maximum values of a property in a cell, and characters of each. The open item shows the rest. */
const VALUES_SHOWN = 4;
const UNITS_SHOWN = 300;

/** Names that one field may have in different cases. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  length: ['length', 'size'],
  size: ['size', 'length'],
  modified: ['modified', 'modificationDate'],
  modificationDate: ['modificationDate', 'modified'],
};

export function namesOf(field: string): readonly string[] {
  return aliases[field] ?? [field];
}

export function valuesOf({ source, id, properties, hashsets }: Hit, column: string): readonly string[] {
  if (column === 'source') return [source];
  if (column === 'id') return [String(id)];
  if (column === 'hashsets' && hashsets !== undefined) return hashsets;
  for (const name of namesOf(column)) {
    const values = properties[name];
    if (values !== undefined) return values;
  }
  return [];
}

export function shownValue(column: string, value: string): string {
  if (isOfType(column, 'date')) return shownTime(value);
  if (isOfType(column, 'number') && /^\d+$/.test(value)) return t().number(Number(value));
  return value;
}

export function CellValue({ hit, column }: { readonly hit: Hit; readonly column: string }) {
  const values = valuesOf(hit, column);
  // A row needs a label, even if its name is invisible.
  if (column === 'name' && values.every((value) => value.trim() === '')) return <Evidence text={hitName(hit)} />;
  if (values.length === 0) return null;
  const shown = values.slice(0, VALUES_SHOWN).map((value) => shownValue(column, value.slice(0, UNITS_SHOWN)));
  const text = shown.join('; ') + (values.length > VALUES_SHOWN ? ' …' : '');
  return <Evidence text={text} />;
}

/** Returns the name, or the id if the name is invisible. */
export function nameOr(name: string, id: number): string {
  return name.trim() === '' ? `#${id}` : name;
}

export function hitName(hit: Pick<Hit, 'properties' | 'id'>): string {
  const path = hit.properties['path']?.[0]?.split(/[/\\]/).at(-1);
  return nameOr(hit.properties['name']?.[0] ?? hit.properties['title']?.[0] ?? path ?? '', hit.id);
}
