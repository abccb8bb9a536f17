/**
 * Refuses leaves that no index can answer. A leaf with a value that does not fit a number or date field would compare
 * written forms and find unintended items. The error describes the values of the field.
 */
import type { Bound, LeafQuery, NearQuery } from '../../../grammar/ast.ts';
import { offsetOf } from '../../../grammar/offsets.ts';
import type { FieldType } from '../../schema/field-types.ts';
import { SET_FIELDS } from '../../schema/well-known-fields.ts';
import { RefusedQueryError, type UnfitField } from '../../search/refused-query.ts';
import { intervalOfLiteral } from './number-ranges.ts';

const EXAMPLES = { number: '1000', date: '2024-03-31' } as const;
const RANGES = { number: '[1000 TO 2000]', date: '[2024-03-01 TO 2024-03-31]' } as const;

/** Throws RefusedQueryError for a leaf on a field whose type cannot hold its value. Quoted text may be anything. */
export function refuseUnfit(leaf: LeafQuery, type: FieldType): void {
  if ((type !== 'number' && type !== 'date') || leaf.field === null) return;
  const unfit: UnfitField = { field: leaf.field, type, example: EXAMPLES[type] };
  switch (leaf.kind) {
    case 'term':
      if (intervalOfLiteral(leaf.text, type) === null) throw notHeld(leaf.text, unfit, offsetOf(leaf));
      return;
    case 'range':
      for (const bound of [leaf.lower, leaf.upper]) {
        if (bound !== null && intervalOfLiteral(bound.text, type) === null) throw ofBound(bound, unfit);
      }
      return;
    case 'wildcard':
    case 'fuzzy':
    case 'regexp':
      throw new RefusedQueryError({
        message: `the field ${JSON.stringify(leaf.field)} holds ${type}s, which have no letters to match: ask for a range such as ${RANGES[type]}, or for * to find every item that has the field`,
        position: offsetOf(leaf),
        expected: [`a ${type}`, 'a range', '*'],
        unfit,
      });
  }
}

/** Whether NEAR applies to a field. Throws RefusedQueryError if the query names a field without texts. */
export function isOfTexts(near: NearQuery, type: FieldType, isText: boolean): boolean {
  if (isText && type !== 'number' && type !== 'date') return true;
  if (near.field === null) return false;
  const held = isText ? `${type}s` : 'whole values';
  throw new RefusedQueryError({
    message: `NEAR looks for words of a text, and the field ${JSON.stringify(near.field)} holds ${held}`,
    position: offsetOf(near),
    expected: ['a field of texts'],
  });
}

/** Refuses LAST in an imported index, which has positions of words, but not the ends of values. */
export function endsUnknown(near: NearQuery): RefusedQueryError {
  return new RefusedQueryError({
    message:
      'LAST needs the ends of texts, which the index of an IPED case does not have: leave it out, or search other sources',
    position: offsetOf(near),
    expected: ['words near each other without LAST'],
  });
}

/** Throws RefusedQueryError for a `set` clause that search/set-clauses.ts did not replace. */
export function refuseSetField(leaf: LeafQuery): void {
  if (leaf.field === null || leaf.kind === 'iped' || !SET_FIELDS.has(leaf.field)) return;
  const message = `${JSON.stringify(leaf.field)} stands for a set of items, which a query of this length cannot use: use it in a shorter query`;
  throw new RefusedQueryError({ message, position: offsetOf(leaf), expected: ['a field'] });
}

function ofBound(bound: Bound, unfit: UnfitField): RefusedQueryError {
  return notHeld(bound.text, unfit, offsetOf(bound));
}

function notHeld(text: string, unfit: UnfitField, position: number | null): RefusedQueryError {
  const { field, type, example } = unfit;
  return new RefusedQueryError({
    message: `${JSON.stringify(shortened(text))} is not a ${type}, and the field ${JSON.stringify(field)} holds ${type}s: write it like ${example}, or quote it to search for it as text`,
    position,
    expected: [`a ${type}`],
    unfit,
  });
}

const SHOWN_UNITS_MAX = 60;

function shortened(text: string): string {
  return text.length <= SHOWN_UNITS_MAX ? text : `${text.slice(0, SHOWN_UNITS_MAX)}…`;
}
