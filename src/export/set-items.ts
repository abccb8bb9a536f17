/** The records of a set in order, read a few hundred at a time. */
import type { IndexedItem } from '../search/item-store.ts';
import { AppError } from '../shared/errors.ts';
import type { ExportSet, ExportSource } from './export-set.ts';
import { windowsOf } from './windows.ts';

export async function* itemsOf<T extends ExportSource>(
  set: ExportSet<T>,
): AsyncGenerator<{ readonly source: T; readonly item: IndexedItem }, void, undefined> {
  for await (const { parts, order } of windowsOf(await set.hits())) {
    const records = await Promise.all(parts.map(({ source, ids }) => set.items.records(source, ids, set.signal)));
    const next = parts.map(() => 0);
    const count = order?.length ?? parts[0]!.ids.length;
    for (let i = 0; i < count; i++) {
      const part = order === null ? 0 : order[i]!;
      const item = records[part]![next[part]!++];
      const { source } = parts[part]!;
      if (item === undefined || item === null) throw gone(source.id);
      yield { source, item };
    }
  }
}

function gone(source: string): AppError {
  return new AppError('CONFLICT', `An item of the source ${JSON.stringify(source)} no longer exists. Start again.`);
}
