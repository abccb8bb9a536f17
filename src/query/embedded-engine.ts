/** The embedded engine: answers requests over the indexes that this process has open. */
import type { IndexReader } from '../engine/index-reader.ts';
import { isDamage } from '../search/damage-watch.ts';
import type { Explanation } from '../search/explanation.ts';
import { RefusedQueryError } from '../search/refused-query.ts';
import type { Outcome, SourceAnswer } from '../search/search-answer.ts';
import type { FieldSummary, FieldValues, SearchEngine } from '../search/search-engine.ts';
import { DEFAULT_FIELDS, type SearchRequest, type SourceScope } from '../search/search-request.ts';
import { sideBySide } from '../search/side-by-side.ts';
import type { MatchingRequest, MatchingSession } from '../search/text-matching.ts';
import { AppError } from '../shared/errors.ts';
import { type MemoryLimits, memoryLimits, QUERY_MEMORY_MEBIBYTES, QueryMemory } from '../shared/query-memory.ts';
import type { SeenValues } from './columns/collapse.ts';
import { refusalOf } from './columns/field-columns.ts';
import { EmbeddedMatching } from './embedded-matching.ts';
import { explainQuery } from './explain.ts';
import { fieldValues } from './field-values.ts';
import { keptAnswer } from './kept-search.ts';
import { KeptSets, setKeyOf } from './kept-sets.ts';
import type { OpenIndexes } from './open-indexes.ts';
import { outsideSets } from './plan/outside-sets.ts';
import { parsedQuery } from './query-texts.ts';
import { inSlices, throwIfCancelled } from './slices.ts';
import { answerOf, collapsedOf, type ParsedRequest } from './source-search.ts';

export class EmbeddedEngine implements SearchEngine {
  readonly #indexes: OpenIndexes;
  readonly #memory: MemoryLimits;
  readonly #sets: KeptSets;
  /** Requests whose set is being computed. */
  readonly #computing = new Map<string, Promise<unknown>>();

  constructor(
    indexes: OpenIndexes,
    memory: MemoryLimits = memoryLimits(QUERY_MEMORY_MEBIBYTES),
    sets: KeptSets = new KeptSets(),
  ) {
    this.#indexes = indexes;
    this.#memory = memory;
    this.#sets = sets;
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]> {
    refuseUnsupported(request);
    const { query } = request;
    // Most requests bring a tree, and are taken as they are.
    const parsed = query.kind === 'unparsed' ? { ...request, query: parsedQuery(query) } : (request as ParsedRequest);
    const key = setKeyOf(request);
    if (key !== null) return this.#searchKept(parsed, key, signal);
    if (parsed.collapse !== undefined) return this.#searchCollapsed(parsed, parsed.collapse, null, signal);
    const answer = (index: IndexReader, scope: SourceScope) => answerOf(index, parsed, scope, signal);
    const outcomes = this.#each(request.sources, scopeName, answer, signal);
    // Awaited only where it must be: an asynchronous function that returns a promise takes three turns more.
    return outcomes instanceof Promise ? await outcomes : outcomes;
  }

