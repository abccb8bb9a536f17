/** Time intervals with their counts, by date field, and the clause for a period. */
import type { FacetValue } from '../api/answers.ts';
import { fieldOfPart, partsOf } from '../facets/clauses.ts';
import { address, go } from '../state/address.ts';

export interface Slot {
  /** Its beginning, in the server's format. */
  readonly value: string;
  /** Display form: a year, a month, a day, an hour. */
  readonly name: string;
  readonly items: number;
  /** A part for each date field with items in the interval. */
  readonly parts: readonly Part[];
  readonly lower: string;
  /** The bounds in milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly upper: string;
}

interface Part {
  /** In the spelling of queries. */
  readonly field: string;
  readonly shown: string;
  readonly items: number;
}

/** Returns the values of a facet over one date field, or all, in order of time. */
export function slotsOf(values: readonly FacetValue[], field: string, interval?: string): readonly Slot[] {
  const slots = new Map<string, Slot>();
  for (const value of values) {
    const clause = /^(.*):\[(\S+) TO (\S+)\}$/.exec(value.q ?? '');
    if (clause === null) continue;
    const [, name = '', lower = '', upper = ''] = clause;
    const part = { field: name, shown: value.field ?? field, items: value.items };
    const known = slots.get(value.value);
    slots.set(value.value, {
      value: value.value,
      name: nameOf(value.value, interval),
      items: (known?.items ?? 0) + value.items,
      parts: [...(known?.parts ?? []), part],
      ...{ lower, upper, from: Date.parse(lower), to: Date.parse(upper) },
    });
  }
  return [...slots.values()].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
}

function nameOf(value: string, interval: string | undefined): string {
  if (interval === 'year') return value.slice(0, 4);
  if (interval === 'month') return value.slice(0, 7);
  return value.replace('T', ' ').slice(0, 16);
}

/** Returns the date fields that occur, the most frequent first. */
export function fieldsOf(slots: readonly Slot[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const { parts } of slots) {
    for (const { shown, items } of parts) sums.set(shown, (sums.get(shown) ?? 0) + items);
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([field]) => field);
}

/** Filters by the period from the beginning of one slot to the end of another. An item counts if any of its dates is in it. */
export function choosePeriod(between: readonly Slot[]): void {
  const [first] = between;
  const last = between.at(-1);
  if (first === undefined || last === undefined) return;
  const names = new Set(between.flatMap(({ parts }) => parts.map(({ field }) => field)));
  addPeriod([...names], first.lower, last.upper);
}

const PERIOD = /^(.*):\[(\S+) TO (\S+)\}$/;

interface Period {
  readonly clause: string;
  readonly lower: string;
  readonly upper: string;
}

/** Returns the period in a clause over any of these fields. The server and this page quote names differently. */
function periodOf(clause: string, fields: readonly string[]): Period | null {
  const parts = partsOf(clause).map((part) => PERIOD.exec(part));
  const [first] = parts;
  if (first === null || first === undefined) return null;
  const [, , lower = '', upper = ''] = first;
  if (parts.some((part) => part === null || part[2] !== lower || part[3] !== upper)) return null;
  const own = new Set(parts.map((part) => fieldOfPart(part![0])));
  return fields.some((name) => own.has(fieldOfPart(`${name}:`))) ? { clause, lower, upper } : null;
}

/** Returns the last period in the filters over these fields, in the spelling of queries. */
export function activePeriod(fields: readonly string[]): Period | null {
  return address.value.filter.reduce<Period | null>((last, clause) => periodOf(clause, fields) ?? last, null);
}

/** Adds a period, in place of another one over these fields. */
export function addPeriod(fields: readonly string[], lower: string, upper: string): void {
  const clause = fields.map((field) => `${field}:[${lower} TO ${upper}}`).join(' OR ');
  const { filter } = address.peek();
  if (clause === '' || filter.includes(clause)) return;
  go({ filter: [...filter.filter((one) => periodOf(one, fields) === null), clause] });
}
