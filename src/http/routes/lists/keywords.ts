/** `POST /keywords`: a search term report, for lists of up to a hundred thousand queries. */
import { mayAs } from '../../../access/viewer.ts';
import { bookmarkName } from '../../../bookmarks/bookmark-name.ts';
import type { Certificate } from '../../../certificates/certificate.ts';
import { certifiedReport } from '../../../certificates/certified-report.ts';
import { notedItems } from '../../../query/notes/noted-items.ts';
import { type CombinedKeywords, requireWhole } from '../../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../../search/combined/coordinator.ts';
import type { KeywordsAnswer } from '../../../search/keywords.ts';
import { namedSets } from '../../../search/named-sets.ts';
import type { SetClause } from '../../../search/set-clauses.ts';
import { RememberedSets } from '../../../search/sets/remembered-sets.ts';
import { AppError } from '../../../shared/errors.ts';
import { Slice } from '../../../shared/slices.ts';
import type { ReadySource } from '../../../sources/source.ts';
import { Deadline } from '../../deadline.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CASE_CHANGED, NO_SUCH_SOURCE } from '../../fault-texts.ts';
import type { KeywordLines } from '../../input/keyword-list.ts';
import { askedSyntax, zoned } from '../../input/query-text.ts';
import { ACCEPTED_UNITS_MAX } from '../../limits.ts';
import { expressionFinder } from '../../matching/expression-items.ts';
import { byteStream } from '../../output/byte-stream.ts';
import { type RouteRequest, route } from '../../route.ts';
import { refuseMissing, runSearch } from '../../searches.ts';
import { isListed } from '../listed-sources.ts';
import { readSetParameters, repeatedSetParameters, type SetParameters } from '../set-parameters.ts';
import { certificateAbout, certifiedQuery, readCases } from './certificates.ts';
import {
  answersBySource,
  csvReport,
  hintedLines,
  jsonReport,
  type KeywordReport,
  reportedItems,
  reportLines,
} from './keyword-lines.ts';
import { type KeywordsParameters, keywordsBody, keywordsQuery } from './keyword-parameters.ts';
import { keywordQuestions } from './keyword-questions.ts';

interface KeywordsBody {
  readonly list: KeywordLines;
  /** Null for a list sent as text, whose parameters are in the address. */
  readonly parameters: KeywordsParameters | null;
}

type KeywordsRoute = RouteRequest<Record<string, never>, KeywordsParameters, KeywordsBody>;

export const keywordRoutes = [
  route<Record<string, never>, KeywordsParameters, KeywordsBody>({
    method: 'post',
    path: '/keywords',
    role: 'reader',
    tag: 'Search',
    summary: 'Reports how many items each query of a list finds',
    description:
      'The list is the member `queries` of a JSON object, or a text with a query a line, where `#` begins a comment; then the ' +
      'parameters are in the address. The answer has a line for each query, in the order of the list, and a last line that confirms that it is complete.',
    query: keywordsQuery,
    repeated: repeatedSetParameters,
    body: { kind: 'keywords', schema: keywordsBody },
    ok: {
      description: 'The report.',
      headers: { 'X-Hints': 'The number of lines with hints.' },
      mediaTypes: { 'application/x-ndjson': null, 'text/csv': null },
    },
    errors: {
      400: 'The list is malformed or too long, or a parameter is.',
      403: '`bookmarkPrefix` needs the role annotator.',
      404: NO_SUCH_SOURCE,
      409: `With \`certificate\`: ${CASE_CHANGED}`,
      501: 'A combination that is not supported yet; the message names it.',
      503: 'A source is unavailable or still being built, too many searches are waiting, or the search took too long.',
    },
    timesItself: true,
    handle: (request, dependencies) => sendReport(request, dependencies),
  }),
];

