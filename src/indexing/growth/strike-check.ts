/**
 * Checks that a part without its struck documents answers like an index without them. If a decision over all items could
 * differ, the case must be indexed completely.
 */
import { columnOf } from '../../engine/columns/column-rule.ts';
import { ValueColumnReader } from '../../engine/columns/values/value-column-reader.ts';
import { loadWholeValues } from '../../engine/columns/values/whole-values.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { parseDateStart } from '../../schema/date-value.ts';
import { parseNumber } from '../../schema/number-value.ts';
import {
  CONTENT_FIELD,
  DIGITS_FIELD,
  HEX_FIELD,
  THREAD_FIELD,
  THREAD_IDS_FIELD,
} from '../../schema/well-known-fields.ts';
import { atOnce } from '../../shared/slices.ts';
import type { EarlierPart } from './earlier-parts.ts';

/** Returns why the part cannot stay, or null if it can. */
export function strikeMisfit({ index }: Pick<EarlierPart, 'index'>): string | null {
  const { struck } = index;
  if (struck.count === 0) return null;
  if (struck.countIn(index.searchable()) < struck.count) return 'an item that was removed is a node of the tree';
  return relativeMisfit(index) ?? threadMisfit(index) ?? fieldsMisfit(index);
}

function relativeMisfit({ struck, tree }: IndexReader): string | null {
  for (const doc of struck.documents()) {
    const parent = tree.parentOf(doc);
    const isAlone = parent < 0 || struck.has(parent);
    const children = tree.childCount(doc);
    if (!isAlone || tree.children(doc, 0, children).some((child) => !struck.has(child))) {
      return 'an item that was removed or changed has relatives in another file';
    }
  }
  return null;
}

function threadMisfit(index: IndexReader): string | null {
  for (const name of [THREAD_FIELD, THREAD_IDS_FIELD]) {
    const column = index.valueColumns.get(name);
    if (column === undefined) continue;
    const { docs } = atOnce(loadWholeValues(index.columns, column, index.documentCount));
    for (const doc of index.struck.documents()) {
      const hasValue = docs.isSingle ? docs.ordinals[doc] !== 0 : docs.starts[doc] !== docs.starts[doc + 1];
      if (hasValue) return 'an item that was removed or changed is a mail of a thread';
    }
  }
  return null;
}

/** Checks that a field keeps its type and its column without the values of struck documents. */
function fieldsMisfit(index: IndexReader): string | null {
  for (const field of index.fields.values()) {
    const left = index.itemsWith(field);
    if (left === field.exists.docFreq) continue;
    if (left === 0 || !keepsType(index, field)) return `field ${JSON.stringify(field.name)} could change its type`;
  }
  return null;
}

const TEXTS: ReadonlySet<string> = new Set([CONTENT_FIELD, DIGITS_FIELD, HEX_FIELD]);

/** Maximum number of values that are examined to find those that decide the type of a field. */
const VALUES_READ_MAX = 100_000;

function keepsType(index: IndexReader, { name, type, analysis }: FieldHeader): boolean {
  if (TEXTS.has(name) || type === 'number' || analysis !== 'text') return true;
  const column = index.valueColumns.get(columnOf(name) ?? name);
  if (column === undefined || column.refusal !== null) return false;
  const reader = new ValueColumnReader(index.columns, column);
  const documents = reader.documents();
  // A value that is a number and a date counts as a number.
  let isNumber = true;
  let isDate = type === 'text';
  for (let n = 0; n < Math.min(column.spellingCount, VALUES_READ_MAX) && (isNumber || isDate); n++) {
    let isLive = false;
    for (let doc = documents.first(); doc >= 0; doc = documents.next()) isLive ||= !index.struck.has(doc);
    if (!isLive) continue;
    const spelling = reader.spelling(n);
    if (parseNumber(spelling) === null) isNumber = false;
    if (parseDateStart(spelling) === null) isDate = false;
  }
  return !isNumber && !isDate;
}
