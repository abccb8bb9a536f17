/**
 * Puts texts together from the terms of `content`: a case whose index has terms but no texts brings no others. Terms come in their
 * order, texts need them by document and position, so occurrences are divided among stretches of documents, on disk, and each
 * stretch is put in order in memory. It is the inversion in reverse.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { PagedBytes, PageFile, PageReader } from '../store/page-file.ts';
import { PieceJoiner, type TokenSink } from './piece-joiner.ts';
import { Stretch } from './text-stretch.ts';

/** Where texts are kept, document by document in ascending order. */
export interface TextKeeper {
  beginText(doc: number): void;
  addBytes(bytes: Uint8Array, start: number, end: number): void;
  endText(): void;
}

/** Tokens of a stretch: each takes 8 bytes at most while it is put in order. */
const STRETCH_TOKENS = 2 ** 18;
/** A text in pieces, or longer than a stretch, has a stretch for every so many positions. */
const POSITION_BITS = 18;
const PAGE_BYTES = 1 << 14;
const NONE = -1;

/** A text that is too long for one stretch, or comes in pieces: its stretches by position, those that have tokens. */
interface LongText {
  readonly doc: number;
  readonly stretches: (Stretch | undefined)[];
  /** Positions at which pieces but the first begin. */
  readonly pieces: number[];
}

export interface ExpectedTexts {
  readonly docs: Uint32Array;
  readonly tokens: Uint32Array;
  readonly inPieces: readonly number[];
}

export class TextSpeller {
  readonly #overlapUnits: number;
  readonly #pages: PageFile;
  /** For each document its stretch, or -2 - n for the n-th long text; NONE if it has no text. */
  #stretchOf = new Int32Array(0);
  readonly #stretches: Stretch[] = [];
  readonly #longTexts: LongText[] = [];
  readonly #inPieces = new Set<number>();
  /** Documents with a text, as they come. */
  readonly #docs: PagedBytes;
  #docCount = 0;
  #lastDoc = -1;
  #stretchTokens = Number.POSITIVE_INFINITY;
  /** The number of the current term. */
  #term = -1;
  #bytes: Uint8Array = new Uint8Array(0);
  #termStart = 0;
  #termEnd = 0;

  /** `path` is a temporary file. Pieces of a text begin with up to `overlapUnits` UTF-16 units of the end of the piece before. */
  constructor(path: string, overlapUnits: number) {
    this.#overlapUnits = overlapUnits;
    this.#pages = new PageFile(path, PAGE_BYTES);
    this.#docs = new PagedBytes(this.#pages);
  }

  /** Documents with a text, ascending, the tokens of each, and those whose text comes in pieces; before any term. */
  expectAll({ docs, tokens, inPieces }: ExpectedTexts): void {
    for (const doc of inPieces) this.#inPieces.add(doc);
    for (const [n, doc] of docs.entries()) this.#expect(doc, tokens[n]!);
  }

  #expect(doc: number, tokens: number): void {
    this.#docs.varint(doc - this.#lastDoc - 1);
    this.#lastDoc = doc;
    this.#docCount++;
    if (doc >= this.#stretchOf.length) this.#grow(doc);
    if (tokens > STRETCH_TOKENS || this.#inPieces.has(doc)) {
      this.#stretchOf[doc] = -2 - this.#longTexts.length;
      this.#longTexts.push({ doc, stretches: [], pieces: [] });
      return;
    }
    this.#stretchTokens += tokens;
    if (this.#stretchTokens > STRETCH_TOKENS) {
      this.#stretches.push(new Stretch(this.#pages, doc));
      this.#stretchTokens = tokens;
    }
    this.#stretchOf[doc] = this.#stretches.length - 1;
  }

  /** A cursor that gives the same terms; those of the field are noted as they are read. */
  tap(cursor: TermCursor, field: number): TermCursor {
    return new Tap(cursor, field, (tapped, count, isFirst) => {
      this.takeTerm(tapped.bytes, tapped.termStart, tapped.termEnd, !isFirst);
      this.takeOccurrences(tapped.docs, tapped.positions, tapped.from, tapped.from + count);
    });
  }

  #grow(doc: number): void {
    const grown = new Int32Array(Math.max(1024, 2 * doc + 1)).fill(NONE);
    grown.set(this.#stretchOf);
    this.#stretchOf = grown;
  }

  /** The current term is `bytes[start … end)`; `isRest`: it is the one that it was, wherever its bytes are now. */
  takeTerm(bytes: Uint8Array, start: number, end: number, isRest: boolean): void {
    if (!isRest) this.#term++;
    this.#bytes = bytes;
    this.#termStart = start;
    this.#termEnd = end;
  }

