/** Lists every distinct value of a field, over several sources. */
import type { Coordinator } from '../search/combined/coordinator.ts';
import type { Target } from '../search/target.ts';
import type { KnownValues } from '../search/value-questions.ts';

/** Returns the distinct values as the cases spell them, in code point order. */
export async function distinctValues<T extends Target>(
  coordinator: Pick<Coordinator<T>, 'fieldValues'>,
  targets: readonly T[],
  field: string,
  signal?: AbortSignal,
): Promise<KnownValues<string>> {
  const { found } = await coordinator.fieldValues(targets, field, signal);
  const values = new Set(found.flatMap(({ value: { values } }) => values.map(({ value }) => value)));
  // Bytes of UTF-8 sort like code points, but UTF-16 units do not.
  const sorted = [...values]
    .map((value) => ({ value, bytes: Buffer.from(value) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ value }) => value);
  return { values: sorted, isComplete: found.every(({ value: { isComplete } }) => isComplete) };
}
