/**
 * Hands the texts of items to a session of matching: those that the engine has it reads itself, those in files of the case are read
 * here, a batch of short ones or a piece of a long one at a time.
 */
import type { ByteInput } from '../../cases/case-reader.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { Found, MatchingSession, TextPart } from '../../search/text-matching.ts';
import type { ReadySource } from '../../sources/source.ts';
import { MATCHED_AT_ONCE, MATCHED_BYTES_AT_ONCE } from '../limits.ts';

/** An item, and its text as the record tells of it. */
export type MatchedItem = Pick<IndexedItem, 'id' | 'text'>;

export interface TextFeed {
  readonly source: ReadySource;
  readonly session: MatchingSession;
  /** Runs one call of the engine. */
  readonly call: <R>(run: (signal: AbortSignal) => Promise<R>) => Promise<R>;
  /** Called for a text that cannot be read, which counts as none. */
  readonly onUnreadable: (item: MatchedItem, fault: unknown) => void;
}

/** What is found in the items, in their order. */
export async function* matchItems(items: readonly MatchedItem[], feed: TextFeed): AsyncGenerator<Found> {
  let batch: TextPart[] = [];
  let bytes = 0;
  for (const item of items) {
    const text = feed.session.readsTexts ? item.text : null;
    if (text === null || text === 'stored') batch.push({ id: item.id, text, isLast: true });
    else {
      const input = await feed.source.caseReader.openPart(text).catch((fault: unknown) => {
        feed.onUnreadable(item, fault);
        return null;
      });
      if (input === null) batch.push({ id: item.id, text: null, isLast: true });
      else if (input.bytes <= MATCHED_BYTES_AT_ONCE) {
        const whole = await readWhole(input).catch((fault: unknown) => {
          feed.onUnreadable(item, fault);
          return null;
        });
        batch.push({ id: item.id, text: whole, isLast: true });
        bytes += whole?.length ?? 0;
      } else {
        yield* scanned(batch, feed);
        batch = [];
        bytes = 0;
        yield* matchLong(item, input, feed);
      }
    }
    if (bytes < MATCHED_BYTES_AT_ONCE && batch.length < MATCHED_AT_ONCE) continue;
    yield* scanned(batch, feed);
    batch = [];
    bytes = 0;
  }
  yield* scanned(batch, feed);
}

async function readWhole(input: ByteInput): Promise<Uint8Array> {
  try {
    const bytes = new Uint8Array(input.bytes);
    for (let at = 0; at < bytes.length; ) {
      const count = await input.read(bytes.subarray(at), at);
      if (count === 0) throw new Error('the file became shorter while it was read');
      at += count;
    }
    return bytes;
  } finally {
    await input.close();
  }
}

/** Piece by piece; what is left is not read where nothing more of the text is needed. */
async function* matchLong(item: MatchedItem, input: ByteInput, feed: TextFeed): AsyncGenerator<Found> {
  const { id } = item;
  try {
    for (let at = 0; at < input.bytes; ) {
      const piece = new Uint8Array(Math.min(MATCHED_BYTES_AT_ONCE, input.bytes - at));
      const count = await input.read(piece, at).catch((fault: unknown) => {
        feed.onUnreadable(item, fault);
        return 0;
      });
      if (count === 0) break;
      at += count;
      let isEnough = false;
      for await (const found of scanned([{ id, text: piece.subarray(0, count), isLast: false }], feed)) {
        isEnough ||= found.kind === 'snippets';
        yield found;
      }
      if (isEnough) break;
    }
  } finally {
    await input.close();
  }
  yield* scanned([{ id, text: null, isLast: true }], feed);
}

async function* scanned(parts: readonly TextPart[], { session, call }: TextFeed): AsyncGenerator<Found> {
  if (parts.length === 0) return;
  let answer = await call((signal) => session.scan(parts, signal));
  yield* answer.found;
  while (!answer.isDone) {
    answer = await call((signal) => session.scan([], signal));
    yield* answer.found;
  }
}
