/**
 * The sources of a command, which are searched together. Damage of an index is an error here: a command does not continue
 * without a source.
 */
import type { ExportSet } from '../export/export-set.ts';
import type { SourceHashSets } from '../hashsets/source-hash-sets.ts';
import type { KeywordQuestions } from '../http/routes/lists/keyword-questions.ts';
import { notedItems } from '../query/notes/noted-items.ts';
import { isWordlessNote } from '../query/plan/wordless-note.ts';
import { aliasesOf } from '../schema/field-aliases.ts';
import type {
  Combined,
  CombinedAnswer,
  CombinedKeywords,
  CombinedKeywordsAnswer,
  Damaged,
} from '../search/combined/combined-answer.ts';
import { type CombinedRequest, Coordinator } from '../search/combined/coordinator.ts';
import { DamageWatch } from '../search/damage-watch.ts';
import type { Explanation } from '../search/explanation.ts';
import { ItemMatching } from '../search/item-matching.ts';
import { ItemReader } from '../search/item-reader.ts';
import type { IndexedItem } from '../search/item-store.ts';
import { type NamedItems, namedSets, STORELESS } from '../search/named-sets.ts';
import type { OutsideSet } from '../search/search-request.ts';
import { type SetClause, takeSets } from '../search/set-clauses.ts';
import { namedHashSets } from '../search/sets/hashed-items.ts';
import { RememberedSets } from '../search/sets/remembered-sets.ts';
import { AppError } from '../shared/errors.ts';
import { readingIfAny } from './bookmark-access.ts';
import type { HashLists } from './hash-sets/option.ts';
import { hashSetsOver } from './hash-sets/over-sources.ts';
import type { NamedSource, OpenedSources } from './open-sources.ts';
import type { DataOption } from './options.ts';

/** Bookmarks refer to sources by the ids of a sources file. Without such a file, queries cannot refer to bookmarks. */
export function askedSources(
  { opened, hashLists }: Pick<OpenedSources, 'opened' | 'hashLists'>,
  options: DataOption & { readonly sources?: string | undefined },
): AskedSources {
  return options.sources === undefined
    ? new AskedSources(opened, hashLists)
    : new AskedSources(opened, hashLists, (read) => readingIfAny(options, NOTHING_NAMED, read));
}

export class AskedSources {
  readonly #sources: readonly NamedSource[];
  readonly coordinator: Coordinator<NamedSource>;
  readonly matching: ItemMatching<NamedSource>;
  readonly #items: ItemReader<NamedSource>;
  readonly #named: SetReader;
  readonly #hashLists: HashLists | undefined;
  #hashSets: Promise<SourceHashSets<NamedSource>> | null = null;

  /** `named` reads bookmarks and the selection, for queries that refer to them. */
  constructor(sources: readonly NamedSource[], hashLists?: HashLists, named: SetReader = noBookmarks) {
    this.#named = named;
    this.#hashLists = hashLists;
    const watch = new DamageWatch<NamedSource>((_, fault) => fault);
    this.#sources = sources;
    this.coordinator = new Coordinator(watch);
    this.#items = new ItemReader(watch);
    this.matching = new ItemMatching(watch);
  }

