/**
 * Reconstructs texts of items that no search can hit and that only terms spell, such as tree nodes. Other passes over
 * the terms skip such items. Their texts get separate passes, and are interleaved with the others when those are
 * written.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { NO_DOCUMENT } from '../inversion/analyzed-cursor.ts';
import { TokenCounts } from '../inversion/token-counts.ts';
import { TextCollector, writeSpelledTexts } from '../spelling/text-speller.ts';
import { tapTexts } from '../spelling/text-tap.ts';
import { type AnalyzedInput, openSegments } from './analyzed-input.ts';
import { TermCounter } from './term-counts.ts';
import { type SpelledTexts, TextFile } from './text-file.ts';

/** Inputs that are complete after the last item. */
export interface SpellingOfUnsearched {
  readonly input: AnalyzedInput;
  readonly fieldIds: readonly (number | null)[];
  readonly itemCount: number;
  readonly textField: number;
  readonly overlapUnits: number;
  /** Path prefix of temporary files. */
  readonly path: string;
  /** Reads all terms of some items, in order. */
  readonly openTerms: (docOfItem: Uint32Array) => Promise<TermCursor>;
}

export class UnsearchedTexts {
  readonly #items: number[] = [];
  readonly #docs: number[] = [];
  #texts: SpelledTexts | null = null;

  /** Adds an item and its document. Both must ascend. */
  add(item: number, doc: number): void {
    this.#items.push(item);
    this.#docs.push(doc);
  }

  /** Reconstructs the texts, if there are any. */
  async spell(spelling: SpellingOfUnsearched, pause: () => Promise<void>): Promise<void> {
    if (this.#items.length === 0) return;
    const { input, fieldIds, itemCount, textField, overlapUnits, path, openTerms } = spelling;
    const docOfItem = new Uint32Array(itemCount).fill(NO_DOCUMENT);
    for (const [n, item] of this.#items.entries()) docOfItem[item] = this.#docs[n]!;
    const docs = Uint32Array.from(this.#docs);
    const counts = new TokenCounts(docs.at(-1)! + 1);
    let tokens = new Uint32Array(docs.length);
    let inPieces: readonly number[] = [];
    const counter = new TermCounter({ fieldIds, docOfItem }, counts, textField, (field, marked) => {
      if (field !== textField) return;
      tokens = docs.map((doc) => counts.of(doc));
      inPieces = marked;
    });
    await counter.count(await openSegments(input.segments), pause);
    const expected = { docs, tokens, inPieces, overlapUnits };
    const collector = new TextCollector(`${path}-tokens`, expected);
    const file = new TextFile(path);
    try {
      await readField(tapTexts(await openTerms(docOfItem), textField, collector), textField, pause);
      await writeSpelledTexts(expected, [collector.collected()], file, pause);
    } finally {
      collector.close();
      file.close();
    }
    this.#texts = file.texts;
  }

  /** Returns the texts of documents before `doc` that were not taken yet. */
  takeBefore(doc: number): SpelledTexts {
    const { path, from, docs, bytes } = this.#texts ?? NO_TEXTS;
    const next = docs.findIndex((other) => other >= doc);
    const count = next < 0 ? docs.length : next;
    const taken = bytes.slice(0, count);
    const rest = from + taken.reduce((sum, length) => sum + length, 0);
    this.#texts = { path, from: rest, docs: docs.slice(count), bytes: bytes.slice(count) };
    return { path, from, docs: docs.slice(0, count), bytes: taken };
  }
}

const NO_TEXTS: SpelledTexts = { path: '', from: 0, docs: [], bytes: [] };

/** Terms between two pauses. */
const TERMS_PER_SLICE = 1 << 14;

/** Reads the terms of one field. */
async function readField(terms: TermCursor, field: number, pause: () => Promise<void>): Promise<void> {
  try {
    for (let n = 1; terms.next() && terms.field <= field; n++) {
      while (terms.read() > 0);
      if (n % TERMS_PER_SLICE === 0) await pause();
    }
  } finally {
    terms.close();
  }
}
