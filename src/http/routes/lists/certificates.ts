/** `POST /certificates`: a statement about a set, which another party can compare with their own. */
import type { CaseFacts } from '../../../certificates/case-facts.ts';
import {
  type Certificate,
  type CertifiedQuery,
  type CertifiedSource,
  certificateShape,
} from '../../../certificates/certificate.ts';
import { type Certifying, certify } from '../../../certificates/certify.ts';
import { UTC } from '../../../schema/zone-clock.ts';
import type { HitBatch } from '../../../search/combined/merged-hits.ts';
import { type SetClause, takeSets } from '../../../search/set-clauses.ts';
import { meantDigests, meantSets } from '../../../search/sets/meant-sets.ts';
import { RememberedSets } from '../../../search/sets/remembered-sets.ts';
import { abandonParts } from '../../../shared/ends/abandoned-parts.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import { noteItems } from '../../audit.ts';
import type { CertificateMeans, Dependencies } from '../../dependencies.ts';
import { CASE_CHANGED, NO_SUCH_SOURCE, SEARCH_REFUSED } from '../../fault-texts.ts';
import { readQuery } from '../../input/query-text.ts';
import { QUERY_BODY_BYTES_MAX, SEARCH_MS_MAX } from '../../limits.ts';
import { type RouteRequest, route } from '../../route.ts';
import { z } from '../../schemas.ts';
import { chooseSources, type MissingSource, runSearch } from '../../searches.ts';
import { readSetParameters, type SetParameters, setBodyShape } from '../set-parameters.ts';

const certificateSchema = z.strictObject(certificateShape).openapi('Certificate');
const certificateBody = z.strictObject(setBodyShape).openapi('CertificateRequest', { example: { q: 'heron' } });

