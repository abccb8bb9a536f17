/** Parameters of a page: size and offset. */
import { PAGE_HITS_MAX } from '../limits.ts';
import { z } from '../schemas.ts';
import { countParameter } from './set-parameters.ts';

export const DEFAULT_PAGE_LIMIT = 50;

export interface PageParameters {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly after?: string | undefined;
}

const after = z
  .string()
  .optional()
  .openapi({ description: 'The `next` of the previous page, with the same parameters.' });

/** As strings in a query, and as members of a body. `what`: the plural noun, such as "Hits". */
export function pageShapes(what: string) {
  const limit = `${what} of a page, up to ${PAGE_HITS_MAX}; ${DEFAULT_PAGE_LIMIT} by default.`;
  const offset = `${what} to skip at the beginning. Not with \`after\`.`;
  return {
    query: {
      limit: countParameter({ most: PAGE_HITS_MAX, otherwise: DEFAULT_PAGE_LIMIT, description: limit }),
      offset: countParameter({ description: offset }),
      after,
    },
    body: {
      limit: z.int().min(0).max(PAGE_HITS_MAX).optional().openapi({ description: limit }),
      offset: z.int().min(0).optional().openapi({ description: offset }),
      after,
    },
  } as const;
}
