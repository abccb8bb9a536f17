/**
 * Matching inside random items. An engine finds the matches that the naive evaluator finds, in texts that come whole or in
 * pieces. An item is a hit if and only if something in it matches, and each match, by itself, is a hit.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { LeafQuery, Query } from '../../grammar/ast.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import type { Found, MatchesWanted, MatchingSession, TextPart } from '../../src/search/text-matching.ts';
import { fittedQuery } from '../property/fitted-query.ts';
import { randomCase } from '../property/random-case.ts';
import { leaf, randomQuery } from '../property/random-query.ts';
import { showQuery } from '../property/show-query.ts';
import { NaiveCase, type NaiveItem } from '../support/naive/naive-case.ts';
import { compareCodePoints } from '../support/naive/naive-characters.ts';
import { NaiveEngine } from '../support/naive/naive-engine.ts';
import { evaluate } from '../support/naive/naive-evaluator.ts';
import { matchedWords, ownValues } from '../support/naive/naive-matching.ts';
import { NaiveQueryError } from '../support/naive/naive-regexp.ts';
import { nullIfRefused } from '../support/null-if-refused.ts';
import type { OpenSubject, Subject } from './subject.ts';

const NAME = 'one';
const FIELDS = [['content'], ['content'], ['name', 'content'], ['title', 'length', 'category']] as const;

interface Trials {
  readonly seed: number;
  readonly runs: number;
  readonly queries: number;
}

export function testMatching(name: string, open: OpenSubject, { seed, runs, queries }: Trials): void {
  test(
    `${name} finds in items what the naive evaluator finds (SEED=${seed})`,
    async () => {
      for (let run = 0; run < runs; run++) {
        const [random] = fc.sample(randomCase(0), { numRuns: 1, seed: seed + run });
        const sources = new Map([[NAME, random!.items]]);
        const source = new NaiveCase(random!.items);
        const subject = await open(sources);
        const naive = {
          engine: new NaiveEngine(sources),
          items: new NaiveEngine(sources),
          close: async () => undefined,
        };
        try {
          const questions = fc.record({
            query: fc.oneof(leaf(), randomQuery()).map((query) => fittedQuery(query, [source])),
            fields: fc.constantFrom(...FIELDS),
            want: wanted(),
            cut: fc.constantFrom(0, 1, 7, 100),
            isAllAtOnce: fc.boolean(),
          });
          await fc.assert(
            fc.asyncProperty(questions, (question) => agree(subject, naive, source, question)),
            { numRuns: queries, seed: seed + run },
          );
          await fc.assert(
            fc.asyncProperty(questions, (question) => agreeOnWords(subject, source, question)),
            { numRuns: Math.ceil(queries / 2), seed: seed + run },
          );
        } finally {
          await subject.close();
        }
      }
    },
    180_000 + runs * 60_000,
  );
}

function wanted(): fc.Arbitrary<MatchesWanted> {
  return fc.oneof(
    fc.constantFrom({ kind: 'matches', from: 0, most: 1000 } as const, { kind: 'matches', from: 2, most: 3 } as const),
    fc.constantFrom(0, 1, 5, 40).map((context) => ({ kind: 'findings', context }) as const),
    fc.constantFrom(
      { kind: 'texts' } as const,
      { kind: 'texts', withFields: true } as const,
      { kind: 'texts', most: 3 } as const,
    ),
    fc.constant({ kind: 'snippets', most: 3, properties: null } as const),
  );
}

interface Question {
  readonly query: Query;
  readonly fields: readonly string[];
  readonly want: MatchesWanted;
  /** Bytes of a piece of a text. If 0, the text comes from the engine. */
  readonly cut: number;
  /** Whether the parts of all items come with the request. */
  readonly isAllAtOnce: boolean;
}

async function agree(subject: Subject, naive: Subject, source: NaiveCase, question: Question): Promise<void> {
  const { query, fields, want, cut } = question;
  const found = await foundBy(subject, source.items, question).catch(nullIfRefused);
  if (found === null) {
    await expect(foundBy(naive, source.items, question)).rejects.toThrow();
    return;
  }
  const told = `${showQuery(query)} in ${fields.join(', ')}, ${want.kind}, pieces of ${cut}`;
  if (want.kind === 'snippets') {
    const all = await foundBy(naive, source.items, { ...question, want: { kind: 'matches', from: 0, most: 1e9 } });
    for (const [i, one] of found.entries()) checkSnippets(told, one, all[i]!, source.items[i]!, source);
    return;
  }
  expect([told, found]).toEqual([told, await foundBy(naive, source.items, question)]);
  if (want.kind !== 'matches' || want.from > 0 || !isPositive(query)) return;
  const hits = found.flatMap((one) => (one.kind === 'matches' && one.total > 0 ? [one.id] : []));
  expect([told, hits.sort((a, b) => a - b)]).toEqual([told, evaluate(query, source, { defaultFields: fields })]);
  for (const one of found) if (one.kind === 'matches') checkCuts(told, one, query, source);
}

