/**
 * Feeds the texts of items to a matching session. The engine reads texts in the index. Texts in case files are read here: a
 * batch of short texts, or a piece of a long text, at a time.
 */
import type { ByteInput } from '../../cases/case-reader.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { Found, MatchingSession, TextPart } from '../../search/text-matching.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import { MATCHED_AT_ONCE, MATCHED_BYTES_AT_ONCE, TEXTS_READ_AHEAD } from '../limits.ts';

/** An item, and the reference to its text in the record. */
export type MatchedItem = Pick<IndexedItem, 'id' | 'text'>;

export interface ItemTextFeed {
  readonly source: ReadySource;
  readonly session: MatchingSession;
  readonly signal: AbortSignal;
  /** Called for an unreadable text, which counts as empty. */
  readonly onUnreadable: (item: MatchedItem, fault: unknown) => void;
}

/** Yields the matches of the items, in order. */
export async function* matchItems(items: readonly MatchedItem[], feed: ItemTextFeed): AsyncGenerator<Found> {
  let batch: TextPart[] = [];
  let bytes = 0;
  for await (const { item, text } of readAhead(items, feed)) {
    if (text !== null && typeof text === 'object' && 'read' in text) {
      yield* matchLong(item, text, batch, feed);
      batch = [];
      bytes = 0;
      continue;
    }
    batch.push({ id: item.id, text, isLast: true });
    if (text instanceof Uint8Array) bytes += text.length;
    if (bytes < MATCHED_BYTES_AT_ONCE && batch.length < MATCHED_AT_ONCE) continue;
    yield* scanned(batch, feed);
    batch = [];
    bytes = 0;
  }
  yield* scanned(batch, feed);
}

/** Returns all items as parts, if they are few and the engine has all texts. Null if texts must be read here. */
export function partsAtHand(items: readonly MatchedItem[]): readonly TextPart[] | null {
  if (items.length > MATCHED_AT_ONCE) return null;
  const parts: TextPart[] = [];
  for (const { id, text } of items) {
    if (text !== null && text !== 'stored') return null;
    parts.push({ id, text, isLast: true });
  }
  return parts;
}

/** An item with its text, which was read or, if it is long, opened. */
interface ReadItem {
  readonly item: MatchedItem;
  readonly text: Uint8Array | ByteInput | 'stored' | null;
}

/** Yields the texts of items in order, reading ahead. */
async function* readAhead(items: readonly MatchedItem[], feed: ItemTextFeed): AsyncGenerator<ReadItem> {
  const reading: Promise<ReadItem>[] = [];
  let next = 0;
  try {
    while (next < items.length || reading.length > 0) {
      while (next < items.length && reading.length < TEXTS_READ_AHEAD) reading.push(readItem(items[next++]!, feed));
      yield await reading.shift()!;
    }
  } finally {
    for (const one of reading) void one.then(closeUnread, () => undefined);
  }
}

async function closeUnread({ text }: ReadItem): Promise<void> {
  if (text !== null && typeof text === 'object' && 'close' in text) await text.close();
}

async function readItem(item: MatchedItem, { source, session, onUnreadable }: ItemTextFeed): Promise<ReadItem> {
  const text = session.readsTexts ? item.text : null;
  if (text === null || text === 'stored') return { item, text };
  try {
    const input = await source.caseReader.openPart(text);
    return { item, text: input.bytes > MATCHED_BYTES_AT_ONCE ? input : await readWhole(input) };
  } catch (fault) {
    onUnreadable(item, fault);
    return { item, text: null };
  }
}

async function readWhole(input: ByteInput): Promise<Uint8Array> {
  try {
    const bytes = new Uint8Array(input.bytes);
    for (let at = 0; at < bytes.length; ) {
      const count = await input.read(bytes.subarray(at), at);
      if (count === 0) throw new AppError('NOT_FOUND', 'the file was truncated while it was read');
      at += count;
    }
    return bytes;
  } finally {
    await input.close();
  }
}

/** Matches a long text in pieces, after the short ones before it. Stops reading when no more is needed, and closes the text. */
async function* matchLong(
  item: MatchedItem,
  input: ByteInput,
  before: readonly TextPart[],
  feed: ItemTextFeed,
): AsyncGenerator<Found> {
  const { id } = item;
  try {
    yield* scanned(before, feed);
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

/** Yields the matches of prepared parts. */
export async function* scanned(
  parts: readonly TextPart[],
  { session, signal }: Pick<ItemTextFeed, 'session' | 'signal'>,
): AsyncGenerator<Found> {
  if (parts.length === 0) return;
  let answer = await session.scan(parts, signal);
  yield* answer.found;
  while (!answer.isDone) {
    answer = await session.scan([], signal);
    yield* answer.found;
  }
}
