/**
 * How a query in IPED's syntax treats a field of one index: how its text is tokenized, and its kind of numbers. A case of IPED
 * has this in the header of its index. For any other case, the types of its values decide.
 */
import { EXACT_ANALYZER } from '../../../analysis/analyzer-of-index.ts';
import type { QueryAnalyzer } from '../../../analysis/query-analyzer.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import type { OriginType } from '../../../schema/case-origin.ts';

/** A kind of Java number. `decimal` is any number, exactly as written. */
export type JavaNumberKind = 'integer' | 'long' | 'float' | 'double' | 'decimal';

export interface FieldRules {
  /** Null for a field without numbers. */
  readonly number: JavaNumberKind | null;
  /** Dates of a case that is not from IPED are compared by time, because they have no single written form. */
  readonly isDate: boolean;
  /** `keyword`: the text is the term. `whole`: the folded text is the term. */
  readonly analysis: 'tokens' | 'whole' | 'keyword';
  /** Analyzer for words, patterns and bounds. */
  readonly analyzer: QueryAnalyzer;
}

/** Fields that IPED's analyzer leaves unchanged in a query, besides dates by type. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['id', 'parentId', 'evidenceUUID', 'ufed:id', 'created', 'accessed', 'modified', 'changed', 'timeStamp'],
]);

export function rulesOf(index: IndexReader, name: string): FieldRules {
  const { origin } = index.statistics;
  const field = index.fields.get(name);
  if (origin === undefined) {
    const isTokens = index.analysisOf(name) === 'text';
    return {
      number: field?.type === 'number' ? 'decimal' : null,
      isDate: field?.type === 'date',
      analysis: isTokens ? 'tokens' : 'whole',
      analyzer: index.analyzer,
    };
  }
  const type = typeOf(origin.types, name);
  const isKeyword = KEYWORDS.has(name) || type === 'date';
  return {
    // If no item has a field, it is not known whether its values are numbers.
    number: field === undefined || type === undefined || type === 'date' ? null : type,
    isDate: false,
    analysis: isKeyword ? 'keyword' : name === 'category' ? 'whole' : 'tokens',
    analyzer: isKeyword ? EXACT_ANALYZER : index.analyzer,
  };
}

const byLowerCase = new WeakMap<object, ReadonlyMap<string, OriginType>>();

/** Names of types are compared ignoring case, as in IPED. */
function typeOf(types: Readonly<Record<string, OriginType>>, name: string): OriginType | undefined {
  let known = byLowerCase.get(types);
  if (known === undefined) {
    known = new Map(Object.entries(types).map(([key, type]) => [key.toLowerCase(), type]));
    byLowerCase.set(types, known);
  }
  return known.get(name.toLowerCase());
}
