/** The tools over HTTP. Stateless: one message in, one answer out. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer, type McpOptions } from './mcp-server.ts';

/** Answers one message. `request` has its headers, and a signal that fires when the client disconnects. */
export async function answerMessage(message: unknown, request: Request, options: McpOptions): Promise<Response> {
  // The list of tools never changes, so clients need not subscribe to it.
  const handler = createMcpHandler(() => createMcpServer(options), { maxSubscriptions: 0 });
  const response = await handler.fetch(request, { parsedBody: message });
  const text = await response.text();
  await handler.close();
  return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
}
