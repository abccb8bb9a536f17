/**
 * The grammar. Precedence is call order, loosest first: disjunction, conjunction, clause.
 *
 * The rules compute nothing themselves. Each passes its input to the {@link AstBuilder}. There is no concrete syntax tree in
 * between. For a query of 200,000 words, such a tree took half a second, nearly all of it for garbage collection. Without the
 * tree, parsing takes a twelfth of that.
 */
import type { IToken } from 'chevrotain';
import type { Query } from './ast.ts';
import type { AstBuilder, BuiltClause, ClauseList } from './ast-builder.ts';
import { LeafParser } from './leaf-parser.ts';
import { AllItems, And, AtLeast, Caret, Edge, Field, GroupClose, GroupOpen, Near, Or, Regexp } from './tokens.ts';

/** The operator between clauses with nothing between them. */
export type DefaultOperator = 'OR' | 'AND';

export class QueryParser extends LeafParser<AstBuilder> {
  #isAndDefault = false;

  // Created once, like the modifiers.
  readonly #operandAlternatives = [
    { ALT: () => this.SUBRULE(this.word) },
    { ALT: () => this.SUBRULE(this.phrase) },
    { ALT: () => this.SUBRULE(this.fielded) },
    { ALT: () => this.SUBRULE(this.comparison) },
    { ALT: () => this.SUBRULE(this.group) },
    { ALT: () => this.SUBRULE(this.range) },
    { ALT: () => this.SUBRULE(this.regexp) },
    { ALT: () => this.SUBRULE(this.allItems) },
  ];
  readonly #valueAlternatives = [
    { ALT: () => this.SUBRULE(this.word) },
    { ALT: () => this.SUBRULE(this.phrase) },
    { ALT: () => this.SUBRULE(this.group) },
    { ALT: () => this.SUBRULE(this.range) },
    { ALT: () => this.SUBRULE(this.regexp) },
  ];

  constructor(builder: AstBuilder) {
    super(builder);
    this.performSelfAnalysis();
  }

  /** Sets the tokens to parse next. Then call {@link query}. */
  start(tokens: IToken[], defaultOperator: DefaultOperator): void {
    this.#isAndDefault = defaultOperator === 'AND';
    this.input = tokens;
  }

  /** This rule is not called for a text without a clause. */
  readonly query = this.RULE('query', (): Query => {
    const list = this.SUBRULE(this.disjunction);
    return this.ACTION(() => this.builder.query(list));
  });

  readonly disjunction = this.RULE('disjunction', (): ClauseList => {
    const lists = [this.SUBRULE(this.conjunction)];
    this.MANY(() => {
      this.OPTION(() => this.CONSUME(Or));
      lists.push(this.SUBRULE2(this.conjunction));
    });
    return this.ACTION(() => this.builder.disjunction(lists));
  });

  readonly conjunction = this.RULE('conjunction', (): ClauseList => {
    const clauses = [this.SUBRULE(this.clause)];
    this.MANY({
      GATE: () => this.#isAndDefault || this.LA(1).tokenType === And,
      DEF: () => {
        this.OPTION(() => this.CONSUME(And));
        clauses.push(this.SUBRULE2(this.clause));
      },
    });
    return this.ACTION(() => this.builder.conjunction(clauses));
  });

  readonly clause = this.RULE('clause', (): BuiltClause => {
    const modifiers: IToken[] = [];
    let boost: IToken | null = null;
    this.MANY(() => {
      modifiers.push(this.OR2(this.modifiers));
    });
    const start = this.LA(1).startOffset;
    let operand = this.SUBRULE(this.operand);
    this.MANY2(() => {
      this.OR([
        {
          ALT: () => {
            const near = this.CONSUME(Near);
            const rightStart = this.LA(1).startOffset;
            const right = this.SUBRULE2(this.operand);
            operand = this.ACTION(() =>
              this.builder.near(near, { query: operand, start }, { query: right, start: rightStart }),
            );
          },
        },
        {
          ALT: () => {
            const edge = this.CONSUME(Edge);
            operand = this.ACTION(() => this.builder.atEdge(edge, { query: operand, start }));
          },
        },
      ]);
    });
    this.OPTION(() => {
      boost = this.CONSUME(Caret);
    });
    return this.ACTION(() => this.builder.clause(modifiers, operand, boost));
  });

  readonly operand = this.RULE('operand', (): Query => this.OR(this.#operandAlternatives));

  readonly fielded = this.RULE('fielded', (): Query => {
    const field = this.CONSUME(Field);
    this.ACTION(() => this.builder.enterField(field));
    const query = this.OR(this.#valueAlternatives);
    this.ACTION(() => this.builder.leaveField());
    return query;
  });

  readonly regexp = this.RULE('regexp', (): Query => {
    const regexp = this.CONSUME(Regexp);
    return this.ACTION(() => this.builder.regexp(regexp));
  });

  readonly allItems = this.RULE('allItems', (): Query => {
    this.CONSUME(AllItems);
    return this.ACTION(() => this.builder.all());
  });

  readonly group = this.RULE('group', (): Query => {
    let atLeast: IToken | null = null;
    const open = this.CONSUME(GroupOpen);
    const list = this.SUBRULE(this.disjunction);
    this.CONSUME(GroupClose);
    this.OPTION(() => {
      atLeast = this.CONSUME(AtLeast);
    });
    return this.ACTION(() => this.builder.group(open, list, atLeast));
  });
}
