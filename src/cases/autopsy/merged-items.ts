/** Merges items of two tables by ascending id, if both ascend. */
import type { CaseItem } from '../case-reader.ts';

type Batches = AsyncGenerator<readonly CaseItem[], void, undefined>;

/** For equal ids, the item of `first` comes first. */
export async function* mergedById(first: Batches, second: Batches): Batches {
  try {
    let a = await batchOf(first);
    let b = await batchOf(second);
    let i = 0;
    let j = 0;
    while (a !== null && b !== null) {
      const merged: CaseItem[] = [];
      while (i < a.length && j < b.length) merged.push(a[i]!.id <= b[j]!.id ? a[i++]! : b[j++]!);
      yield merged;
      if (i === a.length) {
        a = await batchOf(first);
        i = 0;
      }
      if (b !== null && j === b.length) {
        b = await batchOf(second);
        j = 0;
      }
    }
    if (a !== null) yield a.slice(i);
    if (b !== null) yield b.slice(j);
    yield* first;
    yield* second;
  } finally {
    await first.return();
    await second.return();
  }
}

async function batchOf(batches: Batches): Promise<readonly CaseItem[] | null> {
  const { value, done } = await batches.next();
  return done === true ? null : value;
}
