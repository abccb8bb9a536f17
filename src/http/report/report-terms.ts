/** The search term report of a report: runs the list on its sources, as `/keywords` does. */
import type { TermReport } from '../../html-report/report-input.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { KeywordLines } from '../input/keyword-list.ts';
import { answersBySource, csvReport, type KeywordReport, reportLines } from '../routes/lists/keyword-lines.ts';
import { report } from '../routes/lists/keywords.ts';
import type { SetParameters } from '../routes/set-parameters.ts';
import { refuseMissing } from '../searches.ts';

/** Throws the errors of a search. */
export async function termsOf(
  queries: readonly string[],
  { defaultOperator, syntax, timeZone, literal, fields, sourceID }: SetParameters,
  signal: AbortSignal,
  dependencies: Dependencies,
  sources: readonly ReadySource[],
): Promise<TermReport> {
  const list = new KeywordLines();
  for (const [i, query] of queries.entries()) list.add(i + 1, query);
  const how = { defaultOperator, syntax, timeZone, literal, fields, sourceID };
  const { result, missing } = await report(list, how, signal, dependencies, { sources });
  refuseMissing(missing);
  return termReport({ list, missing, ...answersBySource(result.found, result.refused) });
}

export function termReport(report: KeywordReport): TermReport {
  return {
    csv: () => csvReport(report),
    *lines() {
      for (const { n, query, counts, refusal, hints } of reportLines(report)) {
        yield { n, query, counts, findings: refusal === null ? hints : [refusal.message] };
      }
    },
  };
}
