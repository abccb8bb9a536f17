/** Builds the query that selects exactly the items that a facet counts for a value. */
import type { Bound, Query } from '../../../grammar/ast.ts';
import type { FacetCount } from '../../search/search-answer.ts';
import type { FieldSummary } from '../../search/search-engine.ts';
import type { SetClause } from '../../search/set-clauses.ts';

export class ValueSelector {
  readonly #field: string;
  readonly #types: ReadonlyMap<string, FieldSummary['type']>;
  readonly #isMixed: boolean;
  readonly #print: (query: Query) => string;

  /** `types`: the field's type in each source that has it. */
  constructor(field: string, types: ReadonlyMap<string, FieldSummary['type']>, print: (query: Query) => string) {
    this.#field = field;
    this.#types = types;
    const found = [...types.values()];
    this.#isMixed = found.includes('number') && found.includes('date');
    this.#print = print;
  }

  value(text: string): string {
    return this.#print({ kind: 'whole', field: this.#field, text });
  }

  interval({ from, until }: NonNullable<FacetCount['interval']>): string | undefined {
    return this.#range('date', boundAt(from, true), boundAt(until, false));
  }

  /** `to` is null for the last range. */
  range(from: number, to: number | null): string | undefined {
    const lower = from === Number.NEGATIVE_INFINITY ? null : { text: String(from), isInclusive: true };
    return this.#range('number', lower, to === null ? null : { text: String(to), isInclusive: false });
  }

  /**
   * On a text field, a range compares texts, so only the counted sources are included. Returns no query if the field is a
   * number in one source and a date in another, because neither type can hold the other's values.
   */
  #range(type: 'number' | 'date', lower: Bound | null, upper: Bound | null): string | undefined {
    const range: Query = { kind: 'range', field: this.#field, lower, upper };
    if (this.#isMixed) return undefined;
    return this.#inSources(range, (other) => other === type);
  }

  /** Returns the query for a word that a pattern matched. Numbers and dates have no words. */
  word(text: string): string {
    const hasWords = (type: FieldSummary['type']): boolean => type !== 'number' && type !== 'date';
    if ([...this.#types.values()].every(hasWords)) return this.#print({ kind: 'term', field: this.#field, text });
    // In quotes, the value may be outside the range of the type.
    const quoted: Query = { kind: 'phrase', field: this.#field, pattern: [{ kind: 'text', text }], slop: 0 };
    return this.#inSources(quoted, hasWords);
  }

  /** Restricts the query to sources in which the field has a matching type. */
  #inSources(query: Query, isCounted: (type: FieldSummary['type']) => boolean): string {
    const counted = [...this.#types].filter(([, type]) => isCounted(type)).map(([source]) => source);
    if (counted.length === this.#types.size) return this.#print(query);
    const sources = counted.map((id) => ({ occur: 'should', query: setClause('source', id) }) as const);
    const anyOf: Query = { kind: 'boolean', clauses: sources, minimumMatch: 0 };
    const clauses = [query, sources.length === 1 ? sources[0]!.query : anyOf];
    return this.#print({
      kind: 'boolean',
      clauses: clauses.map((one) => ({ occur: 'must', query: one })),
      minimumMatch: 0,
    });
  }
}

/** The greatest possible offset of a date. */
const OFFSET_MS = (24 * 60 - 1) * 60_000;
const OFFSET = '23:59';

/** Dates have four-digit years, but an offset can reach moments just outside. Null if no date reaches the moment. */
function boundAt(moment: number, isInclusive: boolean): Bound | null {
  const text = new Date(moment).toISOString();
  if (isDate(text)) return { text, isInclusive };
  const beside = new Date(moment < 0 ? moment + OFFSET_MS : moment - OFFSET_MS).toISOString();
  return isDate(beside) ? { text: beside.replace('Z', `${moment < 0 ? '+' : '-'}${OFFSET}`), isInclusive } : null;
}

function isDate(text: string): boolean {
  return /^\d/.test(text);
}

/** `field:"name"`, for the name of a set of items. */
export function setClause(field: SetClause['field'], name: string): Query {
  return { kind: 'phrase', field, pattern: name === '' ? [] : [{ kind: 'text', text: name }], slop: 0 };
}
