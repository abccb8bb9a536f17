/** Writes the list pages of a report: problems, the log of its bookmarks, terms, certificate. */
import type { ExportSource } from '../../export/export-set.ts';
import type { Problem, ReportContext } from '../items/report-files.ts';
import { evidence } from '../markup/evidence-text.ts';
import { html, type Markup, type MarkupValue } from '../markup/markup.ts';
import type { LoggedChange } from '../report-input.ts';
import type { Tally } from '../tally.ts';
import { pagedTable } from './long-table.ts';

type Rows = AsyncGenerator<readonly MarkupValue[], void, undefined>;

/** Writes the pages. Returns the links to those written. */
export async function* listPages<T extends ExportSource>(
  context: ReportContext<T>,
  tally: Tally,
  problemCount: number,
): AsyncGenerator<Uint8Array, readonly Markup[], undefined> {
  const { input, archive, frame } = context;
  const { words, cut } = frame;
  const text = (value: string): Markup => evidence(value, { cut });
  const links: Markup[] = [];
  if (problemCount > 0) {
    const columns = [
      { title: words.source },
      { title: words.item, isNumber: true },
      { title: words.file },
      { title: words.problem },
    ];
    const rows = problemRows(context, text);
    links.push(yield* pagedTable(archive, frame, { title: words.problems, folder: 'problems', columns, rows }));
  }
  if (input.changesOf !== null) {
    const columns = [
      { title: words.number, isNumber: true },
      { title: words.time },
      { title: words.change },
      { title: words.bookmark },
      { title: words.newName },
      { title: words.count, isNumber: true },
      { title: words.who },
    ];
    const rows = changeRows(context, tally, text);
    links.push(yield* pagedTable(archive, frame, { title: words.log, folder: 'log', columns, rows }));
  }
  if (input.terms !== null) {
    yield* archive.add('terms/terms.csv', 'terms', input.terms.csv());
    const columns = [
      { title: words.number, isNumber: true },
      { title: words.term },
      { title: words.items, isNumber: true },
      { title: words.withFamily, isNumber: true },
      { title: words.onlyThis, isNumber: true },
    ];
    const intro = html`<p><a href="terms.csv">terms.csv</a></p>\n`;
    const rows = termRows(context, text);
    links.push(yield* pagedTable(archive, frame, { title: words.terms, folder: 'terms', columns, rows, intro }));
  }
  const { certificate } = input.whole;
  if (certificate !== null) {
    const columns = [{ title: words.member }, { title: words.value }];
    const intro = html`<p><a href="../certificate.json">certificate.json</a></p>\n`;
    const rows = memberRows(certificate, text);
    const given = { title: words.certificate, folder: 'certificate', columns, rows, intro };
    links.push(yield* pagedTable(archive, frame, given));
  }
  return links;
}

async function* problemRows<T extends ExportSource>(
  { problems }: ReportContext<T>,
  text: (value: string) => Markup,
): Rows {
  for await (const line of problems.all()) {
    const { source, id, name, reason } = JSON.parse(line) as Problem;
    yield [text(source), id, text(name), text(reason)];
  }
}

/**
 * Yields the changes of the bookmarks with pages of their own. If there are none, yields the changes of all bookmarks that have
 * an item.
 */
async function* changeRows<T extends ExportSource>(
  { input: { sections, changesOf }, frame }: ReportContext<T>,
  tally: Tally,
  text: (value: string) => Markup,
): Rows {
  const named = sections.flatMap(({ bookmark }) => (bookmark === null ? [] : [bookmark]));
  const names = named.length > 0 ? named : tally.bookmarks().map(([name]) => name);
  const row = ({ seq, time, what, bookmark, newName, items, who }: LoggedChange): readonly MarkupValue[] => [
    seq,
    time,
    what,
    text(bookmark),
    newName === null ? null : text(newName),
    frame.number(items),
    who === null ? null : text(who),
  ];
  for (const name of names) {
    for await (const changes of changesOf!(name)) for (const change of changes) yield row(change);
  }
}

async function* termRows<T extends ExportSource>(
  { input: { terms }, frame }: ReportContext<T>,
  text: (value: string) => Markup,
): Rows {
  for (const { n, query, counts, findings } of terms!.lines()) {
    const found = findings.map((finding) => html`<br><span class="warn">${text(finding)}</span>`);
    const cells =
      counts === null ? ['', '', ''] : [counts.items, counts.itemsWithFamily, counts.unique].map(frame.number);
    yield [n, [text(query), found], ...cells];
  }
}

/** Flattens nested members, named by their path. */
async function* memberRows(certificate: object, text: (value: string) => Markup): Rows {
  for (const [path, value] of members(certificate, '')) yield [text(path), text(value)];
}

function* members(value: unknown, path: string): Generator<readonly [path: string, value: string]> {
  if (typeof value !== 'object' || value === null) {
    if (value !== null) yield [path, String(value)];
    return;
  }
  for (const [name, member] of Object.entries(value)) yield* members(member, path === '' ? name : `${path}.${name}`);
}
