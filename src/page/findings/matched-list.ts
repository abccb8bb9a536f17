/** The distinct texts that the query matched, fetched while the dialog is open. */
import { signal } from '@preact/signals';
import { client, isAborted, messageOf } from '../api/client.ts';
import { askedSet } from '../state/address.ts';

/** Maximum number held here. The server has all. */
export const MATCHED_TEXTS_MAX = 50_000;
const SHOWN_EVERY_MS = 200;

export interface MatchedText {
  readonly text: string;
  readonly findings: number;
  readonly items: number;
  /** Days; null if no item has a plausible date. */
  readonly first: string | null;
  readonly last: string | null;
  /** Items with an implausible date. */
  readonly implausible: number;
}

/** The last line of an answer. */
export interface MatchedEnd {
  readonly done: boolean;
  readonly findings: number;
  readonly items: number;
  readonly complete: boolean;
  readonly error?: string;
}

type Line = MatchedText | MatchedEnd;

export class MatchedList {
  readonly texts = signal<readonly MatchedText[]>([]);
  readonly end = signal<MatchedEnd | null>(null);
  readonly isCut = signal(false);
  readonly isRunning = signal(false);
  readonly fault = signal('');

  async load(ends: AbortSignal): Promise<void> {
    const found: MatchedText[] = [];
    let shown = performance.now();
    this.isRunning.value = true;
    try {
      const set = askedSet.peek();
      for await (const line of client.lines('listFindingsByBody', {}, { ...set, group: 'text' }, { signal: ends })) {
        const one = line as unknown as Line;
        if ('done' in one) this.#finish(one);
        else if (found.length === MATCHED_TEXTS_MAX) {
          this.isCut.value = true;
          break;
        } else found.push(one);
        if (performance.now() - shown < SHOWN_EVERY_MS) continue;
        shown = performance.now();
        this.texts.value = [...found];
      }
    } catch (reason) {
      if (!isAborted(reason)) this.fault.value = messageOf(reason);
    }
    this.texts.value = found;
    this.isRunning.value = false;
  }

  #finish(end: MatchedEnd): void {
    if (end.done) this.end.value = end;
    else this.fault.value = end.error ?? '';
  }
}
