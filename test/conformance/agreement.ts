/** Sends random requests over random sources. The engine must answer them as the naive evaluator does. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ItemStore } from '../../src/search/item-store.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../../src/search/keywords.ts';
import type { RowBookmarks, RowForm, RowNotes, RowsRequest } from '../../src/search/rows.ts';
import type { FacetCount, Outcome, SourceAnswer } from '../../src/search/search-answer.ts';
import type { SearchRequest, SortKey, SortValue, SourceScope } from '../../src/search/search-request.ts';
import { DELIMITERS } from '../../src/shared/cells/table-cells.ts';
import { FIELD_NAMES, randomCase } from '../property/random-case.ts';
import { showQuery } from '../property/show-query.ts';
import { hitsOf } from '../support/asked-source.ts';
import { NaiveCase, type NaiveItem } from '../support/naive/naive-case.ts';
import { keptOf, NaiveEngine, hitsOf as naiveHits } from '../support/naive/naive-engine.ts';
import { naiveFamilyRoot } from '../support/naive/naive-families.ts';
import { facetOf, isBehind, ordered } from '../support/naive/naive-orders.ts';
import { naiveRows } from '../support/naive/naive-rows.ts';
import { NAMES, randomRequest } from './random-request.ts';
import { checkRelated } from './related.ts';
import { Asked, codeOf, type OpenSubject, type Subject } from './subject.ts';

export interface Trials {
  readonly seed: number;
  readonly runs: number;
  readonly queries: number;
}

export function testAgreement(name: string, open: OpenSubject, { seed, runs, queries }: Trials): void {
  test(
    `${name} answers random requests as the naive evaluator does (SEED=${seed})`,
    async () => {
      for (let run = 0; run < runs; run++) {
        const cases = fc.sample(randomCase(0), { numRuns: NAMES.length, seed: seed + run });
        const sources = new Map(NAMES.map((source, i) => [source, cases[i]!.items]));
        const subject = await open(sources);
        try {
          const asked = new Asked(subject, NAMES);
          const property = fc.asyncProperty(randomRequest(sources), async (request) => {
            await check(asked, sources, request);
            // The same, from cached sets as far as possible.
            if (request.isKept === true) await check(asked, sources, request);
          });
          await fc.assert(property, { numRuns: queries, seed: seed + run });
          await checkRows(subject, sources, seed + run);
          await checkKeywords(subject, sources, seed + run);
        } finally {
          await subject.close();
        }
      }
    },
    180_000 + runs * 60_000,
  );
}

/** Reports on lists of queries: trees, a text, a query that is left out, and one that does not parse. */
async function checkKeywords(
  { engine }: Subject,
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
  seed: number,
): Promise<void> {
  const naive = new NaiveEngine(sources);
  const requests = fc.sample(randomRequest(sources), { numRuns: 24, seed });
  const texts = ['ana', '(', 'text', ...requests.map(() => '')];
  const bytes = Buffer.from(texts.join(''));
  let end = 0;
  const request: KeywordsRequest = {
    queries: {
      bytes,
      ends: Uint32Array.from(texts, ({ length }) => (end += length)),
      trees: requests.flatMap(({ query }, i) => (query.kind === 'unparsed' ? [] : [[i + 3, query] as const])),
    },
    defaultOperator: 'OR',
    wantsIds: seed % 3 !== 0,
    left: Uint8Array.from(texts, (_, i) => (i === 2 ? 1 : 0)),
    sources: [...sources.keys()].map((source) => ({ source })),
    sets: requests[0]!.sets!,
    filters: seed % 2 === 0 ? [] : (requests[0]!.filters ?? []),
  };
  const expected = await naive.keywords(request);
  const found = await engine.keywords(structuredClone(request));
  expect(found.map(answered)).toEqual(expected.map(answered));
}

function answered(outcome: Outcome<KeywordsAnswer>): unknown {
  if (outcome.kind === 'damaged') return outcome;
  const { items, itemsWithFamily, unique, refused, total, ids } = outcome.value;
  const told = refused.map(({ number, position }) => ({ number, position }));
  const counts = { items: [...items], itemsWithFamily: [...itemsWithFamily], unique: [...unique], total };
  return { ...counts, ids: ids === null ? null : [...ids], refused: told };
}

/**
 * All items of all sources, in three formats, some of them bookmarked. Each row is compared with its naively printed record.
 */
