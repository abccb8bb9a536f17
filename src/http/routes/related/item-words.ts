/** Counts the words of an item's searched text that match a pattern, through a matching session. */
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { matchItems } from '../../matching/item-texts.ts';
import { withReason } from '../../output/item-parts.ts';
import { findItem } from '../../output/item-record.ts';
import type { AskedId } from '../../schemas.ts';

interface AskedWords {
  /** A regular expression over words. */
  readonly pattern: string;
  /** Maximum number of words, the most frequent first. */
  readonly most: number;
}

/** Throws AppError for an unknown item, and if its text is unreadable. */
export async function itemWords(
  source: ReadySource,
  id: AskedId,
  { pattern, most }: AskedWords,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<readonly (readonly [word: string, count: number])[]> {
  const item = await findItem(dependencies, source, id, signal);
  const query = { kind: 'regexp', field: 'content', pattern } as const;
  const want = { kind: 'texts', most } as const;
  const session = await dependencies.matching.begin(source, { query, areHits: true, want }, signal);
  const words: (readonly [string, number])[] = [];
  try {
    const onUnreadable = (_: unknown, fault: unknown): void => {
      throw withReason(fault, `The text of item ${id} in source ${JSON.stringify(source.id)} cannot be read`);
    };
    for await (const found of matchItems([item], { source, session, signal, onUnreadable })) {
      if (found.kind === 'texts') for (const word of found.texts) words.push(word);
    }
  } finally {
    session.end();
  }
  return words;
}
