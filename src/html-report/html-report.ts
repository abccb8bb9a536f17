/**
 * Writes a report of a set as pages for a browser without a server, in a ZIP or a folder. Pages of items come first, each after
 * the files that it links to. The overview with the counts and the problems comes last. The same input gives the same bytes.
 * Memory: a page of items, a few bits for each item, and a few numbers for each message.
 */
import type { ExportSource, Pieces } from '../export/export-set.ts';
import { Archive, type ArchiveWriter } from '../export/files/archive.ts';
import { LinkList } from '../export/files/link-list.ts';
import { ZipWriter } from '../export/zip/zip-writer.ts';
import { AppError } from '../shared/errors.ts';
import { conversationPages } from './conversations/conversation-pages.ts';
import { MetMessages } from './conversations/met-messages.ts';
import { datesEnd, Period } from './items/period.ts';
import { type ReportContext, ReportFiles } from './items/report-files.ts';
import { type Counts, SectionPages, type WrittenSection } from './items/section-pages.ts';
import { WorldMap } from './map/world-map.ts';
import { evidence } from './markup/evidence-text.ts';
import { html, type Markup, type MarkupValue } from './markup/markup.ts';
import { listPages } from './pages/list-pages.ts';
import { shortTable } from './pages/long-table.ts';
import { overviewPage } from './pages/overview.ts';
import { OVERVIEW, PageFrame } from './pages/page-frame.ts';
import { implausibleText, periodText } from './pages/shown-period.ts';
import type { ReportInput } from './report-input.ts';
import { Tally } from './tally.ts';
import { put } from './template/words.ts';

/** Throws AppError CONFLICT if the set changes meanwhile. */
export async function* htmlReport<T extends ExportSource>(
  input: ReportInput<T>,
  writer: ArchiveWriter = new ZipWriter(),
): Pieces {
  const frame = new PageFrame(input.template, input.about.title);
  const archive = new Archive(writer, true, input.files === 'included' ? null : input.files);
  const problems = new LinkList();
  const context: ReportContext<T> = { archive, frame, problems, input };
  const counts: Counts = { tally: new Tally(input.codings), map: new WorldMap(), period: new Period() };
  try {
    const { logo } = input.template;
    if (logo !== null) yield* archive.add(logo.fileName, 'logo', [logo.bytes]);
    const files = new ReportFiles(context);
    const met = new MetMessages(input.whole.items, input.whole.signal);
    const pages = new SectionPages(context, files, counts, met);
    const sections: WrittenSection[] = [];
    for (const [i, section] of input.sections.entries()) sections.push(yield* pages.write(section, i + 1));
    const { tally } = counts;
    if (tally.items !== input.whole.total) {
      throw new AppError(
        'CONFLICT',
        `The set changed while its report was made (${tally.items} of ${input.whole.total} items). Start again.`,
      );
    }
    const conversations = yield* conversationPages(context, files, met);
    const lists = yield* listPages(context, tally, files.problemCount);
    const links = conversations === null ? lists : [conversations, ...lists];
    const overview = overviewPage(
      input,
      {
        sections,
        links,
        period: counts.period,
        items: tally.items,
        problems: files.problemCount,
        sources: yield* sourceTable(context),
        summaries: yield* summaries(context, tally),
        map: counts.map.isEmpty ? null : counts.map.drawing(frame),
      },
      frame,
    );
    yield* archive.addPage(OVERVIEW, overview);
    yield* archive.end('manifest.csv', input.whole);
  } finally {
    await problems.close();
    await archive.close();
  }
}

