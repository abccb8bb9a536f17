/** `GET /suggest`: completions while typing. */
import type { ReadySource } from '../../sources/source.ts';
import type { Suggestion } from '../../suggest/value-index.ts';
import type { Dependencies } from '../dependencies.ts';
import { NO_SUCH_SOURCE } from '../fault-texts.ts';
import { SUGGESTION_COUNT_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { sourceIdParameter, suggestionsSchema, z } from '../schemas.ts';
import { chooseSources } from '../searches.ts';
import { isListed } from './listed-sources.ts';

const defaultLimit = 10;

const suggestParameters = z.strictObject({
  sourceID: sourceIdParameter.optional(),
  field: z.string().optional().openapi({
    description: 'Values of this field; `bookmark` for names of bookmarks; without it, names of fields.',
  }),
  prefix: z.string().optional().openapi({ description: 'The typed beginning of a word; typing errors are tolerated.' }),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, 'is not a count: write digits alone')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= SUGGESTION_COUNT_MAX, `is not between 1 and ${SUGGESTION_COUNT_MAX}`)
    .optional()
    .openapi({ type: 'integer', minimum: 1, maximum: SUGGESTION_COUNT_MAX, default: defaultLimit }),
});

type SuggestParameters = z.infer<typeof suggestParameters>;

export const suggestRoutes = [
  route<Record<string, never>, SuggestParameters>({
    method: 'get',
    path: '/suggest',
    role: 'reader',
    tag: 'Search',
    summary: 'Suggests field names, values of a field, or bookmarks',
    description:
      'Covers all sources, or one. Usual names such as `from` come first, then what most items have. A usual name has the values of the fields that it means.',
    query: suggestParameters,
    ok: { description: 'Suggestions.', mediaTypes: { 'application/json': suggestionsSchema } },
    errors: {
      400: 'A malformed parameter.',
      404: NO_SUCH_SOURCE,
      503: 'A source is still being built.',
    },
    async handle({ query: { field, prefix, limit, sourceID } }, dependencies) {
      const fieldName = field === undefined || field === '' ? null : field;
      const isOfSources = fieldName !== 'bookmark';
      const targets = isOfSources ? eachOnce(chooseSources(dependencies, sourceID).ready) : [];
      const { suggester } = dependencies;
      const most = limit ?? defaultLimit;
      const { values: data, isComplete } = isOfSources
        ? await suggester.suggest(targets, fieldName, prefix ?? '', most)
        : await suggester.suggestBookmarks(countedBookmarks(dependencies), prefix ?? '', most);
      // Checked again, because a source may have turned out to be damaged.
      const missing = isOfSources ? chooseSources(dependencies, sourceID).missing : [];
      return {
        data,
        ...(isComplete ? {} : { complete: false }),
        ...(missing.length > 0 ? { incomplete: missing } : {}),
      };
    },
  }),
];

function countedBookmarks({ bookmarks, sources }: Dependencies): readonly Suggestion[] {
  const isPresent = isListed(sources);
  return bookmarks.names().map((name) => ({ value: name, items: bookmarks.size(name, isPresent) }));
}

/** Two sources on one path share an index, whose items count once. */
function eachOnce(sources: readonly ReadySource[]): readonly ReadySource[] {
  return sources.filter(
    ({ engine, name }, index) => sources.findIndex((one) => one.engine === engine && one.name === name) === index,
  );
}