async function checkRows(
  { engine, items }: Subject,
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
  seed: number,
): Promise<void> {
  const all = [...new Set([...FIELD_NAMES, 'size', 'modificationDate', 'odd'])];
  const names = fc.sample(fc.subarray(all), { numRuns: 2, seed });
  const forms: RowForm[] = [
    { kind: 'json', properties: null },
    { kind: 'json', properties: names[0]! },
    ...DELIMITERS.map((delimiter, i) => ({
      kind: 'csv' as const,
      columns: [...names[0]!.map((name) => [name]), names[1]!],
      style: { delimiter, isForSpreadsheets: (seed + i) % 2 === 0 },
    })),
    { kind: 'xlsx', columns: [names[1]!, ...names[0]!.map((name) => [name])] },
    { kind: 'survey', columns: [...names[0]!.map((name) => [name]), names[1]!], isGuarded: seed % 2 === 0 },
    { kind: 'dat', columns: [names[1]!, ...names[0]!.map((name) => [name])] },
  ];
  const lists = [[], ['=1+1', 'b, "c"'], ['\u0001']];
  for (const [source, own] of sources) {
    const ids = Uint32Array.from(own, ({ id }) => id).reverse();
    const bookmarks = { lists, of: ids.map((id) => id % lists.length) };
    const records = await items.records([...ids].map((id) => ({ source, id })));
    const byId = new Map(records.map((record) => [record!.id, record!]));
    const roots = await items.familyRoots(source, ids);
    expect([source, [...roots]]).toEqual([source, [...ids].map((id) => naiveFamilyRoot(own, id))]);
    const values = [...new Set(own.flatMap(({ properties }) => properties.flatMap(([, some]) => some)))];
    const texts = ['9E107D9D372BB6826BD81D3542A419D6', 'd41d8cd9', 'none', ...values.slice(0, 9)].map((text) =>
      text.toWellFormed(),
    );
    let length = 0;
    const ends = Uint32Array.from(texts, (text) => (length += Buffer.byteLength(text)));
    const wanted = { source, fields: ['hash', 'md5', 'none'], bytes: Buffer.from(texts.join('')), ends };
    const [held, expected] = await Promise.all([items.holders(wanted), new NaiveEngine(sources).holders(wanted)]);
    expect([[...held.ids].sort(), [...held.found]]).toEqual([[...expected.ids].sort(), [...expected.found]]);
    const [fields] = await engine.fields([source]);
    const types = new Map(fields?.kind === 'value' ? fields.value.map(({ name, type }) => [name, type] as const) : []);
    const naive = {
      rows: async (asked: RowsRequest) =>
        naiveRows(
          asked,
          (id) => byId.get(id) ?? null,
          (name) => types.get(name),
        ),
    };
    for (const form of forms) {
      for (const notes of [null, notesFor(ids, form)]) {
        // Returns one list of names with every location for them.
        const reviewed = notes === null ? null : { lists, of: ids.map((id) => (id >> 1) % lists.length) };
        const hashsets = notes === null ? null : { lists, of: ids.map((id) => (id >> 2) % lists.length) };
        const asked = { source, label: `-${source}`, ids, form, bookmarks, notes, reviewed, hashsets };
        expect(await allRows(items, asked)).toEqual(await allRows(naive, asked));
      }
    }
  }
}

/** Some of the items, in the form of the rows. */
function notesFor(ids: Uint32Array, form: RowForm): RowNotes {
  const at = [...ids.keys()].filter((i) => ids[i]! % 3 === 1);
  const print = (id: number): string => `=${id}\n"é"; þ <b>${'x'.repeat(id % 50)}`;
  const texts = at.map((i) => (form.kind === 'json' ? JSON.stringify([{ text: print(ids[i]!) }]) : print(ids[i]!)));
  return { at: Uint32Array.from(at), texts };
}

async function allRows(items: Pick<ItemStore, 'rows'>, request: RowsRequest): Promise<readonly string[]> {
  const { ids, bookmarks, notes, reviewed, hashsets } = request;
  const left = (names: RowBookmarks | null, from: number) => names && { ...names, of: names.of.subarray(from) };
  const found: string[] = [];
  const encoding = request.form.kind === 'survey' ? 'hex' : 'utf8';
  while (found.length < ids.length) {
    const first = notes?.at.findIndex((at) => at >= found.length) ?? -1;
    const noted = first < 0 ? { at: new Uint32Array(), texts: [] } : sinceNote(notes!, first, found.length);
    const rows = await items.rows({
      ...request,
      ids: ids.subarray(found.length),
      bookmarks: left(bookmarks, found.length),
      notes: notes === null ? null : noted,
      reviewed: left(reviewed, found.length),
      hashsets: left(hashsets, found.length),
    });
    const bytes = Buffer.from(rows.bytes);
    found.push(...[...rows.ends].map((end, i) => bytes.subarray(rows.ends[i - 1] ?? 0, end).toString(encoding)));
  }
  return found;
}

function sinceNote({ at, texts }: RowNotes, first: number, places: number): RowNotes {
  return { at: at.subarray(first).map((place) => place - places), texts: texts.slice(first) };
}

