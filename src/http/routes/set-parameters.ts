/** The parameters that select a set of items, shared by every route over sets. */
import type { Query } from '../../../grammar/ast.ts';
import { OTHER_SYNTAXES, type OtherSyntax } from '../../../grammar/texts/syntaxes.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import { asWritten } from '../../search/hints.ts';
import type { NamedItems } from '../../search/named-sets.ts';
import type { SavedQuery } from '../../search/saved/expand-searches.ts';
import type { Expand, OutsideSet, UnparsedQuery } from '../../search/search-request.ts';
import type { SetClause } from '../../search/set-clauses.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { readBox } from '../input/box.ts';
import { questionOf } from '../input/named-sets.ts';
import { readQuery, zoned } from '../input/query-text.ts';
import {
  FILTER_UNITS_MAX,
  FILTERS_UNITS_MAX,
  PROPERTIES_MAX,
  SET_PARTS_MAX,
  SHORT_QUERY_UNITS_MAX,
} from '../limits.ts';
import { turn } from '../output/turns.ts';
import { fieldListText, listText, z } from '../schemas.ts';
import { defaultFields, literalMember, literalText, timeZone } from './search-parameters.ts';

const relations = ['children', 'parents', 'family', 'duplicates', 'thread', 'neardup'] as const;
const q = z.string().optional().openapi({
  description: 'The query. Missing or empty: all items.',
  example: 'type:pdf AND invoice*',
});
const syntax = z
  .enum(OTHER_SYNTAXES, `is not one of ${OTHER_SYNTAXES.join(', ')}`)
  .optional()
  .openapi({ description: 'As for `/search`.' });
const defaultOperator = z.enum(['AND', 'OR'], 'is neither AND nor OR').optional().openapi({
  description: 'The operator that joins words with nothing between them. OR by default.',
});
const collapse = z.string().optional().openapi({
  description:
    'A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it are all kept.',
});
const bbox = z.string().optional().openapi({
  description:
    '`west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east.',
  example: '-9.5,38.6,-9.0,38.9',
});

/** Property names, in a body and in an address. */
export const propertyNames = z.array(z.string()).max(PROPERTIES_MAX);
export const propertyNamesText = listText.pipe(propertyNames);
/** A repeatable parameter. */
const repeatedText = z.array(z.string()).max(SET_PARTS_MAX, `is given more than ${SET_PARTS_MAX} times`);

/** Facts about a number in an address. */
interface CountFacts {
  readonly most?: number;
  /** Used if it is not given. */
  readonly otherwise?: number;
  readonly description?: string;
}

/** An optional number in an address. */
export function countParameter({ most, otherwise, description }: CountFacts): z.ZodOptional<z.ZodType<number, string>> {
  return countText(most ?? Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({
      ...{ type: 'integer', minimum: 0 },
      ...(most === undefined ? {} : { maximum: most }),
      ...(otherwise === undefined ? {} : { default: otherwise }),
      ...(description === undefined ? {} : { description }),
    });
}

function countText(most: number): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^\d+$/, 'is not a count: write digits alone')
    .transform(Number)
    .refine((count) => count <= most, `is more than ${most}`);
}

/** Parameters that may be repeated in an address. */
export const repeatedSetParameters = ['sourceID', 'filter'] as const;

const described = {
  fields: 'Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`.',
  sourceID: 'Search only this source; may be repeated. Without it, all sources.',
  filter: 'A further query, which each item must match too; may be repeated.',
  expand:
    'Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is not a container, and everything below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates).',
};
/** The handlers refuse empty lists and empty names. */
const fieldName = z.string().openapi({ minLength: 1 });
const relation = z.enum(relations, `is not one of ${relations.join(', ')}`);
const relationList = z.array(relation).max(SET_PARTS_MAX);

export const setQueryShape = {
  q,
  defaultOperator,
  syntax,
  timeZone,
  literal: literalText,
  fields: fieldListText.optional().openapi({ type: 'string', description: described.fields }),
  sourceID: repeatedText.optional().openapi({ description: described.sourceID }),
  filter: repeatedText.optional().openapi({ description: described.filter }),
  expand: listText.pipe(relationList).optional().openapi({ type: 'string', description: described.expand }),
  collapse,
  bbox,
};

export const setBodyShape = {
  q,
  defaultOperator,
  syntax,
  timeZone,
  literal: literalMember,
  fields: z.array(fieldName).optional().openapi({ minItems: 1, description: described.fields }),
  sourceID: z
    .union([z.string().transform((one) => [one]), z.array(z.string())], 'is neither text nor an array of texts')
    .optional()
    .openapi({ description: described.sourceID }),
  filter: repeatedText.optional().openapi({ description: described.filter }),
  expand: relationList.optional().openapi({ description: described.expand }),
  collapse,
  bbox,
};

