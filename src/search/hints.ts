/**
 * Hints: parts of a valid query that were probably not searched as intended, with corrections. An engine finds them per source,
 * and the coordinator merges them. Their texts are written here, so that all engines use the same words.
 */
import { withNamedInvisibles } from '../../grammar/invisible.ts';

export type Hint =
  /** A clause without a token. `isAll`: whether no clause of the query has one. */
  | { readonly kind: 'dropped'; readonly clause: string; readonly isAll: boolean }
  /** A sign that is an operator in other tools, and not a token here. */
  | { readonly kind: 'sign'; readonly sign: string; readonly operator: string }
  | { readonly kind: 'operator'; readonly word: string; readonly operator: string }
  /** `isExact`: whether `instead` consists of the words of the query. */
  | { readonly kind: 'proximity'; readonly word: string; readonly instead: string; readonly isExact: boolean }
  | { readonly kind: 'alternatives'; readonly chunk: string; readonly instead: string }
  | { readonly kind: 'blanks'; readonly written: string; readonly instead: string | null }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly clause: string; readonly fields: readonly string[] }
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly nearest: string | null;
      /** The whole chunk in quotes, if the name may be the beginning of a text. */
      readonly quoted: string | null;
    }
  | { readonly kind: 'colon'; readonly chunk: string; readonly name: string; readonly instead: string }
  | { readonly kind: 'type'; readonly field: string; readonly type: 'number' | 'date' }
  | { readonly kind: 'value'; readonly clause: string; readonly instead: string; readonly items: number }
  | { readonly kind: 'signsOfWhole' }
  | ({ readonly kind: 'elsewhere'; readonly clause: string; readonly fields: readonly string[] } & ElsewhereHint)
  /** A word that the case's own analysis may have joined to a longer one. */
  | { readonly kind: 'hidden'; readonly word: string; readonly instead: string }
  /** Only this many clauses were checked. */
  | { readonly kind: 'unchecked'; readonly checked: number };

export interface ElsewhereHint {
  /** Queries that find it in another field, most items first. */
  readonly found: readonly { readonly query: string; readonly items: number }[];
  /** Number of further fields that have it. */
  readonly more: number;
  /** If not all fields were checked: the number that were, and the total. */
  readonly cut: { readonly looked: number; readonly fields: number } | null;
}

/** Maximum number of hints of an answer. */
export const HINTS_MAX = 20;
/** Maximum length of a part of a query in a hint, in UTF-16 units. */
const PART_UNITS_MAX = 120;

/** The text of a query for a request, if hints may quote it. */
export function asWritten(text: string): { readonly written?: string } {
  return /[:=]/.test(text) ? { written: text } : {};
}

/** Returns the first hints. If there are more, the last line has the number of the others. */
export function firstHints(hints: readonly string[]): readonly string[] {
  if (hints.length <= HINTS_MAX) return hints;
  return [...hints.slice(0, HINTS_MAX), `and ${hints.length - HINTS_MAX} more hints`];
}

export function hintText(hint: Hint): string {
  switch (hint.kind) {
    case 'dropped': {
      const rest = hint.isAll ? 'the query matches nothing' : 'the clause is ignored';
      return `${quoted(hint.clause)} has no searchable character: ${rest}`;
    }
    case 'sign':
      return `${quoted(hint.sign)} is ignored; the operator is written ${hint.operator}`;
    case 'operator':
      return `${quoted(hint.word)} is searched as a word; the operator is written ${hint.operator}`;
    case 'proximity': {
      const example = hint.isExact ? '' : 'for example ';
      return `${quoted(hint.word)} is searched as text; words near each other are written ${example}${hint.instead}`;
    }
    case 'alternatives':
      return `${quoted(hint.chunk)} is searched as a phrase; alternatives are written ${hint.instead}`;
    case 'blanks': {
      const finding = `${shortened(hint.written)} is searched as words: a regular expression has no blanks and matches one word`;
      return hint.instead === null ? finding : `${finding}; consecutive words are written ${hint.instead}`;
    }
    case 'pattern':
      return `nothing in ${named(hint.fields)} matches ${shortened(hint.pattern)}, a part of ${shortened(hint.clause)}`;
    case 'field':
      return withoutField(hint);
    case 'colon':
      return `${hint.chunk} searches the field ${JSON.stringify(hint.name)}, which no item has; put a name with a colon in quotes: ${hint.instead}`;
    case 'type':
      return `not every value of ${JSON.stringify(hint.field)} in this source is a ${hint.type}: the range compares them as text`;
    case 'value':
      return `${hint.clause} finds nothing; ${hint.instead} finds ${itemCount(hint.items)}`;
    case 'signsOfWhole':
      return 'after := the characters * and ? are literal; after : they are wildcards';
    case 'elsewhere':
      return elsewhere(hint);
    case 'hidden':
      return `${shortened(hint.word)} finds only whole runs of such characters, because the case's own index has each run as one word; within a run, ${hint.instead} finds it`;
    case 'unchecked':
      return `only the first ${hint.checked} clauses were checked for hints`;
  }
}

function withoutField({ name, nearest, quoted: chunk }: Extract<Hint, { kind: 'field' }>): string {
  const finding = `no item of this source has the field ${quoted(name)}`;
  const near = nearest === null ? '' : `; the nearest name is ${JSON.stringify(nearest)}`;
  return finding + near + (chunk === null ? '' : `; to search it as text, write ${chunk}`);
}

function elsewhere({ clause, fields, found, more, cut }: Extract<Hint, { kind: 'elsewhere' }>): string {
  const finding = `${shortened(clause)} finds nothing in ${named(fields)}`;
  const others = found.map(({ query, items }, i) => `${query} ${i === 0 ? `finds ${itemCount(items)}` : items}`);
  if (more > 0) others.push(`${more} more ${more === 1 ? 'field has' : 'fields have'} it`);
  const looked = cut === null ? '' : `; ${cut.looked} of ${cut.fields} other fields were checked`;
  return `${finding}${others.length === 0 ? '' : `; ${others.join(', ')}`}${looked}`;
}

const itemCount = (items: number): string => `${items} ${items === 1 ? 'item' : 'items'}`;

function named(fields: readonly string[]): string {
  return (
    fields
      .slice(0, 3)
      .map((name) => shortened(name))
      .join(' or ') + (fields.length > 3 ? ' or …' : '')
  );
}

const quoted = (text: string): string => JSON.stringify(shortened(text));

/** Shortens a part of a query, and names invisible characters. Advice in a hint is quoted exactly. */
function shortened(text: string): string {
  const shown = text.length <= PART_UNITS_MAX ? text : `${text.slice(0, PART_UNITS_MAX)}…`;
  return withNamedInvisibles(shown);
}
