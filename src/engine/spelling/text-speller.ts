/**
 * Reconstructs texts from the terms of `content`, for a case whose index has terms but no texts. Terms come in order,
 * but texts need them by document and position. So occurrences are distributed to stretches of documents, on disk, and
 * each stretch is sorted in memory. This is inversion in reverse. Several threads may share the work: each collects
 * some of the terms, and writes some of the texts.
 */
import { PageFile } from '../store/page-file.ts';
import { type CollectingCode, CollectingKernel } from './collecting-kernel.ts';
import { PieceJoiner, type TokenSink } from './piece-joiner.ts';
import { SpellingKernel } from './spelling-kernel.ts';
import {
  type CollectedLongText,
  type CollectedTexts,
  divideTexts,
  type ExpectedTexts,
  NO_STRETCH,
  TextDivision,
  type TextGroup,
} from './text-division.ts';
import { type CollectedStretch, OpenStretch, Stretch, type TextKeeper } from './text-stretch.ts';

/** A text in pieces, or longer than a stretch, has a stretch for every 2^POSITION_BITS positions. */
const POSITION_BITS = 19;
const PAGE_BYTES = 1 << 14;

/** Takes terms with their occurrences. */
export class TextCollector {
  readonly #pages: PageFile;
  readonly #kernel: CollectingKernel;
  readonly #stretchOf: Int32Array;
  /** Indexed by stretch: its first document, and its full pages. */
  readonly #firsts: readonly number[];
  readonly #words: readonly number[][];
  readonly #texts: readonly number[][];
  readonly #longTexts: readonly { doc: number; stretches: (Stretch | undefined)[]; pieces: number[] }[];
  /** The number of the current term, from 1. */
  #term = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #termStart = 0;
  #termEnd = 0;

