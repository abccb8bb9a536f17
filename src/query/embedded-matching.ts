/** Matching inside items of an index that this process has open: a session for each query. */
import type { IndexReader } from '../engine/index-reader.ts';
import { DEFAULT_FIELDS } from '../search/search-request.ts';
import type {
  Found,
  MatchesWanted,
  MatchingAnswer,
  MatchingRequest,
  MatchingSession,
  Sifted,
  TextPart,
} from '../search/text-matching.ts';
import { type MemoryLimits, QueryMemory } from '../shared/query-memory.ts';
import { runInSlices } from '../shared/slices.ts';
import { weightOf } from '../shared/value-weight.ts';
import type { Collector } from './matching/collector.ts';
import { ExpressionSieve } from './matching/expression-sieve.ts';
import { FindingLines } from './matching/finding-lines.ts';
import { ItemScan, type Step } from './matching/item-scan.ts';
import { MatchPage } from './matching/match-page.ts';
import { MatchedTexts } from './matching/matched-texts.ts';
import { type MatcherOptions, QueryMatcher } from './matching/query-matcher.ts';
import { Snippets } from './matching/snippets.ts';
import { outsideSets } from './plan/outside-sets.ts';
import { parsedQuery } from './query-texts.ts';

/** An answer is passed on when it reaches this weight. */
const ANSWER_WEIGHT = 1 << 18;

export class EmbeddedMatching implements MatchingSession {
  readonly clauses: readonly string[];
  readonly readsTexts: boolean;
  readonly sift: ((ids: Uint32Array, signal?: AbortSignal) => Promise<Sifted>) | undefined;
  readonly #scan: ItemScan;
  readonly #memory: QueryMemory;
  /** Work on the parts so far. */
  #work: Generator<Step, void> | null = null;

  private constructor(matcher: QueryMatcher, scan: ItemScan, memory: QueryMemory, sieve: ExpressionSieve | null) {
    this.clauses = matcher.clauses;
    this.readsTexts = scan.readsTexts;
    this.#scan = scan;
    this.#memory = memory;
    if (sieve !== null) this.sift = async (ids, signal) => runInSlices(sieve.sift(ids), signal, memory);
  }

  /** Throws the errors of planning the query. */
  static async begin(
    index: IndexReader,
    request: MatchingRequest,
    limits: MemoryLimits,
    signal?: AbortSignal,
    elsewhere: Pick<MatcherOptions, 'testOf' | 'nearest'> = {},
  ): Promise<EmbeddedMatching> {
    const memory = new QueryMemory(limits);
    try {
      return await runInSlices(begun(index, request, memory), signal, memory);
    } catch (fault) {
      memory.releaseTo(0);
      throw fault;
    }
    function* begun(of: IndexReader, asked: MatchingRequest, held: QueryMemory): Generator<void, EmbeddedMatching> {
      const { query, defaultFields = DEFAULT_FIELDS, sets, source, areHits, want } = asked;
      const options = { defaultFields, sets: outsideSets(of, sets, source), areHits, ...elsewhere };
      const matcher = yield* QueryMatcher.of(of, parsedQuery(query), options);
      const scan = new ItemScan(of, matcher, collectorOf(want, of, matcher));
      return new EmbeddedMatching(matcher, scan, held, areHits ? ExpressionSieve.of(of, matcher.fields) : null);
    }
  }

  async scan(parts: readonly TextPart[], signal?: AbortSignal): Promise<MatchingAnswer> {
    return runInSlices(this.#answer(parts), signal, this.#memory);
  }

  end(): void {
    this.#memory.releaseTo(0);
  }

  *#answer(parts: readonly TextPart[]): Generator<void, MatchingAnswer> {
    const work = this.#work ?? each(this.#scan, parts);
    this.#work = work;
    const found: Found[] = [];
    let weight = 0;
    for (let step = work.next(); step.done !== true; step = work.next()) {
      if (step.value === null) yield;
      else {
        found.push(step.value);
        weight += weightOf(step.value, ANSWER_WEIGHT);
        if (weight >= ANSWER_WEIGHT) return { found, isDone: false };
        yield;
      }
    }
    this.#work = null;
    return { found, isDone: true };
  }
}

function* each(scan: ItemScan, parts: readonly TextPart[]): Generator<Step, void> {
  for (const part of parts) {
    const found = scan.takeAtOnce(part);
    yield* found ?? scan.take(part);
    if (found !== null) yield null;
  }
}

function collectorOf(want: MatchesWanted, { analyzer }: IndexReader, matcher: QueryMatcher): Collector {
  switch (want.kind) {
    case 'matches':
      return new MatchPage(want.from, want.most, matcher.clauses.length);
    case 'snippets':
      return new Snippets(want.most, want.properties, (leaf) => matcher.weightOf(leaf));
    case 'findings':
      return new FindingLines(want.context);
    case 'texts':
      return new MatchedTexts(analyzer.fold, want);
  }
}
