/**
 * Translates phrases for a cluster. If there is no exact form, the cluster finds the items that have the words, and our own
 * matching checks each of them.
 */
import type { QueryAnalyzer } from '../../analysis/query-analyzer.ts';
import { showPart } from '../../query/plan/pattern-automata.ts';
import type { QueryPart } from '../../query/plan/query-parts.ts';
import { HOLE, POSITION_GAP, VALUE_EDGE } from '../mapping/field-names.ts';
import { allOf, type Dsl, hasTokenDsl, termDsl } from './dsl.ts';
import { patternDsl, wildcardText } from './term-patterns.ts';

/** Minimum number of leading letters of a pattern in a phrase. With fewer, it may expand to too many words. */
const LETTERS_IN_FRONT_MIN = 3;
/** Words that a pattern in a phrase may expand to. */
const EXPANSIONS_MAX = 65_536;
/** The analyzers of an index, by name (index-settings.ts). */
const PLAIN = 'pre';
const WITH_HOLES = 'pre_hole';

type Fold = (text: string) => string;

/** Returns null if the cluster cannot express the phrase exactly. */
export function phraseDsl(field: string, parts: readonly QueryPart[], slop: number, fold: Fold): Dsl | null {
  // A larger slop could match across two values.
  if (slop >= POSITION_GAP) return null;
  // Letters of scripts without spaces, and pieces that share a position, have no exact form.
  if (parts.some(({ kind }) => kind === 'units' || kind === 'pieces')) return null;
  const hasPatterns = parts.some((part) => part.kind === 'pattern' && !part.isAnyToken);
  if (!parts.some(({ kind }) => kind === 'pattern')) {
    return { match_phrase: { [field]: { query: textOf(parts), analyzer: PLAIN, slop } } };
  }
  if (slop > 0) return null;
  if (hasPatterns) return patternsDsl(field, parts, fold);
  return holesDsl(field, parts);
}

/** Matches items with the words of the phrase. */
export function phraseCandidates(
  field: string,
  name: string,
  parts: readonly QueryPart[],
  analyzer: QueryAnalyzer,
): Dsl {
  const needed = new Map<string, Dsl>();
  for (const part of parts) {
    const terms = part.kind === 'term' ? [part.term] : part.kind === 'pieces' ? part.terms : [];
    for (const term of terms) needed.set(`t${term}`, termDsl(field, term));
    if (part.kind === 'units') needed.set(`u${showPart(part)}`, patternDsl(field, part));
    else if (part.kind === 'pattern' && !part.isAnyToken) {
      const { pattern } = part;
      const key = `p${wildcardText(pattern, analyzer.fold)}`;
      needed.set(key, patternDsl(field, { kind: 'wildcard', pattern, analyzer }));
    }
  }
  return needed.size === 0 ? hasTokenDsl(name) : allOf([...needed.values()]);
}

const textOf = (parts: readonly QueryPart[]): string =>
  parts.map((part) => (part.kind === 'term' ? part.term : HOLE)).join(' ');

/** Returns the query for consecutive words and patterns. */
function patternsDsl(field: string, parts: readonly QueryPart[], fold: Fold): Dsl | null {
  const rules: Dsl[] = [];
  for (const part of parts) {
    if (part.kind === 'term') rules.push({ match: { query: part.term, analyzer: PLAIN } });
    else if (part.kind !== 'pattern' || part.isAnyToken || lettersInFront(part, fold) < LETTERS_IN_FRONT_MIN)
      return null;
    else rules.push({ wildcard: { pattern: wildcardText(part.pattern, fold), max_expansions: EXPANSIONS_MAX } });
  }
  return { intervals: { [field]: { all_of: { intervals: rules, ordered: true, max_gaps: 0 } } } };
}

function lettersInFront(part: Extract<QueryPart, { kind: 'pattern' }>, fold: Fold): number {
  const first = part.pattern[0];
  return first?.kind === 'text' ? [...fold(first.text)].length : 0;
}

/** Returns the query for words with positions between them that any word may take. */
function holesDsl(field: string, parts: readonly QueryPart[]): Dsl | null {
  const first = parts.findIndex(({ kind }) => kind === 'term');
  if (first < 0) return null;
  const last = parts.findLastIndex(({ kind }) => kind === 'term');
  const core = parts.slice(first, last + 1);
  const after = parts.length - 1 - last;
  if (first === 0 && after === 0) {
    return { match_phrase: { [field]: { query: textOf(core), analyzer: WITH_HOLES, slop: 0 } } };
  }
  // At least this many words must be between the core of the phrase and the edges of the value.
  if (core.some(({ kind }) => kind === 'pattern')) return null;
  const words = core.map((part) => ({ span_term: { [field]: (part as { readonly term: string }).term } }));
  const include = words.length === 1 ? words[0]! : { span_near: { clauses: words, slop: 0, in_order: true } };
  return { span_not: { include, exclude: { span_term: { [field]: VALUE_EDGE } }, pre: first, post: after } };
}
