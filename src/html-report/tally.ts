/**
 * Counts the items of a report by bookmark, hash set, coding choice, reviewer and decision, while their pages are written. An
 * item counts once.
 */
import type { CodingPanel, ItemDecision, ItemReview } from './report-input.ts';

export interface PanelCounts {
  readonly name: string;
  readonly choices: readonly { readonly bookmark: string; readonly items: number }[];
  readonly undecided: number;
}

export interface Counted {
  readonly bookmarks: readonly string[];
  readonly hashSets: readonly string[];
  readonly review: ItemReview;
}

export class Tally {
  items = 0;
  readonly #byBookmark = new Map<string, number>();
  readonly #byHashSet = new Map<string, number>();
  readonly #byReviewer = new Map<string, number>();
  /** Keyed by the decision as text. */
  readonly #byDecision = new Map<string, { readonly decision: ItemDecision; items: number }>();
  readonly #panels: readonly { readonly name: string; readonly choices: ReadonlySet<string> }[];
  readonly #undecided: number[];

  constructor(panels: readonly CodingPanel[]) {
    this.#panels = panels.map(({ name, choices }) => ({
      name,
      choices: new Set(choices.map(({ bookmark }) => bookmark)),
    }));
    this.#undecided = panels.map(() => 0);
  }

  add({ bookmarks, hashSets, review: { reviewers, decisions } }: Counted): void {
    this.items++;
    for (const name of hashSets) this.#byHashSet.set(name, (this.#byHashSet.get(name) ?? 0) + 1);
    for (const name of reviewers) this.#byReviewer.set(name, (this.#byReviewer.get(name) ?? 0) + 1);
    for (const decision of decisions) this.#addDecision(decision);
    for (const name of bookmarks) this.#byBookmark.set(name, (this.#byBookmark.get(name) ?? 0) + 1);
    for (const [i, { choices }] of this.#panels.entries()) {
      if (!bookmarks.some((name) => choices.has(name))) this.#undecided[i]!++;
    }
  }

  #addDecision(decision: ItemDecision): void {
    const { review, coding, choice, who } = decision;
    const key = JSON.stringify([review, coding, choice, who]);
    const known = this.#byDecision.get(key);
    if (known === undefined) this.#byDecision.set(key, { decision, items: 1 });
    else known.items++;
  }

  /** Sorted by name. */
  reviewers(): readonly (readonly [name: string, items: number])[] {
    return [...this.#byReviewer].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  inHashSet(name: string): number {
    return this.#byHashSet.get(name) ?? 0;
  }

  /** Sorted by review, panel, choice and person. */
  decisions(): readonly { readonly decision: ItemDecision; readonly items: number }[] {
    return [...this.#byDecision].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
  }

  /** Sorted by name. */
  bookmarks(): readonly (readonly [name: string, items: number])[] {
    return [...this.#byBookmark].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  panels(): readonly PanelCounts[] {
    return this.#panels.map(({ name, choices }, i) => ({
      name,
      choices: [...choices].map((bookmark) => ({ bookmark, items: this.#byBookmark.get(bookmark) ?? 0 })),
      undecided: this.#undecided[i]!,
    }));
  }
}
