/** Request and answer headers in the OpenAPI document. */
import { z } from '../schemas.ts';

interface Header {
  readonly description: string;
  readonly schema: { readonly type: 'string' | 'integer' };
}

const header = (description: string, type: 'string' | 'integer' = 'string'): Header => ({
  description,
  schema: { type },
});

/** In every answer. */
const everywhere = { 'X-Request-Id': header('The id of the request, or a generated one. The log has it.') };

/** In answers with bytes that support ranges. */
const ofBytes = {
  'Accept-Ranges': header('`bytes`'),
  ETag: header('Identifies these bytes if the case has a hash of them: for `If-None-Match` and `If-Range`.'),
};

/** Headers by status. The route serves byte ranges (`isRanged`), or a text with further headers. */
export function headersOf(
  status: string,
  isRanged: boolean,
  own: Readonly<Record<string, string>>,
): Record<string, Header> {
  const named = Object.fromEntries(Object.entries(own).map(([name, description]) => [name, header(description)]));
  switch (status) {
    case '200':
      return { ...everywhere, ...(isRanged ? ofBytes : {}), ...named };
    case '206':
      return {
        ...everywhere,
        ...ofBytes,
        ...named,
        'Content-Range': header('The range of these bytes, and the total number.'),
      };
    case '304':
      return { ...everywhere, ETag: ofBytes.ETag };
    case '416':
      return { ...everywhere, 'Content-Range': header('The number of bytes.') };
    case '429':
    case '503':
      return { ...everywhere, 'Retry-After': header('Seconds to wait, if a retry may help.', 'integer') };
    default:
      return everywhere;
  }
}

/** Request headers for byte ranges. */
export const rangeHeaders = z.object({
  Range: z.string().optional().openapi({ description: 'One range of bytes.', example: 'bytes=0-1023' }),
  'If-None-Match': z
    .string()
    .optional()
    .openapi({ description: 'The ETag of content that the client already has: the answer is then 304.' }),
  'If-Range': z
    .string()
    .optional()
    .openapi({ description: 'The ETag of content of which the client already has a part.' }),
});
