/**
 * Random queries of every form and nesting over the small vocabularies. Trees that the parser could never make are not made:
 * patterns have no neighbouring text parts, and an AND list has only required and prohibited clauses.
 */
import fc from 'fast-check';
import type { BooleanQuery, Bound, Clause, Occur, Pattern, Query } from '../../grammar/ast.ts';
import { inZone } from './in-zone.ts';
import { FIELD_NAMES } from './random-case.ts';
import { near } from './random-near.ts';
import { textField, toPattern, withWildcards } from './random-parts.ts';
import * as vocabulary from './vocabulary.ts';

/** Without errors, because a leaf that cannot run would hide the rest of its query. */
export function randomQuery(): fc.Arbitrary<Query> {
  const zone = fc.option(fc.constantFrom(...vocabulary.ZONES), { freq: 1, nil: null });
  return fc.tuple(randomTree(), zone).map(([tree, timeZone]) => (timeZone === null ? tree : inZone(tree, timeZone)));
}

function randomTree(): fc.Arbitrary<Query> {
  const { tree } = fc.letrec<{ tree: Query; boolean: BooleanQuery; boost: Query }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      { weight: 5, arbitrary: leaf() },
      { weight: 3, arbitrary: tie('boolean') },
      { weight: 1, arbitrary: tie('boost') },
    ),
    boolean: fc.oneof(
      { weight: 2, arbitrary: optionalList(tie('tree')) },
      { weight: 1, arbitrary: requiredList(tie('tree')) },
    ),
    boost: fc
      .tuple(tie('tree'), fc.constantFrom(0.5, 2, 3))
      .map(([query, factor]): Query => ({ kind: 'boost', query, factor })),
  }));
  return tree;
}

/** Queries that are an error, alone or inside a list. */
export function wrongQuery(): fc.Arbitrary<Query> {
  const wrong: fc.Arbitrary<Query> = fc.oneof(
    fc.record({
      kind: fc.constant('fuzzy' as const),
      field: fc.constantFrom(null, 'title', 'nowhere', 'rank'),
      text: fc.constantFrom('ana-rio', 'a.b', 'João Ação', '12-34', '日本', '日本x', 'ท', '한국'),
      distance: fc.constantFrom(1 as const, 2 as const),
    }),
    fc.record({
      kind: fc.constant('regexp' as const),
      field: fc.constantFrom(null, 'title', 'nowhere', 'rank'),
      pattern: fc.constantFrom(
        '(a',
        'a)',
        '[a',
        '*a',
        'a{2',
        'a{x}',
        'a{3,2}',
        '[z-a]',
        'a-b',
        'a\\.b',
        'a_b',
        'a\\',
        '日.',
        'x[a-z]한',
      ),
    }),
  );
  const starWithin = fc
    .constantFrom('日*本', 'ท*ท', '日?*本 x')
    .map((text): Query => ({ kind: 'wildcard', field: null, pattern: toPattern(text) }));
  const noWholeValues = fc
    .constantFrom('content', 'id', 'parentId')
    .map((name): Query => ({ kind: 'whole', field: name, text: '5' }));
  return fc.oneof(
    { weight: 4, arbitrary: wrong },
    { weight: 1, arbitrary: noWholeValues },
    { weight: 1, arbitrary: starWithin },
    fc.tuple(leaf(), wrong, fc.constantFrom('must' as const, 'should' as const, 'mustNot' as const)).map(
      ([first, second, occur]): Query =>
        list(
          [
            { occur: 'must', query: first },
            { occur, query: second },
          ],
          0,
        ),
    ),
  );
}

/**
 * Queries with meaningful scores: terms and phrases, alone, boosted and in lists within lists. Half of them have only terms,
 * whose documents bounds may skip.
 */
export function rankedQuery(): fc.Arbitrary<Query> {
  const words = ['ana', 'rio', 'a', 'test', 'nana', 'tests', 'text', 'João', 'ёлка'];
  const term = fc.constantFrom(...words).map((text): Query => ({ kind: 'term', field: null, text }));
  const few = fc.array(fc.constantFrom(...words.slice(0, 4)), { minLength: 2, maxLength: 4, size: 'max' });
  const phrase = fc.tuple(few, fc.constantFrom(0, 0, 1, 2, 3, 5)).map(
    ([texts, slop]): Query => ({
      kind: 'phrase',
      field: null,
      pattern: [{ kind: 'text', text: texts.join(' ') }],
      slop,
    }),
  );
  return fc.oneof(rankedList(term), rankedList(fc.oneof(term, phrase, leaf())));
}

