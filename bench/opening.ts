import type { Corpus } from './corpus/export.ts';
import type { Engine } from './engines/engine.ts';
import type { CorpusResult } from './report/result.ts';

/** From the start of the process to the answer of its first query. */
export async function timeOpening(
  engine: Engine,
  corpus: Corpus,
  directory: string,
  query: string,
): Promise<CorpusResult['opening'][number]> {
  const start = performance.now();
  const process = engine.serve(corpus, directory, 1);
  const first = await process.ask('COUNT', query);
  const firstAnswerMs = performance.now() - start;
  const opened = engine.name === 'case-access' ? await process.ask('OPEN', '') : null;
  await process.end();
  return {
    engine: engine.name,
    firstAnswerMs,
    openMs: opened?.kind === 'answer' ? opened.count / 1000 : null,
    firstQueryMs: first.kind === 'answer' ? first.microseconds / 1000 : null,
  };
}