export interface SetParameters {
  readonly q?: string | undefined;
  readonly defaultOperator?: 'AND' | 'OR' | undefined;
  readonly syntax?: OtherSyntax | undefined;
  readonly timeZone?: string | undefined;
  readonly literal?: boolean | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly sourceID?: readonly string[] | undefined;
  readonly filter?: readonly string[] | undefined;
  readonly expand?: readonly Expand[] | undefined;
  readonly collapse?: string | undefined;
  readonly bbox?: string | undefined;
}

/** A requested set, without the wanted output. */
export interface AskedSet {
  readonly query: Query | UnparsedQuery;
  /** The sets that the query and its filters name. */
  readonly clauses: readonly SetClause[];
  /** The saved searches in the query and its filters, as they were when it was read. */
  readonly searches: readonly SavedQuery[];
  /** Returns the parts of the request for these sources, with the current members of named sets. */
  requestOf(sources: readonly ReadySource[], signal: AbortSignal): Promise<Omit<CombinedRequest, 'want' | 'after'>>;
}

/** Dependencies to read a set. */
type SetReading = Pick<
  Dependencies,
  'lanes' | 'parseQuery' | 'queryTexts' | 'me' | 'coordinator' | 'items' | 'matching' | 'engines' | 'kept'
> & { readonly bookmarks: NamedItems };

/** Throws QuerySyntaxError, AppError INVALID_REQUEST, UNSUPPORTED. */
export async function readSetParameters(parameters: SetParameters, dependencies: SetReading): Promise<AskedSet> {
  const { q: text = '', filter = [], expand = [], collapse: field, bbox: box, ...rest } = parameters;
  const main = questionOf(await readQuery({ ...rest, q: text }, dependencies), dependencies);
  requireShort(filter);
  const filters: ReturnType<typeof questionOf>[] = [];
  let parsed = text.length;
  for (const one of filter) {
    // Together, filters may exceed the length that is parsed at once.
    if (parsed + one.length > SHORT_QUERY_UNITS_MAX) {
      await turn();
      parsed = 0;
    }
    parsed += one.length;
    filters.push(await readFilter(one, zoned(rest), dependencies));
  }
  const shared = {
    ...defaultFields({ ...rest, q: text, sourceID: undefined }),
    ...(expand.length === 0 ? {} : { expand }),
    ...(field === undefined ? {} : { collapse: field }),
    ...(box === undefined ? {} : { bbox: readBox(box) }),
    ...asWritten(text),
  };
  return {
    query: main.query,
    clauses: [main, ...filters].flatMap((question) => question.clauses),
    searches: [main, ...filters].flatMap((question) => question.searches),
    async requestOf(sources, signal) {
      const sets = new Map<string, OutsideSet>();
      for (const question of [main, ...filters]) {
        const { sets: named = [] } = await question.setsOf(sources, {
          ...(shared.defaultFields === undefined ? {} : { defaultFields: shared.defaultFields }),
          signal,
        });
        for (const set of named) sets.set(set.name, set);
      }
      return {
        ...shared,
        isKept: true,
        ...(dependencies.me === undefined ? {} : { keptFor: dependencies.me }),
        query: main.query,
        // Short texts are already parsed.
        ...(filters.length === 0 ? {} : { filters: filters.map(({ query }) => query as Query) }),
        ...(sets.size === 0 ? {} : { sets: [...sets.values()] }),
      };
    },
  };
}

function requireShort(filters: readonly string[]): void {
  let units = 0;
  for (const { length } of filters) {
    if (length > FILTER_UNITS_MAX) {
      throw new AppError(
        'INVALID_REQUEST',
        `A "filter" is longer than ${FILTER_UNITS_MAX} characters. Put it into "q".`,
      );
    }
    units += length;
  }
  if (units <= FILTERS_UNITS_MAX) return;
  throw new AppError(
    'INVALID_REQUEST',
    `The filters together are longer than ${FILTERS_UNITS_MAX} characters. Put some of them into "q".`,
  );
}

async function readFilter(
  text: string,
  zone: { timeZone?: string },
  dependencies: SetReading,
): Promise<ReturnType<typeof questionOf>> {
  return questionOf(await readQuery({ q: text, ...zone }, dependencies), dependencies);
}
