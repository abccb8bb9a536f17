/** Arguments of calls that arrive in parts, before the call itself. */
import type { ValuePart } from './protocol.ts';
import { Joiner } from './value-parts.ts';

export class LongArguments {
  readonly #joiners = new Map<number, Joiner>();

  add(call: number, part: ValuePart): void {
    const joiner = this.#joiners.get(call) ?? new Joiner();
    this.#joiners.set(call, joiner);
    joiner.add(part);
  }

  /** Removes and returns the argument of a call, or undefined. */
  take(call: number): unknown {
    const joiner = this.#joiners.get(call);
    this.#joiners.delete(call);
    return joiner?.whole;
  }
}
