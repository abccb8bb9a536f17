/** Runs inside a confined process: takes the messages of one task, then answers. */
import { serveCalls } from '../shared/child/call-host.ts';

/** Requests have priority over the work of these processes. */
const NICE = 5;

/** The work cannot be done. The message is a reason that follows a name, such as `is damaged`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Passes all messages of one task to `work`. Exceptions other than a Refusal are reported as a fault of the bytes. */
export function serveConfined<Message>(work: (messages: readonly Message[]) => Promise<unknown>): void {
  serveCalls((_name, _argument, { parts }) => work(parts as readonly Message[]), { nice: NICE, encodeFault: reasonOf });
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