/** Compares the words that patterns and ranges of a query matched, counted over the items that it finds. */
async function agreeOnWords({ engine }: Subject, source: NaiveCase, { query, fields }: Question): Promise<void> {
  if (hasStarsAlone(query)) return;
  const request = {
    sources: [{ source: NAME }],
    query,
    defaultFields: fields,
    want: ['count'],
    facets: [{ kind: 'matches' }],
  };
  const outcomes = await Promise.resolve(engine.search(request as SearchRequest)).catch(nullIfRefused);
  if (outcomes === null) {
    expect(() => evaluate(query, source, { defaultFields: fields })).toThrow(NaiveQueryError);
    return;
  }
  const [outcome] = outcomes;
  if (outcome?.kind !== 'value') throw new Error('damaged');
  const [facet] = outcome.value.facets;
  const found: (readonly [string, number])[] = [];
  for await (const some of facet!.counts) for (const { key, items } of some) found.push([key, items]);
  const expected = matchedWords(query, evaluate(query, source, { defaultFields: fields }), source, fields);
  const told = `${showQuery(query)} in ${fields.join(', ')}`;
  const counted = [...expected].map(([key, ids]) => [key, ids.size] as const);
  expect([told, found]).toEqual([told, counted.sort(([a], [b]) => compareCodePoints(a, b))]);
  expect(facet!.items).toBe(new Set([...expected.values()].flatMap((ids) => [...ids])).size);
}

/** Stars match every token, which gives no word. */
function hasStarsAlone(query: Query): boolean {
  if (query.kind === 'boost') return hasStarsAlone(query.query);
  if (query.kind === 'boolean') return query.clauses.some((clause) => hasStarsAlone(clause.query));
  if (query.kind !== 'wildcard') return false;
  return query.pattern.every(
    (part) => part.kind === 'anyRun' || (part.kind === 'text' && !/[\p{L}\p{Nd}]/u.test(part.text)),
  );
}

/** Returns the parts of all items, in pieces. */
async function foundBy(
  { engine }: Subject,
  items: readonly NaiveItem[],
  { query, fields, want, cut, isAllAtOnce }: Question,
): Promise<Found[]> {
  const request = { source: NAME, query, defaultFields: fields, areHits: false, want };
  const all = items.flatMap((item) => partsOf(item, cut));
  const session = await engine.matching(isAllAtOnce ? { ...request, all } : request);
  try {
    if (isAllAtOnce) return await scanned(session, all);
    const found: Found[] = [];
    for (const item of items) found.push(...(await scanned(session, partsOf(item, cut))));
    return found;
  } finally {
    session.end();
  }
}

async function scanned(session: MatchingSession, parts: readonly TextPart[]): Promise<Found[]> {
  const found: Found[] = [];
  let answer = await session.scan(parts);
  found.push(...answer.found);
  while (!answer.isDone) {
    answer = await session.scan([]);
    found.push(...answer.found);
  }
  return found;
}

function partsOf({ id, text }: NaiveItem, cut: number): TextPart[] {
  if (text === null) return [{ id, text: null, isLast: true }];
  if (cut === 0) return [{ id, text: 'stored', isLast: true }];
  const bytes = Buffer.from(text);
  const parts: TextPart[] = [];
  for (let at = 0; at < bytes.length; at += cut) {
    parts.push({ id, text: Uint8Array.from(bytes.subarray(at, at + cut)), isLast: false });
  }
  return [...parts, { id, text: null, isLast: true }];
}

/** Removes everything that can match an item other than by words, patterns and values in it. */
function isPositive(query: Query): boolean {
  switch (query.kind) {
    case 'all':
    case 'set':
    case 'exists':
      return false;
    case 'range':
      return query.lower !== null || query.upper !== null;
    case 'boost':
      return isPositive(query.query);
    case 'boolean':
      return (
        query.clauses.some(({ occur }) => occur !== 'mustNot') &&
        query.clauses.every(({ occur, query: clause }) => occur === 'mustNot' || isPositive(clause))
      );
    default:
      return true;
  }
}

/** Each match of a single leaf in the text, cut out, is a text that the leaf matches. */
function checkCuts(told: string, found: Found & { kind: 'matches' }, query: Query, source: NaiveCase): void {
  if (['boolean', 'boost'].includes(query.kind) || (query as LeafQuery).field !== null) return;
  const item = source.items.find(({ id }) => id === found.id)!;
  for (const { field, start, end } of found.matches) {
    if (field !== 'content') continue;
    const alone: NaiveItem = { id: 1, parentId: null, properties: [], text: item.text!.slice(start, end) };
    expect([told, alone.text, evaluate(query, [alone])]).toEqual([told, alone.text, [1]]);
  }
}

/** Snippets are slices of their value with matches in them, and there is one for each value with a match. */
function checkSnippets(told: string, found: Found, all: Found, item: NaiveItem, source: NaiveCase): void {
  if (found.kind !== 'snippets' || all.kind !== 'matches') throw new Error(told);
  expect([told, found.id]).toEqual([told, all.id]);
  const isShown = ({ field }: { readonly field: string }): boolean => field !== 'id' && field !== 'parentId';
  expect([told, found.snippets.length > 0]).toEqual([told, all.matches.some(isShown)]);
  const ofText = found.snippets.filter(({ field }) => field === 'content');
  expect(ofText.length <= 3 && found.snippets.length - ofText.length <= 3).toBe(true);
  const known = new Set(all.matches.map(({ field, value, start, end }) => `${field} ${value} ${start} ${end}`));
  for (const { field, value, offset, text, marks } of found.snippets) {
    expect(text).toBe(
      ownValues(item, field, source)
        [value]!.toWellFormed()
        .slice(offset, offset + text.length),
    );
    expect(marks.length).toBeGreaterThan(0);
    for (const [start, end] of marks) {
      expect(end <= text.length && known.has(`${field} ${value} ${offset + start} ${offset + end}`)).toBe(true);
    }
  }
}