async function* sourceTable<T extends ExportSource>({
  archive,
  frame,
  input,
}: ReportContext<T>): AsyncGenerator<Uint8Array, Markup, undefined> {
  const { words, cut } = frame;
  const periods = new Map<string, MarkupValue>();
  for (const source of input.whole.sources) {
    const end = datesEnd(input.parts.processedAt(source), input.about.time);
    const period = await input.parts.periodOf(source, end);
    const implausible = implausibleText(period, frame);
    const dates = periodText(period, frame);
    periods.set(source.id, implausible === null ? dates : html`${dates}<br>${words.implausible}: ${implausible}`);
  }
  return yield* shortTable(archive, frame, {
    title: words.sources,
    folder: 'sources',
    columns: [
      { title: words.source },
      { title: words.items, isNumber: true },
      { title: words.searchable, isNumber: true },
      { title: words.sourcePeriod },
      { title: words.indexIdentity },
      { title: words.caseIdentity },
    ],
    rows: input.about.sources.map(({ id, items, searchable, indexIdentity, caseIdentity }) => [
      evidence(id, { cut }),
      frame.number(items),
      frame.number(searchable),
      periods.get(id) ?? words.noDates,
      hash(indexIdentity),
      caseIdentity === null ? words.notCertified : hash(caseIdentity),
    ]),
  });
}

function hash(identity: string): Markup {
  return html`<span class="hash">${identity}</span>`;
}

async function* summaries<T extends ExportSource>(
  context: ReportContext<T>,
  tally: Tally,
): AsyncGenerator<Uint8Array, readonly Markup[], undefined> {
  const { archive, frame, input } = context;
  const { words, cut, number } = frame;
  const count = { title: words.count, isNumber: true };
  const byBookmark = yield* shortTable(archive, frame, {
    title: words.byBookmark,
    folder: 'summary/bookmarks',
    columns: [{ title: words.bookmark }, count],
    rows: tally.bookmarks().map(([name, items]) => [evidence(name, { cut }), number(items)]),
  });
  const tables = [byBookmark];
  if (input.hashSets.length > 0) tables.push(yield* hashSetTable(context, tally));
  const reviewers = tally.reviewers();
  if (reviewers.length > 0) {
    const byReviewer = yield* shortTable(archive, frame, {
      title: words.reviewed,
      folder: 'summary/reviewed',
      columns: [{ title: words.who }, count],
      rows: reviewers.map(([name, items]) => [evidence(name, { cut }), number(items)]),
    });
    tables.push(byReviewer);
  }
  const decisions = tally.decisions();
  if (decisions.length > 0) {
    const byDecision = yield* shortTable(archive, frame, {
      title: words.decisions,
      folder: 'summary/decisions',
      columns: [
        { title: words.review },
        { title: words.panel },
        { title: words.decision },
        { title: words.who },
        count,
      ],
      rows: decisions.map(({ decision: { review, coding, choice, who }, items }) => [
        evidence(review, { cut }),
        evidence(coding, { cut }),
        choice === null ? words.undecided : evidence(choice, { cut }),
        who === null ? '' : evidence(who, { cut }),
        number(items),
      ]),
    });
    tables.push(byDecision);
  }
  for (const [i, { name, choices, undecided }] of tally.panels().entries()) {
    const panel = yield* shortTable(archive, frame, {
      title: put(words.byCoding, { name }),
      folder: `summary/coding-${i + 1}`,
      columns: [{ title: words.bookmark }, count],
      rows: [
        ...choices.map(({ bookmark, items }) => [evidence(bookmark, { cut }), number(items)]),
        [words.undecided, number(undecided)],
      ],
    });
    tables.push(panel);
  }
  return tables;
}

/** Includes hash sets that have no item of the report, because the items were looked up in these sets, too. */
function hashSetTable<T extends ExportSource>(
  { archive, frame, input }: ReportContext<T>,
  tally: Tally,
): AsyncGenerator<Uint8Array, Markup, undefined> {
  const { words, cut, number } = frame;
  return shortTable(archive, frame, {
    title: words.hashSets,
    folder: 'summary/hash-sets',
    columns: [{ title: words.hashSet }, { title: words.digest }, { title: words.count, isNumber: true }],
    rows: input.hashSets.map(({ name, digest }) => [
      evidence(name, { cut }),
      hash(digest),
      number(tally.inHashSet(name)),
    ]),
  });
}
