/**
 * Selects pieces of text around matches. A piece begins a little before a match and includes the matches that follow closely.
 * The best pieces have the most, and the rarest, of the query's leaves.
 */
import { CONTENT_FIELD, fieldOfProperty, ID_FIELD, PARENT_FIELD } from '../../schema/well-known-fields.ts';
import type { Found, Snippet } from '../../search/text-matching.ts';
import type { Collector } from './collector.ts';
import type { LeafMatch } from './field-matcher.ts';
import type { TextWindow } from './text-window.ts';

/** Units of a piece, unless a match is longer. */
const PIECE_UNITS = 220;
/** Units before the first match of a piece. */
const LEAD_UNITS = 60;
/** Maximum length of a piece with overlapping matches. */
const PIECE_UNITS_MAX = 1000;
/** A piece begins and ends between words if there is a space this near. */
const SPACE_UNITS = 24;
/** Units of text searched for better pieces after the first match. */
const SEARCHED_UNITS_MAX = 1 << 20;
/** The weight of a repeated clause, relative to its first match. */
const REPEATED = 0.05;

interface Scored extends Snippet {
  readonly score: number;
}

/** A piece that may still grow. */
interface OpenPiece {
  readonly from: number;
  /** The end of the piece if no match follows. */
  limit: number;
  readonly marks: LeafMatch[];
}

export class Snippets implements Collector {
  readonly lead = LEAD_UNITS + SPACE_UNITS;
  readonly #most: number;
  readonly #properties: ReadonlySet<string> | null;
  readonly #weightOf: (leaf: number) => number;
  #id = 0;
  #field = '';
  #value = 0;
  #ofText: Scored[] = [];
  #ofProperties: Scored[] = [];
  #open: OpenPiece | null = null;
  /** The end of the previous piece. */
  #taken = 0;

  constructor(most: number, properties: readonly string[] | null, weightOf: (leaf: number) => number) {
    this.#most = most;
    this.#properties = properties === null ? null : new Set(properties.map(fieldOfProperty));
    this.#weightOf = weightOf;
  }

  beginItem(id: number): void {
    this.#id = id;
    this.#ofText = [];
    this.#ofProperties = [];
  }

  wants(field: string): boolean {
    if (field === ID_FIELD || field === PARENT_FIELD) return false;
    return this.#properties === null || this.#properties.has(field);
  }

  beginValue(field: string, value: number): void {
    this.#field = field;
    this.#value = value;
    this.#open = null;
    this.#taken = 0;
  }

  take(marks: readonly LeafMatch[], settledTo: number, text: TextWindow): number | null {
    this.#add(marks, text);
    const open = this.#open;
    // Waits for a little more text, which shows whether the piece ends between words.
    if (open !== null && settledTo > open.limit && text.end > open.limit + SPACE_UNITS) this.#close(open, text);
    if (this.#ofText.length > 0 && text.end > SEARCHED_UNITS_MAX && this.#open === null) return null;
    return Math.min(settledTo, this.#open?.from ?? settledTo);
  }

  endValue(marks: readonly LeafMatch[], text: TextWindow): void {
    this.#add(marks, text);
    if (this.#open !== null) this.#close(this.#open, text);
  }

  part(): null {
    return null;
  }

  endItem(): Found[] {
    const snippets = [...this.#ofText, ...this.#ofProperties].map(({ score: _score, ...snippet }) => snippet);
    return [{ kind: 'snippets', id: this.#id, snippets }];
  }

  #add(marks: readonly LeafMatch[], text: TextWindow): void {
    for (const mark of marks) {
      let open = this.#open;
      if (open !== null && mark.start >= open.limit) {
        this.#close(open, text);
        open = null;
      }
      if (open === null) {
        if (mark.start < this.#taken) continue;
        const from = this.#beginning(mark.start, text);
        this.#open = { from, limit: Math.max(mark.end, from + PIECE_UNITS), marks: [mark] };
      } else if (mark.end <= open.limit || mark.end - open.from <= PIECE_UNITS_MAX) {
        open.limit = Math.max(open.limit, mark.end);
        open.marks.push(mark);
      }
    }
  }

  #beginning(start: number, text: TextWindow): number {
    const least = Math.max(this.#taken, 0, start - LEAD_UNITS);
    if (least === 0 || least === this.#taken) return least;
    for (let at = least; at < Math.min(start, least + SPACE_UNITS); at++) {
      if (isSpace(text.unitAt(at - 1))) return at;
    }
    return text.wholeAt(least);
  }

  #ending({ limit, marks }: OpenPiece, text: TextWindow): number {
    if (limit >= text.end) return text.end;
    const least = marks.reduce((end, mark) => Math.max(end, mark.end), 0);
    for (let at = limit; at > Math.max(least, limit - SPACE_UNITS); at--) if (isSpace(text.unitAt(at))) return at;
    return Math.max(least, text.wholeAt(limit));
  }

  #close(open: OpenPiece, text: TextWindow): void {
    this.#open = null;
    const { from, marks } = open;
    const end = this.#ending(open, text);
    this.#taken = end;
    const seen = new Set<number>();
    let score = 0;
    for (const { leaf } of marks) {
      score += this.#weightOf(leaf) * (seen.has(leaf) ? REPEATED : 1);
      seen.add(leaf);
    }
    const best = this.#field === CONTENT_FIELD ? this.#ofText : this.#ofProperties;
    const rank = best.findIndex((other) => other.score < score);
    const at = rank < 0 ? best.length : rank;
    if (at >= this.#most) return;
    best.splice(at, 0, {
      field: this.#field,
      value: this.#value,
      offset: from,
      text: text.slice(from, end),
      marks: extentsOf(marks, from),
      score,
    });
    if (best.length > this.#most) best.pop();
  }
}

/** Matches of two clauses with the same extent are one. */
function extentsOf(marks: readonly LeafMatch[], from: number): readonly (readonly [number, number])[] {
  const extents: [number, number][] = [];
  for (const { start, end } of marks) {
    const last = extents.at(-1);
    if (last === undefined || last[0] !== start - from || last[1] !== end - from)
      extents.push([start - from, end - from]);
  }
  return extents;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 9 && unit <= 13) || unit === 0xa0;
}
