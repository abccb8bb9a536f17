/** The set of a request as dates in order of time, and the tree with its hits. An engine gives the same as the naive one. */
import { expect } from '@jest/globals';
import type { EventsRequest } from '../../src/search/related/events.ts';
import type { Outcome } from '../../src/search/search-answer.ts';
import type { SearchEngine } from '../../src/search/search-engine.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import type { NaiveEngine } from '../support/naive/naive-engine.ts';
import { NAMES } from './random-request.ts';
import type { Asked } from './subject.ts';

export async function checkRelated(
  { subject: { engine } }: Asked,
  naive: NaiveEngine,
  { facets: _facets, limit, sort: _sort, want: _want, sources, ...set }: SearchRequest,
): Promise<void> {
  const { source } = sources[0] ?? { source: NAMES[0]! };
  const plain = sources.map((scope) => ({ source: scope.source }));
  for (const order of ['asc', 'desc'] as const) {
    const all = await eventsOf(naive, { ...set, sources: plain, order });
    expect(await eventsOf(engine, { ...set, sources: plain, order })).toEqual(all);
    const middle = all[0]?.listed[all[0].listed.length >> 1];
    if (middle === undefined) continue;
    const after = { time: middle.time, id: middle.id, field: middle.field, omitted: 1 };
    const part = {
      ...set,
      sources: plain.map((scope, i) => ({ ...scope, after, skip: i })),
      order,
      from: middle.time - 86_400_000_000,
      ...(limit === undefined ? {} : { limit }),
    };
    expect(await eventsOf(engine, part)).toEqual(await eventsOf(naive, part));
  }
  const [{ value: top }] = [await valued(naive.tree({ source, id: null, offset: 0, limit: 99, hits: null }))];
  for (const id of [null, 1, ...top!.children.map((child) => child.id)]) {
    for (const request of [
      { source, id, offset: 0, limit: 99, hits: null },
      { source, id, offset: 1, limit: 3, hits: set },
      { source, id, offset: 0, limit: 99, isOfHits: true, hits: set },
      { source, id, offset: 1, limit: 2, isOfHits: true, hits: set },
    ]) {
      expect([id, await valued(engine.tree(request))]).toEqual([id, await valued(naive.tree(request))]);
    }
    if (id === null) continue;
    expect([id, await valued(engine.family(source, id))]).toEqual([id, await valued(naive.family(source, id))]);
  }
}

async function valued<T>(asked: Promise<Outcome<T>>): Promise<{ readonly value: T }> {
  const outcome = await asked;
  if (outcome.kind === 'damaged') throw outcome.fault;
  return outcome;
}

async function eventsOf(engine: SearchEngine, request: EventsRequest) {
  return Promise.all(
    (await engine.events(request)).map(async (outcome) => {
      if (outcome.kind === 'damaged') throw outcome.fault;
      const { count, fields, events } = outcome.value;
      const listed: { id: number; time: number; field: string }[] = [];
      for await (const { ids, times, fields: numbers } of events) {
        for (const [i, id] of ids.entries()) listed.push({ id, time: times[i]!, field: fields[numbers[i]!]! });
      }
      return { count, listed };
    }),
  );
}
