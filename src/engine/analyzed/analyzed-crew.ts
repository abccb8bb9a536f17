/**
 * Hands the terms of a case to two threads while they are read: one encodes their lists, the other puts texts together from them.
 * Both see the same batches in shared memory. The index is byte for byte that of a single thread: pieces of lists, and texts
 * after them, are written in order by the calling thread. analyzed-thread.ts is the other side.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';
import type { CrewThread } from '../inversion/indexing-crew.ts';
import type { TextKeeper } from '../inversion/text-speller.ts';
import type { AnalyzedAnswer, AnalyzedOrder, EncodeOrder, SpellOrder } from './analyzed-thread.ts';
import type { OpenThread } from './crew-threads.ts';
import { BatchFiller, newBatchMemory } from './term-batch.ts';
import { copyTexts, type SpelledTexts } from './text-file.ts';

/** Batches that are being filled, in transit, or read. */
const BATCHES = 8;

export class AnalyzedCrew {
  readonly #batches = Array.from({ length: BATCHES }, newBatchMemory);
  /** Threads that have not read a batch yet, by its number. */
  readonly #users = new Uint8Array(BATCHES);
  readonly #threads: CrewThread[] = [];
  readonly #open: OpenThread;
  readonly #pieces: Uint8Array[] = [];
  #isEncoded = false;
  #texts: SpelledTexts | null = null;
  #isSpelling = false;
  #fault: Error | null = null;
  #wake: () => void = () => undefined;

  constructor(open: OpenThread) {
    this.#open = open;
  }

  /** Has texts put together from the terms that `encode` goes through; to be called before it. */
  spell(order: Omit<SpellOrder, 'batches'>): void {
    this.#isSpelling = true;
    this.#begin({ kind: 'spell', batches: this.#batches, ...order });
  }

  /** The encoded lists of all terms, in order; closes the cursor. */
  async *encode(cursor: TermCursor, order: Omit<EncodeOrder, 'batches'>): AsyncGenerator<Uint8Array> {
    this.#begin({ kind: 'encode', batches: this.#batches, ...order });
    const filler = new BatchFiller(this.#batches[0]!);
    let current = 0;
    try {
      for (let isLeft = cursor.next(); isLeft; isLeft = cursor.next()) {
        if (filler.isFull) {
          current = this.#send(current, filler.terms);
          while (this.#users[current]! > 0) yield* this.#arrived();
          filler.reset(this.#batches[current]!);
        }
        filler.begin(cursor, false);
        for (let count = cursor.read(); count > 0; count = cursor.read()) {
          for (let taken = 0; taken < count; ) {
            taken += filler.add(cursor.docs, cursor.positions, cursor.from + taken, count - taken);
            if (taken === count) break;
            current = this.#send(current, filler.terms);
            while (this.#users[current]! > 0) yield* this.#arrived();
            filler.reset(this.#batches[current]!);
            filler.begin(cursor, true);
          }
        }
      }
    } finally {
      cursor.close();
    }
    this.#send(current, filler.terms);
    for (const thread of this.#threads) thread.postMessage({ kind: 'end' } satisfies AnalyzedOrder);
    while (!this.#isEncoded || this.#pieces.length > 0) yield* this.#arrived();
  }

  /** The texts that `spell` asked for. */
  async writeTexts(keeper: TextKeeper, pause: () => Promise<void>): Promise<void> {
    if (!this.#isSpelling) return;
    while (this.#texts === null) await this.#news();
    await copyTexts(this.#texts, keeper, pause);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.terminate()));
  }

  #begin(order: AnalyzedOrder): void {
    const thread = this.#open();
    thread.on('message', (answer: AnalyzedAnswer) => this.#hear(answer));
    thread.on('error', (error) => this.#fail(error));
    thread.on('exit', () => this.#fail(new Error('a thread of the build ended without a word')));
    thread.postMessage(order);
    this.#threads.push(thread);
  }

  /** Gives a batch to all threads, and returns the number of the next. */
  #send(number: number, terms: number): number {
    this.#users[number] = this.#threads.length;
    for (const thread of this.#threads) thread.postMessage({ kind: 'batch', number, terms } satisfies AnalyzedOrder);
    return (number + 1) % BATCHES;
  }

  /** The pieces that are there, or none after something else has come. */
  async *#arrived(): AsyncGenerator<Uint8Array> {
    if (this.#pieces.length === 0) await this.#news();
    for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) yield piece;
  }

  async #news(): Promise<void> {
    if (this.#fault !== null) throw this.#fault;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (this.#fault !== null) throw this.#fault;
  }

  #hear(answer: AnalyzedAnswer): void {
    if (answer.kind === 'used') this.#users[answer.number]!--;
    else if (answer.kind === 'piece') this.#pieces.push(answer.piece);
    else if (answer.kind === 'encoded') this.#isEncoded = true;
    else if (answer.kind === 'spelled') this.#texts = answer.texts;
    else this.#fail(Object.assign(new Error(answer.text), answer.code === undefined ? {} : { code: answer.code }));
    this.#wake();
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#wake();
  }
}
