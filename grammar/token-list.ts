/**
 * The tokens of a query as the lexer finds them. Also limits the parser's work: recursion depth and number of clauses are
 * counted here, before any rule runs.
 */
import type { IToken, TokenType } from 'chevrotain';
import { overLimit, QuerySyntaxError, tooDeep } from './errors.ts';
import { CLAUSES_MAX, NESTING_MAX } from './limits.ts';
import {
  AllItems,
  And,
  AtLeast,
  Bound,
  Caret,
  Edge,
  GroupClose,
  GroupOpen,
  Invalid,
  makeToken,
  Near,
  Not,
  Or,
  Phrase,
  Plus,
  RangeClose,
  Regexp,
  Tilde,
  Word,
} from './tokens.ts';

const NEEDS_CLAUSE: ReadonlySet<TokenType> = new Set([And, Or, Near, Edge, GroupClose, Tilde, Caret, AtLeast]);
const ENDS_CLAUSE: ReadonlySet<TokenType> = new Set([
  ...[Word, Phrase, Regexp, AllItems, Bound, RangeClose, GroupClose, Tilde, Caret, AtLeast, Edge],
]);

export class TokenList {
  readonly tokens: IToken[] = [];
  readonly #text: string;
  #depth = 0;
  #clauses = 0;
  /** Number of operators directly before the next clause. */
  #modifiers = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get hasOpenGroup(): boolean {
    return this.#depth > 0;
  }

  /**
   * Adds the token of the units from `start` to before `end`. Throws QuerySyntaxError if groups, or consecutive operators, nest
   * too deep.
   */
  push(type: TokenType, start: number, end: number, payload?: unknown): void {
    if (type === GroupOpen) this.#depth++;
    if (type === GroupClose) this.#depth--;
    this.#modifiers = type === Not || type === Plus ? this.#modifiers + 1 : 0;
    if (this.#depth > NESTING_MAX || this.#modifiers > NESTING_MAX) {
      throw tooDeep(this.#text, start);
    }
    this.tokens.push(makeToken(type, start, end, payload));
  }

  /** Like {@link push}, for a token that is a clause or begins one. Throws if there are too many. */
  pushClause(type: TokenType, start: number, end: number, payload?: unknown): void {
    this.#clauses++;
    if (this.#clauses > CLAUSES_MAX) {
      throw overLimit('tooManyClauses', this.#text, start, `a query has at most ${CLAUSES_MAX} clauses`);
    }
    this.push(type, start, end, payload);
  }

  /**
   * Whether the last token needs a clause before it but there is none. The parser fails there, so reading further is pointless.
   */
  isDeadEnd(): boolean {
    const last = this.tokens.at(-1)?.tokenType;
    if (last === undefined || !NEEDS_CLAUSE.has(last)) return false;
    const before = this.tokens.at(-2)?.tokenType;
    return (
      before === undefined || !ENDS_CLAUSE.has(before) || (before === last && last !== GroupClose && last !== Edge)
    );
  }
}

export interface LexerResult {
  readonly tokens: IToken[];
  /** The fault after the last token, which is then Invalid. It is reported unless the parser fails at an earlier token. */
  readonly error: QuerySyntaxError | null;
}

/**
 * Returns the tokens that a lexer finds. Throws QuerySyntaxError only for a limit. Another fault ends the tokens and is
 * returned with them.
 */
export function tokensOf(lexer: { readonly list: TokenList; run(): void }): LexerResult {
  try {
    lexer.run();
  } catch (error) {
    if (!(error instanceof QuerySyntaxError) || error.fault === 'tooDeep' || error.fault === 'tooManyClauses')
      throw error;
    lexer.list.push(Invalid, error.position, error.position);
    return { tokens: lexer.list.tokens, error };
  }
  return { tokens: lexer.list.tokens, error: null };
}