export const certificateRoutes = [
  route<Record<string, never>, Record<string, never>, SetParameters>({
    method: 'post',
    path: '/certificates',
    role: 'reader',
    tag: 'Search',
    summary: 'Certifies a set: the query, the cases, the number of items and a digest of them',
    description:
      'Signed if the server has a key (`--key`). The first one of a source reads its complete case, which takes a while.',
    body: { kind: 'json', schema: certificateBody, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: { description: 'The certificate.', mediaTypes: { 'application/json': certificateSchema } },
    errors: {
      400: 'A malformed parameter, or an invalid query.',
      404: NO_SUCH_SOURCE,
      409: CASE_CHANGED,
      413: 'The body is too large.',
      501: 'A combination that is not supported yet; the message names it.',
      503: SEARCH_REFUSED,
    },
    async handle({ body, ctx, signal, viewer }, dependencies) {
      const certificate = await certificateOf(body, { signal, viewer }, dependencies);
      noteItems(ctx, certificate.total);
      return certificate;
    },
  }),
];

/** A set that is certified as it was opened, although its sources or bookmarks may have changed since. */
export interface HeldSet {
  readonly named: RememberedSets;
  readonly sources: readonly ReadySource[];
  readonly missing: readonly MissingSource[];
}

type Asker = Pick<RouteRequest<unknown, unknown, unknown>, 'signal' | 'viewer'>;

/**
 * Makes a certificate of the current set, or of the `held` one. Throws the errors of a search, and UNSUPPORTED if certificates
 * are disabled.
 */
export async function certificateOf(
  parameters: SetParameters,
  asker: Asker,
  dependencies: Dependencies,
  held: HeldSet | null = null,
): Promise<Certificate> {
  const named = held?.named ?? new RememberedSets(dependencies.bookmarks);
  const asked = await readSetParameters(parameters, { ...dependencies, bookmarks: named });
  const { query, clauses } = await certifiedQuery(parameters, dependencies, asker.signal);
  await readCases(parameters, dependencies, held?.sources);
  let chosen: readonly ReadySource[] = [];
  const { result, missing } = await runSearch(dependencies, {
    query: asked.query,
    sourceId: parameters.sourceID,
    clientSignal: asker.signal,
    run: async (current, searchSignal) => {
      const sources = held?.sources ?? current;
      chosen = sources;
      const request = { ...(await asked.requestOf(sources, searchSignal)), want: ['ids', 'hints'] } as const;
      return dependencies.coordinator.search(sources, request, searchSignal);
    },
  });
  const answer = {
    hits: listed(result.hits),
    hints: result.hints,
    sources: chosen,
    missing: held?.missing ?? missing,
    clauses,
  };
  try {
    return await certificateAbout({ query, named, ...answer }, asker, dependencies);
  } catch (fault) {
    await abandonParts(result.hits);
    throw fault;
  }
}

/** Runs before the search, so that the answer need not wait for reading a case. Throws AppError UNSUPPORTED. */
export async function readCases(
  { sourceID }: SetParameters,
  dependencies: Dependencies,
  sources: readonly ReadySource[] = chooseSources(dependencies, sourceID).ready,
): Promise<void> {
  const means = meansOf(dependencies);
  for (const source of sources) await factsOf(source, means, dependencies);
}

export interface CertifiedAnswer extends Pick<Certifying, 'query' | 'hits' | 'hints' | 'report'> {
  readonly sources: readonly ReadySource[];
  readonly missing: readonly MissingSource[];
  /** The requested bookmarks, with their members at that time. */
  readonly clauses: readonly SetClause[];
  readonly named: RememberedSets;
}

export async function certificateAbout(
  { query, hits, hints, report, sources, missing, clauses, named }: CertifiedAnswer,
  { viewer }: Pick<Asker, 'viewer'>,
  dependencies: Dependencies,
): Promise<Certificate> {
  refuseExpressions(clauses);
  const means = meansOf(dependencies);
  const searched = sources.filter(({ id }) => missing.every(({ source }) => source !== id));
  const ids = searched.map(({ id }) => id);
  const certified: CertifiedSource[] = [];
  for (const source of searched) certified.push(await certifiedSource(source, means, dependencies));
  return certify({
    query,
    sources: certified,
    hits,
    hints,
    ...(report === undefined ? {} : { report }),
    bookmarks: await meantSets(clauses, ids, named),
    hashSets: meantDigests(clauses, named),
    isComplete: missing.length === 0,
    program: `case-access ${dependencies.version.program}`,
    analysis: means.analysis,
    who: viewer.name,
    key: means.key,
  });
}

/** Throws AppError QUERY_INVALID, because the command that repeats a certificate cannot run expressions over texts. */
function refuseExpressions(clauses: readonly SetClause[]): void {
  const written = clauses.find(({ expression }) => expression !== undefined);
  if (written === undefined) return;
  throw new AppError(
    'QUERY_INVALID',
    `A certificate cannot contain ${written.name}, because the commands that check certificates do not run expressions over texts. Put the items into a bookmark, and certify that.`,
  );
}

function meansOf({ certificates }: Dependencies): CertificateMeans {
  if (certificates !== undefined) return certificates;
  throw new AppError('UNSUPPORTED', 'This server makes no certificates.');
}

/** Returns the query in the form that certificates use, and the sets that it names. */
export async function certifiedQuery(
  parameters: SetParameters,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<{ readonly query: CertifiedQuery; readonly clauses: readonly SetClause[] }> {
  const {
    q = '',
    defaultOperator = 'OR',
    syntax,
    timeZone,
    literal,
    fields,
    expand = [],
    collapse,
    bbox,
    filter = [],
  } = parameters;
  const query = await readQuery({ q, defaultOperator, syntax, timeZone, literal }, dependencies);
  const filters = await Promise.all(filter.map((text) => readQuery({ q: text, timeZone }, dependencies)));
  let canonical = '';
  if (query.kind !== 'unparsed') canonical = dependencies.printQuery(query);
  else for await (const piece of (await dependencies.queryTexts!.describe(query, signal)).canonical) canonical += piece;
  const certified = {
    q,
    canonical,
    defaultOperator,
    fields: fields === undefined ? null : [...fields],
    syntax: syntax ?? null,
    timeZone: timeZone ?? UTC,
    ...(literal === true ? { literal } : {}),
    expand: [...expand],
    collapse: collapse ?? null,
    bbox: bbox ?? null,
    filter: [...filter],
  };
  const clauses = [query, ...filters].flatMap((one) =>
    one.kind === 'unparsed' ? [] : takeSets(one, { me: dependencies.me }).clauses,
  );
  refuseExpressions(clauses);
  return { query: certified, clauses };
}

const UNREAD: ReadonlySet<ErrorCode> = new Set(['CASE_UNREADABLE', 'SOURCE_UNAVAILABLE', 'CONFLICT']);

/** Throws SOURCE_UNAVAILABLE, without the source's path on this machine, and CONFLICT if its case has changed. */
async function factsOf(
  source: ReadySource,
  { caseFacts }: CertificateMeans,
  { sources, searchMsMax = SEARCH_MS_MAX }: Dependencies,
): Promise<CaseFacts> {
  const { resolvedPath, path, mapping } = sources.get(source.id);
  try {
    const facts = caseFacts.factsOf(source.caseReader, {
      path: resolvedPath ?? path,
      fingerprint: source.fingerprint,
      dataDir: source.indexedIn,
      options: mapping === undefined ? {} : { mapping },
    });
    return await stillRead(facts, source.id, READING_PART * searchMsMax);
  } catch (fault) {
    if (!(fault instanceof AppError) || !UNREAD.has(fault.code)) throw fault;
    if (fault.code === 'CONFLICT') throw new AppError('CONFLICT', changedText(source.id), { cause: fault });
    const reason = fault.message.replaceAll(resolvedPath ?? path, path).replaceAll(source.caseReader.realPath, path);
    const message = `The case of source ${JSON.stringify(source.id)} cannot be read again: ${reason}`;
    throw new AppError('SOURCE_UNAVAILABLE', message, { cause: fault });
  }
}

function changedText(source: string): string {
  const remedy = `Open the source again (POST /sources/${encodeURIComponent(source)}/refresh), then start again.`;
  return `The case of source ${JSON.stringify(source)} has changed since it was indexed. ${remedy}`;
}

/** The fraction of a request's time limit that it may wait for a case to be read. */
const READING_PART = 3 / 4;

/**
 * Returns the facts. Throws SOURCE_BUILDING if reading a large case takes longer than a request may. Reading continues, so a
 * later request finds the facts.
 */
async function stillRead(facts: Promise<CaseFacts>, source: string, msMax: number): Promise<CaseFacts> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The case of source ${JSON.stringify(source)} is still being read for its first certificate. Ask again later.`;
    timer = setTimeout(() => reject(new AppError('SOURCE_BUILDING', message)), msMax);
  });
  try {
    return await Promise.race([facts, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Null if this server does not read cases again, or the case is unreadable or has changed. */
export async function caseIdentityOf(source: ReadySource, dependencies: Dependencies): Promise<string | null> {
  if (dependencies.certificates === undefined) return null;
  try {
    return (await factsOf(source, dependencies.certificates, dependencies)).caseIdentity;
  } catch (fault) {
    if (fault instanceof AppError && UNREAD.has(fault.code)) return null;
    throw fault;
  }
}

async function certifiedSource(
  source: ReadySource,
  means: CertificateMeans,
  dependencies: Dependencies,
): Promise<CertifiedSource> {
  const { caseIdentity, unreadable } = await factsOf(source, means, dependencies);
  const { itemCount: items, searchableCount: searchable, identity: indexIdentity } = source.summary;
  return { id: source.id, caseIdentity, items, searchable, unreadable, indexIdentity };
}

async function* listed(hits: AsyncIterable<readonly HitBatch<ReadySource>[]>) {
  for await (const batches of hits) yield batches.map(({ target, ids }) => ({ source: target.id, ids }));
}
