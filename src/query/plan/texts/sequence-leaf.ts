/** Plans leaves on the fields `digits` and `hex`: a sequence of digits, or a part of one. */
import type { LeafQuery, Pattern } from '../../../../grammar/ast.ts';
import { EXACT_ANALYZER } from '../../../analysis/analyzer-of-index.ts';
import {
  DIGITS_MIN,
  type IdentifierKind,
  SEQUENCE_PIECE,
  SEQUENCE_STEP,
} from '../../../analysis/identifiers/identifier-kinds.ts';
import { digitsOf } from '../../../analysis/identifiers/written-sequence.ts';
import type { FieldHeader } from '../../../engine/format.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import { AppError } from '../../../shared/errors.ts';
import { Nothing } from '../../operators/nothing.ts';
import { wordsOfIndex } from '../../source-summary.ts';
import type { LeafForms } from '../leaf-forms.ts';
import { regexpAutomaton, showPattern } from '../pattern-automata.ts';
import type { Planned } from '../planning.ts';

const ANY_DIGIT = { digits: '[0-9]', hex: '[0-9a-f]' } as const;
const NAMES = { digits: 'digits', hex: 'hexadecimal digits' } as const;

/** Throws AppError QUERY_INVALID for anything except digits with `*` and `?`, and for an index without sequences. */
export function planSequence(
  index: IndexReader,
  forms: LeafForms,
  query: LeafQuery,
  kind: IdentifierKind,
  field: FieldHeader | undefined,
): Planned {
  refuseUnread(index, kind);
  if (query.kind === 'exists') return field === undefined ? new Nothing(kind) : forms.exists(field);
  const pattern = patternOf(query);
  if (pattern === null) {
    throw new AppError(
      'QUERY_INVALID',
      `${kind}: takes ${NAMES[kind]}, with * and ? for others: write ${kind}:4111* or ${kind}:*8888`,
    );
  }
  const parts = pattern.map((part) => (part.kind === 'text' ? written(part.text, kind) : part.kind));
  const digits = parts
    .filter((part) => part !== 'anyRun')
    .map((part) => (part === 'anyOne' ? '?' : part))
    .join('');
  const isWhole = !pattern.some((part) => part.kind !== 'text');
  if (digits === '') return isWhole || field === undefined ? null : forms.exists(field);
  holdLength(digits.length, isWhole, kind);
  if (isWhole) return forms.term(field, digits);
  if (field === undefined) return new Nothing(`${kind}:${showPattern(pattern)}`);
  const expression = parts
    .map((part) => (part === 'anyRun' ? '.*' : part === 'anyOne' ? ANY_DIGIT[kind] : part))
    .join('');
  const automaton = regexpAutomaton(expression, false, EXACT_ANALYZER);
  const form = { kind: 'regexp', pattern: expression, analyzer: EXACT_ANALYZER } as const;
  return forms.terms(field, automaton, showPattern(pattern), form);
}

/** An index of a case with imported terms has no texts to scan, and an item store has no words to search. */
function refuseUnread(index: IndexReader, kind: IdentifierKind): void {
  const words = wordsOfIndex(index);
  if (words === 'own') return;
  const why =
    words === 'cluster' ? 'its words are in a cluster' : 'its words were cut by the tool that processed the case';
  throw new AppError(
    'QUERY_INVALID',
    `a source has no field ${kind}, because ${why}: search for the number in its usual forms as a phrase, or name the other sources`,
  );
}

function patternOf(query: LeafQuery): Pattern | null {
  if (query.kind === 'term') return [{ kind: 'text', text: query.text }];
  if (query.kind === 'wildcard' || (query.kind === 'phrase' && query.slop === 0)) return query.pattern;
  return null;
}

function written(text: string, kind: IdentifierKind): string {
  const found = digitsOf(text, kind);
  if ('digits' in found) return found.digits;
  throw new AppError(
    'QUERY_INVALID',
    `${kind}: takes ${NAMES[kind]} and separators, and ${JSON.stringify(found.odd)} is neither`,
  );
}

function holdLength(length: number, isWhole: boolean, kind: IdentifierKind): void {
  const most = isWhole ? SEQUENCE_PIECE : SEQUENCE_STEP;
  if (length > most) {
    throw new AppError(
      'QUERY_INVALID',
      `${kind}: takes up to ${SEQUENCE_PIECE} digits, or ${SEQUENCE_STEP} beside * and ?; these are ${length}: search for a part of them`,
    );
  }
  if (isWhole && length < DIGITS_MIN[kind]) {
    throw new AppError(
      'QUERY_INVALID',
      `${kind}: finds identifiers of at least ${DIGITS_MIN[kind]} digits, and these are ${length}: put * before and after them to find identifiers that contain them`,
    );
  }
}
