/** The tools over stdin and stdout. */
import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpOptions } from './mcp-server.ts';

/** Resolves when the client closes stdin, or `signal` fires. */
export async function serveOverStdio(
  options: McpOptions,
  signal: AbortSignal,
  onFault: (fault: Error) => void,
): Promise<void> {
  const ended = once(process.stdin, 'close', { signal }).catch(() => undefined);
  const handle = serveStdio(() => createMcpServer(options), { onerror: onFault });
  await ended;
  await handle.close();
}
