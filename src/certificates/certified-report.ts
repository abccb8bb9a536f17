/** The search term report in a certificate: the digest of its list, and the results of its lines. */
import { createHash, type Hash } from 'node:crypto';
import { Slice } from '../shared/slices.ts';
import type { CertifiedReport } from './certificate.ts';

/** A line of the report. */
export interface ReportLine {
  readonly n: number;
  readonly query: string;
  /** Its counts, in the order of the report; null if the query is refused. */
  readonly counts: object | null;
  readonly hints: readonly string[];
}

/** Returns the text of a line that is hashed, without the wording of refusals and hints. */
export function lineText({ n, query, counts }: Omit<ReportLine, 'hints'>): string {
  return `${JSON.stringify({ n, query, ...counts })}\n`;
}

/** Yields to other work. */
export async function certifiedReport(lines: Iterable<ReportLine>): Promise<CertifiedReport> {
  const slice = new Slice();
  const list: Hash = createHash('sha256');
  const digest: Hash = createHash('sha256');
  let queries = 0;
  let failed = 0;
  let hinted = 0;
  for (const line of lines) {
    queries++;
    if (line.counts === null) failed++;
    if (line.hints.length > 0) hinted++;
    list.update(`${JSON.stringify(line.query)}\n`);
    digest.update(lineText(line));
    await slice.giveWay();
  }
  return { queries, failed, hinted, list: list.digest('hex'), digest: digest.digest('hex') };
}
