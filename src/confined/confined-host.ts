/** The inside of a confined process: takes the messages of one task, then answers. */
import { setPriority } from 'node:os';
import { leaveSignalsToParent } from '../shared/platform.ts';
import type { FromConfined } from './confined-processes.ts';

/** Requests have priority over the work of these processes. */
const NICE = 5;

/** Work that cannot be done, with a reason that fits after a name: `is damaged`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** `work` gets all messages of one task. Exceptions other than a Refusal are reported as a fault of the bytes. */
export function serveConfined<Message>(work: (messages: readonly Message[]) => Promise<unknown>): void {
  lowerPriority();
  leaveSignalsToParent();
  process.on('disconnect', () => process.exit(0));
  let messages: Message[] = [];
  process.on('message', (received: { readonly message?: Message; readonly end?: true }) => {
    if (received.end === undefined) {
      messages.push(received.message as Message);
      return;
    }
    const all = messages;
    messages = [];
    work(all).then(
      (value) => send({ kind: 'answer', value }),
      (error: unknown) => send({ kind: 'refused', reason: reasonOf(error) }),
    );
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

function send(message: FromConfined): void {
  if (process.connected) process.send?.(message);
}

function lowerPriority(): void {
  try {
    setPriority(NICE);
  } catch {
    // Some systems do not let a process lower its priority.
  }
}
