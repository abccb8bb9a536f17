/**
 * Matching inside items of a source on a cluster. As usual, the caller provides the texts. Only the cluster knows which lists
 * of the query match an item, so it is asked before each batch of items is scanned.
 */
import type { Query } from '../../../grammar/ast.ts';
import { EmbeddedMatching } from '../../query/embedded-matching.ts';
import type { MatchingAnswer, MatchingRequest, MatchingSession, TextPart } from '../../search/text-matching.ts';
import type { MemoryLimits } from '../../shared/query-memory.ts';
import { ID } from '../mapping/field-names.ts';
import type { Dsl } from '../translate/dsl.ts';
import type { ClusterSource } from './cluster-source.ts';

export interface MatchingNeeds {
  readonly limits: MemoryLimits;
  /** Keyed by the spelling of a fuzzy word in the query: the words of texts that it matches. */
  readonly nearest: ReadonlyMap<string, readonly string[]>;
  readonly itemsOf: (list: Query, within: readonly Dsl[]) => Promise<Uint32Array | 'all'>;
}

/** A list of the query, and the documents that are known to match it. */
interface Membership {
  readonly list: Query;
  readonly docs: Set<number>;
}

export class ClusterMatching implements MatchingSession {
  readonly clauses: readonly string[];
  readonly readsTexts: boolean;
  readonly #source: ClusterSource;
  readonly #session: EmbeddedMatching;
  readonly #lists: readonly Membership[];
  readonly #itemsOf: MatchingNeeds['itemsOf'];
  #lastId = -1;

  private constructor(
    source: ClusterSource,
    session: EmbeddedMatching,
    lists: readonly Membership[],
    needs: MatchingNeeds,
  ) {
    this.clauses = session.clauses;
    this.readsTexts = session.readsTexts;
    this.#source = source;
    this.#session = session;
    this.#lists = lists;
    this.#itemsOf = needs.itemsOf;
  }

  /** Throws the errors of planning the query. */
  static async begin(
    source: ClusterSource,
    request: MatchingRequest & { readonly query: Query },
    needs: MatchingNeeds,
    signal?: AbortSignal,
  ): Promise<ClusterMatching> {
    const lists: Membership[] = [];
    const testOf = (list: Query): ((doc: number) => boolean) => {
      const docs = new Set<number>();
      lists.push({ list, docs });
      return (doc) => docs.has(doc);
    };
    const session = await EmbeddedMatching.begin(source.store, request, needs.limits, signal, {
      testOf,
      nearest: needs.nearest,
    });
    return new ClusterMatching(source, session, lists, needs);
  }

  async scan(parts: readonly TextPart[], signal?: AbortSignal): Promise<MatchingAnswer> {
    const ids = [...new Set(parts.map(({ id }) => id))].filter((id) => id !== this.#lastId);
    if (ids.length > 0) {
      this.#lastId = ids.at(-1)!;
      for (const list of this.#lists) await this.#learn(list, ids);
    }
    return this.#session.scan(parts, signal);
  }

  async #learn({ list, docs }: Membership, ids: readonly number[]): Promise<void> {
    const { store } = this.#source;
    const found = await this.#itemsOf(list, [{ terms: { [ID]: ids } }]);
    const asked = new Set(ids);
    const matching = found === 'all' ? ids : [...found].filter((id) => asked.has(id));
    for (const id of matching) docs.add(store.docOf(id));
  }

  end(): void {
    this.#session.end();
  }
}
