/** The parts of an index that an addition follows: their data, and the decisions about fields that it must take over. */
import type { CaseReader } from '../../cases/case-reader.ts';
import { type IndexPart, type ListedPart, partIdentity } from '../../engine/index-parts.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import type { FieldType } from '../../schema/field-types.ts';
import { AppError } from '../../shared/errors.ts';
import { formatFault } from '../index-versions.ts';
import { type CaseFilesRecord, readCaseFiles } from './case-files.ts';

export interface EarlierPart {
  readonly directory: string;
  readonly index: IndexReader;
  readonly record: CaseFilesRecord;
}

export class EarlierParts {
  readonly parts: readonly EarlierPart[];
  /** The greatest id of an item, and the greatest id that an item names as its parent. -1 if there is none. */
  readonly lastId: number;
  readonly lastParentId: number;
  readonly records: number;
  /** Facts that the format recorded about the files of the case in these parts. */
  readonly facts: readonly unknown[];
  /** Fields with values that are neither numbers nor dates. */
  readonly textFields: ReadonlySet<string>;
  /** Columns that were refused because some values are too long. */
  readonly refusedColumns: ReadonlySet<string>;

  private constructor(parts: readonly EarlierPart[]) {
    this.parts = parts;
    this.lastId = Math.max(-1, ...parts.map(({ record }) => record.lastId));
    this.lastParentId = Math.max(-1, ...parts.map(({ record }) => record.lastParentId));
    this.records = parts.reduce((sum, part) => sum + recordsOf(part), 0);
    this.facts = parts.flatMap(({ record }) => record.facts);
    const textFields = new Set<string>();
    const refused = new Set<string>();
    for (const part of parts) {
      for (const [name, type] of typesOfPart(part)) if (type === 'text') textFields.add(name);
      for (const { name, refusal } of part.index.valueColumns.values()) if (refusal !== null) refused.add(name);
    }
    this.textFields = textFields;
    this.refusedColumns = refused;
  }

  /** Returns null if one of them cannot be followed by an addition, for example because another program version wrote it. */
  static async open(listed: readonly ListedPart[], reader: CaseReader): Promise<EarlierParts | null> {
    const parts: EarlierPart[] = [];
    try {
      for (const { directory, struck } of listed) {
        const record = readCaseFiles(directory);
        const index = record === null ? null : await IndexReader.open(directory);
        if (record !== null && index !== null) parts.push({ directory, index, record });
        index?.strike(struck);
        if (record === null || index === null || !canBeFollowed(index, record, reader)) {
          await closeAll(parts);
          return null;
        }
      }
      return new EarlierParts(parts);
    } catch (error) {
      await closeAll(parts);
      // This is not an error, because a build replaces an index that is damaged or has another version.
      if (error instanceof AppError && error.code.startsWith('INDEX_')) return null;
      throw error;
    }
  }

  get list(): readonly IndexPart[] {
    return this.parts.map(({ directory, index, record }) => ({
      items: index.documentCount,
      firstId: record.firstId,
      lastId: record.lastId,
      identity: partIdentity(directory),
      ...(index.struck.count === 0 ? {} : { struck: index.struck.ranges }),
    }));
  }

  /** Whether an item that is not struck has this id. */
  has(id: number): boolean {
    return this.parts.some(({ index }) => index.docOf(id) >= 0);
  }

  /** Whether only struck items have this id. */
  hasStruck(id: number): boolean {
    return !this.has(id) && this.parts.some(({ index }) => index.anyDocOf(id) >= 0);
  }

  async close(): Promise<void> {
    await closeAll(this.parts);
  }
}

/** Files without documents are never struck. */
function recordsOf({ index, record }: EarlierPart): number {
  const files = record.contents ?? [];
  const struck = files.filter(({ documents: [first] }) => first !== undefined && index.struck.has(first[0]));
  return struck.reduce((left, { records }) => left - records, record.records);
}

/** Returns the types that the values of each field fit, whether or not a search can hit an item with the field. */
export function typesOfPart({ index, record }: Pick<EarlierPart, 'index' | 'record'>): ReadonlyMap<string, FieldType> {
  const types = [...index.fields.values()].map(({ name, type }) => [name, type] as const);
  return new Map([...types, ...record.possibleTypes]);
}

function canBeFollowed({ header }: IndexReader, { isMiscounted }: CaseFilesRecord, reader: CaseReader): boolean {
  const isOfCase = formatFault(header, reader) === null && header.isItemStore !== true;
  return isOfCase && header.documentCount > 0 && !isMiscounted;
}

async function closeAll(parts: readonly EarlierPart[]): Promise<void> {
  for (const { index } of parts) await index.close();
}
