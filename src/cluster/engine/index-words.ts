/**
 * Finds the words of an index that a pattern, fuzzy word or range matches. The cluster rewrites a query to a list of its words
 * in each shard, and returns that list from its validate API.
 */
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { NearestTerms } from '../../query/plan/iped/nearest-terms.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import { AppError } from '../../shared/errors.ts';
import type { QueryMemory } from '../../shared/query-memory.ts';
import { away } from '../link/cluster-link.ts';
import { textField } from '../mapping/field-names.ts';
import type { WordList } from '../translate/word-lists.ts';
import { asked } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';

/** The words of texts. */
export const CONTENT_TERMS = textField(CONTENT_FIELD);
const WORD_BYTES = 100;

interface Validity {
  readonly _shards: { readonly total: number; readonly successful: number };
  readonly explanations?: readonly {
    readonly valid: boolean;
    readonly explanation?: string;
    readonly error?: string;
  }[];
}

/**
 * Returns words in code point order, or with a limit the nearest ones of a fuzzy word. Throws QUERY_INVALID for more words than
 * the cluster lists.
 */
export async function wordsOf(
  source: ClusterSource,
  { source: text, dsl, accepts, nearest }: WordList,
  memory: QueryMemory,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (dsl === null) throw tooMany(text);
  const { _shards: shards, explanations = [] } = await asked<Validity>(
    source,
    {
      method: 'POST',
      path: `/${source.index}/_validate/query`,
      query: { rewrite: true, all_shards: true },
      body: { query: dsl },
    },
    signal,
  );
  // The cluster does not report a missing shard as failed here.
  if (shards.successful < shards.total) throw away('a shard does not list its words');
  const words = new Set<string>();
  for (const { valid: isValid, explanation = '', error = '' } of explanations) {
    if (!isValid) {
      throw /too_?many|maxClauseCount|determiniz/i.test(error)
        ? tooMany(text)
        : away('a shard does not list its words');
    }
    for (const part of explanation.replace(/^ConstantScore\((.*)\)$/s, '$1').split(' ')) {
      const word = part.slice(CONTENT_TERMS.length + 1);
      // A query without words in a shard is returned unchanged.
      if (!part.startsWith(`${CONTENT_TERMS}:`) || words.has(word) || !accepts(word)) continue;
      memory.claim(WORD_BYTES + 2 * word.length, 'the words of a pattern');
      words.add(word);
    }
  }
  const sorted = [...words].sort(compareTexts);
  if (nearest === null) return sorted;
  const chosen = new NearestTerms(nearest.text, nearest.edits);
  for (const word of sorted) chosen.add(Buffer.from(word), () => NO_LIST);
  return chosen.found().map(({ term }) => term);
}

/** Stands for the postings of a word, which are in the cluster. */
const NO_LIST = {} as TermInfo;

function tooMany(text: string): AppError {
  return new AppError(
    'QUERY_INVALID',
    `${text} matches more words than a cluster lists; write more of its letters, or use findings with group=text`,
  );
}
