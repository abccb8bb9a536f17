/**
 * The grammar of IPED's syntax, after Lucene 9.2's StandardSyntaxParser. Conjunctions are separate from lists only until the
 * builder flattens them.
 */
import type { IToken } from 'chevrotain';
import type { Query } from '../ast.ts';
import { EXPECTED_AS_JSON } from '../parser.ts';
import { EmbeddedActionsParser } from '../parser-library.ts';
import {
  ALL_TOKENS,
  And,
  AtLeast,
  Bound,
  Caret,
  Comparison,
  Field,
  GroupClose,
  GroupOpen,
  Not,
  Or,
  Phrase,
  Plus,
  RangeClose,
  RangeOpen,
  Tilde,
  To,
  Word,
} from '../tokens.ts';
import type { BuiltClause, TreeBuilder } from './tree-builder.ts';

export class IpedParser extends EmbeddedActionsParser {
  readonly #builder: TreeBuilder;

  // Made once, because an array of closures for each clause would cost more than parsing it.
  readonly #modifierAlternatives = [{ ALT: () => this.CONSUME(Not) }, { ALT: () => this.CONSUME(Plus) }];
  readonly #operandAlternatives = [
    { ALT: () => this.SUBRULE(this.comparison) },
    { ALT: () => this.SUBRULE(this.fielded) },
    { ALT: () => this.SUBRULE(this.value) },
  ];
  readonly #valueAlternatives = [
    { ALT: () => this.SUBRULE(this.word) },
    { ALT: () => this.SUBRULE(this.phrase) },
    { ALT: () => this.SUBRULE(this.range) },
    { ALT: () => this.SUBRULE(this.group) },
  ];

  constructor(builder: TreeBuilder) {
    super(ALL_TOKENS, { maxLookahead: 1, recoveryEnabled: false, errorMessageProvider: EXPECTED_AS_JSON });
    this.#builder = builder;
    this.performSelfAnalysis();
  }

  /** Not called for a text without a clause. */
  readonly query = this.RULE('query', (): Query => this.SUBRULE(this.list));

  readonly list = this.RULE('list', (): Query => {
    const conjunctions = [this.SUBRULE(this.conjunction)];
    this.MANY(() => {
      this.OPTION(() => this.CONSUME(Or));
      conjunctions.push(this.SUBRULE2(this.conjunction));
    });
    return this.ACTION(() => this.#builder.list(conjunctions));
  });

  readonly conjunction = this.RULE('conjunction', (): BuiltClause[] => {
    const clauses = [this.SUBRULE(this.clause)];
    this.MANY(() => {
      this.CONSUME(And);
      clauses.push(this.SUBRULE2(this.clause));
    });
    return clauses;
  });

  readonly clause = this.RULE('clause', (): BuiltClause => {
    let modifier: IToken | null = null;
    this.OPTION(() => {
      modifier = this.OR(this.#modifierAlternatives);
    });
    const query = this.SUBRULE(this.unmodified);
    return this.ACTION(() => this.#builder.clause(modifier, query));
  });

  readonly unmodified = this.RULE('unmodified', (): Query => this.OR(this.#operandAlternatives));

  readonly fielded = this.RULE('fielded', (): Query => {
    const field = this.CONSUME(Field);
    this.ACTION(() => this.#builder.enterField(field));
    const query = this.SUBRULE(this.value);
    this.ACTION(() => this.#builder.leaveField());
    return query;
  });

  readonly value = this.RULE('value', (): Query => {
    const query = this.OR(this.#valueAlternatives);
    let boost: IToken | null = null;
    this.OPTION(() => {
      boost = this.CONSUME(Caret);
    });
    // The minimum number of matching clauses is read and ignored, as IPED does.
    this.OPTION2(() => this.CONSUME(AtLeast));
    return this.ACTION(() => this.#builder.boosted(query, boost));
  });

  readonly word = this.RULE('word', (): Query => {
    const word = this.CONSUME(Word);
    let tilde: IToken | null = null;
    this.OPTION(() => {
      tilde = this.CONSUME(Tilde);
    });
    return this.ACTION(() => this.#builder.word(word, tilde));
  });

  readonly phrase = this.RULE('phrase', (): Query => {
    const phrase = this.CONSUME(Phrase);
    let tilde: IToken | null = null;
    this.OPTION(() => {
      tilde = this.CONSUME(Tilde);
    });
    return this.ACTION(() => this.#builder.phrase(phrase, tilde));
  });

  readonly range = this.RULE('range', (): Query => {
    const open = this.CONSUME(RangeOpen);
    const lower = this.CONSUME(Bound);
    this.CONSUME(To);
    const upper = this.CONSUME2(Bound);
    const close = this.CONSUME(RangeClose);
    return this.ACTION(() => this.#builder.range(open, lower, upper, close));
  });

  readonly comparison = this.RULE('comparison', (): Query => {
    const comparison = this.CONSUME(Comparison);
    const bound = this.CONSUME(Bound);
    return this.ACTION(() => this.#builder.comparison(comparison, bound));
  });

  readonly group = this.RULE('group', (): Query => {
    this.CONSUME(GroupOpen);
    const query = this.SUBRULE(this.list);
    this.CONSUME(GroupClose);
    return query;
  });
}
