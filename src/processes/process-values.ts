/** Suggestions and values of fields from engine processes, which have the indexes of suggestions. */
import type { KnownValues, ValueQuestions } from '../search/value-questions.ts';
import { AppError } from '../shared/errors.ts';
import type { EnginePool } from './engine-pool.ts';
import { decodeFault } from './faults.ts';
import type { WireDamage } from './protocol.ts';

export class ProcessValues implements ValueQuestions {
  readonly #pool: EnginePool;
  readonly #onDamaged: (source: string, fault: AppError) => void;

  constructor(pool: EnginePool, onDamaged: (source: string, fault: AppError) => void) {
    this.#pool = pool;
    this.#onDamaged = onDamaged;
  }

  async suggest(sources: readonly string[], field: string | null, prefix: string, limit: number) {
    const sound = await this.#soundAmong(sources);
    const { result } = await this.#pool.call(sound, 'suggest', { sources: sound, field, prefix, limit });
    this.#report(result.damaged);
    return { values: result.suggestions, isComplete: result.isComplete };
  }

  async distinct(sources: readonly string[], field: string, signal?: AbortSignal): Promise<KnownValues<string>> {
    const sound = await this.#soundAmong(sources, signal);
    const { channel, result } = await this.#pool.call(sound, 'distinct', { sources: sound, field }, signal);
    this.#report(result.damaged);
    return { values: await channel.value(result.values, signal), isComplete: result.isComplete };
  }

  /** Returns the sources without known damage. A replacement process cannot open the others. */
  async #soundAmong(sources: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    const damaged = await this.#pool.damagedAmong(sources, signal);
    for (const [source, fault] of damaged) this.#onDamaged(source, fault);
    return sources.filter((source) => !damaged.has(source));
  }

  #report(damaged: readonly WireDamage[]): void {
    for (const { source, fault } of damaged) {
      const decoded = decodeFault(fault);
      if (decoded instanceof AppError) this.#onDamaged(source, decoded);
    }
  }
}
