/** The interface descriptions: OpenAPI, Swagger UI, WADL. */
import type { Context } from 'koa';
import { AppError } from '../../../shared/errors.ts';
import { staticFile } from '../../description/static-files.ts';
import { swaggerUiAsset, swaggerUiFiles, swaggerUiPolicy } from '../../description/swagger-ui.ts';
import { route } from '../../route.ts';
import { z } from '../../schemas.ts';
import { leadTo } from './page.ts';

export const descriptionRoutes = [
  route({
    method: 'get',
    path: '/openapi.json',
    role: 'none',
    tag: 'Description',
    summary: 'Returns the OpenAPI 3.1 description of the interface',
    ok: { description: 'The description.', mediaTypes: { 'application/json': z.looseObject({ openapi: z.string() }) } },
    async handle({ ctx }) {
      const body = await staticFile('interface', 'openapi.json');
      ctx.type = 'application/json';
      ctx.body = body;
    },
  }),
  route({
    method: 'get',
    path: '/application.wadl',
    role: 'none',
    tag: 'Description',
    summary: 'Returns the WADL description of the interface',
    ok: { description: 'The description.', mediaTypes: { 'application/vnd.sun.wadl+xml': null } },
    async handle({ ctx }) {
      const body = await staticFile('interface', 'application.wadl');
      ctx.set('Content-Type', 'application/vnd.sun.wadl+xml; charset=utf-8');
      ctx.body = body;
    },
  }),
  route({
    method: 'get',
    path: '/swagger-ui/',
    role: 'none',
    tag: 'Description',
    summary: 'Shows the interactive documentation',
    ok: {
      description: 'The page, under `/swagger-ui/`.',
      mediaTypes: { 'text/html': null },
      others: { 302: 'To `/swagger-ui/`: the page needs the slash to find its files.' },
    },
    async handle({ ctx }) {
      if (!ctx.path.endsWith('/')) return leadTo(ctx, 'swagger-ui/');
      return sendAsset(ctx, 'index.html');
    },
  }),
  route<{ file: string }>({
    method: 'get',
    path: '/swagger-ui/{file}',
    role: 'none',
    tag: 'Description',
    summary: 'Returns a file of the interactive documentation',
    params: z.strictObject({
      file: z.string().openapi({ description: `One of ${swaggerUiFiles.join(', ')}.`, example: 'start.js' }),
    }),
    ok: {
      description: 'The file.',
      mediaTypes: { 'text/html': null, 'text/javascript': null, 'text/css': null, 'image/png': null },
    },
    errors: { 404: 'There is no file of that name.' },
    handle: ({ ctx, params: { file } }) => sendAsset(ctx, file),
  }),
];

async function sendAsset(ctx: Context, file: string): Promise<void> {
  const asset = await swaggerUiAsset(file);
  if (asset === null) throw new AppError('NOT_FOUND', `Swagger UI has no file ${JSON.stringify(file.slice(0, 80))}.`);
  ctx.set('Content-Security-Policy', swaggerUiPolicy);
  ctx.set('Content-Type', asset.mediaType);
  ctx.body = asset.bytes;
}
