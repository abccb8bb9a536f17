/** Values of the database as properties are written. SQLite checks no types: a column may hold anything. */
import type { Row } from '../sqlite/database-request.ts';
import { ID_MAX, VALUE_UNITS_MAX } from './limits.ts';

/** What a column holds; bytes come as they are. */
export type Cell = Row[number];

export type PropertyValues = Map<string, string[]>;

export function textOf(cell: Cell | undefined): string | null {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' ? String(cell) : null;
}

export function countOf(cell: Cell | undefined): number | null {
  return typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0 ? cell : null;
}

/** Seconds since 1970 as a date in UTC; 0 is none. What is no date of four digits stays a number. */
export function dateOf(cell: Cell | undefined): string | null {
  // Some modules write other units than seconds.
  if (typeof cell === 'string' && /^-?\d{16,19}$/.test(cell)) return cell;
  const seconds = typeof cell === 'string' && /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
  if (typeof seconds !== 'number' || seconds === 0) return null;
  const date = new Date(seconds * 1000);
  const year = Number.isNaN(date.getTime()) ? -1 : date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? `${date.toISOString().slice(0, 19)}Z` : String(seconds);
}

/** Adds a value that is not null; what is there twice is there once. */
export function addValue(properties: PropertyValues, name: string, value: string | null): void {
  if (value === null) return;
  const values = properties.get(name);
  if (values === undefined) properties.set(name, [value]);
  else if (!values.includes(value)) values.push(value);
}

export function isItemId(cell: Cell | undefined): cell is number {
  const id = countOf(cell);
  return id !== null && id <= ID_MAX;
}

/** The database gives no more than so many characters of a value. */
export function tellCut(properties: PropertyValues, tell: (reason: string) => void): void {
  for (const [name, values] of properties) {
    if (values.some(({ length }) => length >= VALUE_UNITS_MAX))
      tell(`${name} was cut at ${VALUE_UNITS_MAX} characters`);
  }
}
