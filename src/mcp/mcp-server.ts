/** A Model Context Protocol server over the HTTP interface: tools, answers and errors. */
import { McpServer } from '@modelcontextprotocol/server';
import { type CaseAccessClient, CaseAccessError } from '../client/case-access-client.ts';
import { type Arguments, answerText, budgetOf, ToolFault } from './answer.ts';
import { GRAMMAR, INSTRUCTIONS } from './guidance.ts';
import { SECONDS, type Tool } from './tool.ts';
import { toolsOf } from './tools.ts';

export interface McpOptions {
  readonly client: CaseAccessClient;
  readonly version: string;
  /** Whether the agent may mark items, in its own bookmark. */
  readonly allowMarks: boolean;
}

interface ToolAnswer {
  readonly content: { type: 'text'; text: string }[];
  readonly isError?: boolean;
  readonly [name: string]: unknown;
}

export function createMcpServer({ client, version, allowMarks }: McpOptions): McpServer {
  const server = new McpServer({ name: 'case-access', version }, { instructions: INSTRUCTIONS });
  for (const tool of toolsOf(allowMarks)) {
    const { name, description, input, isReading } = tool;
    const annotations = { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false };
    server.registerTool(name, { description, inputSchema: input, annotations }, (given, { mcpReq }) =>
      answerOf(tool, given as Arguments, client, mcpReq.signal),
    );
  }
  return server;
}

async function answerOf(
  tool: Tool,
  given: Arguments,
  client: CaseAccessClient,
  cancelled: AbortSignal,
): Promise<ToolAnswer> {
  const seconds = typeof given['seconds'] === 'number' ? given['seconds'] : SECONDS;
  const deadline = AbortSignal.timeout(seconds * 1000);
  const call = { client, signal: AbortSignal.any([cancelled, deadline]), given };
  try {
    return { content: [{ type: 'text', text: answerText(await tool.run(call), given) }] };
  } catch (fault) {
    const finding = deadline.aborted
      ? { error: `The call did not finish within ${seconds} seconds. Narrow it, or give more seconds.` }
      : await findingOf(fault, given, client, cancelled);
    return { content: [{ type: 'text', text: within(finding, budgetOf(given)) }], isError: true };
  }
}

/** Returns the answer for an error that is about the call. Throws other errors again. */
async function findingOf(
  fault: unknown,
  given: Arguments,
  client: CaseAccessClient,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  if (fault instanceof ToolFault) return { error: fault.message };
  if (fault instanceof TypeError && fault.message === 'fetch failed') return { error: 'The server does not answer.' };
  if (!(fault instanceof CaseAccessError)) throw fault;
  const { details } = fault;
  if (details?.position === undefined) return { error: fault.message, status: fault.status };
  const { suggestion, ...facts } = details;
  const repaired = suggestion ?? null;
  return { ...facts, repaired, next: await repairedCall(given, repaired, client, signal), grammar: GRAMMAR };
}

/** Returns the call with its query repaired or, if that is impossible, with the query as literal text. */
async function repairedCall(
  given: Arguments,
  repaired: string | null,
  client: CaseAccessClient,
  signal: AbortSignal,
): Promise<Arguments | null> {
  const filters = Array.isArray(given['filter']) ? (given['filter'] as readonly string[]) : [];
  for (const [n, filter] of filters.entries()) {
    if (!(await isWrong(filter, client, signal))) continue;
    return repaired === null ? null : { ...given, filter: filters.with(n, repaired) };
  }
  return repaired === null ? { ...given, literal: true } : { ...given, q: repaired };
}

async function isWrong(q: string, client: CaseAccessClient, signal: AbortSignal): Promise<boolean> {
  return client.ask('explainQuery', { q }, undefined, { signal }).then(
    () => false,
    (fault: unknown) => fault instanceof CaseAccessError && fault.details?.position !== undefined,
  );
}

/** Shortens the answer, because a long query must not make the error exceed the budget. */
function within(finding: Record<string, unknown>, budget: number): string {
  const all = JSON.stringify(finding);
  if (all.length <= budget) return all;
  return JSON.stringify({ error: String(finding['error']).slice(0, budget >> 2), grammar: finding['grammar'] });
}
