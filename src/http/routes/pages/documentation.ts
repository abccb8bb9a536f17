/**
 * The documentation of this program, as pages with a search. It contains no evidence, so everyone who may open the page may read
 * it.
 */
import type { Context } from 'koa';
import { docsFile } from '../../description/docs-files.ts';
import { pagePolicy } from '../../description/page-files.ts';
import { HttpFault } from '../../errors.ts';
import { ACCEPTED_UNITS_MAX } from '../../limits.ts';
import { namesTag } from '../../output/content-headers.ts';
import { route } from '../../route.ts';
import { z } from '../../schemas.ts';
import { leadTo } from './page.ts';

const NAME_SHOWN_UNITS = 80;

const unchanged = 'The file is still the one that `If-None-Match` names.';

export const documentationRoutes = [
  route({
    method: 'get',
    path: '/docs/',
    role: 'none',
    tag: 'Description',
    summary: 'Shows the documentation: recipes, queries, deployment, formats',
    ok: {
      description: 'The first page.',
      mediaTypes: { 'text/html': null },
      others: { 302: 'To `/docs/`: pages need the slash to find their files.', 304: unchanged },
    },
    errors: { 404: 'The documentation is not built.' },
    async handle({ ctx }) {
      if (!ctx.path.endsWith('/')) return leadTo(ctx, 'docs/');
      return sendFile(ctx, 'index.html');
    },
  }),
  route<{ file: string }>({
    method: 'get',
    path: '/docs/{file}',
    role: 'none',
    tag: 'Description',
    summary: 'Returns a page or file of the documentation',
    params: z.strictObject({
      file: z.string().openapi({ description: 'The name of a page or file.', example: 'index.html' }),
    }),
    ok: {
      description: 'The file.',
      mediaTypes: {
        'text/html': null,
        'text/javascript': null,
        'text/css': null,
        'text/plain': null,
        'image/png': null,
        'image/webp': null,
        'image/svg+xml': null,
      },
      others: { 304: unchanged },
    },
    errors: { 404: 'There is no file of that name, or the documentation is not built.' },
    handle: ({ ctx, params: { file } }) => sendFile(ctx, file),
  }),
];

async function sendFile(ctx: Context, name: string): Promise<void> {
  const isShort = ctx.get('Accept-Encoding').length <= ACCEPTED_UNITS_MAX;
  const file = await docsFile(name, (encoding) => isShort && ctx.acceptsEncodings(encoding) !== false);
  if (file === null) {
    throw new HttpFault(
      404,
      `The documentation has no page ${JSON.stringify(name.slice(0, NAME_SHOWN_UNITS))}. Begin at /docs/.`,
    );
  }
  ctx.set('Content-Security-Policy', pagePolicy);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('ETag', file.tag);
  ctx.vary('Accept-Encoding');
  if (namesTag(ctx.get('If-None-Match'), file.tag, 'weak')) {
    ctx.status = 304;
    return;
  }
  if (file.encoding !== null) ctx.set('Content-Encoding', file.encoding);
  ctx.set('Content-Type', file.mediaType);
  ctx.body = file.bytes;
}
