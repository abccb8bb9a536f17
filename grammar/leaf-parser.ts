/** The rules of leaves that our syntax and that of IPED have in common. */
import type { IToken } from 'chevrotain';
import type { Query } from './ast.ts';
import { EmbeddedActionsParser } from './parser-library.ts';
import { EXPECTED_AS_JSON } from './parser-messages.ts';
import { ALL_TOKENS, Bound, Comparison, Not, Phrase, Plus, RangeClose, RangeOpen, Tilde, To, Word } from './tokens.ts';

/** Builds leaves from tokens. */
export interface LeafBuilder {
  word(word: IToken, tilde: IToken | null): Query;
  phrase(phrase: IToken, tilde: IToken | null): Query;
  range(open: IToken, lower: IToken, upper: IToken, close: IToken): Query;
  comparison(comparison: IToken, bound: IToken): Query;
}

/** A subclass ends its constructor with `performSelfAnalysis`. */
export abstract class LeafParser<Builder extends LeafBuilder> extends EmbeddedActionsParser {
  protected readonly builder: Builder;

  // Created once, because an array of closures for each clause would take longer than parsing the clause.
  protected readonly modifiers = [{ ALT: () => this.CONSUME(Not) }, { ALT: () => this.CONSUME(Plus) }];

  constructor(builder: Builder) {
    super(ALL_TOKENS, { maxLookahead: 1, recoveryEnabled: false, errorMessageProvider: EXPECTED_AS_JSON });
    this.builder = builder;
  }

  readonly word = this.RULE('word', (): Query => {
    const word = this.CONSUME(Word);
    let tilde: IToken | null = null;
    this.OPTION(() => {
      tilde = this.CONSUME(Tilde);
    });
    return this.ACTION(() => this.builder.word(word, tilde));
  });

  readonly phrase = this.RULE('phrase', (): Query => {
    const phrase = this.CONSUME(Phrase);
    let tilde: IToken | null = null;
    this.OPTION(() => {
      tilde = this.CONSUME(Tilde);
    });
    return this.ACTION(() => this.builder.phrase(phrase, tilde));
  });

  readonly range = this.RULE('range', (): Query => {
    const open = this.CONSUME(RangeOpen);
    const lower = this.CONSUME(Bound);
    this.CONSUME(To);
    const upper = this.CONSUME2(Bound);
    const close = this.CONSUME(RangeClose);
    return this.ACTION(() => this.builder.range(open, lower, upper, close));
  });

  readonly comparison = this.RULE('comparison', (): Query => {
    const comparison = this.CONSUME(Comparison);
    const bound = this.CONSUME(Bound);
    return this.ACTION(() => this.builder.comparison(comparison, bound));
  });
}