  async search(request: CombinedRequest, signal: AbortSignal): Promise<CombinedAnswer<NamedSource>> {
    return whole(await this.coordinator.search(this.#sources, await this.withSets(request), signal));
  }

  async explain(request: CombinedRequest, signal: AbortSignal): Promise<Combined<NamedSource, Explanation>['found']> {
    return whole(await this.coordinator.explain(this.#sources, await this.withSets(request), signal)).found;
  }

  records(source: NamedSource, ids: Uint32Array, signal: AbortSignal): Promise<readonly (IndexedItem | null)[]> {
    return this.#items.records(source, ids, signal);
  }

  /**
   * Returns the set of a request in order of ids or fields, for exports. Throws AppError USAGE for a field that no source has.
   */
  async exportSet(
    request: CombinedRequest,
    parts: Omit<ExportSet<NamedSource>, 'sources' | 'total' | 'items' | 'hits' | 'hints' | 'hashsets' | 'certificate'>,
  ): Promise<ExportSet<NamedSource>> {
    const { sort } = request;
    if (sort?.by === 'fields')
      await this.#requireFields(
        sort.keys.map(({ field }) => field),
        parts.signal,
      );
    const withSets = await this.withSets(request);
    const search = async () => whole(await this.coordinator.search(this.#sources, withSets, parts.signal));
    let unread: CombinedAnswer<NamedSource> | null = await search();
    const { hints } = unread;
    const total = unread.count ?? 0;
    const hits = async () => {
      const { hits: found } = unread ?? (await search());
      unread = null;
      return found;
    };
    const hashSets = await this.#setsOfHashes();
    const hashsets = hashSets === undefined ? null : hashSets.listsOf.bind(hashSets);
    return { ...parts, sources: this.#sources, total, items: this.#items, hits, hints, hashsets, certificate: null };
  }

  /** Name and digest of each hash set. */
  async hashSets(): Promise<readonly { readonly name: string; readonly digest: string }[]> {
    const sets = (await this.#setsOfHashes())?.sets ?? [];
    return sets.map(({ name, head: { digest } }) => ({ name, digest }));
  }

  /** Returns the names that are not properties of any source. */
  async unknownProperties(names: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    if (names.length === 0) return [];
    const { found } = whole(await this.coordinator.fields(this.#sources, signal));
    const known = new Set(found.flatMap(({ value }) => value.flatMap(({ usualNames = [] }) => usualNames)));
    for (const source of this.#sources) {
      for (const name of await this.#items.propertyNames(source, signal)) known.add(name);
    }
    return names.filter((name) => !aliasesOf(name).some((alias) => known.has(alias)));
  }

  async keywords(
    { queries, clauses, refused }: KeywordQuestions,
    request: Omit<CombinedKeywords, 'queries'>,
    signal: AbortSignal,
  ): Promise<CombinedKeywordsAnswer<NamedSource>> {
    const sets = await this.#setsOf(clauses);
    return whole(await this.coordinator.keywords(this.#sources, { ...request, queries, refused, sets }, signal));
  }

  async #requireFields(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { found } = whole(await this.coordinator.fields(this.#sources, signal));
    const known = new Set(
      found.flatMap(({ value }) => value.flatMap(({ name, usualNames = [] }) => [name, ...usualNames])),
    );
    const odd = names.find((name) => !aliasesOf(name).some((alias) => known.has(alias)));
    if (odd !== undefined) throw new AppError('USAGE', `No source has the field ${JSON.stringify(odd)}.`);
  }

  /** Adds the sets that the query and its filters refer to. */
  async withSets(request: CombinedRequest): Promise<CombinedRequest> {
    if (request.query.kind === 'unparsed') return request;
    const { query, clauses } = takeSets(request.query, MEANT);
    const filters = request.filters?.map((filter) => takeSets(filter, MEANT)) ?? [];
    const all = new Map([...clauses, ...filters.flatMap((filter) => filter.clauses)].map((one) => [one.name, one]));
    if (all.size === 0) return request;
    const taken = filters.length === 0 ? {} : { filters: filters.map((filter) => filter.query) };
    return { ...request, query, ...taken, sets: await this.#setsOf([...all.values()]) };
  }

  async #setsOf(clauses: readonly SetClause[]): Promise<readonly OutsideSet[]> {
    const ids = this.#sources.map(({ id }) => id);
    const hashSets = clauses.some(({ field }) => field === 'hashset') ? await this.#namedHashSets() : undefined;
    const read = (named: NamedItems): Promise<readonly OutsideSet[]> =>
      namedSets(clauses, ids, hashSets === undefined ? named : new RememberedSets(named, hashSets), notedItems);
    return clauses.every(({ field }) => STORELESS.has(field)) ? read(NOTHING_NAMED) : this.#named(read);
  }

  async #namedHashSets(): Promise<NamedItems['hashSets']> {
    const hashSets = await this.#setsOfHashes();
    return hashSets === undefined ? undefined : namedHashSets(hashSets, () => this.#sources);
  }

  #setsOfHashes(): Promise<SourceHashSets<NamedSource> | undefined> {
    if (this.#hashLists === undefined) return Promise.resolve(undefined);
    this.#hashSets ??= hashSetsOver(this.#hashLists, this.coordinator);
    return this.#hashSets;
  }
}

/** Keeps the bookmarks and the selection open while they are read. */
export type SetReader = (read: (named: NamedItems) => Promise<readonly OutsideSet[]>) => Promise<readonly OutsideSet[]>;

const noBookmarks: SetReader = () => {
  throw new AppError(
    'USAGE',
    'Bookmarks and the selection belong to the sources of a sources file: give --sources FILE, not --case.',
  );
};

const MEANT = { isWordless: isWordlessNote };

/** The state before the first bookmark. */
export const NOTHING_NAMED: NamedItems = {
  names: () => [],
  codings: { all: () => [] },
  reviewed: { viewers: () => [], readMembers: async () => [] },
  notes: { all: () => [] },
  readMembers: async () => [],
  readSelected: async () => [],
};

function whole<A extends { readonly damaged: readonly Damaged<unknown>[] }>(answer: A): A {
  for (const { fault } of answer.damaged) throw fault;
  return answer;
}
