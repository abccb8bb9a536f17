import { foldText } from '../../src/analysis/fold-text.ts';
import { wordsOf } from '../../src/analysis/query-tokens.ts';
import { caseRecords } from './case-lines.ts';
import type { Corpus } from './export.ts';
import { Profiler } from './profile.ts';

const ITEMS_MAX = 20_000;

/** Returns a case of any size, without files for peers. The first items determine its profile. */
export async function sampleCorpus(name: string, casePath: string): Promise<Corpus> {
  const profiler = new Profiler();
  let items = 0;
  for await (const { text, properties } of caseRecords(casePath)) {
    const categories = (properties.category ?? []).map(foldText);
    const modified = Date.parse(properties.modified?.[0] ?? '');
    const length = Number(properties.length?.[0] ?? Number.NaN);
    profiler.add(wordsOf(text), Buffer.byteLength(text), length, modified, categories);
    if (++items === ITEMS_MAX) break;
  }
  return { name, casePath, textsFile: '', tokensFile: '', profile: profiler.finish() };
}
