/**
 * Arbitrary query trees that a text can express, with texts of special characters of the language: operators as words, leading
 * signs, quotes of all kinds, slashes, brackets, lone surrogates.
 */
import fc from 'fast-check';
import type { Clause, NearQuery, Pattern, PatternPart, Query, SpanQuery } from '../../../grammar/ast.ts';

const AWKWARD = [
  ...[
    'AND',
    'OR',
    'NOT',
    '&&',
    '||',
    'TO',
    'NEAR/5',
    'BEFORE/2',
    'http://',
    'a://b',
    '//',
    '/',
    '/a/',
    '/a b/',
    '-',
    '--',
    '+',
    '!',
    '@',
    '@2',
    '~',
    '~1',
  ],
  ...[
    '^',
    '^2',
    '*',
    '?',
    ':',
    '=',
    '<',
    '>',
    '>=',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    '\\',
    '\\\\',
    '“',
    '”',
    '«',
    '»',
    '–',
    '−',
    '‐',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u200f',
    '\u00ad',
    '\0',
    '\ud800',
    '\udc00',
    '😀',
    'é',
    'word',
    'a',
    '7',
    '.',
    '…',
    '½',
    '&',
    '|',
  ],
];

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...AWKWARD), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom('word', 'ana', '2021-03-04T10:20:30Z', 'C:\\Users') },
);
/** Outside quotes, ignorable characters are dropped. */
const word = text
  .map((value) => value.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
  .filter((value) => value !== '');
const anyText = fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 9, arbitrary: text });
const namedField = fc.oneof(fc.constantFrom('name', 'common:dc:creator', 'a b', 'http', '*', '-x', 'AND'), anyText);
const field = fc.oneof(fc.constant(null), namedField);

const partOf = (texts: fc.Arbitrary<string>): fc.Arbitrary<PatternPart> =>
  fc.oneof(
    fc.constant<PatternPart>({ kind: 'anyRun' }),
    fc.constant<PatternPart>({ kind: 'anyOne' }),
    texts.map((value): PatternPart => ({ kind: 'text', text: value })),
  );

/** No two neighbouring texts. */
function pattern(minLength: number, texts: fc.Arbitrary<string>): fc.Arbitrary<Pattern> {
  return fc
    .array(partOf(texts), { minLength, maxLength: 5 })
    .map((parts) => parts.filter((one, index) => one.kind !== 'text' || parts[index - 1]?.kind !== 'text'));
}

/** A regular expression without the slashes and white space that would end it. */
const regexp = fc
  .array(fc.constantFrom('a', '.*', '[a-z]', '(b|c)', '\\/', '\\\\', '\\d', '"', '–', '{2}', ']', '^', '\ud800'), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

const bound = fc.option(fc.record({ text: anyText, isInclusive: fc.boolean() }), { nil: null });

const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.constant<Query>({ kind: 'all' }),
  fc.record({ kind: fc.constant('term' as const), field, text: word }),
  fc
    .record({ kind: fc.constant('wildcard' as const), field, pattern: pattern(1, word) })
    .filter(({ pattern: parts }) => parts.some(({ kind }) => kind !== 'text'))
    .filter(({ field: name, pattern: parts }) => name === null || parts.length > 1 || parts[0]?.kind !== 'anyRun'),
  fc.record({
    kind: fc.constant('fuzzy' as const),
    field,
    text: word,
    distance: fc.constantFrom(1 as const, 2 as const),
  }),
  fc.record({ kind: fc.constant('regexp' as const), field, pattern: regexp }),
  fc.record({
    kind: fc.constant('phrase' as const),
    field,
    pattern: pattern(0, text),
    slop: fc.constantFrom(0, 1, 2, 1000),
  }),
  fc.record({ kind: fc.constant('range' as const), field, lower: bound, upper: bound }),
  fc.record({ kind: fc.constant('exists' as const), field: namedField }),
  fc.record({ kind: fc.constant('whole' as const), field: namedField, text: anyText }),
);

const spanWord = leaf
  .filter((one) => ['term', 'wildcard', 'fuzzy', 'regexp', 'phrase'].includes(one.kind))
  .map((one) => ({ ...one, field: null, ...(one.kind === 'phrase' ? { slop: 0 } : {}) }) as SpanQuery)
  // On a field, a star alone is another form.
  .filter((one) => one.kind !== 'wildcard' || one.pattern.length > 1 || one.pattern[0]?.kind !== 'anyRun');

/** Words near each other. Everything within has no field. */
const near: fc.Arbitrary<Query> = fc
  .tuple(
    field,
    fc.letrec<{ near: NearQuery; edge: NearQuery; pair: NearQuery; span: SpanQuery; either: SpanQuery }>((tie) => ({
      span: fc.oneof({ maxDepth: 4, depthSize: 'small' }, spanWord, tie('near'), tie('either')),
      either: fc
        .array(fc.oneof({ maxDepth: 4, depthSize: 'small' }, spanWord, tie('near')), { minLength: 2, maxLength: 3 })
        .map((of): SpanQuery => ({ kind: 'alternatives', of })),
      near: fc.oneof(tie('pair'), tie('edge')),
      edge: fc.record({
        kind: fc.constant('near' as const),
        field: fc.constant(null),
        isOrdered: fc.constant(false),
        isNot: fc.boolean(),
        distance: fc.constantFrom(1, 5, 2_147_483_647),
        left: tie('span'),
        right: fc.record({ kind: fc.constant('edge' as const), isLast: fc.boolean() }),
      }),
      pair: fc.record({
        kind: fc.constant('near' as const),
        field: fc.constant(null),
        isOrdered: fc.boolean(),
        isNot: fc.boolean(),
        distance: fc.constantFrom(1, 5, 2_147_483_647),
        left: tie('span'),
        right: tie('span'),
      }),
    })).near,
  )
  .map(([name, query]): Query => ({ ...query, field: name }));

const factor = fc.oneof(
  fc.constantFrom(0, 0.5, 2, 1e21, 1e-7, 5e-324, Number.MAX_VALUE),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);

/** A lone clause that is not prohibited is not a list, unless a minimum makes it one. */
const isList = (clauses: readonly Clause[], minimumMatch: number): boolean =>
  clauses.length > 1 || minimumMatch > 0 || clauses[0]?.occur === 'mustNot';

export const printableQuery: fc.Arbitrary<Query> = fc.letrec<{ query: Query; boolean: Query; boost: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: near },
    { weight: 2, arbitrary: tie('boolean') },
    tie('boost'),
  ),
  boolean: fc
    .record({
      kind: fc.constant('boolean' as const),
      clauses: fc.array(
        fc.record({
          occur: fc.constantFrom('must' as const, 'should' as const, 'mustNot' as const),
          query: tie('query'),
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      minimumMatch: fc.constantFrom(0, 0, 1, 2),
    })
    .filter(({ clauses, minimumMatch }) => isList(clauses, minimumMatch)),
  // JSON and the language have no negative zero.
  boost: fc.record({
    kind: fc.constant('boost' as const),
    query: tie('query'),
    factor: factor.map((value) => value + 0),
  }),
})).query;
