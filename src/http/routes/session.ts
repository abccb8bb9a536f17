/** Sessions of browsers: a cookie that counts as the token that it was given for. */
import { connectionOf, unknown } from '../authentication.ts';
import { SESSION_BODY_BYTES_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { z } from '../schemas.ts';

const tokenSchema = z
  .strictObject({ token: z.string().openapi({ description: 'As `case-access token new` printed it.' }) })
  .openapi('SessionRequest', { example: { token: 'Zm9yIGV4YW1wbGU' } });

const sessionSchema = z
  .strictObject({
    name: z.string().nullable(),
    role: z.enum(['reader', 'annotator', 'administrator']),
  })
  .openapi('Session');

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
    ok: { description: 'Whose session it is.', mediaTypes: { 'application/json': sessionSchema } },
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
      description: 'It has ended.',
      mediaTypes: { 'application/json': z.strictObject({ ended: z.literal(true) }) },
    },
    handle({ ctx }, { access }) {
      ctx.set('Set-Cookie', access.end(ctx.req.headers.cookie, connectionOf(ctx)));
      return { ended: true };
    },
  }),
];
