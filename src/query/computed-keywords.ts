/**
 * Counts a list of queries whose sets must be computed over all sources first (with `expand` or `collapse`). Runs each
 * query as a search, and counts its items here.
 */
import type { IndexReader } from '../engine/index-reader.ts';
import type { KeywordRefusal, KeywordsAnswer, KeywordsRequest } from '../search/keywords.ts';
import type { Outcome, SourceAnswer } from '../search/search-answer.ts';
import type { SearchRequest } from '../search/search-request.ts';
import { runInSlices } from '../shared/slices.ts';
import { itemTree } from './columns/field-columns.ts';
import { familySizes } from './keywords/family-sizes.ts';
import { KeywordCounter } from './keywords/keyword-counter.ts';
import { QueryReader, refusalOf } from './keywords/keyword-report.ts';
import { ListHints } from './keywords/list-hints.ts';

export type SearchCall = (request: SearchRequest) => Promise<readonly Outcome<SourceAnswer>[]>;

export async function computedKeywords(
  indexes: readonly IndexReader[],
  request: KeywordsRequest,
  search: SearchCall,
): Promise<readonly Outcome<KeywordsAnswer>[]> {
  const { queries, left, wantsIds = false, defaultOperator: _, syntax: __, timeZone: ___, ...set } = request;
  const count = queries.ends.length;
  const counters: KeywordCounter[] = [];
  for (const index of indexes) counters.push(await runInSlices(counterOf(index, count)));
  const hints = indexes.map((index) => new ListHints(index));
  const faults = new Map<number, Error>();
  const refused: KeywordRefusal[] = [];
  const reader = new QueryReader(request);
  for (let number = 0; number < count; number++) {
    if (left?.[number] === 1) continue;
    try {
      const query = reader.at(number);
      const outcomes = await search({ ...set, query, ...reader.written(number), want: ['ids', 'hints'] });
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome.kind === 'damaged') faults.set(i, outcome.fault);
        else {
          await countItems(indexes[i]!, outcome.value, number, counters[i]!);
          hints[i]!.put(number, outcome.value.hints ?? []);
        }
      }
    } catch (fault) {
      refused.push(refusalOf(number, fault));
    }
  }
  const answers: Outcome<KeywordsAnswer>[] = [];
  for (const [i, counter] of counters.entries()) {
    const fault = faults.get(i);
    const { items, itemsWithFamily } = counter;
    if (fault !== undefined) answers.push({ kind: 'damaged', fault });
    else {
      const totals = await runInSlices(counter.totals());
      const ids = wantsIds ? await runInSlices(counter.foundIds(indexes[i]!, totals.total)) : null;
      const value = { items, itemsWithFamily, ...totals, ids, refused, hints: hints[i]!.hints };
      answers.push({ kind: 'value', value });
    }
  }
  return answers;
}

function* counterOf(index: IndexReader, count: number): Generator<void, KeywordCounter> {
  const families = yield* familySizes(yield* itemTree(index));
  return new KeywordCounter(index, count, families, null);
}

async function countItems(
  index: IndexReader,
  { items }: SourceAnswer,
  number: number,
  counter: KeywordCounter,
): Promise<void> {
  for await (const { ids } of items ?? []) {
    const docs = ids.map((id) => index.docOf(id));
    counter.add(number, docs, docs.length, 0);
  }
  counter.end(number);
}
