/** `POST /report`: a set as pages for a browser without this server, in a ZIP. */
import { create } from 'content-disposition';
import type { ExportSet } from '../../../export/export-set.ts';
import type { LinkedFolder } from '../../../export/files/archive.ts';
import { HashingWriter } from '../../../export/files/hashing-writer.ts';
import { htmlReport } from '../../../html-report/html-report.ts';
import type { ReportInput, ReportSection, ReportSource } from '../../../html-report/report-input.ts';
import { type Template, usualTemplate } from '../../../html-report/template/template.ts';
import { RememberedSets } from '../../../search/sets/remembered-sets.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CASE_CHANGED, NO_SUCH_SOURCE } from '../../fault-texts.ts';
import { QUERY_BODY_BYTES_MAX } from '../../limits.ts';
import { begun, byteStream } from '../../output/byte-stream.ts';
import { guardEvidence } from '../../output/item-parts.ts';
import { changesOf } from '../../report/report-bookmarks.ts';
import { reportParts } from '../../report/report-parts.ts';
import { termsOf } from '../../report/report-terms.ts';
import { type RouteRequest, route } from '../../route.ts';
import { z } from '../../schemas.ts';
import { readSetParameters } from '../set-parameters.ts';
import { caseIdentityOf, certificateOf } from './certificates.ts';
import { fileName } from './export.ts';
import { propertyList } from './export-parameters.ts';
import { openSet } from './opened-set.ts';
import { type ReportParameters, reportBody, setOf, withinBookmarks } from './report-parameters.ts';

type Request = Pick<
  RouteRequest<Record<string, never>, Record<string, never>, ReportParameters>,
  'ctx' | 'body' | 'signal' | 'viewer'
>;

const templatesSchema = z
  .strictObject({ templates: z.array(z.strictObject({ name: z.string(), language: z.string() })) })
  .openapi('ReportTemplates');

