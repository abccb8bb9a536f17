/**
 * Decides which fields get a column of whole values, for sorting, counting and collapsing. No other file decides this. Every
 * field has one, except item texts and the numbers of the record itself, which have columns of their own. A text field loses
 * its column if its values are too long: nobody counts message bodies, and they would be in the index twice.
 */
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { Analysis } from '../../schema/field-types.ts';
import { CONTENT_FIELD, ID_FIELD, PARENT_FIELD } from '../../schema/well-known-fields.ts';

/**
 * Values of a text field with more UTF-16 units than this are long. A field with more long values than the maximum has no
 * column.
 */
export const LONG_VALUE_UNITS = 256;
export const LONG_VALUES_MAX = 1000;
/** Maximum UTF-16 units of a value of a text field with a column. */
export const VALUE_UNITS_MAX = 4096;

/** Why a field has no column. */
export type ColumnRefusal = 'long';

/**
 * Returns the name under which the values of a field and its aliases are collected, or null if the field has no such column.
 */
export function columnOf(field: string): string | null {
  if (field === CONTENT_FIELD || field === ID_FIELD || field === PARENT_FIELD) return null;
  return aliasesOf(field)[0]!;
}

/** Whether values of this analysis may have any length, because each is one term. */
export function hasAnyLength(analysis: Analysis): boolean {
  return analysis === 'whole' || analysis === 'token';
}

/** Whether the distinct values of a field are counted by its column: other columns have several fields, or no limit. */
export function isCounted(field: string, analysis: Analysis): boolean {
  return analysis !== 'whole' && columnOf(field) !== null && aliasesOf(field).length === 1;
}