/** A leaf, or a list of leaves and, seldom, of lists of them. */
function rankedList(one: fc.Arbitrary<Query>): fc.Arbitrary<Query> {
  const clauses = (query: fc.Arbitrary<Query>): fc.Arbitrary<Clause[]> => {
    const boosted = fc
      .tuple(query, fc.constantFrom(0.5, 2, 5))
      .map(([of, factor]): Query => ({ kind: 'boost', query: of, factor }));
    const clause = fc.record({
      occur: fc.constantFrom<Occur>('should', 'should', 'must', 'mustNot'),
      query: fc.oneof({ weight: 3, arbitrary: query }, { weight: 1, arbitrary: boosted }),
    });
    return fc.array(clause, { minLength: 1, maxLength: 4, size: 'max' });
  };
  const inner = clauses(one).map((of): Query => list(of, 0));
  const part = fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: inner });
  return fc.oneof(
    { weight: 1, arbitrary: one },
    { weight: 3, arbitrary: clauses(part).map((of): Query => list(of, 0)) },
  );
}

/** Words that many of the tiny items have: lists of terms alone, and phrases of two or three words. */
export function frequentQuery(): fc.Arbitrary<Query> {
  const word = fc.constantFrom('ana', 'rio', 'a', 'test');
  const term = word.map((text): Query => ({ kind: 'term', field: null, text }));
  const phrase = fc
    .tuple(fc.array(word, { minLength: 2, maxLength: 3 }), fc.constantFrom(0, 0, 1, 3))
    .map(([words, slop]): Query => {
      return { kind: 'phrase', field: null, pattern: [{ kind: 'text', text: words.join(' ') }], slop };
    });
  const occur = fc.constantFrom<Occur>('should', 'should', 'must', 'must', 'mustNot');
  const clauses = fc.array(fc.record({ occur, query: term }), { minLength: 1, maxLength: 6 });
  const mixed = fc.array(fc.record({ occur, query: fc.oneof(term, phrase) }), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    term,
    { weight: 2, arbitrary: phrase },
    { weight: 3, arbitrary: fc.tuple(clauses, fc.constantFrom(0, 0, 2)).map(([all, least]) => list(all, least)) },
    mixed.map((all) => list(all, 0)),
  );
}

export function leaf(): fc.Arbitrary<Query> {
  return fc.oneof(
    { weight: 3, arbitrary: near() },
    { weight: 6, arbitrary: term() },
    { weight: 5, arbitrary: wildcard() },
    { weight: 6, arbitrary: phrase() },
    { weight: 3, arbitrary: fuzzy() },
    { weight: 3, arbitrary: regexp() },
    { weight: 4, arbitrary: range() },
    { weight: 6, arbitrary: value() },
    { weight: 2, arbitrary: exists() },
    { weight: 3, arbitrary: whole() },
    { weight: 1, arbitrary: fc.constant<Query>({ kind: 'all' }) },
  );
}

const field = (): fc.Arbitrary<string | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 5, arbitrary: fc.constantFrom(...FIELD_NAMES) });

/** A value that the field may contain, or occasionally one that it may not contain. */
function literalFor(name: string | null): fc.Arbitrary<string> {
  const anything = fc.oneof(vocabulary.words(1, 2), vocabulary.number(), vocabulary.date());
  return fc.oneof({ weight: 4, arbitrary: ownLiteral(name) }, { weight: 1, arbitrary: anything });
}

function ownLiteral(name: string | null): fc.Arbitrary<string> {
  switch (name) {
    case 'name':
    case 'path':
      return vocabulary.name();
    case 'category':
      return vocabulary.category();
    case 'hash':
    case 'md5':
    case 'sha-256':
      return vocabulary.hash();
    case 'ext':
    case 'type':
      return fc.constantFrom('jpg', 'JPG', 'pdf', 'tar.gz', 'gz', 'doc', '5', 'txt');
    case 'length':
    case 'size':
    case 'rank':
      return fc.oneof({ weight: 6, arbitrary: vocabulary.number() }, { weight: 1, arbitrary: vocabulary.nearNumber() });
    case 'created':
    case 'modified':
    case 'modificationDate':
    case 'taken':
      return fc.oneof({ weight: 6, arbitrary: vocabulary.date() }, { weight: 1, arbitrary: vocabulary.nearDate() });
    case 'year':
      return fc.constantFrom('2020', '2021', '1999', '2020.0', '2020-01');
    case 'id':
    case 'parentId':
      return fc.oneof(fc.integer({ min: 0, max: 40 }).map(String), fc.constantFrom('65536', '2147483647', '-1', '5.0'));
    case 'flag':
    case 'treeNode':
      return fc.constantFrom('true', 'false', 'TRUE');
    default:
      return fc.oneof({ weight: 4, arbitrary: vocabulary.word() }, { weight: 1, arbitrary: vocabulary.words(2, 3) });
  }
}