export const reportRoutes = [
  route<Record<string, never>, Record<string, never>, ReportParameters>({
    method: 'post',
    path: '/report',
    role: 'reader',
    tag: 'Search',
    summary: 'Makes a report of a set, as pages in a ZIP',
    description:
      'The pages open from a folder in any browser, without a script and without this server. `X-Total-Count` is the number of items. ' +
      'A file that cannot be read is a line of the report and of `manifest.csv`. If the connection breaks, discard the file: it is incomplete.',
    body: { kind: 'json', schema: reportBody, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: {
      description: 'The report.',
      headers: {
        'X-Total-Count': 'The number of items.',
        'X-Incomplete': 'Unavailable sources that were skipped, if `allowIncomplete` permits that.',
      },
      mediaTypes: { 'application/zip': null },
    },
    errors: {
      400: 'A malformed parameter, an invalid query, or no such template.',
      404: `${NO_SUCH_SOURCE} Or there is no such bookmark.`,
      409: `With \`certificate\`: ${CASE_CHANGED}`,
      413: 'The body is too large.',
      501: 'A combination that is not supported yet; the message names it.',
      503: 'A source is unavailable or still being built, too many searches are waiting, or the search took too long.',
    },
    handle: (request, dependencies) => sendReport(request, dependencies),
  }),
  route({
    method: 'get',
    path: '/report/templates',
    role: 'reader',
    tag: 'Search',
    summary: 'Lists the templates of reports',
    ok: { description: 'Their names.', mediaTypes: { 'application/json': templatesSchema } },
    handle: (_request, { reportTemplates }) => ({
      templates: [...templatesOf(reportTemplates)].map(([name, { language }]) => ({ name, language })),
    }),
  }),
];

async function sendReport({ ctx, body, signal, viewer }: Request, dependencies: Dependencies): Promise<void> {
  const input = await reportInput(body, { ctx, signal, viewer }, dependencies);
  const { whole } = input;
  const pieces = await begun(htmlReport(input));
  guardEvidence(ctx);
  ctx.set('Content-Type', 'application/zip');
  ctx.set('Content-Disposition', create(fileName(body.name ?? 'report', '.zip')));
  ctx.set('X-Total-Count', String(whole.total));
  if (whole.missing.length > 0) {
    ctx.set('X-Incomplete', whole.missing.map(({ source }) => encodeURIComponent(source)).join(', '));
  }
  ctx.body = byteStream(pieces, signal);
}

/** The `files/` folder of the same report with files, which must be placed next to this report's folder. */
function linkedFiles(signal: AbortSignal): LinkedFolder {
  return { path: '../files', writer: new HashingWriter(signal) };
}

type Asker = Pick<Request, 'ctx' | 'signal' | 'viewer'>;

/** Everything that can be refused is checked before the first byte. */
async function reportInput(
  asked: ReportParameters,
  asker: Asker,
  dependencies: Dependencies,
): Promise<ReportInput<ReadySource>> {
  const { bookmarks } = dependencies;
  const { signal } = asker;
  const names =
    asked.bookmarks === undefined ? null : [...new Set(asked.bookmarks.map((name) => name.normalize('NFC')))];
  requireBookmarks(names ?? [], bookmarks.names());
  const template = templateOf(asked.template, dependencies);
  // Sections, certificate and the complete set use the same members, and the same state of each source.
  const named = new RememberedSets(bookmarks);
  const set = setOf(asked);
  const union = names === null ? set : withinBookmarks(set, names);
  const remedyIfMissing = asked.allowIncomplete === true ? undefined : ' "allowIncomplete" skips it.';
  const found = await openSet(union, asker, dependencies, { named, remedyIfMissing });
  // Sections read their own hits, so the hits of the complete set are not needed.
  if (names !== null) await found.abandon();
  const held = { named, sources: found.sources, missing: found.missing };
  const certificate =
    asked.certificate === true ? await certificateOf(withoutOrder(union), asker, dependencies, held) : null;
  if (certificate !== null && certificate.total !== found.total) {
    throw new AppError('CONFLICT', 'The set changed while it was certified. Start again.');
  }
  const whole: ExportSet<ReadySource> = { ...found, certificate };
  const { q = '' } = asked;
  const matched =
    q === ''
      ? null
      : await (await readSetParameters(set, { ...dependencies, bookmarks: named })).requestOf(found.sources, signal);
  return {
    template,
    about: {
      title: asked.title === undefined || asked.title === '' ? template.words.report : asked.title,
      case: asked.case ?? null,
      author: asked.author ?? null,
      who: asker.viewer.name,
      time: asked.time ?? certificate?.time ?? new Date().toISOString(),
      program: `case-access ${dependencies.version.program}`,
      query: q === '' ? null : q,
      filters: asked.filter ?? [],
      sources: await reportSources(found.sources, dependencies),
    },
    whole,
    sections: sectionsOf(names, await descriptions(dependencies), (filtered) =>
      filtered === null ? Promise.resolve(whole) : openSet(withinBookmarks(set, [filtered]), asker, dependencies, held),
    ),
    properties: asked.properties === undefined ? [] : propertyList(asked.properties),
    files: asked.files === 'linked' ? linkedFiles(signal) : asked.files === true ? 'included' : null,
    parts: reportParts(dependencies, matched, bookmarks, signal),
    codings: bookmarks.codings.all(),
    hashSets: dependencies.hashSets?.sets.map(({ name, head: { digest } }) => ({ name, digest })) ?? [],
    changesOf: asked.log === false ? null : (name) => changesOf(name, bookmarks),
    terms:
      asked.keywords === undefined ? null : await termsOf(asked.keywords, set, signal, dependencies, found.sources),
  };
}

function requireBookmarks(names: readonly string[], there: readonly string[]): void {
  const known = new Set(there);
  const odd = names.find((name) => !known.has(name));
  if (odd !== undefined) throw new AppError('NOT_FOUND', `There is no bookmark named ${JSON.stringify(odd)}.`);
}

function withoutOrder({ sort: _, ...set }: ReturnType<typeof setOf>): Omit<ReturnType<typeof setOf>, 'sort'> {
  return set;
}

/** Reads one case after another, each in a separate process. */
async function reportSources(
  sources: readonly ReadySource[],
  dependencies: Dependencies,
): Promise<readonly ReportSource[]> {
  const reported: ReportSource[] = [];
  for (const source of sources) {
    const { itemCount: items, searchableCount: searchable, identity: indexIdentity } = source.summary;
    const caseIdentity = await caseIdentityOf(source, dependencies);
    reported.push({ id: source.id, items, searchable, indexIdentity, caseIdentity });
  }
  return reported;
}

async function descriptions({ bookmarks }: Dependencies): Promise<ReadonlyMap<string, string>> {
  const details = await bookmarks.details(() => true);
  return new Map(details.map(({ name, comment }) => [name, comment ?? '']));
}

function sectionsOf(
  names: readonly string[] | null,
  comments: ReadonlyMap<string, string>,
  open: (bookmark: string | null) => Promise<ExportSet<ReadySource>>,
): readonly ReportSection<ReadySource>[] {
  if (names === null) return [{ bookmark: null, comment: '', open: () => open(null) }];
  return names.map((name) => ({ bookmark: name, comment: comments.get(name) ?? '', open: () => open(name) }));
}

function templatesOf(own: Dependencies['reportTemplates']): ReadonlyMap<string, Template> {
  return (
    own ??
    new Map([
      ['en', usualTemplate('en')],
      ['pt', usualTemplate('pt')],
    ])
  );
}

/** Throws AppError INVALID_REQUEST. */
function templateOf(name = 'en', { reportTemplates }: Dependencies): Template {
  const templates = templatesOf(reportTemplates);
  const template = templates.get(name);
  if (template !== undefined) return template;
  throw new AppError(
    'INVALID_REQUEST',
    `There is no template ${JSON.stringify(name)}. There are: ${[...templates.keys()].join(', ')}.`,
  );
}
