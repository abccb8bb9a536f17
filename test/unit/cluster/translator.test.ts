/**
 * The meaning of each row of the grammar's table for a cluster, as golden rows, without a cluster. Names of fields are shown as
 * the case spells them. UPDATE_GOLDEN=1 writes the rows again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import { parseEngine } from '../../../src/cluster/link/cluster-address.ts';
import { pointOf, sortableText } from '../../../src/cluster/mapping/exact-numbers.ts';
import { itemDocument } from '../../../src/cluster/mapping/item-document.ts';
import { TokenText } from '../../../src/cluster/mapping/token-text.ts';
import { EVERYTHING } from '../../../src/cluster/translate/dsl.ts';
import { type ClusterPlan, filterDsl, isExpressible, scoredDsl } from '../../../src/cluster/translate/plan.ts';
import { rangeExpression } from '../../../src/cluster/translate/term-patterns.ts';
import { Translator } from '../../../src/cluster/translate/translator.ts';
import { wordListsOf } from '../../../src/cluster/translate/word-lists.ts';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { compareExact } from '../../../src/schema/number-value.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { naiveTokens, shownTerms } from '../../support/analyzed-tokens.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { openIndex } from '../../support/open-index.ts';
import { writeCase } from '../../support/tiny-case.ts';

const GOLDEN = 'test/unit/cluster/conformance-dsl.tsv';
/** In addition to the table: queries for which the cluster has a form of its own, or none. */
const MORE = [
  ...['"* york"', '"york *"', '"* * new york *"', '"new * city"', '"new * city *"', '"* *"', '*.jpg', 'IMG_2020*'],
  ...['"ana r*"', '"anab* rio"', '"anab* r*"~2', '"ana rio"~99', '"ana rio"~100', '*', '?', '??', '*?*', '?????????a'],
  ...['/a.c/', '/[^a-c]x/', '/a[-,x]b/', '/[à-ý]+ß?/', '/\\d{2,3}|\\w/', 'a~', 'anabela~1', 'ab~'],
  ...[
    'length:5',
    'length:[1 TO 9007199254740993]',
    'length>1.5',
    'length:{* TO 1e400}',
    'modified:2021-03',
    'modified>2021',
  ],
  ...[
    'category:pdf*',
    'category:=""',
    'name:="a b"',
    'hash:ABC',
    '[b TO *]',
    '{* TO b}',
    'name:*',
    'size:7',
    'nowhere:x',
  ],
  ...['(a b c)@2', 'a^2 b', '+a b -c', '-a', '... -b', '(a "x* y")@2', '+a "x* y" -"b* c"', 'length:x'],
  ...[
    '/.*[abc].{18}/',
    '/.*ab.*[abc].{18}/',
    '/[ab]{2,4}c?/',
    '"ana the* rio"',
    '"the* * rio"',
    '"ana rio"~3 OR "* rio *"',
    '"anabela* rio"~2',
    'length>9007199254740993',
    'length:[9007199254740993 TO *]',
    'length<9007199254740993',
  ],
];
/** In IPED's syntax. */
const IPED = ['anabela~0.5', 'an~', 'name:anabela~', 'a* AND name:[a TO b]', '"ana rio"~2', 'length:[1 TO 5]'];

let index: IndexReader;
let dir: string;

beforeAll(async () => {
  dir = temporaryDir();
  const properties = {
    ...{ name: 'a.txt', title: 'b', category: 'PDF', hash: 'ABC', length: '5', size: '6', modified: '2021-03-04' },
    ...{ path: '/a', type: 'txt', author: 'ana', created: '2020', f: 'x', field: 'x', 'a b': 'x' },
  };
  index = closedAtEnd(
    await openIndex(
      await writeCase(join(dir, 'case'), [{ id: 1, parentId: 2, properties, text: 'x' }]),
      join(dir, 'data'),
    ),
  );
});

