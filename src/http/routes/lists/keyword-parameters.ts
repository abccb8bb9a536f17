/** The parameters of `POST /keywords`: in the address for a text, in the body for JSON. */
import { flagText, z } from '../../schemas.ts';
import { type SetParameters, setBodyShape, setQueryShape } from '../set-parameters.ts';

const described = {
  queries: 'The queries. Equal ones are computed once, and each gets its line.',
  within: 'A query: only items that it finds count. Families are not limited by it.',
  bookmarkPrefix:
    'Adds the items of each line to the bookmark with this name followed by the query, created if missing.',
  format: 'Instead of `Accept: text/csv`.',
  certificate:
    'Whether the last line carries a certificate of the report: of its list, its lines and the items that any of them finds. Not of CSV.',
};
const within = z.string().optional().openapi({ description: described.within });
const format = z
  .enum(['ndjson', 'csv'], 'is neither ndjson nor csv')
  .optional()
  .openapi({ description: described.format });

const { q: _inAddress, ...addressed } = setQueryShape;
const { q: _inBody, ...bodied } = setBodyShape;

export const keywordsQuery = z.strictObject({
  ...addressed,
  within,
  format,
  certificate: flagText.openapi({ type: 'boolean', description: described.certificate }),
});

export const keywordsBody = z
  .strictObject({
    queries: z.array(z.string()).openapi({ description: described.queries }),
    ...bodied,
    within,
    bookmarkPrefix: z.string().optional().openapi({ description: described.bookmarkPrefix }),
    format,
    certificate: z.boolean().optional().openapi({ description: described.certificate }),
  })
  .openapi('KeywordsRequest', { example: { queries: ['heron', '"blue heron"', 'sok?lov~'] } });

export interface KeywordsParameters extends Omit<SetParameters, 'q'> {
  readonly within?: string | undefined;
  readonly format?: 'ndjson' | 'csv' | undefined;
  readonly certificate?: boolean | undefined;
  readonly bookmarkPrefix?: string | undefined;
}
