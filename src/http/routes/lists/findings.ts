/** `GET /findings` and `POST /findings`: every match in the items of a set, as lines of JSON. */
import type { CombinedRequest } from '../../../search/combined/coordinator.ts';
import type { Found } from '../../../search/text-matching.ts';
import type { ReadySource } from '../../../sources/source.ts';
import { Deadline } from '../../deadline.ts';
import type { Dependencies } from '../../dependencies.ts';
import { faultLine } from '../../error-answers.ts';
import { NO_SUCH_SOURCE, SEARCH_REFUSED } from '../../fault-texts.ts';
import { hintsMember, withAllHints } from '../../hints/all-hints.ts';
import { readSort } from '../../input/sort-order.ts';
import { CONTEXT_UNITS_MAX, PIECE_BYTES } from '../../limits.ts';
import { ConcurrentFindings } from '../../matching/concurrent-findings.ts';
import { type FindingGroup, FindingGroups } from '../../matching/finding-groups.ts';
import { Findings, type FindingsWanted } from '../../matching/findings.ts';
import { ESTIMATE_ERROR, findingsMax, refuseTooManyFindings, tooManyFindings } from '../../matching/findings-work.ts';
import { DaysOfItems, DayTexts } from '../../matching/item-days.ts';
import { begun, byteStream, endedByLine } from '../../output/byte-stream.ts';
import { guardEvidence } from '../../output/item-parts.ts';
import type { RouteRequest } from '../../route.ts';
import { sortText, z } from '../../schemas.ts';
import { type MissingSource, runSearch } from '../../searches.ts';
import { typesBySource } from '../fields.ts';
import {
  countParameter,
  readSetParameters,
  type SetParameters,
  setBodyShape,
  setQueryShape,
} from '../set-parameters.ts';
import { setRoutes } from '../set-routes.ts';

const CONTEXT = 40;

const described = {
  context: `UTF-16 units of text before and after each match, up to ${CONTEXT_UNITS_MAX}; ${CONTEXT} by default.`,
  group:
    '`text`: a line for each distinct folded text, most findings first, instead of one for each finding: findings, items, the first and last day of these items (`null` without one), and how many have an implausible date (`implausible`).',
  sort: 'The order of the items, as for `/hits`; `id` by default.',
};
const group = z.enum(['text'], 'is not text').optional().openapi({ description: described.group });

const findingsQuery = z.strictObject({
  ...setQueryShape,
  context: countParameter({ most: CONTEXT_UNITS_MAX, otherwise: CONTEXT, description: described.context }),
  group,
  sort: sortText.optional().openapi({ type: 'string', description: described.sort }),
});

const findingsBody = z
  .strictObject({
    ...setBodyShape,
    context: z.int().min(0).max(CONTEXT_UNITS_MAX).optional().openapi({ description: described.context }),
    group,
    sort: z.array(z.string()).optional().openapi({ description: described.sort }),
  })
  .openapi('FindingsRequest', { example: { q: 'heron* OR "grey wing"', context: 20 } });

interface FindingsParameters extends SetParameters {
  readonly context?: number | undefined;
  readonly group?: 'text' | undefined;
  readonly sort?: readonly string[] | undefined;
}

export const findingRoutes = setRoutes({
  path: '/findings',
  role: 'reader',
  tag: 'Search',
  description:
    'Items in the order of the set, matches by field (`content` first), value and place; equal extents of two clauses are one finding. ' +
    'The last line has `done`, the numbers of findings and of items with findings, and whether the answer is complete; an answer without it was cut. After a fault, the last line is `"done":false` with `error` and `status`.',
  ok: { description: 'A line for each finding, or for each text.', mediaTypes: { 'application/x-ndjson': null } },
  errors: {
    400: 'A malformed parameter, an invalid query, a field that cannot be sorted by, more distinct texts than `--query-memory` holds, or more findings than there is time for.',
    404: NO_SUCH_SOURCE,
    501: 'A combination that is not supported yet; the message names it.',
    503: SEARCH_REFUSED,
  },
  get: { summary: 'Returns every match in the items of a set', query: findingsQuery },
  post: {
    summary: 'Returns every match in the items of a set; names with commas and colons are safe here',
    body: findingsBody,
  },
  handle: sendFindings,
});

async function sendFindings(
  parameters: FindingsParameters,
  { ctx, signal }: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal'>,
  dependencies: Dependencies,
): Promise<void> {
  const deadline = new Deadline(signal, dependencies.searchMsMax);
  const isGrouped = parameters.group === 'text';
  const pieces = await deadline.during((whole) =>
    (isGrouped ? groupedPieces : streamedPieces)(parameters, whole, dependencies),
  );
  const lines = await begun(deadline.pieces(pieces));
  guardEvidence(ctx);
  ctx.set('Content-Type', 'application/x-ndjson');
  if (ctx.method !== 'HEAD') {
    ctx.body = byteStream(
      endedByLine(lines, (fault) => faultLine(ctx, fault, dependencies.log)),
      signal,
    );
    return;
  }
  ctx.status = 200;
  await lines.return();
}