async function sendReport(request: KeywordsRoute, dependencies: Dependencies): Promise<void> {
  const { ctx, signal, body } = request;
  const { list } = body;
  const parameters = parametersOf(request);
  const isCsv = (parameters.format ?? wantedBy(ctx)) === 'csv';
  const isCertified = parameters.certificate === true;
  if (isCertified && isCsv) {
    throw new AppError('INVALID_REQUEST', 'CSV cannot carry a certificate. Use JSON lines.');
  }
  const { bookmarkPrefix } = parameters;
  const names = bookmarkPrefix === undefined ? null : await namesOf(list, bookmarkPrefix, request);
  const remembered = isCertified ? new RememberedSets(dependencies.bookmarks) : null;
  const deadline = new Deadline(signal, dependencies.searchMsMax);
  if (isCertified) await deadline.during(() => readCases(parameters, dependencies));
  const answer = await deadline.during((whole) => report(list, parameters, whole, dependencies, { remembered }));
  const { result, missing, asked, sources } = answer;
  if (isCsv || names !== null) refuseMissing(missing);
  const finished = { list, missing, ...answersBySource(result.found, result.refused) };
  if (names !== null) {
    const hasItems = (text: number): boolean => finished.found.some(({ answer }) => answer.items[text] !== 0);
    await fillBookmarks({ names, hasItems, asked, sources, deadline }, request, dependencies);
  }
  ctx.set('X-Hints', String(hintedLines(finished)));
  ctx.set('Content-Type', isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson');
  const certificate =
    remembered === null
      ? null
      : await deadline.during(() => certificateOfReport(finished, answer, remembered, request, dependencies));
  ctx.body = byteStream(asynchronous(isCsv ? csvReport(finished) : jsonReport(finished, certificate)), signal);
}

/** Certifies the set that the list was run on, the list, and the results of its lines. */
async function certificateOfReport(
  finished: KeywordReport,
  { sources, clauses, missing }: Report,
  named: RememberedSets,
  request: KeywordsRoute,
  dependencies: Dependencies,
): Promise<Certificate> {
  const set = within(parametersOf(request));
  const { query, clauses: ofSet } = await certifiedQuery(set, dependencies, request.signal);
  const hits = reportedItems(finished);
  const certified = { query, sources, missing, named, hits, hints: [], clauses: [...ofSet, ...clauses] };
  return certificateAbout(
    { ...certified, report: await certifiedReport(reportLines(finished)) },
    request,
    dependencies,
  );
}

/** Throws AppError INVALID_REQUEST if a JSON body comes with parameters in the address. */
function parametersOf({ body, query }: Pick<KeywordsRoute, 'body' | 'query'>): KeywordsParameters {
  const { parameters } = body;
  if (parameters === null) return query;
  const { format = parameters.format, ...misplaced } = query;
  const [name] = Object.entries(misplaced).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (name === undefined) return { ...parameters, format };
  throw new AppError('INVALID_REQUEST', `The body is JSON: put the parameter ${JSON.stringify(name)} into it.`);
}

function wantedBy(ctx: KeywordsRoute['ctx']): 'csv' | 'ndjson' {
  if (ctx.get('Accept').length > ACCEPTED_UNITS_MAX) {
    throw new AppError(
      'INVALID_REQUEST',
      `The header "Accept" has more than ${ACCEPTED_UNITS_MAX} characters. Use the parameter "format".`,
    );
  }
  return ctx.accepts(['application/x-ndjson', 'text/csv']) === 'text/csv' ? 'csv' : 'ndjson';
}

interface Report {
  readonly result: { readonly found: readonly Found[]; readonly refused: KeywordReport['refused'] };
  readonly missing: Awaited<ReturnType<typeof runSearch>>['missing'];
  readonly asked: CombinedKeywords;
  readonly sources: readonly ReadySource[];
  /** The sets named by lines. */
  readonly clauses: readonly SetClause[];
}

interface Found {
  readonly target: ReadySource;
  readonly value: KeywordsAnswer;
}

/** The set that a list is run on. */
function within({
  within: query,
  filter,
  defaultOperator,
  syntax,
  timeZone,
  literal,
  fields,
  ...more
}: KeywordsParameters): SetParameters {
  const { sourceID, expand, collapse, bbox } = more;
  const filters = query === undefined ? filter : [...(filter ?? []), query];
  return {
    q: '',
    defaultOperator,
    syntax,
    timeZone,
    literal,
    fields,
    sourceID,
    filter: filters,
    expand,
    collapse,
    bbox,
  };
}

interface ReportState {
  /** Fixes the bookmarks for a certificate. */
  readonly remembered?: RememberedSets | null;
  /** The states of the sources. Default: the current ones. */
  readonly sources?: readonly ReadySource[];
}

/** Runs a list on the sources, within the set of the parameters. */
export async function report(
  list: KeywordLines,
  parameters: KeywordsParameters,
  signal: AbortSignal,
  dependencies: Dependencies,
  { remembered = null, sources: held }: ReportState = {},
): Promise<Report> {
  const set = within(parameters);
  const bookmarks = remembered ?? dependencies.bookmarks;
  const common = await readSetParameters(set, { ...dependencies, bookmarks });
  const questions = await keywordQuestions(list.texts, set, dependencies);
  const syntax = askedSyntax(set);
  let asked: CombinedKeywords | null = null;
  let sources: readonly ReadySource[] = [];
  const { result, missing } = await runSearch(dependencies, {
    // As heavy as a long text.
    query: { kind: 'unparsed', text: '', defaultOperator: 'OR' },
    sourceId: set.sourceID,
    clientSignal: signal,
    run: async (current, searchSignal) => {
      const ready = held ?? current;
      const ids = ready.map(({ id }) => id);
      const { query: ___, sets = [], ...shared } = await common.requestOf(ready, searchSignal);
      const finder = expressionFinder(dependencies, ready, shared.defaultFields, searchSignal);
      const named = await namedSets(questions.clauses, ids, bookmarks, notedItems, finder);
      const known = new Set(sets.map(({ name }) => name));
      asked = {
        ...shared,
        sets: [...sets, ...named.filter(({ name }) => !known.has(name))],
        queries: questions.queries,
        refused: questions.refused,
        wantsIds: remembered !== null,
        defaultOperator: set.defaultOperator ?? 'OR',
        ...(syntax === undefined ? {} : { syntax }),
        ...zoned(set),
      };
      sources = ready;
      return dependencies.coordinator.keywords(ready, asked, searchSignal);
    },
  });
  return { result, missing, asked: asked!, sources, clauses: questions.clauses };
}

/** Bookmark names by text. Throws AppError FORBIDDEN, INVALID_REQUEST. */
async function namesOf(
  list: KeywordLines,
  prefix: string,
  { viewer }: Pick<KeywordsRoute, 'viewer'>,
): Promise<readonly string[]> {
  if (!mayAs(viewer.role, 'annotator')) {
    throw new AppError('FORBIDDEN', `"bookmarkPrefix" needs the role annotator; you have the role ${viewer.role}.`);
  }
  const slice = new Slice();
  const names: string[] = [];
  for (const text of list.texts) {
    names.push(bookmarkName(prefix + text));
    if (slice.isOver) await slice.giveWay();
  }
  return names;
}

interface Filling {
  readonly names: readonly string[];
  /** Whether a text has items. */
  readonly hasItems: (text: number) => boolean;
  readonly asked: CombinedKeywords;
  readonly sources: readonly ReadySource[];
  /** The deadline of the request, which counts the time of searches but not of writing. */
  readonly deadline: Deadline;
}

/**
 * Adds the items of each text to its bookmark. Everything is on disk before the answer. If it fails, the error lists the
 * bookmarks that were already filled.
 */
async function fillBookmarks(filling: Filling, request: KeywordsRoute, dependencies: Dependencies): Promise<void> {
  let filled = 0;
  try {
    for await (const _ of filledBookmarks(filling, request, dependencies)) filled++;
  } catch (fault) {
    if (filled === 0 || !(fault instanceof AppError)) throw fault;
    const all = filling.names.filter((_, text) => filling.hasItems(text)).length;
    const remedy = 'The same request once more fills the others, too.';
    const message = `${fault.message} The bookmarks of the first ${filled} of ${all} queries with items were filled. ${remedy}`;
    throw new AppError(fault.code, message, { cause: fault });
  }
}

async function* filledBookmarks(
  { names, hasItems, asked, sources, deadline }: Filling,
  { origin, body: { list } }: KeywordsRoute,
  { bookmarks, coordinator, sources: registry }: Dependencies,
): AsyncGenerator<void, void, undefined> {
  const { queries, refused: _, wantsIds: __, defaultOperator, syntax, timeZone, ...set } = asked;
  const how = {
    defaultOperator,
    ...(syntax === undefined ? {} : { syntax }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
  const trees = new Map(queries.trees);
  const known = new Set(bookmarks.names());
  const slice = new Slice();
  for (const [text, name] of names.entries()) {
    if (slice.isOver) await slice.giveWay();
    if (!hasItems(text)) continue;
    const query = trees.get(text) ?? { kind: 'unparsed', text: list.texts[text]!, ...how };
    const found = await deadline.during((signal) =>
      itemsOf(coordinator, sources, { ...set, query, want: ['ids'] }, signal),
    );
    if (!known.has(name)) await bookmarks.create(name, origin);
    await bookmarks.add(name, found, origin, isListed(registry));
    yield;
  }
}

async function itemsOf(
  coordinator: Dependencies['coordinator'],
  sources: readonly ReadySource[],
  request: CombinedRequest,
  signal: AbortSignal,
): Promise<readonly { readonly source: string; readonly ids: Uint32Array }[]> {
  const { hits, damaged } = await coordinator.search(sources, request, signal);
  requireWhole({ damaged });
  const found: { source: string; ids: Uint32Array }[] = [];
  for await (const batches of hits) {
    for (const { target, ids } of batches) found.push({ source: target.id, ids: ids.slice() });
  }
  return found;
}

async function* asynchronous<T>(pieces: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* pieces;
}
