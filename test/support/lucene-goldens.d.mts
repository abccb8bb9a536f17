/** Types of lucene-goldens.mjs, for tests. */
import type { LuceneIndex } from '../../src/cases/lucene/lucene-index.ts';

export interface LuceneGoldens {
  readonly segments: unknown;
  readonly fields: readonly unknown[];
  readonly items: readonly unknown[];
}

export function differencesFromGoldens(index: LuceneIndex, goldens: LuceneGoldens): Promise<string[]>;
