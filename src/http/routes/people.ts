/** `GET /people`: senders and recipients, merged by address, with the queries for their mails. */
import type { Query } from '../../../grammar/ast.ts';
import {
  type CountedPerson,
  type CountedValue,
  isContained,
  mergedPeople,
  PEOPLE_FIELDS,
  type PeopleField,
} from '../../search/people/merged-people.ts';
import type { Facet } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { QueryMemory } from '../../shared/query-memory.ts';
import { runInSlices } from '../../shared/slices.ts';
import type { Dependencies } from '../dependencies.ts';
import { NO_SUCH_SOURCE } from '../fault-texts.ts';
import {
  PEOPLE_CONTAINS_UNITS_MAX,
  PEOPLE_QUERY_VALUES_MAX,
  PEOPLE_SHOWN_MAX,
  PEOPLE_SPELLINGS_SHOWN_MAX,
  PEOPLE_VALUES_MAX,
} from '../limits.ts';
import { type RouteRequest, route } from '../route.ts';
import { incompleteSchema, sourceIdParameter, z } from '../schemas.ts';
import { type MissingSource, runSearch } from '../searches.ts';
import { countParameter } from './set-parameters.ts';

const DEFAULT_LIMIT = 100;

const peopleParameters = z.strictObject({
  contains: z
    .string()
    .max(PEOPLE_CONTAINS_UNITS_MAX, `is longer than ${PEOPLE_CONTAINS_UNITS_MAX} characters`)
    .optional()
    .openapi({ description: 'Only people whose address or name contains this, without regard to case and accents.' }),
  sourceID: sourceIdParameter.optional(),
  offset: countParameter({ description: 'People to skip at the beginning.' }),
  limit: countParameter({ most: PEOPLE_SHOWN_MAX, otherwise: DEFAULT_LIMIT }),
});

type PeopleParameters = z.infer<typeof peopleParameters>;

