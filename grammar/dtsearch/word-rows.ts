/** Reads consecutive words of a dtSearch request as a phrase, with or without noise words. */
import type { Pattern, PatternPart, Query } from '../ast.ts';
import { NESTING_MAX } from '../limits.ts';
import { withOffset } from '../offsets.ts';
import { type Dialect, isNoise } from './dialect.ts';
import type { Doubts } from './doubts.ts';
import { refusal } from './refusal.ts';
import { rowOf } from './trees.ts';
import { type WordSpan, type WrittenWord, wordsOf } from './words.ts';

/** Relativity indexes only this many characters of a word. */
const INDEXED_UNITS_MAX = 32;

export class WordRows {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #doubts: Doubts;

  constructor(text: string, dialect: Dialect, doubts: Doubts) {
    this.#text = text;
    this.#dialect = dialect;
    this.#doubts = doubts;
  }

  /** Returns null if all of them are noise words, which are left out. Throws QuerySyntaxError. */
  read(written: readonly WrittenWord[], isQuoted: boolean, start: number): Query | null {
    this.#doubtWords(written);
    const { leavesOutNoise } = this.#dialect;
    const kept = leavesOutNoise ? this.#withoutEnds(written) : written;
    if (kept.length === 0 && written.length > 0) return null;
    if (leavesOutNoise && kept.some((word) => this.#isNoise(word))) return withOffset(this.#spread(kept, start), start);
    const words = kept.flatMap((word) => wordsOf(word, this.#text, this.#doubts));
    const [first] = words;
    if (first === undefined) throw refusal(this.#text, start, 'no letter or digit of it is searched', ['a word']);
    if (words.length === 1 && !(isQuoted && first.kind === 'term')) return withOffset(first, kept[0]!.start);
    const row = rowOf(words);
    if (row !== null) return withOffset(row as Query, start);
    throw refusal(
      this.#text,
      start,
      `a phrase has at most ${NESTING_MAX} words with wildcards, digits or letters that differ`,
    );
  }

  #isNoise({ text }: WrittenWord): boolean {
    return isNoise(text, this.#dialect);
  }

  #doubtWords(written: readonly WrittenWord[]): void {
    const { name, leavesOutNoise } = this.#dialect;
    for (const word of written) {
      if (this.#isNoise(word)) {
        this.#doubts.add(
          leavesOutNoise
            ? `${word.text} is a noise word of ${name}: it is ignored, and any word may take its place in a phrase`
            : `${word.text} is a noise word of ${name} unless its list was changed: there it matches any word, here only itself`,
        );
      }
      if (name !== 'Relativity') continue;
      if (/^\d+~~\d+$/.test(word.text)) {
        this.#doubts.add(`${word.text} is a range in dtSearch and in older versions of Relativity`);
      }
      if (word.text.length > INDEXED_UNITS_MAX) {
        this.#doubts.add(
          `Relativity compares the first ${INDEXED_UNITS_MAX} characters of a word; here all of ${word.text} count`,
        );
      }
    }
  }

  #withoutEnds(written: readonly WrittenWord[]): readonly WrittenWord[] {
    const first = written.findIndex((word) => !this.#isNoise(word));
    if (first < 0) return [];
    return written.slice(first, written.findLastIndex((word) => !this.#isNoise(word)) + 1);
  }

  /** Returns the phrase with any word in place of each noise word. */
  #spread(written: readonly WrittenWord[], start: number): Query & { kind: 'wildcard' } {
    const parts: PatternPart[] = [];
    const add = (part: PatternPart): void => {
      const last = parts.at(-1);
      if (part.kind === 'text' && last?.kind === 'text')
        parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
      else parts.push(part);
    };
    for (const word of written) {
      const own: readonly Pattern[] = this.#isNoise(word)
        ? [[{ kind: 'anyRun' }]]
        : wordsOf(word, this.#text, this.#doubts).map((span) => this.#patternOf(span, start));
      for (const pattern of own) {
        if (parts.length > 0) add({ kind: 'text', text: ' ' });
        pattern.forEach(add);
      }
    }
    return { kind: 'wildcard', field: null, pattern: parts };
  }

  #patternOf(span: WordSpan, start: number): Pattern {
    if (span.kind === 'term') return [{ kind: 'text', text: span.text }];
    if (span.kind === 'wildcard') return span.pattern;
    throw refusal(
      this.#text,
      start,
      'a phrase has noise words beside digits or letters that differ: write its parts with w/',
    );
  }
}
