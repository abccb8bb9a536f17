/** Counts the items of a report by bookmark and by choice of each coding panel, once each, as their pages are written. */
import type { CodingPanel } from './report-input.ts';

export interface PanelCounts {
  readonly name: string;
  readonly choices: readonly { readonly bookmark: string; readonly items: number }[];
  readonly undecided: number;
}

export class Tally {
  items = 0;
  readonly #byBookmark = new Map<string, number>();
  readonly #panels: readonly { readonly name: string; readonly choices: ReadonlySet<string> }[];
  readonly #undecided: number[];

  constructor(panels: readonly CodingPanel[]) {
    this.#panels = panels.map(({ name, choices }) => ({
      name,
      choices: new Set(choices.map(({ bookmark }) => bookmark)),
    }));
    this.#undecided = panels.map(() => 0);
  }

  add(bookmarks: readonly string[]): void {
    this.items++;
    for (const name of bookmarks) this.#byBookmark.set(name, (this.#byBookmark.get(name) ?? 0) + 1);
    for (const [i, { choices }] of this.#panels.entries()) {
      if (!bookmarks.some((name) => choices.has(name))) this.#undecided[i]!++;
    }
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
