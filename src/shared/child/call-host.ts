/** Answers the calls of another process. That process makes them through child-calls.ts. */
import { setPriority } from 'node:os';
import { leaveSignalsToParent } from '../platform.ts';
import { type CallTable, type FromChild, plainFault, type ToChild } from './call-messages.ts';

export interface CallContext {
  /** Fires when nobody waits for the answer any longer. */
  readonly signal: AbortSignal;
  /** All parts of the argument. */
  readonly parts: readonly unknown[];
  /** Sends a part of the result. */
  sendPart(part: unknown): void;
}

/** Answers a call. Its exceptions are sent to the caller. */
export type AnswerCall = (name: string, argument: unknown, context: CallContext) => Promise<unknown>;

/** One function for each call. */
export type CallHandlers<C extends CallTable<C>> = {
  readonly [N in keyof C]: (argument: C[N]['argument'], context: CallContext) => Promise<C[N]['result']>;
};

export function answerBy<C extends CallTable<C>>(handlers: CallHandlers<C>): AnswerCall {
  return (name, argument, context) => handlers[name as keyof C](argument as never, context);
}

/** A choice for `encodeFault`: an unexpected exception ends the process, as if its input had crashed it. */
export function endByFault(fault: unknown): never {
  throw fault;
}

export interface CallHostOptions {
  /** Converts an exception to plain data. Default: `plainFault`. */
  readonly encodeFault?: (fault: unknown) => unknown;
  /** Called when a call begins. Its result is called when the answer has been sent. */
  readonly onCall?: () => () => void;
}

export class CallHost {
  readonly #send: (message: FromChild) => void;
  readonly #answer: AnswerCall;
  readonly #options: CallHostOptions;
  readonly #running = new Map<number, AbortController>();
  /** The parts of calls that have not arrived yet. */
  readonly #parts = new Map<number, unknown[]>();

  constructor(send: (message: FromChild) => void, answer: AnswerCall, options: CallHostOptions = {}) {
    this.#send = send;
    this.#answer = answer;
    this.#options = options;
  }

  receive(message: ToChild): void {
    const { id } = message;
    if (message.kind === 'part') {
      const parts = this.#parts.get(id);
      if (parts === undefined) this.#parts.set(id, [message.part]);
      else parts.push(message.part);
      return;
    }
    const parts = this.#parts.get(id) ?? [];
    this.#parts.delete(id);
    if (message.kind === 'cancel') this.#running.get(id)?.abort();
    else void this.#run(message, parts);
  }

  async #run({ id, name, argument }: Extract<ToChild, { kind: 'call' }>, parts: readonly unknown[]): Promise<void> {
    const { encodeFault = plainFault, onCall } = this.#options;
    const controller = new AbortController();
    const ended = onCall?.();
    this.#running.set(id, controller);
    try {
      const sendPart = (part: unknown): void => this.#send({ kind: 'part', id, part });
      const result = await this.#answer(name, argument, { signal: controller.signal, parts, sendPart });
      this.#send({ kind: 'result', id, result });
    } catch (fault) {
      this.#send({ kind: 'fault', id, fault: encodeFault(fault) });
    } finally {
      this.#running.delete(id);
      ended?.();
    }
  }
}

export interface ServedCalls extends CallHostOptions {
  /** By how much the priority of this process is lowered. */
  readonly nice?: number;
}

/** Answers the calls of the parent, and ends with it. Returns a function that sends an event. */
export function serveCalls(answer: AnswerCall, options: ServedCalls = {}): (event: unknown) => void {
  if (options.nice !== undefined) lowerPriority(options.nice);
  leaveSignalsToParent();
  const send = (message: FromChild): void => {
    if (process.connected) process.send?.(message);
  };
  const host = new CallHost(send, answer, options);
  process.on('message', (message) => host.receive(message as ToChild));
  // Without the parent nobody reads the answers.
  process.on('disconnect', () => process.exit(0));
  return (event) => send({ kind: 'event', event });
}

function lowerPriority(nice: number): void {
  try {
    setPriority(nice);
  } catch {
    // Some systems do not let a process lower its priority.
  }
}
