/**
 * Checks that a finished addition and the parts before it answer like a complete index. If a decision over all items would
 * differ, the case must be indexed completely.
 */
import { LONG_VALUES_MAX } from '../../engine/columns/column-rule.ts';
import { ValueColumnReader } from '../../engine/columns/values/value-column-reader.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { FIELDS_MAX } from '../../engine/inversion/field-table.ts';
import { THREAD_IDS_FIELD } from '../../schema/well-known-fields.ts';
import { haveCommonSubject } from './case-files.ts';
import { type EarlierPart, type EarlierParts, typesOfPart } from './earlier-parts.ts';

type Added = Pick<EarlierPart, 'index' | 'record'>;

/** Returns why the addition cannot follow, or null if it can. */
export function misfitOf({ parts }: EarlierParts, added: Added): string | null {
  return (
    emptiness(added) ??
    typeMisfit(parts, added) ??
    columnMisfit(parts, added) ??
    parts.map((part) => threadMisfit(part, added)).find((misfit) => misfit !== null) ??
    null
  );
}

function emptiness({ index, record }: Added): string | null {
  if (index.documentCount === 0) return 'the added files contain no items';
  return record.isMiscounted ? 'the case announces another number of items' : null;
}

/**
 * Returns a reason if the type of a field or the limit on fields matters: the values of all items decide the type of a field,
 * and the number of fields is limited.
 */
function typeMisfit(parts: readonly EarlierPart[], added: Added): string | null {
  const types = new Map<string, string>();
  const given = new Map(added.record.types);
  for (const part of [...parts, added]) {
    for (const [name, type] of typesOfPart(part)) {
      const known = types.get(name);
      if (known !== undefined && known !== type) return otherType(name);
      types.set(name, type);
    }
    for (const { name, type } of part.index.fields.values()) {
      if (parts.some(({ index }) => (index.fields.get(name)?.type ?? type) !== type)) return otherType(name);
    }
    if (types.size >= FIELDS_MAX) return 'the case has too many fields';
    if (part === added) continue;
    // A type that the case assigns may depend on all of its files.
    const before = new Map(part.record.types);
    for (const name of typesOfPart(part).keys()) if (before.get(name) !== given.get(name)) return otherType(name);
  }
  return null;
}

function otherType(field: string): string {
  return `field ${JSON.stringify(field)} would have another type`;
}

/** Checks columns: a column is refused if a field has too many long values in all items together. */
function columnMisfit(parts: readonly EarlierPart[], { index, record }: Added): string | null {
  for (const { name, refusal } of index.valueColumns.values()) {
    const others = parts.map((part) => part.index.valueColumns.get(name)).filter((column) => column !== undefined);
    if (others.some((column) => (column.refusal === null) !== (refusal === null))) {
      return `the values of ${JSON.stringify(name)} would be too long`;
    }
  }
  const counts = new Map(record.longValues);
  for (const part of parts) {
    for (const [name, count] of part.record.longValues) {
      const sum = (counts.get(name) ?? 0) + count;
      if (sum > LONG_VALUES_MAX) return `the values of ${JSON.stringify(name)} would be too long`;
      counts.set(name, sum);
    }
  }
  return null;
}

/** Mails of a thread must be in one part. */
function threadMisfit({ index, record }: EarlierPart, added: Added): string | null {
  const { mailSubjects, replySubjects } = added.record;
  if (haveCommonSubject(record.mailSubjects, replySubjects) || haveCommonSubject(record.replySubjects, mailSubjects)) {
    return 'a reply may belong to a mail of an earlier part';
  }
  const [known, named] = [idsOfThreads(index), idsOfThreads(added.index)];
  if (known === null || named === null) return null;
  for (let n = 0; n < named.column.spellingCount; n++) {
    if (known.has(named.spelling(n))) return 'a thread has mails in several parts';
  }
  return null;
}

function idsOfThreads(index: IndexReader): ValueColumnReader | null {
  const column = index.valueColumns.get(THREAD_IDS_FIELD);
  return column === undefined ? null : new ValueColumnReader(index.columns, column);
}

/** Facts about the items of earlier parts. No new item may be related to these items. */
type Earlier = Pick<EarlierParts, 'lastId' | 'lastParentId' | 'hasStruck'>;

/**
 * Whether the item is certainly not related to items of earlier parts, and has another id than each of them. An item may take
 * the place of a struck one, whose relatives are all struck. `isKnown` tells whether the addition already has an item with an
 * id.
 */
export function isUnrelated(
  earlier: Earlier,
  { id, parentId }: { readonly id: number; readonly parentId: number | null },
  isKnown: (id: number) => boolean,
): boolean {
  const { lastId, lastParentId } = earlier;
  const isApart = id > lastId ? id > lastParentId : earlier.hasStruck(id);
  return isApart && (parentId === null || parentId === id || parentId > lastId || isKnown(parentId));
}
