/** The figures of `index stats`: sizes of the structures of an index, and its largest fields. */
import type { CaseOptions } from '../cases/case-format.ts';
import { CASE_FORMATS, openCase } from '../cases/open-case.ts';
import type { FieldHeader } from '../engine/format.ts';
import { IndexReader } from '../engine/index-reader.ts';
import { AppError } from '../shared/errors.ts';
import { currentGeneration, indexDirectory } from './generations.ts';

/** Fields that are listed, those with most items first. */
const FIELDS_LISTED = 40;

export interface IndexStats {
  readonly formatVersion: number;
  readonly generation: number;
  readonly isStale: boolean;
  readonly isComplete: boolean;
  readonly items: number;
  readonly searchableItems: number;
  readonly texts: number;
  readonly fields: number;
  readonly terms: number;
  readonly tokens: number;
  readonly problems: number;
  /** Bytes of each structure, in total and for each term, token and item. */
  readonly bytes: Readonly<Record<string, number>>;
  readonly bytesPerItem: Readonly<Record<string, number>>;
  readonly bytesPerTerm: number;
  readonly postingBytesPerToken: number;
  readonly largestFields: readonly FieldStats[];
  /** Bytes of the columns of whole values, which `columns` includes, and the fields without one because of long values. */
  readonly valueColumns: { readonly bytes: number; readonly bytesPerItem: number; readonly refused: readonly string[] };
}

export interface FieldStats {
  readonly name: string;
  readonly type: string;
  readonly items: number;
  readonly terms: number;
  readonly tokens: number;
}

export interface StatsOptions {
  readonly casePath: string;
  readonly caseOptions?: CaseOptions;
  readonly dataDir: string;
}

/** The contents of the current index of a case. Throws INDEX_MISSING if there is none. */
export async function indexStats(options: StatsOptions): Promise<IndexStats> {
  const caseReader = await openCase(options.casePath, CASE_FORMATS, options.caseOptions);
  try {
    const current = currentGeneration(indexDirectory(options.dataDir, caseReader.realPath));
    if (current === null) {
      throw new AppError(
        'INDEX_MISSING',
        `${options.casePath} has no index in ${options.dataDir}; build it with \`case-access index build\``,
      );
    }
    const index = await IndexReader.open(current.path);
    try {
      const isStale = index.header.caseFingerprint !== (await caseReader.fingerprint());
      return statsOf(index, current.number, isStale);
    } finally {
      await index.close();
    }
  } finally {
    await caseReader.close();
  }
}

function statsOf(index: IndexReader, generation: number, isStale: boolean): IndexStats {
  const { header } = index;
  const fields = [...index.fields.values()];
  const terms = sum(fields, (field) => field.termCount);
  const tokens = sum(fields, (field) => (field.termCount === 0 ? 0 : field.tokenCount));
  const perItem = Object.entries(header.streamBytes).map(([name, bytes]) => [
    name,
    round(bytes / Math.max(1, header.documentCount)),
  ]);
  return {
    formatVersion: header.formatVersion,
    generation,
    isStale,
    isComplete: header.isComplete,
    items: header.documentCount,
    searchableItems: header.searchableCount,
    texts: header.textCount,
    fields: fields.length,
    terms,
    tokens,
    problems: header.problemCount,
    bytes: header.streamBytes,
    bytesPerItem: Object.fromEntries(perItem),
    bytesPerTerm: round((header.streamBytes.terms + header.streamBytes['terms-index']) / Math.max(1, terms)),
    postingBytesPerToken: round(header.streamBytes.postings / Math.max(1, tokens)),
    valueColumns: valueColumnStats(index),
    largestFields: fields
      .sort((a, b) => b.exists.docFreq - a.exists.docFreq || b.tokenCount - a.tokenCount)
      .slice(0, FIELDS_LISTED)
      .map((field) => ({
        name: field.name,
        type: field.type,
        items: field.exists.docFreq,
        terms: field.termCount,
        tokens: field.tokenCount,
      })),
  };
}

function valueColumnStats({ valueColumns, documentCount }: IndexReader): IndexStats['valueColumns'] {
  let bytes = 0;
  const refused: string[] = [];
  for (const { name, refusal, spellings, docs, groups, firsts } of valueColumns.values()) {
    if (refusal !== null) refused.push(name);
    bytes += spellings.length + docs.length + groups.length + (firsts?.length ?? 0);
  }
  return { bytes, bytesPerItem: round(bytes / Math.max(1, documentCount)), refused: refused.slice(0, FIELDS_LISTED) };
}

function sum(fields: readonly FieldHeader[], of: (field: FieldHeader) => number): number {
  return fields.reduce((total, field) => total + of(field), 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