/** Nothing can be sent before all findings are counted. */
async function groupedPieces(
  parameters: FindingsParameters,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<AsyncGenerator<Uint8Array>> {
  const opened = await openFindings(parameters, signal, dependencies);
  const findings = new ConcurrentFindings(dependencies, { ...opened.wanted, withItems: true });
  return groupPieces(await groupsOf(findings, opened, dependencies), findings, opened);
}

async function streamedPieces(
  parameters: FindingsParameters,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<AsyncGenerator<Uint8Array>> {
  const opened = await openFindings(parameters, signal, dependencies);
  return findingPieces(new Findings(dependencies, opened.wanted), opened);
}

interface OpenedFindings {
  readonly wanted: FindingsWanted;
  /** Maximum number of findings. */
  readonly most: number;
  readonly hints: readonly string[];
  readonly missing: readonly MissingSource[];
}

/** Runs the search, so that a fault of the query can still become a status. */
async function openFindings(
  parameters: FindingsParameters,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<OpenedFindings> {
  const sort = readSort(parameters.sort);
  const { context = CONTEXT } = parameters;
  const asked = await readSetParameters(parameters, dependencies);
  let set: Omit<CombinedRequest, 'want'> = { query: asked.query };
  const { result, missing } = await runSearch(dependencies, {
    query: asked.query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: async (sources: readonly ReadySource[], searchSignal) => {
      if (sort.by === 'fields') for (const { field } of sort.keys) await typesBySource(dependencies, sources, field);
      set = await asked.requestOf(sources, searchSignal);
      const found = await dependencies.coordinator.search(
        sources,
        { ...set, sort, want: ['ids', 'count', 'hints'] },
        searchSignal,
      );
      const { collapse } = parameters;
      return withAllHints(found, { ...asked, collapse }, sources, dependencies, searchSignal);
    },
  });
  const want = parameters.group === 'text' ? ({ kind: 'texts' } as const) : ({ kind: 'findings', context } as const);
  const { hits, hints, count } = result;
  const most = findingsMax(dependencies, parameters.group === 'text');
  const wanted = { set, hits, want, signal };
  const whole = await refuseTooManyFindings(dependencies, wanted, { items: count ?? 0, most });
  return { wanted: { ...wanted, hits: whole }, most, hints, missing };
}

async function* findingPieces(findings: Findings, opened: OpenedFindings): AsyncGenerator<Uint8Array> {
  let count = 0;
  let items = 0;
  let last = '';
  let text = '';
  for await (const { source, found } of findings.found()) {
    const item = `${source.id} ${found.id}`;
    if (item !== last) items++;
    last = item;
    for (const line of linesOf(source.id, found)) {
      count++;
      text += line;
      if (text.length < PIECE_BYTES) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text + lastLine(count, items, findings, opened));
}

function* linesOf(source: string, found: Found): Generator<string> {
  if (found.kind !== 'findings') return;
  for (const finding of found.findings) yield `${JSON.stringify({ source, id: found.id, ...finding })}\n`;
}

async function groupsOf(
  findings: ConcurrentFindings,
  { most }: OpenedFindings,
  dependencies: Dependencies,
): Promise<FindingGroups> {
  const groups = new FindingGroups(dependencies.queryMemory);
  const days = new DaysOfItems(dependencies);
  try {
    await findings.forEach(async ({ source, found, item }, isNewItem) => {
      await groups.add(found, await days.of(source, item ?? { properties: [] }), isNewItem);
      if (groups.findings > ESTIMATE_ERROR * most)
        throw tooManyFindings('has more findings than estimated from a sample', most);
    });
    return groups;
  } catch (fault) {
    groups.release();
    throw fault;
  }
}

async function* groupPieces(
  groups: FindingGroups,
  findings: ConcurrentFindings,
  opened: OpenedFindings,
): AsyncGenerator<Uint8Array> {
  try {
    const days = new DayTexts();
    let text = '';
    for (const one of await groups.ordered()) {
      text += groupLine(one, days);
      if (text.length < PIECE_BYTES) continue;
      yield Buffer.from(text);
      text = '';
    }
    yield Buffer.from(text + lastLine(groups.findings, groups.items, findings, opened));
  } finally {
    groups.release();
  }
}

function groupLine({ text, findings, items, first, last, implausible }: FindingGroup, days: DayTexts): string {
  const line = { text, findings, items, first: days.of(first), last: days.of(last), implausible };
  return `${JSON.stringify(line)}\n`;
}

function lastLine(
  count: number,
  items: number,
  { unreadable }: Pick<Findings, 'unreadable'>,
  { hints, missing }: OpenedFindings,
): string {
  const line = {
    done: true,
    findings: count,
    items,
    complete: missing.length === 0 && unreadable === 0,
    ...hintsMember(hints),
    ...(missing.length === 0 ? {} : { incomplete: missing }),
    ...(unreadable === 0 ? {} : { unreadable }),
  };
  return `${JSON.stringify(line)}\n`;
}
