/**
 * The entry point of the package: parses text to a query tree.
 *
 * All calls share one parser. That is possible because a parse ends before another one begins, and each starts with a clean
 * state.
 */
import type { Query } from './ast.ts';
import { AstBuilder } from './ast-builder.ts';
import { parseDtsearchQuery } from './dtsearch/parse.ts';
import { QuerySyntaxError } from './errors.ts';
import { parseIpedQuery } from './iped/parse.ts';
import { tokenize } from './lexer.ts';
import { SUGGESTION_UNITS_MAX } from './limits.ts';
import { loneClause } from './lone-clause.ts';
import { parseNuixQuery } from './nuix/parse.ts';
import { faultAt } from './parse-faults.ts';
import { type DefaultOperator, QueryParser } from './parser.ts';
import { repairs } from './repairs.ts';
import { refuseTooLong } from './texts/query-length.ts';
import { isOfRequests, type OtherSyntax } from './texts/syntaxes.ts';

/**
 * `own`: this package's language. `iped`: the language of IPED 4.1.6's web API, whose only default operator is OR. `dtsearch`,
 * `relativity`: a request of dtSearch, in which words without a connector are a phrase. With `-noise`, its noise words are left
 * out. `nuix`: a query of Nuix, in which such words are joined by AND. `literal`: no language; the whole text is searched for
 * as it is.
 */
export type Syntax = 'own' | OtherSyntax | 'literal';

export interface ParseOptions {
  /** The operator between clauses with nothing between them. Default: OR. */
  readonly defaultOperator?: DefaultOperator;
  /** The syntax of the text. Default: our own. */
  readonly syntax?: Syntax;
  /**
   * The time zone of dates without an offset, a name of the IANA database. Default: UTC. Not allowed with the syntaxes of other
   * tools.
   */
  readonly timeZone?: string;
  /** Whether the text is a repair of a faulty one. In that case its own error contains no suggestion. */
  readonly isRepair?: boolean;
}

const builder = new AstBuilder();
const parser = new QueryParser(builder);

/**
 * Returns the tree of `text`. A text without a clause means all items.
 *
 * Throws only QuerySyntaxError, if the text is not a valid query or exceeds a limit of limits.ts. Takes time linear in the length
 * of the text.
 */
export function parseQuery(text: string, options: ParseOptions = {}): Query {
  if (options.syntax === 'iped') return parseIpedQuery(text);
  if (isOfRequests(options.syntax)) return parseDtsearchQuery(text, options.syntax);
  if (options.syntax === 'nuix') return parseNuixQuery(text);
  if (options.syntax === 'literal') return literalQuery(text);
  try {
    refuseTooLong(text);
    const { tokens, error } = tokenize(text);
    if (tokens.length === 0) return { kind: 'all' };
    const { timeZone = 'UTC' } = options;
    builder.start(text, timeZone === 'UTC' ? null : timeZone);
    const lone = loneClause(tokens, builder);
    if (lone !== null) return lone;
    parser.start(tokens, options.defaultOperator ?? 'OR');
    const query = parser.query();
    const exception = parser.errors[0];
    parser.input = []; // Drops the tokens of a finished query.
    if (exception === undefined) return query;
    throw faultAt(text, tokens, exception, error);
  } catch (error) {
    if (!(error instanceof QuerySyntaxError) || options.isRepair === true) throw error;
    const suggestion = text.length > SUGGESTION_UNITS_MAX ? null : firstThatParses(repairs(text, error), options);
    throw new QuerySyntaxError({ ...error, suggestion });
  }
}

/** Returns a text as a phrase in the default fields. White space alone means all items, as in every syntax. */
function literalQuery(text: string): Query {
  refuseTooLong(text);
  if (text.trim() === '') return { kind: 'all' };
  return { kind: 'phrase', field: null, pattern: [{ kind: 'text', text }], slop: 0 };
}

function firstThatParses(candidates: readonly string[], options: ParseOptions): string | null {
  for (const candidate of candidates) {
    try {
      parseQuery(candidate, { ...options, isRepair: true });
      return candidate;
    } catch (error) {
      if (!(error instanceof QuerySyntaxError)) throw error;
    }
  }
  return null;
}
