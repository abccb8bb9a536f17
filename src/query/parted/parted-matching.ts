/**
 * Matching inside items of a source with several parts. Each part has a session, and the id of an item determines which
 * one gets it.
 */
import type { Found, MatchingAnswer, MatchingSession, Sifted, TextPart } from '../../search/text-matching.ts';
import { joinedIds } from '../../shared/joined-arrays.ts';
import { runInSlices } from '../../shared/slices.ts';
import { dividedIds, type PartOfSource, partOfId } from './index-parts.ts';

export class PartedMatching implements MatchingSession {
  readonly clauses: readonly string[];
  readonly readsTexts: boolean;
  readonly sift: MatchingSession['sift'];
  readonly #parts: readonly PartOfSource[];
  readonly #sessions: readonly MatchingSession[];
  /**
   * Indexed by part, then by its clauses: the number of the clause in `clauses`. A part may lack fields that clauses
   * need.
   */
  readonly #numbers: readonly (readonly number[])[];
  /** Series of items of the same part that are not scanned yet. */
  #waiting: { readonly part: number; readonly texts: readonly TextPart[] }[] = [];

  constructor(parts: readonly PartOfSource[], sessions: readonly MatchingSession[]) {
    this.#parts = parts;
    this.#sessions = sessions;
    const most = sessions.reduce((a, b) => (b.clauses.length > a.clauses.length ? b : a));
    this.clauses = most.clauses;
    this.readsTexts = sessions.some(({ readsTexts }) => readsTexts);
    this.#numbers = sessions.map(({ clauses }) => numbersOf(clauses, most.clauses));
    if (sessions.every(({ sift }) => sift !== undefined)) this.sift = (ids, signal) => this.#sifted(ids, signal);
  }

  async scan(texts: readonly TextPart[], signal?: AbortSignal): Promise<MatchingAnswer> {
    for (const text of texts) this.#add(text);
    const found: Found[] = [];
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined) return { found, isDone: true };
      const answer = await this.#sessions[next.part]!.scan(next.texts, signal);
      for (const one of answer.found) found.push(this.#numbered(one, next.part));
      if (answer.isDone) this.#waiting.shift();
      else {
        // The session already has these texts, so it is called again without any.
        this.#waiting[0] = { part: next.part, texts: [] };
        return { found, isDone: false };
      }
    }
  }

  #add(text: TextPart): void {
    const part = this.#parts.indexOf(partOfId(this.#parts, text.id));
    const last = this.#waiting.at(-1);
    if (last?.part === part) (last.texts as TextPart[]).push(text);
    else this.#waiting.push({ part, texts: [text] });
  }

  /** Replaces the clause numbers of the part in matches by those used here. */
  #numbered(found: Found, part: number): Found {
    const numbers = this.#numbers[part]!;
    if (found.kind !== 'matches' || numbers.length === this.clauses.length) return found;
    const counts = this.clauses.map(() => 0);
    for (const [i, count] of found.counts.entries()) counts[numbers[i]!] = count;
    return { ...found, counts, matches: found.matches.map((one) => ({ ...one, clause: numbers[one.clause]! })) };
  }

  async #sifted(ids: Uint32Array, signal: AbortSignal | undefined): Promise<Sifted> {
    const all: Sifted[] = [];
    for (const { part, ids: own } of await runInSlices(dividedIds(this.#parts, ids), signal)) {
      all.push(await this.#sessions[this.#parts.indexOf(part)]!.sift!(own, signal));
    }
    return {
      found: joinedIds(all.map(({ found }) => found)),
      elsewhere: joinedIds(all.map(({ elsewhere }) => elsewhere)),
    };
  }

  end(): void {
    for (const session of this.#sessions) session.end();
  }
}

/** Returns the number of each clause among all clauses. Equal clauses are in the same order. */
function numbersOf(clauses: readonly string[], all: readonly string[]): readonly number[] {
  let from = 0;
  return clauses.map((clause) => {
    const at = all.indexOf(clause, from);
    from = at + 1;
    return at;
  });
}
