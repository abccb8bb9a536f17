/** The analysts' page and its files, and the redirect from the root. */
import type { Context } from 'koa';
import type { Access } from '../../../access/access.ts';
import { framePolicy, pageFile, pagePolicy } from '../../description/page-files.ts';
import type { StaticForm } from '../../description/static-forms.ts';
import { HttpFault } from '../../errors.ts';
import { ACCEPTED_UNITS_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { z } from '../../schemas.ts';

const INDEX = 'index.html';
/** Pages that the page loads in a frame. */
const frames: ReadonlySet<string> = new Set(['pdf.html']);
/** For files whose names contain a content hash. */
const YEAR = 'public, max-age=31536000, immutable';

/** Parameters that the page itself reads. */
const state = {
  query: z.strictObject({
    q: z.string().optional(),
    filter: z.array(z.string()).optional(),
    sources: z.array(z.string()).optional().openapi({ description: 'Names of sources, separated by commas.' }),
    sort: z.array(z.string()).optional(),
    bbox: z.string().optional(),
    view: z.string().optional(),
    item: z.string().optional().openapi({ description: '`SOURCE:ID`' }),
    tab: z.string().optional(),
    review: z.string().optional().openapi({ description: 'The name of a review.' }),
    signin: z.string().optional().openapi({ description: 'Why a sign-in failed.' }),
  }),
  repeated: ['filter', 'sources', 'sort'],
};

export const pageRoutes = [
  route({
    method: 'get',
    path: '/',
    role: 'reader',
    tag: 'Page',
    summary: 'Redirects a browser to the page, and everyone else to the interactive documentation',
    ok: {
      description: 'The page that the redirect leads to.',
      mediaTypes: { 'text/html': null },
      others: { 302: 'To `/app/` if `Accept` contains `text/html`, else to `/swagger-ui/`.' },
    },
    handle({ ctx }) {
      ctx.vary('Accept');
      // Relative, so that a proxy may serve this below a path prefix.
      leadTo(ctx, /\btext\/html\b/i.test(ctx.get('Accept')) ? 'app/' : 'swagger-ui/');
    },
  }),
  route<Record<string, never>, unknown>({
    method: 'get',
    path: '/app/',
    role: 'none',
    ...state,
    tag: 'Page',
    summary: 'Shows the page on which people search, read and bookmark',
    description: 'Needs nothing but this interface. Its state is in the query of the address: every view is a link.',
    ok: {
      description: 'The page.',
      mediaTypes: { 'text/html': null },
      others: { 302: 'To `/app/`: the page needs the slash to find its files.' },
    },
    errors: { 404: 'The page is not built.' },
    async handle({ ctx }, { access }) {
      if (!ctx.path.endsWith('/')) return leadTo(ctx, `app/${ctx.search}`);
      return sendFile(ctx, INDEX, access);
    },
  }),
  route<{ file: string }, unknown>({
    method: 'get',
    path: '/app/{file}',
    role: 'none',
    ...state,
    tag: 'Page',
    summary: 'Returns a file of the page; for an unknown name, the page itself',
    params: z.strictObject({ file: z.string().openapi({ description: 'The name of a file.', example: 'index.html' }) }),
    ok: {
      description: 'The file.',
      mediaTypes: { 'text/html': null, 'text/javascript': null, 'text/css': null, 'font/woff2': null },
    },
    errors: { 404: 'There is no such file, or the page is not built.' },
    handle: ({ ctx, params: { file } }, { access }) => sendFile(ctx, file, access),
  }),
];

export function leadTo(ctx: Context, location: string): void {
  ctx.redirect(location);
  ctx.body = '';
  ctx.remove('Content-Type');
}

async function sendFile(ctx: Context, name: string, access: Access): Promise<void> {
  const isShort = ctx.get('Accept-Encoding').length <= ACCEPTED_UNITS_MAX;
  const takes = (encoding: string): boolean => isShort && ctx.acceptsEncodings(encoding) !== false;
  const named = await pageFile(name, takes);
  // A name with an extension is a file, and a missing file must not look like a page.
  if (named === null && /\.\w+$/.test(name)) {
    throw new HttpFault(404, `The page has no file ${JSON.stringify(name.slice(0, 80))}.`);
  }
  const file = named === null || named.name === INDEX ? await indexFile(takes, access) : named;
  if (file === null) throw new HttpFault(404, 'The page is not built. Run `npm run build` and restart the server.');
  const isPage = file.name.endsWith('.html');
  ctx.set('Content-Security-Policy', frames.has(file.name) ? framePolicy : pagePolicy);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cache-Control', isPage ? 'no-store' : YEAR);
  ctx.vary('Accept-Encoding');
  if (file.encoding !== null) ctx.set('Content-Encoding', file.encoding);
  ctx.set('Content-Type', file.mediaType);
  ctx.body = file.bytes;
}

/** Tells the page whether and how users must sign in, so that it asks before any request. */
async function indexFile(takes: (encoding: string) => boolean, access: Access): Promise<StaticForm | null> {
  if (!access.isDemanded) return pageFile(INDEX, takes);
  const file = await pageFile(INDEX, () => false);
  if (file === null) return null;
  const { token, provider } = access.ways;
  const content = [...(token ? ['token'] : []), ...(provider === null ? [] : [`oidc=${encodeURI(provider)}`])].join(
    ' ',
  );
  const text = file.bytes.toString().replace('name="access" content="open"', `name="access" content="${content}"`);
  return { ...file, bytes: Buffer.from(text) };
}