const peopleSchema = z
  .strictObject({
    people: z.array(
      z.strictObject({
        address: z.string().openapi({ description: 'In lower case; the name if there is no address.' }),
        names: z
          .array(z.strictObject({ name: z.string(), items: z.int() }))
          .openapi({ description: `The most frequent ${PEOPLE_SPELLINGS_SHOWN_MAX} names beside the address.` }),
        from: z.int().openapi({ description: 'Items that the person sent.' }),
        to: z.int(),
        cc: z.int(),
        bcc: z.int(),
        q: z.strictObject({ from: z.string(), to: z.string() }).openapi({
          description:
            'Queries for the items that the person sent, and those that were sent to the person, with copies. Mails between two people, both ways: `(FROM1 AND TO2) OR (FROM2 AND TO1)`.',
        }),
      }),
    ),
    total: z.int(),
    next: z.int().nullable().openapi({ description: '`offset` of the next page; null if this is the last one.' }),
    isComplete: z.boolean().openapi({
      description: `False: a field has more than ${PEOPLE_VALUES_MAX} values, of which the most frequent count here. Narrow it down by \`contains\`.`,
    }),
    uncounted: z
      .array(z.enum(['from', 'to', 'cc', 'bcc']))
      .optional()
      .openapi({ description: 'Fields whose values are too long to be counted: nobody is listed for them.' }),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('People');

export const peopleRoutes = [
  route<Record<string, never>, PeopleParameters>({
    method: 'get',
    path: '/people',
    role: 'reader',
    tag: 'Search',
    summary: 'Lists senders and recipients, merged by address',
    description:
      'Reads the fields that `from`, `to`, `cc` and `bcc` mean; people with most items first. An item with two spellings of a person in one field counts twice.',
    query: peopleParameters,
    ok: { description: 'A page of people.', mediaTypes: { 'application/json': peopleSchema } },
    errors: {
      400: 'A malformed parameter.',
      404: NO_SUCH_SOURCE,
      503: 'A source is still being built, too many searches are waiting, or the search took too long.',
    },
    handle: (request, dependencies) => people(request, dependencies),
  }),
];

async function people(
  {
    query: { contains = '', sourceID, offset = 0, limit = DEFAULT_LIMIT },
    signal,
  }: RouteRequest<unknown, PeopleParameters, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const counted: Record<PeopleField, readonly CountedValue[]> = { from: [], to: [], cc: [], bcc: [] };
  const uncounted: PeopleField[] = [];
  let isComplete = true;
  let isCut = false;
  let missing: readonly MissingSource[] = [];
  const memory = new QueryMemory(dependencies.queryMemory);
  try {
    for (const field of PEOPLE_FIELDS) {
      const found = await valuesOf(field, { contains: '', sourceID, memory, signal }, dependencies);
      if (found === null) {
        uncounted.push(field);
        continue;
      }
      counted[field] = found.values;
      missing = found.missing;
      if (found.isWhole) continue;
      isCut = true;
      if (contains === '') continue;
      const matching = await valuesOf(field, { contains, sourceID, memory, signal }, dependencies);
      counted[field] = joinedValues(found.values, matching?.values ?? []);
      if (matching?.isWhole !== true) isComplete = false;
    }
    const all = await runInSlices(mergedPeople(counted, contains), signal);
    // Every spelling of a person contains the address, but not the name.
    if (isCut && (contains === '' || all.some(({ address }) => !isContained(contains, address)))) isComplete = false;
    const shown = all.slice(offset, offset + limit);
    const end = offset + shown.length;
    return {
      people: shown.map((person) => shownPerson(person, dependencies.printQuery)),
      total: all.length,
      next: end < all.length && limit > 0 ? end : null,
      isComplete,
      ...(uncounted.length === 0 ? {} : { uncounted }),
      ...(missing.length === 0 ? {} : { incomplete: missing }),
    };
  } finally {
    memory.releaseTo(0);
  }
}

/** Returns the values of both lists, each once. */
function joinedValues(first: readonly CountedValue[], second: readonly CountedValue[]): CountedValue[] {
  const known = new Set(first.map(({ value }) => value));
  return [...first, ...second.filter(({ value }) => !known.has(value))];
}

interface Asked {
  readonly contains: string;
  readonly sourceID: string | undefined;
  readonly memory: QueryMemory;
  readonly signal: AbortSignal;
}

/** Null if the field cannot be counted. */
async function valuesOf(
  field: PeopleField,
  { contains, sourceID, memory, signal }: Asked,
  dependencies: Dependencies,
): Promise<{ values: CountedValue[]; isWhole: boolean; missing: readonly MissingSource[] } | null> {
  const query: Query = { kind: 'all' };
  const facet: Facet = {
    kind: 'values',
    field,
    first: { count: PEOPLE_VALUES_MAX, order: 'count' },
    ...(contains === '' ? {} : { contains }),
  };
  try {
    const { result, missing } = await runSearch(dependencies, {
      query,
      sourceId: sourceID,
      clientSignal: signal,
      run: (sources, searchSignal) =>
        dependencies.coordinator.search(sources, { query, want: [], facets: [facet] }, searchSignal, { memory }),
    });
    const { counts, distinct } = result.facets[0]!;
    return { values: counts.flatMap(({ spellings }) => spellings), isWhole: distinct <= counts.length, missing };
  } catch (fault) {
    if (fault instanceof AppError && fault.code === 'INVALID_REQUEST') return null;
    throw fault;
  }
}

function shownPerson({ address, names, items, values }: CountedPerson, print: (query: Query) => string): unknown {
  return {
    address,
    names: names.slice(0, PEOPLE_SPELLINGS_SHOWN_MAX),
    ...items,
    q: {
      from: print(anyOf(valueQueries('from', address, values))),
      to: print(anyOf((['to', 'cc', 'bcc'] as const).flatMap((field) => valueQueries(field, address, values)))),
    },
  };
}

/**
 * Returns queries for every whole value of the person. If there are very many, queries for the words of the address instead,
 * which may also match a longer address.
 */
function valueQueries(field: PeopleField, address: string, values: CountedPerson['values']): readonly Query[] {
  const texts = new Map(values[field].map((value) => [value.toLowerCase(), value]));
  if (texts.size <= PEOPLE_QUERY_VALUES_MAX) {
    return [...texts.values()].map((text) => ({ kind: 'whole', field, text }));
  }
  return [{ kind: 'phrase', field, pattern: [{ kind: 'text', text: address }], slop: 0 }];
}

function anyOf(queries: readonly Query[]): Query {
  // Matches nothing, because the person sent or received nothing.
  if (queries.length === 0)
    return { kind: 'boolean', clauses: [{ occur: 'mustNot', query: { kind: 'all' } }], minimumMatch: 0 };
  if (queries.length === 1) return queries[0]!;
  return { kind: 'boolean', clauses: queries.map((query) => ({ occur: 'should', query })), minimumMatch: 0 };
}