function planOf(text: string, syntax: 'own' | 'iped' = 'own', timeZone = 'UTC'): ClusterPlan {
  const work = new Translator(index, ['content']).translate(parseQuery(text, { syntax, timeZone }));
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

function shown(text: string, syntax: 'own' | 'iped' = 'own'): string {
  try {
    const plan = planOf(text, syntax);
    const told = isExpressible(plan) ? filterDsl(plan) : plan;
    return JSON.stringify(told).replace(
      /"([twnx])_((?:[0-9a-f]{2})+)"/g,
      (_, kind, hex) => `"${kind}:${Buffer.from(hex, 'hex')}"`,
    );
  } catch (fault) {
    return `refused: ${(fault as Error).message}`;
  }
}

const oneLine = (text: string): string => text.replace(/[\t\n\r]/g, ' ');

describe('the translator', () => {
  test('translates each row of the table of the grammar, or refuses it', () => {
    const table = readFileSync('grammar/conformance.tsv', 'utf8').split('\n');
    const queries = table.filter((row) => row.includes('\t') && !row.startsWith('#')).map((row) => row.split('\t')[0]!);
    const rows = [...new Set([...queries, ...MORE])].map((query) => `${query}\t${oneLine(shown(query))}`);
    rows.push(...IPED.map((query) => `iped: ${query}\t${oneLine(shown(query, 'iped'))}`));
    const built = `${rows.join('\n')}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(GOLDEN, built);
    expect(built).toBe(readFileSync(GOLDEN, 'utf8'));
  });

  test('checks items with dates near the ends of a range in a time zone, if some are bare', () => {
    const inRange = (from: string, until: string) => ({ gte: Date.parse(from), lt: Date.parse(until) });
    const plan = planOf('modified:2021-07', 'own', 'Europe/Lisbon');
    const told = JSON.stringify(plan);
    expect(plan.kind).toBe('list');
    // As moments, as days, and as both.
    for (const range of [
      inRange('2021-06-30T23:00Z', '2021-07-31T23:00Z'),
      inRange('2021-07-01', '2021-08-01'),
      inRange('2021-07-01', '2021-07-31T23:00Z'),
    ]) {
      expect(told).toContain(JSON.stringify(range));
    }
    expect(told).toContain('"kind":"checked"');
    expect(told).toContain('"timeZone":"Europe/Lisbon"');
    const near = planOf('modified:2021-07-01T00:10', 'own', 'Europe/Lisbon');
    expect(JSON.stringify(near)).toContain('"kind":"checked"');
    // Without a time zone, and of numbers, the cluster answers alone.
    for (const one of [planOf('modified:2021-07'), planOf('length:2021', 'own', 'Europe/Lisbon')]) {
      expect(JSON.stringify(one)).not.toContain('checked');
    }
  });

  test('scores words by frequency and patterns equally, and lists external sets', () => {
    const noIds = (): never => {
      throw new Error('no ids');
    };
    const told = (text: string) => JSON.stringify(scoredDsl(planOf(text), noIds));
    expect(told('a^3')).toContain('"boost":6.6');
    expect(told('a*^3')).toContain('"constant_score"');
    expect(told('-a')).toContain('"match_all"');
    expect(told('(a b)@3')).toBe('{"match_none":{}}');
    const set: ClusterPlan = { kind: 'set', name: 'kept' };
    expect(scoredDsl({ kind: 'boost', plan: set, factor: 0 }, () => EVERYTHING)).toEqual({
      constant_score: { filter: EVERYTHING, boost: 0 },
    });
  });
});

describe('the words of a range', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '٣', '\u{1d4b3}'), minLength: 1, maxLength: 4 });
  const bytes = (text: string | null): Uint8Array | null => (text === null ? null : Buffer.from(text));

  test('are those of an expression', () => {
    fc.assert(
      fc.property(
        fc.option(word),
        fc.option(word),
        fc.boolean(),
        fc.boolean(),
        word,
        (low, high, isOver, isUnder, one) => {
          const range = { lower: bytes(low), upper: bytes(high), isLowerExclusive: isOver, isUpperExclusive: isUnder };
          const dsl = rangeExpression('f', range) as { regexp: { f: { value: string; flags: string } } };
          // The intersection of the cluster is two expressions of this language.
          const parts = /^\((.*)\)&\((.*)\)$/su.exec(dsl.regexp.f.value)?.slice(1) ?? [dsl.regexp.f.value];
          // Here these need no escape, and may have none.
          const own = parts.map((part) => part.replaceAll(/\\(["&#@<>~-])/g, '$1'));
          const isMatch = own.every((part) => new RegExp(`^(?:${part})$`, 'su').test(one));
          const order = (bound: string | null): number =>
            bound === null ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(bound));
          const isAbove = low === null || order(low) > (isOver ? 0 : -1);
          const isBelow = high === null || order(high) < (isUnder ? 0 : 1);
          expect([one, dsl.regexp.f.value, isMatch]).toEqual([one, dsl.regexp.f.value, isAbove && isBelow]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('and of patterns are listed for texts only, and for no prohibited clause', () => {
    const listed = (text: string) => {
      const work = wordListsOf(index, parseQuery(text), ['content']);
      for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
    };
    const { lists, having } = listed('a* OR (name:b* NOT c*) OR [x TO y] OR word OR "p* q" OR /.*[abc].{18}/');
    expect(lists.map(({ source, dsl }) => [source, dsl === null])).toEqual([
      ['a*', false],
      ['[x TO y]', false],
      ['/.*[abc].{18}/', true],
    ]);
    expect(having).toHaveLength(3);
    expect(['ab', 'ba', 'a'].map((one) => lists[0]!.accepts(one))).toEqual([true, false, true]);
    expect(['w', 'x', 'xz', 'y', 'ya'].map((one) => lists[1]!.accepts(one))).toEqual([false, true, true, true, false]);
  });
});

describe('the document of an item', () => {
  test('has the tokens of our analyzer, and marks at the edges of values', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => {
        const tokens = naiveTokens(text);
        const sent = new TokenText().of(text);
        if (tokens.length === 0) expect(sent).toBeNull();
        else expect([sent!.at(0), sent!.at(-1)]).toEqual(['\u0001', '\u0001']);
        const positions = (sent ?? '').split(' ').slice(1, -1);
        const terms = positions.map((shared) => shared.split('\u0002').sort().join('|'));
        expect(terms.join(' ')).toBe(shownTerms(tokens));
      }),
      { numRuns: 50 },
    );
  });

  test('has its fields, its numbers in two forms, and a digest of everything', () => {
    const properties = [
      ['name', ['João.txt']],
      ['category', ['', 'PDF']],
      ['length', ['5', '9007199254740993', 'many']],
    ] as const;
    const document = JSON.parse(
      itemDocument(
        { id: 7, parentId: null },
        properties,
        { content: null, hasText: true },
        index.fields,
        new TokenText(),
      ),
    );
    const hex = (name: string): string => Buffer.from(name).toString('hex');
    expect(document).toEqual({
      id: 7,
      has: ['id', 'name', 'category', 'length', 'content'],
      hastoken: ['id', 'name', 'category', 'length'],
      [`n_${hex('id')}`]: [7],
      [`w_${hex('name')}`]: ['joao.txt'],
      [`t_${hex('name')}`]: ['\u0001 joao txt \u0001'],
      [`w_${hex('category')}`]: ['\u0001', 'pdf'],
      [`w_${hex('length')}`]: ['5', '9007199254740993', 'many'],
      [`t_${hex('length')}`]: ['\u0001 5 \u0001', '\u0001 9007199254740993 \u0001', '\u0001 many \u0001'],
      [`n_${hex('length')}`]: [5],
      [`x_${hex('length')}`]: [sortableText({ value: 9007199254740992, residual: 1 })],
      digest: expect.stringMatching(/^[\w+/]{43}=$/),
    });
  });

  test('preserves the order of numbers in texts', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true }).map(String),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    );
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [one, other] = [pointOf(a, 'number'), pointOf(b, 'number')];
        if (one === null || other === null) return;
        const order = sortableText(one) < sortableText(other) ? -1 : sortableText(one) > sortableText(other) ? 1 : 0;
        expect(order).toBe(Math.sign(compareExact(one.value, one.residual, other)));
      }),
      { numRuns: 100 },
    );
  });
});

describe('the address of a cluster', () => {
  test('is a list of nodes, without users', () => {
    expect(parseEngine('opensearch=http://a:9200/,https://b')).toEqual({ nodes: ['http://a:9200', 'https://b'] });
    for (const text of ['solr=http://a', 'opensearch=', 'opensearch=ftp://a', 'opensearch=http://u:p@a']) {
      expect(() => parseEngine(text)).toThrow(AppError);
    }
  });

  test('never shows a password in an error', () => {
    expect(() => parseEngine('opensearch=http://user:secret@a')).toThrow(/^(?!.*secret)/);
  });
});
