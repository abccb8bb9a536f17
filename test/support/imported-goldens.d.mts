/** Types of imported-goldens.mjs, for tests. */
import type { IndexReader } from '../../src/engine/index-reader.ts';
import type { TermPositions } from '../../src/query/phrase/term-positions.ts';

export function differencesOfImport(
  index: IndexReader,
  positions: typeof TermPositions,
  goldens: readonly unknown[],
): Promise<string[]>;

/** The text that the index keeps of a document. */
export function spelledText(index: IndexReader, doc: number): string;
