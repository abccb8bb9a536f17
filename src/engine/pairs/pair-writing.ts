/** Writes the pairs of all fields, once the lists of all terms are there: found in these, sorted on disk, written like terms. */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import { ways } from '../../shared/thresholds.ts';
import { TermAssembly, type TermStreams } from '../dictionary/term-assembly.ts';
import type { DictionaryHeader } from '../format.ts';
import { SpilledRuns } from '../inversion/spilled-runs.ts';
import { type FieldLengths, Impacts } from '../postings/field-lengths.ts';
import { ListStreams } from '../postings/list-sink.ts';
import { PostingListWriter } from '../postings/posting-list-writer.ts';
import type { FrequentLists } from './frequent-lists.ts';
import { PairFinder } from './pair-finder.ts';
import { PairBuffer } from './sorted-pairs.ts';

export interface PairSources {
  readonly frequent: Pick<FrequentLists, 'byField' | 'readers'>;
  /** The lengths of a field, by its id. */
  readonly lengths: (field: number) => FieldLengths;
  readonly documentCount: number;
  /** For runs; removed by the caller. */
  readonly directory: string;
  /** Called now and then with how far it is, 0 to 1. */
  readonly onPart: (part: number) => Promise<void>;
}

/** Returns where the pairs of each field are that has frequent terms. */
export async function writePairs(
  streams: TermStreams,
  sources: PairSources,
): Promise<ReadonlyMap<number, DictionaryHeader>> {
  const fields = [...sources.frequent.byField.keys()];
  if (fields.length === 0) return new Map();
  const { runs, count: found } = await foundPairs(sources);
  const impacts = new Impacts(sources.documentCount);
  const lists = new PostingListWriter(new ListStreams(streams), impacts, false);
  const terms = new TermAssembly(streams, fields, false);
  const cursor = runs.merged(null);
  let current = -1;
  let written = 0;
  try {
    for (let n = 1; cursor.next(); n++) {
      if (cursor.field !== current) {
        current = cursor.field;
        terms.beginField(current);
        impacts.enter(sources.lengths(current));
      }
      lists.begin();
      for (let count = cursor.read(); count > 0; count = cursor.read()) {
        lists.add(cursor.docs, cursor.positions, cursor.from, count);
        written += count;
      }
      terms.add(cursor.bytes, cursor.termStart, cursor.termEnd, lists.end());
      if (n % TERMS_PER_SLICE === 0) await sources.onPart(FOUND_PART + (1 - FOUND_PART) * (written / found));
    }
  } finally {
    cursor.close();
  }
  return terms.finish();
}

async function foundPairs({
  frequent,
  lengths,
  documentCount,
  directory,
  onPart,
}: PairSources): Promise<{ readonly runs: SpilledRuns; readonly count: number }> {
  const readers = frequent.readers();
  const runs = new SpilledRuns(directory, 'pairs-', ways.runsMerged);
  const tokens = (field: number): number => lengths(field).tokenCount;
  const all = [...frequent.byField.keys()].reduce((sum, field) => sum + tokens(field), 0);
  let before = 0;
  let count = 0;
  for (const [field, terms] of frequent.byField) {
    const buffer = new PairBuffer(terms, ways.pairsInRun);
    const spill = (): void => {
      if (buffer.length === 0) return;
      runs.add(buffer.sorted(field));
      buffer.length = 0;
    };
    const finder = new PairFinder(
      terms,
      readers,
      Math.ceil(documentCount / BLOCK_SIZE),
      (first, second, doc, position) => {
        buffer.add(first, second, doc, position);
        count++;
        if (buffer.isFull) spill();
      },
    );
    for (const documents of finder.find()) {
      const part = Math.min(1, documents / documentCount);
      await onPart((FOUND_PART * (before + part * tokens(field))) / all);
    }
    before += tokens(field);
    spill();
  }
  return { runs, count };
}

const TERMS_PER_SLICE = 1 << 12;
/** Of the work: to find them, not to write them. */
const FOUND_PART = 0.5;