  /** `path` is a temporary file. */
  constructor(path: string, expected: ExpectedTexts) {
    const { stretchOf, firsts, longDocs } = new TextDivision(expected);
    this.#pages = new PageFile(path, PAGE_BYTES);
    this.#stretchOf = stretchOf;
    this.#firsts = firsts;
    this.#words = firsts.map(() => []);
    this.#texts = firsts.map(() => []);
    this.#kernel = new CollectingKernel(stretchOf, firsts, PAGE_BYTES, (stretch, isOfBytes, page) => {
      const pages = isOfBytes ? this.#texts : this.#words;
      pages[stretch]!.push(this.#pages.add(page));
    });
    this.#longTexts = longDocs.map((doc) => ({ doc, stretches: [], pieces: [] }));
  }

  /** Takes the next term, `bytes[start … end)`. `isRest`: whether it is the previous term again, at another address. */
  takeTerm(bytes: Uint8Array, start: number, end: number, isRest: boolean): void {
    this.#bytes = bytes;
    this.#termStart = start;
    this.#termEnd = end;
    if (isRest) return;
    this.#term++;
    this.#kernel.beginTerm(this.#term, bytes, start, end);
  }

  /** Takes the occurrences `[from … to)` of the current term. */
  takeOccurrences(docs: Uint32Array, positions: Uint32Array, from: number, to: number): void {
    const isMark = this.#termStart === this.#termEnd;
    for (let i = from; i < to; ) {
      // The empty term marks the beginnings of values and is not a token.
      if (!isMark) i = this.#kernel.take(docs, positions, i, to);
      if (i === to) return;
      const doc = docs[i]!;
      const first = i++;
      while (i < to && docs[i] === doc) i++;
      const n = doc < this.#stretchOf.length ? this.#stretchOf[doc]! : NO_STRETCH;
      if (n < NO_STRETCH) this.#addLong(-2 - n, positions, first, i, isMark);
    }
  }

  #addLong(n: number, positions: Uint32Array, from: number, to: number, isMark: boolean): void {
    const { doc, stretches, pieces } = this.#longTexts[n]!;
    if (isMark) {
      for (let i = from; i < to; i++) pieces.push(positions[i]!);
      return;
    }
    for (let i = from; i < to; ) {
      const part = positions[i]! >>> POSITION_BITS;
      const first = i++;
      while (i < to && positions[i]! >>> POSITION_BITS === part) i++;
      stretches[part] ??= new Stretch(this.#pages, doc, part * 2 ** POSITION_BITS);
      const stretch = stretches[part];
      if (stretch.term !== this.#term) stretch.beginTerm(this.#term, this.#bytes, this.#termStart, this.#termEnd);
      stretch.add(doc, positions, first, i);
    }
  }

  /** The kernel code that takes occurrences in place. Occurrences in documents without a stretch go to `takeLong`. */
  get code(): CollectingCode {
    return this.#kernel.code;
  }

  /** Takes occurrences of a numbered term in a document. The empty term marks the beginning of a value. */
  takeLong(number: number, doc: number, count: number, term: () => Uint8Array, positions: () => Uint32Array): void {
    const n = doc < this.#stretchOf.length ? this.#stretchOf[doc]! : NO_STRETCH;
    if (n >= NO_STRETCH) return;
    this.#term = number;
    this.#bytes = term();
    this.#termStart = 0;
    this.#termEnd = this.#bytes.length;
    this.#addLong(-2 - n, positions(), 0, count, this.#termEnd === 0);
  }

  /** Ends the collection. */
  collected(): CollectedTexts {
    this.#pages.flush();
    return {
      stretches: this.#firsts.map((first, n) => this.#collected(first, n)),
      longTexts: this.#longTexts.map(({ stretches, pieces }) => ({
        stretches: Array.from(stretches, (stretch) => stretch?.collected()),
        pieces,
      })),
    };
  }

  #collected(first: number, n: number): CollectedStretch {
    const kernel = this.#kernel;
    const { termBytes, words, bytes } = kernel.collected(n);
    const docs = (this.#firsts[n + 1] ?? this.#stretchOf.length) - first;
    const isOwn = (doc: number): boolean => this.#stretchOf[doc] === n;
    const location = (pages: readonly number[], tail: Uint8Array) => ({
      path: this.#pages.path,
      pageBytes: PAGE_BYTES,
      pages,
      tail,
    });
    return {
      first,
      origin: 0,
      termBytes,
      counts: Uint32Array.from({ length: docs }, (_, i) => (isOwn(first + i) ? kernel.countOf(first + i) : 0)),
      widths: Uint32Array.from({ length: docs }, (_, i) => (isOwn(first + i) ? kernel.widthOf(first + i) : 0)),
      words: location(this.#words[n]!, words),
      texts: location(this.#texts[n]!, bytes),
    };
  }

  close(): void {
    this.#kernel.close();
    this.#pages.close();
  }
}

/** Writes all texts in order from their collected data. */
export async function writeSpelledTexts(
  expected: ExpectedTexts,
  collected: readonly CollectedTexts[],
  keeper: TextKeeper,
  pause: () => Promise<void>,
): Promise<void> {
  for (const part of divideTexts(expected, collected, 1)) await new PartWriter().write(part, keeper, pause);
}

/** Writes the texts of parts, one part after the other. */
export class PartWriter {
  readonly #kernel = new SpellingKernel();
  /** A separate kernel, because a long text may come between texts of a stretch. */
  #longKernel: SpellingKernel | null = null;

  async write(part: TextGroup, keeper: TextKeeper, pause: () => Promise<void>): Promise<void> {
    const { docs, numbers, collected, overlapUnits } = part;
    const spelled = new Spelled(keeper);
    let opened = -1;
    let stretch: OpenStretch | null = null;
    for (const [i, doc] of docs.entries()) {
      const n = numbers[i]!;
      if (n !== opened) keeper.beginFrame(doc);
      keeper.beginText(doc);
      if (n < 0) {
        const long = collected.map(({ longTexts }) => longTexts[-2 - n]!);
        this.#longKernel ??= new SpellingKernel();
        await writeLong(doc, long, this.#longKernel, new PieceJoiner(spelled, overlapUnits), pause);
      } else {
        if (n !== opened) {
          const own = collected.map(({ stretches }) => stretches[n]!);
          stretch = new OpenStretch(own, this.#kernel);
          opened = n;
          await pause();
        }
        if (!stretch!.spell(doc, keeper)) stretch!.give(doc, spelled);
      }
      spelled.end();
      keeper.endText();
    }
  }
}

async function writeLong(
  doc: number,
  parts: readonly CollectedLongText[],
  kernel: SpellingKernel,
  joiner: PieceJoiner,
  pause: () => Promise<void>,
): Promise<void> {
  const pieces = parts.flatMap((part) => part.pieces).sort((a, b) => a - b);
  const count = Math.max(...parts.map(({ stretches }) => stretches.length));
  let begun = 0;
  for (let n = 0; n < count; n++) {
    const own = parts.flatMap(({ stretches }) => stretches[n] ?? []);
    if (own.length === 0) continue;
    const opened = new OpenStretch(own, kernel);
    await pause();
    opened.give(doc, joiner, (position) => {
      for (; begun < pieces.length && pieces[begun]! <= position; begun++) joiner.beginPiece();
    });
  }
  joiner.end();
}

const BATCH_BYTES = 1 << 17;

/** Emits words separated by spaces, in batches. */
class Spelled implements TokenSink {
  readonly #keeper: TextKeeper;
  readonly #batch = new Uint8Array(BATCH_BYTES);
  #length = 0;
  #isFirst = true;

  constructor(keeper: TextKeeper) {
    this.#keeper = keeper;
  }

  token(bytes: Uint8Array, start: number, end: number): void {
    let at = this.#length;
    if (at + end - start + 1 > BATCH_BYTES) {
      this.#flush();
      at = 0;
    }
    const batch = this.#batch;
    if (!this.#isFirst) batch[at++] = SPACE;
    this.#isFirst = false;
    for (let i = start; i < end; i++) batch[at++] = bytes[i]!;
    this.#length = at;
  }

  end(): void {
    this.#flush();
    this.#isFirst = true;
  }

  #flush(): void {
    if (this.#length > 0) this.#keeper.addBytes(this.#batch, 0, this.#length);
    this.#length = 0;
  }
}

const SPACE = 0x20;
