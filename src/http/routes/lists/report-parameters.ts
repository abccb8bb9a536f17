/** The parameters of `/report`, with their checks. */
import { REPORT_BOOKMARKS_MAX, REPORT_TEXT_UNITS_MAX } from '../../../html-report/limits.ts';
import { AppError } from '../../../shared/errors.ts';
import { FILE_NAME_UNITS_MAX, FILTER_UNITS_MAX } from '../../limits.ts';
import { inBookmarks } from '../../report/report-bookmarks.ts';
import { z } from '../../schemas.ts';
import { propertyNames, setBodyShape } from '../set-parameters.ts';
import type { OrderedSet } from './opened-set.ts';

/** A longer list needs a separate request: `POST /keywords`. */
const REPORT_KEYWORDS_MAX = 10_000;

const short = z.string().max(REPORT_TEXT_UNITS_MAX, `has more than ${REPORT_TEXT_UNITS_MAX} characters`);
const flag = z.boolean().optional();

export const reportBody = z
  .strictObject({
    ...setBodyShape,
    bookmarks: z
      .array(z.string())
      .min(1, 'is empty')
      .max(REPORT_BOOKMARKS_MAX, `has more than ${REPORT_BOOKMARKS_MAX} names`)
      .optional()
      .openapi({ description: 'Bookmarks, in this order, each with its own pages of the items that are in the set.' }),
    title: short.optional().openapi({ description: 'Title of the first page; default: the title of the template.' }),
    case: short.optional().openapi({ description: 'Number or name of the case, for the first page.' }),
    author: short.optional().openapi({ description: 'Author of the report, for the first page.' }),
    time: z
      .string()
      .regex(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
        'is not a time, such as 2026-03-04T10:20:30Z',
      )
      .optional()
      .openapi({
        description:
          'The time on the first page: that of the certificate, or now, by default. With it, the same request on the same data is the same bytes.',
      }),
    template: z
      .string()
      .optional()
      .openapi({ description: 'A template of the server; `en` by default, `pt` is Portuguese.' }),
    properties: propertyNames
      .optional()
      .openapi({ description: 'Properties to show besides the usual ones; `*`: all.' }),
    sort: z.array(z.string()).optional().openapi({ description: 'As for `/hits`; `id` by default.' }),
    files: z
      .union([z.boolean(), z.literal('linked')], 'is not true, false or "linked"')
      .optional()
      .openapi({
        description:
          'Whether contents of items are part of the report; false by default. `linked`: pages link them in the folder `../files`, and `LINKED-SHA256SUMS` lists their sums.',
      }),
    log: flag.openapi({ description: 'Whether it has the log of its bookmarks; true by default.' }),
    keywords: z
      .array(z.string())
      .max(REPORT_KEYWORDS_MAX, `has more than ${REPORT_KEYWORDS_MAX} queries`)
      .optional()
      .openapi({ description: 'Queries of a search term report, which are counted as for `/keywords`.' }),
    certificate: flag.openapi({ description: 'Whether it carries a certificate of its set; false by default.' }),
    format: z.enum(['zip'], 'is not zip').optional(),
    name: z
      .string()
      .max(FILE_NAME_UNITS_MAX, `has more than ${FILE_NAME_UNITS_MAX} characters`)
      .optional()
      .openapi({ description: 'Name of the file that a browser saves, without its extension.' }),
    allowIncomplete: flag.openapi({
      description: 'Whether to report without an unavailable source; the first page then says so.',
    }),
  })
  .openapi('ReportRequest', {
    example: { bookmarks: ['Relevant'], title: 'Report 7', case: '4711', files: true },
  });

export type ReportParameters = z.infer<typeof reportBody> & OrderedSet;

/** The parameters that select items. */
export function setOf({
  q,
  defaultOperator,
  syntax,
  timeZone,
  literal,
  fields,
  sourceID,
  filter,
  expand,
  collapse,
  bbox,
  sort,
}: ReportParameters): OrderedSet {
  return { q, defaultOperator, syntax, timeZone, literal, fields, sourceID, filter, expand, collapse, bbox, sort };
}

/** The items of a set that are in one of the bookmarks. Throws AppError INVALID_REQUEST if their names are too long in total. */
export function withinBookmarks(set: OrderedSet, names: readonly string[]): OrderedSet {
  const clause = inBookmarks(names);
  if (clause.length > FILTER_UNITS_MAX) {
    throw new AppError('INVALID_REQUEST', 'The names in "bookmarks" are too long in total. Make several reports.');
  }
  return { ...set, filter: [...(set.filter ?? []), clause] };
}
