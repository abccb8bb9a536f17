/**
 * The analysis and type of a field, decided by its name. Only a build uses this. It writes the result to the header of the
 * field, and readers of an index take it from there.
 */
import { DIGITS_FIELD, HEX_FIELD, ID_FIELD, PARENT_FIELD } from './well-known-fields.ts';

/**
 * How the analyzer treats the values of a field: as words, as one term for each value, or as one term in which spaces are
 * removed. An imported field may also be `exact`: each value is a term unchanged, and empty values are skipped. A field of
 * `digits` or `hex` holds the sequences of digits in the text of an item.
 */
export type Analysis = 'text' | 'whole' | 'token' | 'exact' | 'digits' | 'hex';

export type FieldType = 'text' | 'number' | 'date' | 'whole';

const WHOLE_FIELDS: ReadonlySet<string> = new Set(['category']);
const TOKEN_FIELD = /^(hash|md5|sha-.*)$/;
const NUMBER_FIELDS: ReadonlySet<string> = new Set(['length', 'size', ID_FIELD, PARENT_FIELD]);
const DATE_FIELDS: ReadonlySet<string> = new Set(['created', 'accessed', 'modified', 'modificationDate']);

/** Returns the analysis that a build gives to a field of this name. */
export function analysisOf(field: string): Analysis {
  if (field === DIGITS_FIELD || field === HEX_FIELD) return field;
  if (WHOLE_FIELDS.has(field)) return 'whole';
  return TOKEN_FIELD.test(field) ? 'token' : 'text';
}

/** Whether the terms of a field are sequences of digits in the text of its items. */
export function isOfSequences(analysis: Analysis): analysis is 'digits' | 'hex' {
  return analysis === 'digits' || analysis === 'hex';
}

/** Returns the type that the name of a field implies, or null if the values decide. */
export function fixedTypeOf(field: string): 'number' | 'date' | null {
  if (NUMBER_FIELDS.has(field)) return 'number';
  return DATE_FIELDS.has(field) ? 'date' : null;
}

/** Facts about a field that a build knows before it sees any value. */
export interface FieldSpec {
  readonly name: string;
  readonly analysis: Analysis;
  /** Null if the values decide whether it is a number, a date or text. */
  readonly type: FieldType | null;
}

/** Returns the properties of a field that its name implies. */
export function fieldSpec(name: string): FieldSpec {
  const analysis = analysisOf(name);
  return { name, analysis, type: isOfSequences(analysis) ? 'text' : fixedTypeOf(name) };
}
