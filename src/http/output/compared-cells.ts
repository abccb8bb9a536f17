/** Queries for the cells of a comparison: items with one person's decision and another person's. */
import type { Clause, Pattern, Query } from '../../../grammar/ast.ts';
import { hasIgnorables } from '../../../grammar/ignorables.ts';
import type { Comparison, DecidedChoices, PersonChoices } from '../../bookmarks/codings/comparison.ts';
import { decidedBy, decidedName } from '../../shared/names/decided-name.ts';
import { setClause } from './value-selector.ts';

type Print = (query: Query) => string;

/** The cells, each with a query for its items. */
export function cellsWithQueries(
  { cells }: Pick<Comparison, 'cells'>,
  { coding, first, second }: { readonly coding: string; readonly first: string; readonly second: string },
  print: Print,
): readonly object[] {
  const [firsts, seconds] = [cells.map((cell) => cell.first), cells.map((cell) => cell.second)];
  return cells.map((cell) => {
    const clauses = [
      ...clausesOf({ coding, who: first }, cell.first, firsts),
      ...clausesOf({ coding, who: second }, cell.second, seconds),
    ];
    return { ...cell, q: print(joined(clauses)) };
  });
}

/** People, each with their choices and the queries for the items. */
export function peopleWithQueries(coding: string, people: readonly PersonChoices[], print: Print): readonly object[] {
  return people.map(({ who, items, choices }) => ({
    who,
    items,
    choices: choices.map((one) => ({ ...one, q: print(named({ coding, who }, one.choice)) })),
  }));
}

interface Person {
  readonly coding: string;
  readonly who: string;
}

/** Returns clauses for items on which the person made exactly these choices. `all`: the choices over all items. */
function clausesOf(person: Person, decided: DecidedChoices, all: readonly DecidedChoices[]): readonly Clause[] {
  if (decided === null) return unnamed(person, all, NONE_TOO).map(mustNot);
  if (decided.length === 0) return [must(named(person, null)), ...unnamed(person, all, CHOICES).map(mustNot)];
  const more = all.flatMap((one) => (one !== null && decided.every((name) => one.includes(name)) ? one : []));
  const others = new Set(more.filter((name) => !decided.includes(name)));
  return [
    ...decided.map((name) => must(named(person, name))),
    ...[...others].map((name) => mustNot(named(person, name))),
  ];
}

const NONE_TOO: Pattern = [{ kind: 'anyRun' }];
const CHOICES: Pattern = [{ kind: 'anyOne' }, { kind: 'anyRun' }];

/**
 * Returns clauses for any decision of the person. A pattern cannot contain ignorable characters, so for such names every choice
 * is listed.
 */
function unnamed(person: Person, all: readonly DecidedChoices[], end: Pattern): readonly Query[] {
  const start = `${decidedBy(person.coding, person.who)}/`;
  if (!hasIgnorables(start)) {
    return [{ kind: 'wildcard', field: 'decided', pattern: [{ kind: 'text', text: start }, ...end] }];
  }
  const names: readonly (string | null)[] = [...new Set(all.flatMap((one) => one ?? []))];
  return [...names, ...(end === NONE_TOO ? [null] : [])].map((name) => named(person, name));
}

function named({ coding, who }: Person, choice: string | null): Query {
  return setClause('decided', decidedName({ coding, who, choice }));
}

function must(query: Query): Clause {
  return { occur: 'must', query };
}

function mustNot(query: Query): Clause {
  return { occur: 'mustNot', query };
}

/** Each item was decided by at least one person, so at least one clause must match. */
function joined(clauses: readonly Clause[]): Query {
  const ordered = [
    ...clauses.filter(({ occur }) => occur === 'must'),
    ...clauses.filter(({ occur }) => occur !== 'must'),
  ];
  return ordered.length === 1 ? ordered[0]!.query : { kind: 'boolean', clauses: ordered, minimumMatch: 0 };
}
