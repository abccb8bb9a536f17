/**
 * Opens the embedded engine over indexes of up to three parts. Parts are chosen as a growing case would make them: each has the
 * same types of fields as an index of all items, and nothing in it relates to an item of another part. If items are struck,
 * each part also has former states of some items of other parts, and the ids of parts overlap.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IndexReader } from '../../src/engine/index-reader.ts';
import { EmbeddedEngine } from '../../src/query/embedded-engine.ts';
import { EmbeddedItems } from '../../src/query/embedded-items.ts';
import { OpenIndexes } from '../../src/query/open-indexes.ts';
import { IndexParts } from '../../src/query/parted/index-parts.ts';
import { PartedEngine } from '../../src/query/parted/parted-engine.ts';
import { PartedItems } from '../../src/query/parted/parted-items.ts';
import { toTinyItem } from '../property/random-case.ts';
import { temporaryDir } from '../support/endings.ts';
import type { NaiveItem } from '../support/naive/naive-case.ts';
import { openIndex } from '../support/open-index.ts';
import { writeCase } from '../support/tiny-case.ts';
import type { OpenSubject } from './subject.ts';

/** `onParts` receives the number of parts of each source, and how many of their documents are struck. */
export function openParted(onParts: (parts: number, struck: number) => void, isStruck = false): OpenSubject {
  return async (sources) => {
    const path = temporaryDir();
    const opened = new Map<string, IndexReader>();
    const parts = new IndexParts();
    let count = 0;
    const indexOf = async (items: readonly NaiveItem[]): Promise<IndexReader> => {
      const name = String(count++);
      return openIndex(await writeCase(join(path, `case-${name}`), items.map(toTinyItem)), join(path, 'data'));
    };
    for (const [name, items] of sources) {
      const readers = await partsOf(items, indexOf, isStruck);
      onParts(
        readers.length,
        readers.reduce((sum, { struck }) => sum + struck.count, 0),
      );
      for (const [part, reader] of parts.add(name, readers)) opened.set(part, reader);
    }
    const indexes = new OpenIndexes(opened);
    return {
      engine: new PartedEngine(new EmbeddedEngine(indexes), parts),
      items: new PartedItems(new EmbeddedItems(indexes), parts),
      async close() {
        await indexes.close();
        await rm(path, { recursive: true, force: true });
      },
    };
  };
}

async function partsOf(
  items: readonly NaiveItem[],
  indexOf: (items: readonly NaiveItem[]) => Promise<IndexReader>,
  isStruck: boolean,
): Promise<readonly IndexReader[]> {
  const whole = await indexOf(items);
  const byId = [...items].sort((a, b) => a.id - b.id);
  const [first, second] = [Math.ceil(byId.length / 3), Math.ceil((2 * byId.length) / 3)];
  const others = Array.from({ length: Math.max(0, byId.length - 1) }, (_, i) => [i + 1]);
  const divided = [[first, second], [second], [first], ...others].map((bounds) => {
    const ends = [...bounds, byId.length];
    return ends.map((end, i) => byId.slice(ends[i - 1] ?? 0, end));
  });
  const interleaved = [3, 2].map((count) =>
    Array.from({ length: count }, (_, n) => byId.filter(({ id }) => (id * 7) % count === n)),
  );
  for (const groups of isStruck ? [...interleaved, ...divided] : divided) {
    if (groups.some(({ length }) => length === 0) || groups.some((group) => isRelated(group, byId))) continue;
    const readers: IndexReader[] = [];
    for (const group of groups) readers.push(isStruck ? await withFormer(group, items, indexOf) : await indexOf(group));
    if (areAlike(readers, whole)) {
      await whole.close();
      IndexReader.join(readers);
      return readers;
    }
    for (const reader of readers) await reader.close();
  }
  return [whole];
}

/** Returns an index of a group that also has former states of other items, struck, unless that would change its fields. */
async function withFormer(
  group: readonly NaiveItem[],
  all: readonly NaiveItem[],
  indexOf: (items: readonly NaiveItem[]) => Promise<IndexReader>,
): Promise<IndexReader> {
  const plain = await indexOf(group);
  const own = new Set(group.map(({ id }) => id));
  const others = all.filter(({ id }) => !own.has(id));
  const former = others
    .slice(0, 1 + Math.floor(others.length / 2))
    .map((item, i): NaiveItem => ({ ...group[i % group.length]!, id: item.id, parentId: null }));
  const index = await indexOf([...former, ...group]);
  index.strike(
    former
      .map(({ id }) => index.anyDocOf(id))
      .sort((a, b) => a - b)
      .map((doc) => [doc, doc + 1]),
  );
  const isAlike =
    index.fields.size === plain.fields.size &&
    [...index.fields.values()].every(
      (field) => index.itemsWith(field) === plain.fields.get(field.name)?.exists.docFreq,
    ) &&
    areAlike([index], plain, ['thread', 'threadIds']);
  await (isAlike ? plain : index).close();
  return isAlike ? index : plain;
}

/** Whether an item of the group has its parent outside, or an item outside has its parent in the group. */
function isRelated(group: readonly NaiveItem[], all: readonly NaiveItem[]): boolean {
  const own = new Set(group.map(({ id }) => id));
  const ids = new Set(all.map(({ id }) => id));
  return all.some(({ id, parentId }) => parentId !== null && ids.has(parentId) && own.has(id) !== own.has(parentId));
}

function areAlike(
  parts: readonly IndexReader[],
  whole: IndexReader,
  computed: readonly string[] = ['thread', 'threadIds', 'neardup'],
): boolean {
  const columns = (name: string, of: 'docCount' | 'valueCount'): boolean =>
    parts.reduce((sum, { valueColumns }) => sum + (valueColumns.get(name)?.[of] ?? 0), 0) ===
    (whole.valueColumns.get(name)?.[of] ?? 0);
  return (
    parts.every(({ fields, valueColumns }) =>
      [...fields.values()].every(
        ({ name, type, hasSharedPositions }) =>
          whole.fields.get(name)?.type === type &&
          whole.fields.get(name)?.hasSharedPositions === hasSharedPositions &&
          valueColumns.get(name)?.refusal === whole.valueColumns.get(name)?.refusal,
      ),
    ) && computed.every((name) => columns(name, 'docCount') && columns(name, 'valueCount'))
  );
}
