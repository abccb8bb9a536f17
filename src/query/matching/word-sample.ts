/** Tells how many words there will be from some of them: those that hash to one number of many. */
import type { FieldHeader } from '../../engine/format.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import type { TermSink } from '../plan/term-expansion.ts';
import type { WordSinks } from './word-forms.ts';

/** Of all words, about so many are looked at. */
const SAMPLED = 1 << 14;
/** At least one of so many: then an estimate of a hundred thousand is right to a tenth. */
const EVERY_MAX = 512;
/** Standard errors of a count that a sample may be off by: the least is what a query is refused for. */
const SURE_ERRORS = 3;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class WordSample implements WordSinks {
  readonly #every: number;
  readonly #counts: (info: TermInfo) => boolean;
  /** Several patterns may have the same word. */
  readonly #seen = new Set<string>();
  #found = 0;
  #units = 0;

  /** `most`: how many words there may be. `counts`: whether a word counts. */
  constructor(most: number, counts: (info: TermInfo) => boolean) {
    this.#every = Math.min(EVERY_MAX, Math.max(1, Math.floor(most / SAMPLED)));
    this.#counts = counts;
  }

  /** About how many different words counted. */
  get words(): number {
    return this.#found * this.#every;
  }

  /** UTF-16 units of these words. */
  get units(): number {
    return this.#units * this.#every;
  }

  /** The part of these numbers that there is at least, but for one query in a thousand. */
  get surePart(): number {
    return this.#every === 1 ? 1 : Math.max(0, 1 - SURE_ERRORS / Math.sqrt(this.#found));
  }

  sinkOf({ name }: FieldHeader): TermSink {
    const add = (term: Uint8Array, info: () => TermInfo): void => {
      if (term.length === 0 || hashOf(term) % this.#every !== 0) return;
      const key = `${name}\0${decoder.decode(term)}`;
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
      if (!this.#counts(info())) return;
      this.#found++;
      this.#units += key.length - name.length - 1;
    };
    return { add };
  }
}

/** FNV-1a, whose lower bits are mixed with the upper ones. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
