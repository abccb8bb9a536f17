/** The query that selects exactly the items that a facet counts for one of its values. */
import type { Bound, Query } from '../../../grammar/ast.ts';
import type { FacetCount } from '../../search/search-answer.ts';
import type { FieldSummary } from '../../search/search-engine.ts';
import type { SetClause } from '../../search/set-clauses.ts';

export class ValueSelector {
  readonly #field: string;
  readonly #types: ReadonlyMap<string, FieldSummary['type']>;
  readonly #isMixed: boolean;
  readonly #print: (query: Query) => string;

  /** `types`: those of the field by source, of the sources that have it. */
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

  /** `to` is null of the last one. */
  range(from: number, to: number | null): string | undefined {
    const lower = from === Number.NEGATIVE_INFINITY ? null : { text: String(from), isInclusive: true };
    return this.#range('number', lower, to === null ? null : { text: String(to), isInclusive: false });
  }

  /**
   * A range compares texts where the field is text: only the sources that were counted are asked. None where it is a number in one
   * and a date in another, because neither can hold what the other does.
   */
  #range(type: 'number' | 'date', lower: Bound | null, upper: Bound | null): string | undefined {
    const range: Query = { kind: 'range', field: this.#field, lower, upper };
    if (this.#isMixed) return undefined;
    return this.#inSources(range, (other) => other === type);
  }

  /** A word that a pattern of the query matched: numbers and dates have none. */
  word(text: string): string {
    const hasWords = (type: FieldSummary['type']): boolean => type !== 'number' && type !== 'date';
    if ([...this.#types.values()].every(hasWords)) return this.#print({ kind: 'term', field: this.#field, text });
    // In quotes it may be what the type does not hold.
    const quoted: Query = { kind: 'phrase', field: this.#field, pattern: [{ kind: 'text', text }], slop: 0 };
    return this.#inSources(quoted, hasWords);
  }

  /** In the sources where the field has such a type. */
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

/** The greatest offset of a date. */
const OFFSET_MS = (24 * 60 - 1) * 60_000;
const OFFSET = '23:59';

/** Dates have four digits of a year: an offset reaches the moments beside those years. Null: no date reaches it. */
function boundAt(moment: number, isInclusive: boolean): Bound | null {
  const text = new Date(moment).toISOString();
  if (isDate(text)) return { text, isInclusive };
  const beside = new Date(moment < 0 ? moment + OFFSET_MS : moment - OFFSET_MS).toISOString();
  return isDate(beside) ? { text: beside.replace('Z', `${moment < 0 ? '+' : '-'}${OFFSET}`), isInclusive } : null;
}

function isDate(text: string): boolean {
  return /^\d/.test(text);
}

/** `field:"name"`, of a name that means a set of items. */
export function setClause(field: SetClause['field'], name: string): Query {
  return { kind: 'phrase', field, pattern: name === '' ? [] : [{ kind: 'text', text: name }], slop: 0 };
}
