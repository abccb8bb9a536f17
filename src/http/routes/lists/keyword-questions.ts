/** Converts the texts of a list to the form for engines: bytes, or trees for texts that name sets, together with these sets. */
import type { Query } from '../../../../grammar/ast.ts';
import { QuerySyntaxError } from '../../../../grammar/errors.ts';
import { checkExpression } from '../../../query/plan/texts/expression-leaf.ts';
import { isWordlessNote } from '../../../query/plan/wordless-note.ts';
import type { KeywordList, KeywordRefusal } from '../../../search/keywords.ts';
import type { NamedItems } from '../../../search/named-sets.ts';
import { RefusedQueryError } from '../../../search/refused-query.ts';
import { expandSearches } from '../../../search/saved/expand-searches.ts';
import { type SetClause, takeSets } from '../../../search/set-clauses.ts';
import { AppError } from '../../../shared/errors.ts';
import { Slice } from '../../../shared/slices.ts';
import type { Dependencies } from '../../dependencies.ts';
import { mayNameSets } from '../../input/keyword-list.ts';
import { askedSyntax, zoned } from '../../input/query-text.ts';
import { SET_QUERY_UNITS_MAX } from '../../limits.ts';
import type { KeywordsParameters } from './keyword-parameters.ts';

export interface KeywordQuestions {
  readonly queries: KeywordList;
  /** The named sets. */
  readonly clauses: readonly SetClause[];
  readonly refused: readonly KeywordRefusal[];
}

export async function keywordQuestions(
  texts: readonly string[],
  { defaultOperator = 'OR', ...how }: Pick<KeywordsParameters, 'defaultOperator' | 'syntax' | 'timeZone' | 'literal'>,
  {
    parseQuery,
    me,
    bookmarks,
  }: Pick<Dependencies, 'parseQuery' | 'me'> & { readonly bookmarks?: Pick<NamedItems, 'searches'> },
): Promise<KeywordQuestions> {
  const syntax = askedSyntax(how);
  const slice = new Slice();
  const ends = new Uint32Array(texts.length);
  const trees: [number, Query][] = [];
  const clauses = new Map<string, SetClause>();
  const refused: KeywordRefusal[] = [];
  let end = 0;
  for (const [number, text] of texts.entries()) {
    end += Buffer.byteLength(text);
    ends[number] = end;
    if (slice.isOver) await slice.giveWay();
    if (syntax !== undefined || text.length > SET_QUERY_UNITS_MAX || !mayNameSets(text)) continue;
    try {
      const written = await parseQuery(text, { defaultOperator, ...zoned(how) });
      const expanded = bookmarks === undefined ? written : expandSearches(written, bookmarks);
      const taken = takeSets(expanded, { me, isWordless: isWordlessNote });
      if (taken.query !== written) trees.push([number, taken.query]);
      for (const { expression } of taken.clauses) if (expression !== undefined) checkExpression(expression);
      for (const clause of taken.clauses) clauses.set(clause.name, clause);
    } catch (fault) {
      // Planning reports syntax errors, along with all other errors.
      if (fault instanceof QuerySyntaxError) continue;
      if (!(fault instanceof AppError) || fault.code !== 'QUERY_INVALID') throw fault;
      const position = fault instanceof RefusedQueryError ? fault.position : null;
      refused.push({ number, message: fault.message, position, isOfSource: false });
    }
  }
  const bytes = await bytesOf(texts, end, slice);
  return { queries: { bytes, ends, trees }, clauses: [...clauses.values()], refused };
}

/** Appends texts one at a time, because joining the texts of a long list would block the event loop. */
async function bytesOf(texts: readonly string[], length: number, slice: Slice): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const text of texts) {
    at += bytes.write(text, at);
    if (slice.isOver) await slice.giveWay();
  }
  return bytes;
}