/** Terms, including chunks of several tokens and of none. */
function term(): fc.Arbitrary<Query> {
  return field().chain((name) =>
    fc
      .oneof(
        { weight: 9, arbitrary: literalFor(name) },
        { weight: 1, arbitrary: fc.constantFrom('...', '½', '–', '😀') },
      )
      .filter((text) => text !== '')
      .map((text): Query => ({ kind: 'term', field: name, text })),
  );
}

const TYPED = [
  'length',
  'size',
  'rank',
  'created',
  'modified',
  'modificationDate',
  'taken',
  'year',
  'id',
  'parentId',
  'category',
  'hash',
];

/** Mostly a literal or a range that the type of the field can read. */
function value(): fc.Arbitrary<Query> {
  return fc.constantFrom(...TYPED).chain((name) => {
    const text = ownLiteral(name).filter((literal) => literal !== '');
    const end: fc.Arbitrary<Bound | null> = fc.option(fc.record({ text, isInclusive: fc.boolean() }), { freq: 4 });
    return fc.oneof(
      { weight: 2, arbitrary: text.map((literal): Query => ({ kind: 'term', field: name, text: literal })) },
      {
        weight: 1,
        arbitrary: fc.tuple(text, fc.constantFrom(0, 0, 2)).map(
          ([literal, slop]): Query => ({
            kind: 'phrase',
            field: name,
            pattern: [{ kind: 'text', text: literal }],
            slop,
          }),
        ),
      },
      {
        weight: 4,
        arbitrary: fc.tuple(end, end).map(([lower, upper]): Query => ({ kind: 'range', field: name, lower, upper })),
      },
    );
  });
}

function exists(): fc.Arbitrary<Query> {
  const name = fc.oneof(
    fc.constantFrom('content', 'content', 'ext', 'length', 'modified'),
    fc.constantFrom(...FIELD_NAMES),
  );
  return name.map((field): Query => ({ kind: 'exists', field }));
}

/** A query on a field of whole values. */
function whole(): fc.Arbitrary<Query> {
  const names = FIELD_NAMES.filter((name) => !['content', 'id', 'parentId'].includes(name));
  const text = (name: string) =>
    fc.oneof(
      { weight: 9, arbitrary: ownLiteral(name) },
      { weight: 1, arbitrary: fc.constantFrom('', ' ', '*', 'ANA') },
    );
  return fc
    .constantFrom(...names)
    .chain((name) => text(name).map((literal): Query => ({ kind: 'whole', field: name, text: literal })));
}

function wildcard(): fc.Arbitrary<Query> {
  return field().chain((name) =>
    fc
      .oneof({ weight: 3, arbitrary: literalFor(name).chain(withWildcards) }, { weight: 1, arbitrary: shapedPattern() })
      .filter((pattern) => pattern.some((part) => part.kind !== 'text'))
      .filter((pattern) => !vocabulary.hasStarWithin(pattern))
      // `field:*` is another form
      .filter((pattern) => name === null || pattern.some((part) => part.kind !== 'anyRun'))
      .map((pattern): Query => ({ kind: 'wildcard', field: name, pattern })),
  );
}

/** Patterns with wildcards at the beginning, at the end, inside, on both sides, alone, and between separators. */
function shapedPattern(): fc.Arbitrary<Pattern> {
  const shapes =
    '* ? *? ?? *.jpg IMG_2020* ?a a? t*t *es* te?t *a*a* *-01-* stra?e stra*e *.* 日* ?𠮷* 2021-03* 48* -*'.split(' ');
  return fc.constantFrom(...shapes).map(toPattern);
}

function phrase(): fc.Arbitrary<Query> {
  const few = fc
    .array(fc.constantFrom('ana', 'rio', 'a', 'test'), { minLength: 2, maxLength: 5, size: 'max' })
    .map((list) => list.join(' '));
  const countedFew = vocabulary.counted(2).map((list) => list.split(' ').slice(0, 4).join(' '));
  const phraseField = fc.oneof({ weight: 3, arbitrary: textField() }, { weight: 1, arbitrary: field() });
  return phraseField.chain((name) => {
    const text = fc.oneof(few, countedFew, vocabulary.words(1, 2), literalFor(name));
    const pattern = fc.oneof(
      { weight: 6, arbitrary: text.map((plain): Pattern => (plain === '' ? [] : [{ kind: 'text', text: plain }])) },
      { weight: 3, arbitrary: text.chain(withWildcards) },
      { weight: 1, arbitrary: fc.constantFrom('ana *', '* rio', 'a? * r*o', '... ½', '* *').map(toPattern) },
    );
    return fc.tuple(pattern, fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 99, 100, 150)).map(
      ([parts, slop]): Query => ({
        kind: 'phrase',
        field: name,
        pattern: parts,
        slop: parts.some(vocabulary.isLong) ? 0 : slop,
      }),
    );
  });
}

