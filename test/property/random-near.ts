/** Random queries for words near each other, mostly words that texts have. */
import fc from 'fast-check';
import type { NearQuery, SpanQuery } from '../../grammar/ast.ts';
import { analysisOf } from '../../src/schema/field-types.ts';
import { textField, toPattern, withWildcards } from './random-parts.ts';
import * as vocabulary from './vocabulary.ts';

/** Words near each other, in every nesting. */
export function near(): fc.Arbitrary<NearQuery> {
  const { near: tree } = fc.letrec<{
    span: SpanQuery;
    near: NearQuery;
    edge: NearQuery;
    pair: NearQuery;
    either: SpanQuery;
  }>((tie) => ({
    span: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 6, arbitrary: spanWord() },
      { weight: 2, arbitrary: tie('either') },
      { weight: 2, arbitrary: tie('near') },
    ),
    either: fc.array(tie('span'), { minLength: 2, maxLength: 3 }).map((spans) => ({
      kind: 'alternatives',
      of: spans.flatMap((one) => (one.kind === 'alternatives' ? one.of : [one])),
    })),
    near: fc.oneof({ weight: 3, arbitrary: tie('pair') }, { weight: 1, arbitrary: tie('edge') }),
    edge: fc.record({
      kind: fc.constant('near' as const),
      field: fc.constant(null),
      isOrdered: fc.constant(false),
      isNot: fc.constantFrom(false, false, true),
      distance: fc.constantFrom(1, 1, 2, 3, 4, 6, 10, 100, 2_147_483_647),
      left: tie('span'),
      right: fc.record({ kind: fc.constant('edge' as const), isLast: fc.boolean() }),
    }),
    pair: fc.record({
      kind: fc.constant('near' as const),
      field: fc.constant(null),
      isOrdered: fc.boolean(),
      isNot: fc.constantFrom(false, false, true),
      distance: fc.constantFrom(1, 1, 2, 2, 3, 4, 6, 10, 100, 101, 102, 150),
      left: tie('span'),
      right: tie('span'),
    }),
  }));
  return fc
    .tuple(textField(), tree)
    .map(([name, query]) => ({ ...query, field: name !== null && analysisOf(name) !== 'text' ? 'title' : name }));
}

/** Mostly a word that texts have, and never an error. */
function spanWord(): fc.Arbitrary<SpanQuery> {
  const few = fc.constantFrom('ana', 'rio', 'a', 'test', 'text', 'João', 'nana');
  const text = fc.oneof(
    { weight: 4, arbitrary: few },
    { weight: 1, arbitrary: vocabulary.word().filter((one) => /[\p{L}\p{N}]/u.test(one)) },
  );
  const word = text.map((plain): SpanQuery => ({ kind: 'term', field: null, text: plain }));
  const row = fc
    .array(text, { minLength: 2, maxLength: 3 })
    .chain((list) =>
      fc.oneof(fc.constant(toPattern(list.join(' ').replace(/[*?]/g, ''))), withWildcards(list.join(' '))),
    )
    .filter(
      (pattern) =>
        !vocabulary.hasStarWithin(pattern) && pattern.some((part) => part.kind === 'text' && /[ao]/.test(part.text)),
    )
    .map((pattern): SpanQuery => ({ kind: 'phrase', field: null, pattern, slop: 0 }));
  const pattern = fc
    .constantFrom('a*', '*a', 't?st', '*es*', 'rio*', '?', '日*', '本?')
    .map((shape): SpanQuery => ({ kind: 'wildcard', field: null, pattern: toPattern(shape) }));
  const like = few.map((term): SpanQuery => ({ kind: 'fuzzy', field: null, text: term, distance: 1 }));
  const expression = fc
    .constantFrom('(ana|rio)', '[tb]e(st|xt)s?', '.{3}')
    .map((source): SpanQuery => ({ kind: 'regexp', field: null, pattern: source }));
  return fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 2, arbitrary: row },
    { weight: 2, arbitrary: pattern },
    { weight: 1, arbitrary: like },
    { weight: 1, arbitrary: expression },
  );
}