async function check(
  asked: Asked,
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
  request: SearchRequest,
): Promise<void> {
  if (refusesTexts(request)) {
    expect(await codeOf(asked.answers(request))).toEqual(request.sources.length === 0 ? [] : 'INVALID_REQUEST');
    return;
  }
  const answers = await asked.answers(request);
  if (request.filters?.length !== 2) await checkRelated(asked, new NaiveEngine(sources), request);
  const kept = keptOf(
    request,
    request.sources.map(({ source }) => new NaiveCase(sources.get(source)!)),
  );
  const isRanked = request.sort?.by === 'relevance';
  for (const [i, scope] of request.sources.entries()) {
    const items = new NaiveCase(sources.get(scope.source)!);
    const expected = naiveHits(request, scope, items, kept[i]);
    const told = `${request.query.kind === 'unparsed' ? request.query.text : showQuery(request.query)} in ${scope.source}`;
    expect([told, answers[i]!.count]).toEqual([told, expected.length]);
    await checkFacets(told, request, answers[i]!, expected, items);
    const { limit = expected.length } = request;
    const { skip = 0 } = scope;
    if (request.sort?.by === 'fields') {
      await checkOrder(told, request, request.sort.keys, scope, answers[i]!, expected, sources);
      continue;
    }
    const found = await hitsOf(answers[i]!);
    if (!isRanked) {
      const ids = expected.map(({ id }) => id).filter((id) => id > (scope.after?.id ?? -1));
      expect([told, ...found.map(({ id }) => id)]).toEqual([told, ...ids.slice(skip, skip + limit)]);
      continue;
    }
    if (asked.subject.hasOwnScores === true) {
      checkOwnOrder(told, request, scope, found, expected);
      continue;
    }
    // Lengths are rounded in an index. So scores are only nearly equal, and items with nearly equal scores may be in any order.
    expect([told, found.length]).toEqual([told, Math.min(limit, Math.max(0, expected.length - skip))]);
    const scores = new Map(expected.map(({ id, score }) => [id, score]));
    for (const [rank, { id, score }] of found.entries()) {
      expect([told, id, isNear(score, scores.get(id)!)]).toEqual([told, id, true]);
      expect([told, rank, isNear(score, expected[skip + rank]!.score)]).toEqual([told, rank, true]);
    }
  }
}

/** Checks an order by the scores of this engine alone: the best first, equal scores by id, no item outside the set. */
function checkOwnOrder(
  told: string,
  { limit }: SearchRequest,
  { after, skip = 0 }: SourceScope,
  found: readonly { readonly id: number; readonly score: number }[],
  expected: readonly { readonly id: number }[],
): void {
  const sorted = [...found].sort((a, b) => b.score - a.score || a.id - b.id);
  expect([told, found]).toEqual([told, sorted]);
  // Positions depend on scores, so other scores give other positions.
  if (after !== undefined) return;
  const all = new Set(expected.map(({ id }) => id));
  expect([told, found.filter(({ id }) => !all.has(id))]).toEqual([told, []]);
  expect([told, found.length]).toEqual([told, Math.min(limit ?? all.size, Math.max(0, all.size - skip))]);
}

/** Whether it orders or counts by something without a column. */
function refusesTexts({ sort, facets = [], collapse }: SearchRequest): boolean {
  const counted = facets.flatMap((facet) => (facet.kind === 'values' ? [facet.field] : []));
  const sorted = sort?.by === 'fields' ? sort.keys.map(({ field }) => field) : [];
  if (collapse !== undefined && ['content', 'id', 'parentId'].includes(collapse)) return true;
  return counted.some((field) => ['content', 'id', 'parentId'].includes(field)) || sorted.includes('content');
}

async function checkOrder(
  told: string,
  { limit }: SearchRequest,
  keys: readonly SortKey[],
  scope: SourceScope,
  answer: SourceAnswer,
  expected: readonly { readonly id: number }[],
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
): Promise<void> {
  const hits = ordered(
    expected.map(({ id }) => id),
    keys,
    new NaiveCase(sources.get(scope.source)!),
  ).filter((hit) => scope.after === undefined || isBehind(hit, scope.after, keys));
  const found: { id: number; keys: SortValue[] }[] = [];
  for await (const batch of answer.items ?? []) {
    for (const [i, id] of batch.ids.entries()) {
      const own = Array.from({ length: keys.length }, (_, n) => batch.keys![i * keys.length + n]!);
      found.push({ id, keys: own });
    }
  }
  const { skip = 0 } = scope;
  expect([told, keys, ...found]).toEqual([told, keys, ...hits.slice(skip, skip + (limit ?? hits.length))]);
}

async function checkFacets(
  told: string,
  { facets = [] }: SearchRequest,
  answer: SourceAnswer,
  expected: readonly { readonly id: number }[],
  items: NaiveCase,
): Promise<void> {
  expect(answer.facets.length).toBe(facets.length);
  for (const [i, facet] of facets.entries()) {
    const naive = facetOf(
      expected.map(({ id }) => id),
      facet,
      items,
    );
    const { counts, ...rest } = answer.facets[i]!;
    const found: FacetCount[] = [];
    for await (const some of counts) found.push(...some);
    const shown = found.map(({ key, items: count, spellings, field, coordinates }) => {
      if (facet.kind === 'values' || facet.kind === 'sets') return { key, items: count, spellings };
      if (facet.kind === 'places') return { key, items: count, spellings: [], coordinates };
      const label = spellings[0]?.value.replace(/(T\d\d:00).*/, '$1') ?? key;
      return { key: label, items: count, spellings: [], ...(field === undefined ? {} : { field }) };
    });
    expect([told, facet, { ...rest, counts: shown }]).toEqual([told, facet, naive]);
  }
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(b));
}