function fuzzy(): fc.Arbitrary<Query> {
  const text = fc.oneof(
    {
      weight: 8,
      arbitrary: vocabulary
        .shortWord()
        .chain(edited)
        .filter((text) => !vocabulary.UNSPACED.test(text)),
    },
    { weight: 2, arbitrary: fc.constantFrom('hello!', '...', '-ana-', 'te', 'te', 'an', 't', 'ß', 'ﬁ') },
  );
  return fc
    .tuple(
      textField().filter((name) => name !== 'category'),
      text,
      fc.constantFrom(1 as const, 2 as const),
    )
    .map(([name, term, distance]): Query => ({ kind: 'fuzzy', field: name, text: term, distance }));
}

/** A word after up to three edits: a letter added, removed or replaced, or two neighbours exchanged. */
function edited(word: string): fc.Arbitrary<string> {
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'replace', 'exchange', 'exchange', 'exchange'),
    at: fc.nat({ max: Array.from(word).length }),
    letter: fc.constantFrom('a', 't', 's', 'л', '本', '𠮷', '5'),
  });
  return fc.array(edit, { maxLength: 3 }).map((edits) => {
    const characters = Array.from(word);
    for (const { kind, at, letter } of edits) {
      if (kind === 'insert') characters.splice(at, 0, letter);
      else if (kind === 'delete' && characters.length > 1) characters.splice(at, 1);
      else if (kind === 'replace') characters.splice(at, 1, letter);
      else if (at + 1 < characters.length) characters.splice(at, 2, characters[at + 1]!, characters[at]!);
    }
    return characters.join('');
  });
}

/** An expression made from a word by generalising some of its letters, or one that is unrelated to any word. */
function regexp(): fc.Arbitrary<Query> {
  const general = [
    '.',
    '.*',
    '.?',
    '[a-z]',
    '[A-Z]+',
    '[^a-m]',
    '\\w',
    '\\d?',
    '\\W',
    '\\D',
    '[а-я]',
    '(a|t|)',
    '.{1,2}',
  ];
  const repeat = ['', '', '', '?', '+', '*', '{2}', '{1,}', '{0,2}'];
  const fromWord = vocabulary.shortWord().chain((word) =>
    fc
      .array(fc.tuple(fc.boolean(), fc.constantFrom(...general), fc.constantFrom(...repeat)), {
        minLength: Array.from(word).length,
        maxLength: Array.from(word).length,
      })
      .map((plans) => Array.from(word, (letter, i) => (plans[i]![0] ? letter + plans[i]![2] : plans[i]![1])).join('')),
  );
  const shaped = fc.constantFrom(
    '(ana|rio)',
    '.*',
    '.+es.*',
    '[tb]e(st|xt)s?',
    '(an)+a',
    '\\d+',
    '\\w{3}',
    '[^t].*',
    'ß',
    'stra(ß|ss)e',
    '',
    'ё.*',
    '20[0-9]{2}',
    '((a)|(b))*',
    '.{255}',
  );
  return fc
    .tuple(textField(), fc.oneof({ weight: 3, arbitrary: fromWord }, { weight: 2, arbitrary: shaped }))
    .map(([name, pattern]): Query => ({ kind: 'regexp', field: name, pattern }));
}

function range(): fc.Arbitrary<Query> {
  return fc.oneof(field(), textField()).chain((name) => {
    const bound: fc.Arbitrary<Bound | null> = fc.option(
      fc.record({ text: fc.oneof(literalFor(name), vocabulary.bound()), isInclusive: fc.boolean() }),
      { freq: 5 },
    );
    return fc.tuple(bound, bound).map(([lower, upper]): Query => ({ kind: 'range', field: name, lower, upper }));
  });
}

function optionalList(tree: fc.Arbitrary<Query>): fc.Arbitrary<BooleanQuery> {
  const clause: fc.Arbitrary<Clause> = fc.record({
    occur: fc.constantFrom<Occur>('should', 'should', 'should', 'should', 'should', 'must', 'mustNot'),
    query: tree,
  });
  return fc
    .tuple(fc.array(clause, { minLength: 1, maxLength: 5, size: 'max' }), fc.constantFrom(0, 0, 0, 0, 1, 2, 2, 3))
    .map(([clauses, minimumMatch]) => list(clauses, minimumMatch));
}

function requiredList(tree: fc.Arbitrary<Query>): fc.Arbitrary<BooleanQuery> {
  const clause: fc.Arbitrary<Clause> = fc.record({
    occur: fc.constantFrom<Occur>('must', 'must', 'mustNot'),
    query: tree,
  });
  return fc.array(clause, { minLength: 1, maxLength: 3, size: 'max' }).map((clauses) => list(clauses, 0));
}

function list(clauses: readonly Clause[], minimumMatch: number): BooleanQuery & Query {
  return { kind: 'boolean', clauses, minimumMatch };
}
