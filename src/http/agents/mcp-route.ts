/** `POST /mcp`: the tools for agents. They send requests to other routes with the agent's permissions. */
import { CaseAccessClient } from '../../client/case-access-client.ts';
import { QUERY_BODY_BYTES_MAX } from '../limits.ts';
import { requestId } from '../request-log.ts';
import { route } from '../route.ts';
import { z } from '../schemas.ts';
import { insideFetch } from './inside.ts';

const messageSchema = z.looseObject({ jsonrpc: z.literal('2.0') }).openapi('McpMessage', {
  description: 'A JSON-RPC message of the Model Context Protocol.',
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
});

/** Headers that the protocol reads. */
const READ_HEADERS = /^(accept|content-type|mcp-.*)$/;

export const mcpRoutes = [
  route<Record<string, never>, Record<string, never>, z.output<typeof messageSchema>>({
    method: 'post',
    path: '/mcp',
    role: 'reader',
    tag: 'Agents',
    summary: 'Handles a message of an agent: lists the tools or calls one',
    description:
      'The Model Context Protocol over streamable HTTP, without sessions. Tools only read; with `serve --allow-marks` an annotator has one that marks. An error of the protocol is an answer in its own form.',
    body: { kind: 'json', schema: messageSchema, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: {
      description: 'The answer to the message.',
      mediaTypes: { 'application/json': messageSchema, 'text/event-stream': null },
      others: { 202: 'The message needs no answer.' },
    },
    errorForm: messageSchema,
    errors: {
      400: 'A message that is not of the protocol, or of an unknown version.',
      406: 'The client does not accept the answer.',
    },
    async handle({ body, ctx, signal }, { connect, version, allowMarks = false }) {
      const { answerMessage } = await import('../../mcp/http.ts');
      const read = Object.entries(ctx.req.headers).filter(([name]) => READ_HEADERS.test(name));
      const headers = Object.fromEntries(read) as Record<string, string>;
      const request = new Request('http://localhost/mcp', { method: 'POST', headers, signal });
      const client = new CaseAccessClient({ fetch: insideFetch(connect, ctx.req, requestId(ctx)) });
      const answer = await answerMessage(body, request, { client, version: version.program, allowMarks });
      ctx.status = answer.status;
      const type = answer.headers.get('Content-Type');
      if (type !== null) ctx.set('Content-Type', type);
      ctx.body = await answer.text();
    },
  }),
];
