/** Converts values of the database to values of properties. SQLite checks no types, so a column may hold anything. */
import type { DatabaseCell, FaultyCell } from '../sqlite/database-request.ts';
import { ID_MAX } from './limits.ts';

export type { DatabaseCell } from '../sqlite/database-request.ts';

export type PropertyValues = Map<string, string[]>;

/** Reports a faulty value of an item. */
export type ReportValue = (kind: FaultyCell['kind'], reason: string) => void;

const SHOWN_UNITS_MAX = 100;

export function isFaulty(cell: DatabaseCell | undefined): cell is FaultyCell {
  return typeof cell === 'object' && cell !== null;
}

/** Returns the readable part of a cell, or null. */
export function textOfCell(cell: DatabaseCell | undefined): string | null {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number' || typeof cell === 'bigint') return String(cell);
  return isFaulty(cell) ? cell.text : null;
}

export function countOfCell(cell: DatabaseCell | undefined): number | null {
  return typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0 ? cell : null;
}

/** Returns a whole number from 0 to the 64-bit maximum, in digits. Reports anything else except NULL. */
export function sizeOfCell(cell: DatabaseCell | undefined, report: (reason: string) => void): string | null {
  if (countOfCell(cell) !== null || (typeof cell === 'bigint' && cell >= 0n)) return String(cell);
  if (cell !== null && cell !== undefined && !isFaulty(cell)) report(`is not a size: ${shownCell(cell)}`);
  return null;
}

/**
 * Returns seconds since 1970 as a date in UTC; 0 means none. Whole numbers that are not a date with a four-digit year are kept
 * as exact numbers, because some modules write units other than seconds. Reports anything else except NULL.
 */
export function dateOfCell(cell: DatabaseCell | undefined, report: (reason: string) => void): string | null {
  if (cell === null || cell === undefined || isFaulty(cell)) return null;
  const digits = String(cell);
  if (/^-?\d{16,19}$/.test(digits)) return digits;
  const seconds = typeof cell === 'number' || /^-?\d{1,15}$/.test(digits) ? Number(cell) : Number.NaN;
  if (Number.isNaN(seconds)) {
    report(`is not a time: ${shownCell(cell)}`);
    return null;
  }
  if (seconds === 0) return null;
  const date = new Date(seconds * 1000);
  const year = Number.isNaN(date.getTime()) ? -1 : date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? `${date.toISOString().slice(0, 19)}Z` : digits;
}

/** Adds a value, unless it is null or already there. */
export function addValue(properties: PropertyValues, name: string, value: string | null): void {
  if (value === null) return;
  const values = properties.get(name);
  if (values === undefined) properties.set(name, [value]);
  else if (!values.includes(value)) values.push(value);
}

export function isAutopsyId(cell: DatabaseCell | undefined): cell is number {
  const id = countOfCell(cell);
  return id !== null && id <= ID_MAX;
}

/** Reports a cell that is not valid text, under the name of its property. */
export function reportFault(property: string, cell: DatabaseCell | undefined, report: ReportValue): void {
  if (isFaulty(cell)) report(cell.kind, `${property} ${cell.fault}`);
}

/** Prints a cell for a message. */
export function shownCell(cell: DatabaseCell | undefined): string {
  return JSON.stringify(textOfCell(cell)?.slice(0, SHOWN_UNITS_MAX) ?? null);
}
