/**
 * The grammar of IPED's syntax, after Lucene 9.2's StandardSyntaxParser. Conjunctions are separate from lists only until the
 * builder flattens them.
 */
import type { IToken } from 'chevrotain';
import type { Query } from '../ast.ts';
import { LeafParser } from '../leaf-parser.ts';
import { And, AtLeast, Caret, Field, GroupClose, GroupOpen, Or } from '../tokens.ts';
import type { BuiltClause, TreeBuilder } from './tree-builder.ts';

export class IpedParser extends LeafParser<TreeBuilder> {
  // Created once, like the modifiers.
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
    super(builder);
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
    return this.ACTION(() => this.builder.list(conjunctions));
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
      modifier = this.OR(this.modifiers);
    });
    const query = this.SUBRULE(this.unmodified);
    return this.ACTION(() => this.builder.clause(modifier, query));
  });

  readonly unmodified = this.RULE('unmodified', (): Query => this.OR(this.#operandAlternatives));

  readonly fielded = this.RULE('fielded', (): Query => {
    const field = this.CONSUME(Field);
    this.ACTION(() => this.builder.enterField(field));
    const query = this.SUBRULE(this.value);
    this.ACTION(() => this.builder.leaveField());
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
    return this.ACTION(() => this.builder.boosted(query, boost));
  });

  readonly group = this.RULE('group', (): Query => {
    this.CONSUME(GroupOpen);
    const query = this.SUBRULE(this.list);
    this.CONSUME(GroupClose);
    return query;
  });
}
