import type { Corpus } from './corpus/export.ts';
import type { Engine } from './engines/engine.ts';
import type { CorpusResult } from './report/result.ts';

/** Searches the terms of a list one after the other. Returns the time to count all hits, and the time to return all ids. */
export async function timeTermList(
  engine: Engine,
  corpus: Corpus,
  directory: string,
  terms: readonly string[],
): Promise<CorpusResult['termLists'][number]> {
  const process = engine.serve(corpus, directory, 1);
  const seconds = { COUNT: 0, IDS: 0 };
  for (const command of ['COUNT', 'IDS'] as const) {
    for (const term of terms) {
      const text = engine.query({ class: 'term', text: term, tree: { kind: 'term', term } });
      if (typeof text !== 'string') continue;
      const answer = await process.ask(command, text);
      if (answer.kind === 'answer') seconds[command] += answer.microseconds / 1e6;
    }
  }
  await process.end();
  return { engine: engine.name, terms: terms.length, countSeconds: seconds.COUNT, idsSeconds: seconds.IDS };
}
