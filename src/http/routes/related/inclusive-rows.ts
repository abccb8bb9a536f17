/**
 * Finds the rows of a thread that must be read. Reads the texts of its mails, within limits, and compares each with later ones.
 */
import type { IndexedItem } from '../../../search/item-store.ts';
import { contains, type MailText, splitMailText, WordNumbers } from '../../../search/threads/inclusive-mails.ts';
import type { ThreadRow } from '../../../search/threads/thread-tree.ts';
import { runInSlices } from '../../../shared/slices.ts';
import type { Dependencies } from '../../dependencies.ts';
import { THREAD_COMPARED_WORDS_MAX, THREAD_TEXT_BYTES_MAX, THREAD_TEXTS_BYTES_MAX } from '../../limits.ts';
import { SearchedText } from '../../output/searched-text.ts';
import type { GatheredMail } from './thread-mails.ts';

/**
 * For each row: true if no later mail contains its text, or if it has attachments. Null if a limit was reached first, or if
 * there is no mail.
 */
export async function inclusiveRows(
  dependencies: Pick<Dependencies, 'items'>,
  rows: readonly ThreadRow[],
  mails: readonly GatheredMail[],
  attached: ReadonlySet<IndexedItem> | null,
  signal: AbortSignal,
): Promise<readonly (boolean | null)[]> {
  const texts = await textsOf(dependencies, rows, mails, signal);
  const isContained = new Uint8Array(rows.length);
  let left = THREAD_COMPARED_WORDS_MAX;
  for (const [n, { parent }] of rows.entries()) {
    const text = texts[n];
    if (text === null || text === undefined) continue;
    for (let above = parent; above !== null && left > 0; above = rows[above]!.parent) {
      const part = texts[above];
      if (isContained[above] === 1 || part === null || part === undefined) continue;
      left -= text.words.length + part.words.length + 1;
      if (await runInSlices(contains(text, part), signal)) isContained[above] = 1;
    }
  }
  return rows.map(({ mails: own }, n) => {
    if (own.length === 0) return null;
    const hasMore = attached === null || own.some((mail) => attached.has(mails[mail]!.item));
    if (hasMore) return true;
    if (isContained[n] === 1) return false;
    return texts[n] === null || left <= 0 ? null : true;
  });
}

/** Reads the text of each row, from the first of several copies. Null if there is none, or if it exceeds a limit. */
async function textsOf(
  dependencies: Pick<Dependencies, 'items'>,
  rows: readonly ThreadRow[],
  mails: readonly GatheredMail[],
  signal: AbortSignal,
): Promise<readonly (MailText | null)[]> {
  const words = new WordNumbers();
  const texts: (MailText | null)[] = [];
  let left = THREAD_TEXTS_BYTES_MAX;
  for (const { mails: own } of rows) {
    const mail = own.length === 0 ? null : mails[own[0]!]!;
    const text =
      mail === null ? null : await readText(dependencies, mail, Math.min(left, THREAD_TEXT_BYTES_MAX), signal);
    if (text !== null) left -= text.length;
    texts.push(text === null ? null : await runInSlices(splitMailText(text.toString(), words), signal));
  }
  return texts;
}

async function readText(
  dependencies: Pick<Dependencies, 'items'>,
  { source, item }: GatheredMail,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  if (item.text === null) return null;
  const { pieces, close } = await new SearchedText(source, item, dependencies, signal).open();
  const read: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > bytesMax) return null;
      // The buffer of a piece may be reused.
      read.push(Buffer.from(piece));
    }
    return Buffer.concat(read);
  } finally {
    await close();
  }
}
