/** The parameters of `GET /search`, `POST /search` and `GET /explain`, with their checks and types. */
import { OTHER_SYNTAXES, type OtherSyntax } from '../../../grammar/texts/syntaxes.ts';
import { isTimeZone, TIME_ZONE_REMEDY } from '../../schema/zone-clock.ts';
import { AppError } from '../../shared/errors.ts';
import { RANKED_COUNT_MAX } from '../limits.ts';
import { fieldListText, flagText, z } from '../schemas.ts';

const q = z.string().openapi({
  description: 'The query. Empty means all items.',
  example: 'type:pdf AND invoice*',
});
const sourceID = z.string().optional().openapi({ description: 'Search only this source; without it, all sources.' });
const defaultOperator = z
  .enum(['AND', 'OR'], 'is neither AND nor OR')
  .optional()
  .openapi({ description: 'The operator that joins words with nothing between them. OR by default.' });
const syntax = z
  .enum(OTHER_SYNTAXES, `is not one of ${OTHER_SYNTAXES.join(', ')}`)
  .optional()
  .openapi({
    description:
      'The language of the query; by default that of this program. `iped`: IPED 4.1, with the meaning of its web API. `dtsearch`: dtSearch. `relativity`: Relativity, which runs dtSearch. `dtsearch-noise` and `relativity-noise`: the same without the noise words of the default list. `nuix`: Nuix. A query without an exact meaning is an error.',
  });
/** The time zone of a request. */
export const timeZone = z.string().refine(isTimeZone, `is unknown: ${TIME_ZONE_REMEDY}`).optional().openapi({
  description:
    'The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`.',
  example: 'Europe/Lisbon',
});
const literal = {
  description:
    '`true`: the whole query is plain text, without operators. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing.',
};
/** In an address, and in a body. */
export const literalText = flagText.openapi({ type: 'boolean', ...literal });
export const literalMember = z.boolean().optional().openapi(literal);
const sort = z.enum(['id', 'relevance'], 'is neither id nor relevance').optional().openapi({
  description: '`id`: by source, ids ascending. `relevance`: best first over all sources; needs a limit.',
});

/** Ten digits: more than any case has items. */
const LIMIT_MAX = 9_999_999_999;
const limitText = z
  .string()
  .regex(/^\d+$/, 'is not a count: write digits alone')
  .transform(Number)
  .refine((count) => count <= LIMIT_MAX, `is more than ${LIMIT_MAX}`)
  .optional()
  .openapi({
    type: 'integer',
    minimum: 0,
    maximum: LIMIT_MAX,
    description: 'Maximum number of items; without it, all of them.',
  });
const fieldsText = fieldListText.optional().openapi({
  type: 'string',
  minLength: 1,
  description:
    'Fields to search for words without a field, separated by commas; `content` by default, with `syntax=iped` `name,content`.',
});

export const queryParameters = z.strictObject({
  q,
  sourceID,
  defaultOperator,
  syntax,
  timeZone,
  literal: literalText,
  fields: fieldsText,
});
export const searchParameters = z.strictObject({ ...queryParameters.shape, sort, limit: limitText });

export const searchBody = z
  .strictObject({
    q,
    sourceID,
    defaultOperator,
    syntax,
    timeZone,
    literal: literalMember,
    fields: z
      .union([fieldListText, z.array(z.string()).openapi({ minItems: 1 })], 'is neither text nor an array of texts')
      .optional()
      .openapi({ description: 'Fields to search for words without a field; `content` by default.' }),
    sort,
    limit: z.int().min(0).max(LIMIT_MAX).optional().openapi({ description: 'Maximum number of items.' }),
  })
  .openapi('SearchRequest', { example: { q: 'type:pdf AND invoice*' } });

/** `exactOptionalPropertyTypes` and zod treat undefined differently, so the type is written out. */
export interface QueryParameters {
  readonly q: string;
  readonly sourceID?: string | undefined;
  readonly defaultOperator?: 'AND' | 'OR' | undefined;
  readonly syntax?: OtherSyntax | undefined;
  readonly timeZone?: string | undefined;
  readonly literal?: boolean | undefined;
  readonly fields?: readonly string[] | undefined;
}

export interface SearchParameters extends QueryParameters {
  readonly sort?: 'id' | 'relevance' | undefined;
  readonly limit?: number | undefined;
}

/** Throws AppError INVALID_REQUEST for an empty field name. */
export function defaultFields({ fields }: QueryParameters): { defaultFields?: readonly string[] } {
  if (fields === undefined) return {};
  const names = [...new Set(fields)];
  if (names.length === 0 || names.includes('')) {
    throw new AppError('INVALID_REQUEST', 'The parameter "fields" has an empty field name.');
  }
  return { defaultFields: names };
}

/** The limit of a search in relevance order. Throws AppError INVALID_REQUEST if it is missing or too high. */
export function rankedLimit({ limit }: SearchParameters): number {
  if (limit === undefined) throw new AppError('INVALID_REQUEST', 'The parameter "sort=relevance" needs a "limit".');
  if (limit > RANKED_COUNT_MAX) {
    throw new AppError('INVALID_REQUEST', `The "limit" of a search by relevance is at most ${RANKED_COUNT_MAX}.`);
  }
  return limit;
}