  /** Occurrences of the current term: `[from … to)`. */
  takeOccurrences(docs: Uint32Array, positions: Uint32Array, from: number, to: number): void {
    const term = this.#term;
    const isMark = this.#termStart === this.#termEnd;
    for (let i = from; i < to; i++) {
      const doc = docs[i]!;
      const n = doc < this.#stretchOf.length ? this.#stretchOf[doc]! : NONE;
      if (n === NONE) continue;
      let stretch: Stretch;
      if (n >= 0) stretch = this.#stretches[n]!;
      else {
        const long = this.#longTexts[-2 - n]!;
        if (isMark) {
          long.pieces.push(positions[i]!);
          continue;
        }
        const part = positions[i]! >>> POSITION_BITS;
        stretch = long.stretches[part] ??= new Stretch(this.#pages, doc, part * 2 ** POSITION_BITS);
      }
      if (isMark) continue;
      if (stretch.term !== term) stretch.beginTerm(term, this.#bytes, this.#termStart, this.#termEnd);
      stretch.add(doc, positions[i]!);
    }
  }

  /** Gives all texts to a keeper, after the last term. */
  async write(keeper: TextKeeper, pause: () => Promise<void>): Promise<void> {
    const spelled = new Spelled(keeper);
    const docs = new PageReader(this.#docs.location());
    let opened = -1;
    let stretch: ReturnType<Stretch['open']> | null = null;
    try {
      for (let left = this.#docCount, doc = -1; left > 0; left--) {
        doc += docs.varint() + 1;
        const n = this.#stretchOf[doc]!;
        keeper.beginText(doc);
        if (n < 0) {
          await this.#writeLong(this.#longTexts[-2 - n]!, spelled, pause);
        } else {
          if (n !== opened) {
            stretch = this.#stretches[n]!.open();
            opened = n;
            await pause();
          }
          stretch!.give(doc, spelled);
        }
        spelled.end();
        keeper.endText();
      }
    } finally {
      docs.close();
    }
  }

  async #writeLong(text: LongText, spelled: Spelled, pause: () => Promise<void>): Promise<void> {
    const joiner = new PieceJoiner(spelled, this.#overlapUnits);
    const pieces = [...text.pieces].sort((a, b) => a - b);
    let begun = 0;
    for (const stretch of text.stretches) {
      if (stretch === undefined) continue;
      const opened = stretch.open();
      await pause();
      opened.give(text.doc, joiner, (position) => {
        for (; begun < pieces.length && pieces[begun]! <= position; begun++) joiner.beginPiece();
      });
    }
    joiner.end();
  }

  close(): void {
    this.#pages.close();
  }
}

/** Words with spaces between them, in batches. */
class Spelled implements TokenSink {
  readonly #keeper: TextKeeper;
  readonly #batch = new Uint8Array(1 << 17);
  #length = 0;
  #isFirst = true;

  constructor(keeper: TextKeeper) {
    this.#keeper = keeper;
  }

  token(bytes: Uint8Array, start: number, end: number): void {
    if (this.#length + end - start + 1 > this.#batch.length) this.#flush();
    if (!this.#isFirst) this.#batch[this.#length++] = SPACE;
    this.#isFirst = false;
    let at = this.#length;
    for (let i = start; i < end; i++) this.#batch[at++] = bytes[i]!;
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

type Note = (cursor: TermCursor, count: number, isFirst: boolean) => void;

/** Passes terms on, and tells of each batch of occurrences of one field. */
class Tap implements TermCursor {
  readonly #cursor: TermCursor;
  readonly #field: number;
  readonly #note: Note;
  #isFirst = true;

  constructor(cursor: TermCursor, field: number, note: Note) {
    this.#cursor = cursor;
    this.#field = field;
    this.#note = note;
  }

  get field(): number {
    return this.#cursor.field;
  }
  get bytes(): Uint8Array {
    return this.#cursor.bytes;
  }
  get termStart(): number {
    return this.#cursor.termStart;
  }
  get termEnd(): number {
    return this.#cursor.termEnd;
  }
  get docs(): Uint32Array {
    return this.#cursor.docs;
  }
  get positions(): Uint32Array {
    return this.#cursor.positions;
  }
  get from(): number {
    return this.#cursor.from;
  }

  next(): boolean {
    this.#isFirst = true;
    return this.#cursor.next();
  }

  read(): number {
    const count = this.#cursor.read();
    if (count > 0 && this.#cursor.field === this.#field) {
      this.#note(this.#cursor, count, this.#isFirst);
      this.#isFirst = false;
    }
    return count;
  }

  close(): void {
    this.#cursor.close();
  }
}
