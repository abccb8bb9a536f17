/** Suggestions and values of fields, from engine processes: the indexes of suggestions are there. */
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
    const { result } = await this.#pool.call(sources, 'suggest', { sources, field, prefix, limit });
    this.#tell(result.damaged);
    return { values: result.suggestions, isComplete: result.isComplete };
  }

  async distinct(sources: readonly string[], field: string, signal?: AbortSignal): Promise<KnownValues<string>> {
    const { channel, result } = await this.#pool.call(sources, 'distinct', { sources, field }, signal);
    this.#tell(result.damaged);
    return { values: await channel.value(result.values, signal), isComplete: result.isComplete };
  }

  #tell(damaged: readonly WireDamage[]): void {
    for (const { source, fault } of damaged) {
      const decoded = decodeFault(fault);
      if (decoded instanceof AppError) this.#onDamaged(source, decoded);
    }
  }
}
