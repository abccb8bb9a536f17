/** Estimates the number of words from a sample of them, chosen by hash. */
import type { FieldHeader } from '../../engine/format.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import type { TermSink } from '../plan/term-expansion.ts';
import type { WordSinks } from './word-forms.ts';

/** Approximate sample size. */
const SAMPLED = 1 << 14;
/** Maximum sampling interval. It keeps an estimate of 100,000 accurate to a tenth. */
const EVERY_MAX = 512;
/** Standard errors subtracted from a count. A query is refused only for this lower bound. */
const SURE_ERRORS = 3;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class WordSample implements WordSinks {
  readonly #every: number;
  readonly #counts: (info: TermInfo) => boolean;
  /** Several patterns may match the same word. */
  readonly #seen = new Set<string>();
  #found = 0;
  #units = 0;

  /** `most`: the maximum number of words. `counts`: whether a word counts. */
  constructor(most: number, counts: (info: TermInfo) => boolean) {
    this.#every = Math.min(EVERY_MAX, Math.max(1, Math.floor(most / SAMPLED)));
    this.#counts = counts;
  }

  /** Estimated number of distinct words. */
  get words(): number {
    return this.#found * this.#every;
  }

  /** Estimated UTF-16 units of the words. */
  get units(): number {
    return this.#units * this.#every;
  }

  /** A lower bound of the estimates. It is too high in about one query of a thousand. */
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

/** FNV-1a, with the upper bits mixed into the lower ones. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