  /** With sets that were computed before, or are being computed for another request. */
  async #searchKept(
    request: ParsedRequest,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { sources } = request;
    const name = `${sources.map(({ source }) => source).join('\n')}\n${key}`;
    // This request computes what is not there then.
    await settled(this.#computing.get(name), signal);
    const computing = this.#answerKept(request, key, signal);
    this.#computing.set(name, computing);
    try {
      return await computing;
    } finally {
      if (this.#computing.get(name) === computing) this.#computing.delete(name);
    }
  }

  async #answerKept(
    request: ParsedRequest,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { sources, collapse } = request;
    const known = sources.map(({ source }, i) => this.#sets.get(this.#indexes.get(source), keyAt(key, i)));
    if (collapse !== undefined && known.includes(null)) return this.#searchCollapsed(request, collapse, key, signal);
    const answer = (index: IndexReader, scope: SourceScope, i: number) =>
      keptAnswer(index, request, scope, { sets: this.#sets, key: keyAt(key, i), known: known[i]! }, signal);
    return this.#each(sources, scopeName, answer, signal);
  }

  /** One source after the other finds what stays of it; then each is searched with that as one more filter. */
  async #searchCollapsed(
    { collapse: _field, ...request }: ParsedRequest,
    field: string,
    key: string | null,
    signal: AbortSignal | undefined,
  ): Promise<readonly Outcome<SourceAnswer>[]> {
    const { sources } = request;
    const seen: SeenValues = sources.length > 1 ? new Set() : null;
    const kept: Outcome<Uint32Array>[] = [];
    for (const { source } of sources) this.#indexes.get(source);
    for (const scope of sources) {
      const find = (index: IndexReader) => collapsedOf(index, request, scope, field, seen);
      kept.push(...(await this.#each([scope], scopeName, find, signal)));
    }
    const answer = (index: IndexReader, scope: SourceScope, i: number) => {
      const ids = kept[i]!;
      if (ids.kind === 'damaged') return failing(ids.fault);
      const set = { name: KEPT, items: new Map([[scope.source, ids.value]]) };
      const filters = [...(request.filters ?? []), { kind: 'set', name: KEPT } as const];
      const narrowed = { ...request, filters, sets: [...(request.sets ?? []), set] };
      if (key === null) return answerOf(index, narrowed, scope, signal);
      return keptAnswer(index, narrowed, scope, { sets: this.#sets, key: keyAt(key, i), known: null }, signal);
    };
    return this.#each(sources, scopeName, answer, signal);
  }

  async explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]> {
    const { defaultFields = DEFAULT_FIELDS, sources } = request;
    const query = parsedQuery(request.query);
    const explain = (index: IndexReader, { source }: SourceScope): Generator<void, Explanation> =>
      explainQuery(index, query, defaultFields, outsideSets(index, request.sets, source));
    return this.#each(sources, scopeName, explain, signal);
  }

  async fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]> {
    return this.#each(sources, ownName, fieldsOf, signal);
  }

  async fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]> {
    return this.#each(sources, ownName, (index) => valuesOf(index, field), signal);
  }

  async matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession> {
    return EmbeddedMatching.begin(this.#indexes.get(request.source), request, this.#memory, signal);
  }

  close(): Promise<void> {
    return this.#indexes.close();
  }

  /** Searches all sources side by side; nothing is begun if one of them is unknown. */
  #each<S, T>(
    scopes: readonly S[],
    nameOf: (scope: S) => string,
    work: (index: IndexReader, scope: S, i: number) => Generator<void, T>,
    signal: AbortSignal | undefined,
  ): readonly Outcome<T>[] | Promise<readonly Outcome<T>[]> {
    const memory = new QueryMemory(this.#memory);
    if (scopes.length === 1) {
      const name = nameOf(scopes[0]!);
      const outcome = outcomeOf(work(this.#indexes.get(name), scopes[0]!, 0), name, signal, memory);
      if (outcome instanceof Promise) return outcome.then((later) => [later]).finally(() => memory.releaseTo(0));
      memory.releaseTo(0);
      return [outcome];
    }
    const indexes = scopes.map((scope) => this.#indexes.get(nameOf(scope)));
    const all = sideBySide(indexes, async (index, i) =>
      outcomeOf(work(index, scopes[i]!, i), nameOf(scopes[i]!), signal, memory),
    );
    return all.finally(() => memory.releaseTo(0));
  }
}

/** Whatever becomes of other work, unless the signal fires first. */
async function settled(work: Promise<unknown> | undefined, signal: AbortSignal | undefined): Promise<void> {
  if (work === undefined) return;
  let stop = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    stop = resolve;
    signal?.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work.catch(() => undefined), gone]);
  signal?.removeEventListener('abort', stop);
  throwIfCancelled(signal);
}

/** A source that is asked twice may have two sets: what the first one has is left out of the second. */
const keyAt = (key: string, i: number): string => `${i} ${key}`;
const scopeName = ({ source }: SourceScope): string => source;
const ownName = (source: string): string => source;

function outcomeOf<T>(
  work: Generator<void, T>,
  source: string,
  signal: AbortSignal | undefined,
  memory: QueryMemory,
): Outcome<T> | Promise<Outcome<T>> {
  try {
    const value = inSlices(work, signal, memory);
    return value instanceof Promise
      ? value.then(valueOutcome, (fault) => damageOutcome(fault, source))
      : valueOutcome(value);
  } catch (fault) {
    return damageOutcome(fault, source);
  }
}

function valueOutcome<T>(value: T): Outcome<T> {
  return { kind: 'value', value };
}

function damageOutcome(fault: unknown, source: string): Outcome<never> {
  if (isDamage(fault)) return { kind: 'damaged', fault };
  throw fault instanceof RefusedQueryError && fault.unfit !== null ? fault.with({ source }) : fault;
}

// biome-ignore lint/correctness/useYield: as all work of an engine
function* failing(fault: Error): Generator<void, never> {
  throw fault;
}

/** The name of the set of what stays: no query can name it. */
const KEPT = '\0kept';

function refuseUnsupported({ expand }: SearchRequest): void {
  const [relation] = expand ?? [];
  if (relation !== undefined) throw unsupported(`expand a set by ${JSON.stringify(relation)}`);
}

function unsupported(what: string): AppError {
  return new AppError('UNSUPPORTED', `The embedded engine cannot ${what} yet. Ask without it.`);
}

function* fieldsOf(index: IndexReader): Generator<void, readonly FieldSummary[]> {
  return [...index.fields.values()]
    .map(({ name, type, exists }) => {
      const counts = refusalOf(index, name) === null;
      return { name, type, items: exists.docFreq, sorts: counts || type === 'number' || type === 'date', counts };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

// biome-ignore lint/correctness/useYield: as all work of an engine
function* valuesOf(index: IndexReader, field: string): Generator<void, FieldValues> {
  return fieldValues(index, field);
}
