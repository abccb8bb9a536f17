/** `GET /sources/{sourceID}/reading`: how the case of a source was interpreted when its index was built. */
import { AppError } from '../../shared/errors.ts';
import { readingOf } from '../../sources/source-reading.ts';
import { HttpFault } from '../errors.ts';
import { NO_SUCH_SOURCE } from '../fault-texts.ts';
import { route } from '../route.ts';
import { sourceIdParameter, z } from '../schemas.ts';

const text = z.string().nullable();

const columnSchema = z.strictObject({
  column: z.string(),
  property: text.openapi({ description: 'The property that its values are, or null.' }),
  use: text.openapi({ description: 'Their further use in words, or null.' }),
  understoodBy: z.enum(['mapping', 'name', 'own name']),
  values: z.int().openapi({ description: 'Rows with a value.' }),
  dates: text.openapi({
    description:
      'How dates are read: `day first`, `month first`, `one order`, `ambiguous`, `counted in` a unit; null: none.',
  }),
  times: text.openapi({ description: 'The column with their times of day.' }),
  zones: text.openapi({ description: 'The column with their time zones.' }),
  sizes: text.openapi({ description: 'How sizes are read, in words.' }),
  offset: text.openapi({ description: 'The time zone of times without one.' }),
  isList: z.boolean(),
  separator: text.openapi({ description: 'Separator of the values of a list, besides line breaks.' }),
});

const readingSchema = z
  .strictObject({
    format: z.string().openapi({ example: 'loadfile' }),
    understood: z.array(z.string()).openapi({ description: 'The interpretation of the case, in readable lines.' }),
    tables: z.array(
      z.strictObject({
        file: z.string(),
        tool: text.openapi({ description: 'The tool that wrote it, if its columns are known.' }),
        rows: z.int(),
        description: z.string().openapi({ description: 'Encoding, delimiter, header row and such, in words.' }),
        columns: z.array(columnSchema),
        columnsLeftOut: z.int().openapi({ description: 'Columns that are not listed.' }),
      }),
    ),
    problems: z.strictObject({
      count: z.int(),
      byKind: z.record(z.string(), z.int()),
      first: z
        .array(
          z.strictObject({
            file: z.string(),
            line: z.int().nullable(),
            id: z.int().nullable(),
            kind: z.string(),
            reason: z.string(),
          }),
        )
        .openapi({ description: 'The first of each kind.' }),
    }),
  })
  .openapi('Reading');

export const readingRoutes = [
  route<{ sourceID: string }>({
    method: 'get',
    path: '/sources/{sourceID}/reading',
    role: 'reader',
    tag: 'Sources',
    summary: 'Returns how a source was read',
    description:
      'The format of its case, how each column of its tables was understood, and the first problems of each kind, as ' +
      'they were when its index was built.',
    params: z.strictObject({ sourceID: sourceIdParameter }),
    ok: { description: 'How it was read.', mediaTypes: { 'application/json': readingSchema } },
    errors: {
      404: NO_SUCH_SOURCE,
      409: 'An older version built the index without this report, or the report is damaged.',
    },
    async handle({ params: { sourceID } }, { sources }) {
      const reading = await readingOf(sources.getReady(sourceID)).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'INDEX_CORRUPT') throw new HttpFault(409, error.message);
        throw error;
      });
      if (reading === null) throw new HttpFault(409, NOT_KEPT);
      return reading;
    },
  }),
];

const NOT_KEPT =
  'The index of this source is of a version that did not keep how the case was read. Build it again: index build --force.';
