/** A simulated thread: the same work behind the same interface, in turns of the event loop. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PoolThread, ThreadPort } from '../../src/engine/inversion/thread-pool.ts';

export class NearThread implements PoolThread {
  readonly #near: MessagePort;
  readonly #far: MessagePort;
  readonly #failing: string | null;
  readonly #isDying: boolean;
  #onExit: () => void = () => undefined;

  /**
   * `work` answers orders at a port. An order of the kind `failing` is answered with the error of a full disk, or ends the
   * thread.
   */
  constructor(work: (port: ThreadPort) => unknown, failing: string | null = null, isDying = false) {
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    this.#far = port2;
    this.#failing = failing;
    this.#isDying = isDying;
    work(port2 as unknown as ThreadPort);
  }

  postMessage(order: { readonly kind: string }): void {
    const fault = { kind: 'fault', text: 'the disk is full', code: 'ENOSPC', isKnown: false };
    if (order.kind === this.#failing && this.#isDying) setImmediate(() => this.#onExit());
    else if (order.kind === this.#failing) this.#far.postMessage(fault);
    else this.#near.postMessage(order);
  }

  on(event: string, listener: (value: never) => void): void {
    if (event === 'exit') this.#onExit = listener as () => void;
    if (event === 'message') this.#near.on('message', (answer) => listener(answer as never));
  }

  async terminate(): Promise<void> {
    this.#near.close();
  }
}
