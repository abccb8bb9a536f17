/** Makes a certificate of a searched set: counts and hashes its items as they arrive, and signs the result. */
import type { KeyObject } from 'node:crypto';
import { AppError } from '../shared/errors.ts';
import { Slice } from '../shared/slices.ts';
import type { Certificate, CertifiedQuery, CertifiedReport, CertifiedSource } from './certificate.ts';
import { headingOf, type ListedItems, ReferenceDigest } from './reference-list.ts';
import { signed } from './signing.ts';

/** A bookmark in the query, with its members in the order of the sources. A null name means the selection. */
export interface NamedMembers {
  readonly name: string | null;
  readonly members: readonly ListedItems[];
}

export interface Certifying {
  readonly query: CertifiedQuery;
  readonly sources: readonly CertifiedSource[];
  /** In the order of /search. */
  readonly hits: AsyncIterable<readonly ListedItems[]> | readonly (readonly ListedItems[])[];
  /** Present for a search term report. In that case the hits are the items that any of its lines finds. */
  readonly report?: CertifiedReport;
  /** Hints of the query. In a report, each line has hints of its own. */
  readonly hints: readonly string[];
  readonly bookmarks: readonly NamedMembers[];
  /** Sets of hashes in the query. */
  readonly hashSets?: readonly { readonly name: string; readonly digest: string }[];
  /** False if a source is out of service. */
  readonly isComplete: boolean;
  readonly program: string;
  readonly analysis: string;
  readonly who: string | null;
  readonly key: KeyObject | null;
  /** Receives the lines that digests cover, as they are created. */
  readonly onLines?: (lines: string) => void;
}

/** Yields to other work. Throws AppError INVALID_REQUEST for a query that a certificate cannot hold, and the errors of `hits`. */
export async function certify(given: Certifying): Promise<Certificate> {
  const { query, sources, program, analysis, who, key, onLines } = given;
  const texts = [query.q, query.collapse ?? '', ...query.filter, ...(query.fields ?? [])];
  if (texts.some((text) => !text.isWellFormed())) {
    throw new AppError(
      'INVALID_REQUEST',
      'The query holds half of a surrogate pair, which a certificate cannot contain.',
    );
  }
  const slice = new Slice();
  const list = async (batches: AsyncIterable<readonly ListedItems[]> | readonly (readonly ListedItems[])[]) => {
    const references = new ReferenceDigest(onLines);
    for await (const some of batches) {
      for (const items of some) for (const _ of references.add(items)) await slice.giveWay();
    }
    return references.summary();
  };
  const { items: total, digest } = await list(given.hits);
  const bookmarks: Certificate['bookmarks'] = [];
  for (const { name, members } of given.bookmarks) {
    onLines?.(headingOf(name));
    bookmarks.push({ name, ...(await list([members])) });
  }
  const certificate = {
    format: 'case-access-certificate' as const,
    version: 1 as const,
    query,
    sources: [...sources],
    bookmarks,
    ...(given.hashSets === undefined || given.hashSets.length === 0 ? {} : { hashSets: [...given.hashSets] }),
    ...(given.report === undefined ? {} : { report: given.report }),
    total,
    digest,
    hints: [...given.hints],
    complete: given.isComplete,
    program,
    analysis,
    time: new Date().toISOString(),
    who,
  };
  return signed(certificate, key);
}
