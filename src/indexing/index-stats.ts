/** The figures of `index stats`: sizes of the structures of an index, and its largest fields. */
import type { CaseOptions } from '../cases/case-format.ts';
import { CASE_FORMATS, openCase } from '../cases/open-case.ts';
import { type IndexHeader, STREAMS } from '../engine/format.ts';
import { listedParts, readParts } from '../engine/index-parts.ts';
import { IndexReader } from '../engine/index-reader.ts';
import { AppError } from '../shared/errors.ts';
import { currentGeneration, indexDirectory } from './generations.ts';
import { textsOf } from './growth/part-totals.ts';

/** Number of fields that are listed, those with most items first. */
const FIELDS_LISTED = 40;

export interface IndexStats {
  readonly formatVersion: number;
  readonly generation: number;
  readonly isStale: boolean;
  readonly isComplete: boolean;
  /** Number of parts of the index. A term counts once in each part. */
  readonly parts: number;
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

/** Returns the figures of the current index of a case. Throws INDEX_MISSING if there is none. */
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
    const indexes: IndexReader[] = [];
    try {
      for (const { directory, struck } of listedParts(current.path)) {
        const index = await IndexReader.open(directory);
        indexes.push(index);
        index.strike(struck);
      }
      const built = readParts(current.path)?.fingerprint ?? indexes[0]!.header.caseFingerprint;
      return statsOf(indexes, current.number, built !== (await caseReader.fingerprint()));
    } finally {
      for (const index of indexes) await index.close();
    }
  } finally {
    await caseReader.close();
  }
}

function statsOf(indexes: readonly IndexReader[], generation: number, isStale: boolean): IndexStats {
  const headers = indexes.map(({ header }) => header);
  const all = (of: (header: IndexHeader) => number): number => headers.reduce((total, header) => total + of(header), 0);
  const fields = [...fieldsOf(indexes).values()];
  const terms = sum(fields, (field) => field.terms);
  const tokens = sum(fields, (field) => (field.terms === 0 ? 0 : field.tokens));
  const items = sum(indexes, ({ itemCount }) => itemCount);
  const bytes: Record<string, number> = {};
  for (const name of STREAMS) bytes[name] = all((header) => header.streamBytes[name]);
  const perItem = Object.entries(bytes).map(([name, count]) => [name, round(count / Math.max(1, items))]);
  return {
    formatVersion: headers[0]!.formatVersion,
    generation,
    isStale,
    isComplete: headers.every(({ isComplete }) => isComplete),
    parts: indexes.length,
    items,
    searchableItems: sum(indexes, ({ searchableCount }) => searchableCount),
    texts: sum(indexes, textsOf),
    fields: fields.length,
    terms,
    tokens,
    problems: all((header) => header.problemCount),
    bytes,
    bytesPerItem: Object.fromEntries(perItem),
    bytesPerTerm: round((bytes.terms! + bytes['terms-index']!) / Math.max(1, terms)),
    postingBytesPerToken: round(bytes.postings! / Math.max(1, tokens)),
    valueColumns: valueColumnStats(indexes, items),
    largestFields: fields.sort((a, b) => b.items - a.items || b.tokens - a.tokens).slice(0, FIELDS_LISTED),
  };
}

/** Sums the fields of all parts, by name. */
function fieldsOf(indexes: readonly IndexReader[]): ReadonlyMap<string, FieldStats> {
  const fields = new Map<string, FieldStats>();
  for (const index of indexes) {
    for (const field of index.fields.values()) {
      const { name, type, termCount, tokenCount } = field;
      const { items = 0, terms = 0, tokens = 0 } = fields.get(name) ?? {};
      fields.set(name, {
        name,
        type,
        items: items + index.itemsWith(field),
        terms: terms + termCount,
        tokens: tokens + tokenCount,
      });
    }
  }
  return fields;
}

function valueColumnStats(indexes: readonly IndexReader[], items: number): IndexStats['valueColumns'] {
  let bytes = 0;
  const refused = new Set<string>();
  for (const index of indexes) {
    for (const { name, refusal, spellings, docs, groups, firsts } of index.valueColumns.values()) {
      if (refusal !== null) refused.add(name);
      bytes += spellings.length + docs.length + groups.length + (firsts?.length ?? 0);
    }
  }
  return { bytes, bytesPerItem: round(bytes / Math.max(1, items)), refused: [...refused].slice(0, FIELDS_LISTED) };
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
