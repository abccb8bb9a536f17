/** Browser sessions: a cookie that stands for a token, or for a user signed in by a provider. */
import { CALLBACK_PATH } from '../../access/oidc/oidc-file.ts';
import { connectionOf, unknown } from '../authentication.ts';
import { SESSION_BODY_BYTES_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { z } from '../schemas.ts';
import { leadTo } from './pages/page.ts';

const tokenSchema = z
  .strictObject({ token: z.string().openapi({ description: 'As `case-access token new` printed it.' }) })
  .openapi('SessionRequest', { example: { token: 'Zm9yIGV4YW1wbGU' } });

const sessionSchema = z
  .strictObject({
    name: z.string().nullable(),
    role: z.enum(['reader', 'annotator', 'administrator']),
  })
  .openapi('Session');

const endedSchema = z.strictObject({
  ended: z.literal(true),
  signOutAt: z.string().nullable().openapi({
    description: 'The sign-out address of the provider; null if it has none.',
  }),
});

export const sessionRoutes = [
  route<Record<string, never>, Record<string, never>, { token: string }>({
    method: 'post',
    path: '/session',
    role: 'none',
    tag: 'Session',
    summary: 'Begins a session: sets a cookie that counts as the token',
    description:
      'The cookie is `HttpOnly` and `SameSite=Strict`, and `Secure` if the request came by https. The session ends after twelve hours, with the token, or with the server.',
    body: { kind: 'json', schema: tokenSchema, bytesMax: SESSION_BODY_BYTES_MAX },
    ok: { description: 'The user of the session.', mediaTypes: { 'application/json': sessionSchema } },
    errors: { 401: 'The token is not known.', 404: 'The server takes no tokens.' },
    async handle({ body, ctx }, { access }) {
      const session = await access.begin(body.token, connectionOf(ctx));
      if (session === null) throw unknown('');
      ctx.set('Set-Cookie', session.cookie);
      ctx.set('Cache-Control', 'no-store');
      ctx.state.viewer = session.viewer;
      const { name, role } = session.viewer;
      return { name, role };
    },
  }),
  route({
    method: 'delete',
    path: '/session',
    role: 'reader',
    tag: 'Session',
    summary: 'Ends the session of the cookie',
    ok: {
      description: 'The session has ended.',
      mediaTypes: { 'application/json': endedSchema },
    },
    async handle({ ctx }, { access }) {
      const { cookie, signOutAt } = await access.end(ctx.req.headers.cookie, connectionOf(ctx));
      ctx.set('Set-Cookie', cookie);
      ctx.set('Cache-Control', 'no-store');
      return { ended: true, signOutAt };
    },
  }),
  route<Record<string, never>, { page?: string | undefined }>({
    method: 'get',
    path: '/session/oidc/begin',
    role: 'none',
    tag: 'Session',
    summary: 'Redirects a browser to the provider that signs people in',
    description:
      'The page does that. The answer sets a cookie that the browser must come back with within ten minutes.',
    query: z.strictObject({
      page: z.string().optional().openapi({ description: 'The query of the page to come back to, as `?q=heron`.' }),
    }),
    ok: { description: 'A redirect.', mediaTypes: {}, others: { 302: 'To the provider.' } },
    errors: { 404: 'No provider signs people in here.' },
    async handle({ ctx, query }, { access }) {
      const { address, cookie } = await access.beginSignIn(query.page ?? '', connectionOf(ctx));
      ctx.set('Set-Cookie', cookie);
      ctx.set('Cache-Control', 'no-store');
      leadTo(ctx, address.href);
    },
  }),
  route<Record<string, never>, unknown>({
    method: 'get',
    path: CALLBACK_PATH,
    role: 'none',
    tag: 'Session',
    summary: 'Begins a session for a user signed in by the provider',
    description: 'The provider redirects browsers here, with its own query parameters.',
    query: z.looseObject({
      state: z.string().optional(),
      code: z.string().optional(),
      error: z.string().optional().openapi({ description: 'The reason why there is no code.' }),
    }),
    ok: {
      description: 'A document that redirects to the page, with the cookie of the session.',
      mediaTypes: { 'text/html': null },
      others: { 302: 'To the page, which shows why no session begins.' },
    },
    errors: { 404: 'No provider signs people in here.' },
    async handle({ ctx }, { access }) {
      const signIn = await access.finishSignIn(ctx.search, ctx.req.headers.cookie, connectionOf(ctx));
      ctx.set('Set-Cookie', [...signIn.cookies]);
      ctx.set('Cache-Control', 'no-store');
      if ('fault' in signIn) return leadTo(ctx, `../../app/?signin=${signIn.fault}`);
      ctx.state.viewer = signIn.viewer;
      ctx.set('Content-Security-Policy', "default-src 'none'");
      ctx.set('Referrer-Policy', 'no-referrer');
      ctx.type = 'text/html';
      ctx.body = pageThatLeadsTo(`../../app/${signIn.returnQuery}`);
      return undefined;
    },
  }),
];

/**
 * Leads on with a page, because a redirect would still count as coming from the provider, and browsers send the session cookie
 * only with requests from our own pages.
 */
function pageThatLeadsTo(address: string): string {
  const escaped = address.replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${escaped}"><title>case-access</title><a href="${escaped}">case-access</a>\n`;
}
