/** The first page: subject, contents and omissions of the report. */
import type { ExportSource } from '../../export/export-set.ts';
import { LINKED_SUMS } from '../../export/files/archive.ts';
import type { WrittenSection } from '../items/section-pages.ts';
import { evidence } from '../markup/evidence-text.ts';
import { addressOf, html, type Markup, type MarkupValue } from '../markup/markup.ts';
import type { ReportInput, ReportPeriod } from '../report-input.ts';
import { put } from '../template/words.ts';
import { OVERVIEW, type PageFrame } from './page-frame.ts';
import { implausibleText, periodText } from './shown-period.ts';
import { factTable, table, tableRow } from './table.ts';

export interface OverviewParts {
  readonly sections: readonly WrittenSection[];
  readonly period: ReportPeriod;
  readonly items: number;
  readonly problems: number;
  /** The sources, and the numbers of items by bookmark and coding, as tables or links to them. */
  readonly sources: Markup;
  readonly summaries: readonly Markup[];
  readonly map: Markup | null;
  /** Links to the pages of problems, log, terms and certificate. */
  readonly links: readonly Markup[];
}

export function overviewPage<T extends ExportSource>(
  { about, template, whole, files }: ReportInput<T>,
  parts: OverviewParts,
  frame: PageFrame,
): string {
  const { words, cut } = frame;
  const text = (value: string): Markup => evidence(value, { cut });
  const implausible = implausibleText(parts.period, frame);
  const facts: (readonly [string, MarkupValue])[] = [
    ...optional(words.case, about.case, text),
    ...optional(words.author, about.author, text),
    ...optional(words.madeBy, about.who, text),
    [words.madeAt, about.time],
    [words.program, about.program],
    ...optional(words.query, about.query, text),
    ...optional(words.filters, about.filters.length === 0 ? null : about.filters.join(' AND '), text),
    [words.items, frame.number(parts.items)],
    [words.period, periodText(parts.period, frame)],
    ...(implausible === null ? [] : [[words.implausible, implausible] as const]),
  ];
  const { logo } = template;
  const body = [
    logo === null ? null : html`<img class="logo" src="${addressOf(logo.fileName)}" alt="${logo.description}">\n`,
    factTable(facts),
    completeness(whole.missing, parts, frame),
    whole.hints.length === 0
      ? null
      : html`<h2>${words.hints}</h2>\n<ul>${whole.hints.map((hint) => html`<li>${text(hint)}</li>\n`)}</ul>\n`,
    sectionTable(parts.sections, frame),
    parts.links.length === 0 ? null : html`<ul>${parts.links.map((link) => html`<li>${link}</li>\n`)}</ul>\n`,
    html`<h2>${words.summary}</h2>\n`,
    parts.summaries,
    parts.map === null ? null : html`<h2>${words.coordinates}</h2>\n${parts.map}`,
    parts.sources,
    html`<h2>${words.files}</h2>\n<p>${words.checkFiles}${files === null ? null : ` ${words.safeNames}`}</p>\n`,
    files === null || files === 'included'
      ? null
      : html`<p>${put(words.linkedFiles, { folder: files.path, list: LINKED_SUMS })}</p>\n`,
  ];
  return frame.page({ path: OVERVIEW, title: about.title, body });
}

function optional(
  title: string,
  value: string | null,
  shown: (value: string) => Markup,
): readonly (readonly [string, MarkupValue])[] {
  return value === null || value === '' ? [] : [[title, shown(value)]];
}

function completeness(
  missing: ReportInput<ExportSource>['whole']['missing'],
  { problems }: OverviewParts,
  { words, cut, number }: PageFrame,
): Markup {
  if (missing.length === 0 && problems === 0) return html`<p>${words.complete} ${words.noProblems}</p>\n`;
  const lacking = missing.map(
    ({ source, reason }) => html`<li>${words.source} ${evidence(source, { cut })}: ${evidence(reason, { cut })}</li>\n`,
  );
  return html`<p class="warn">${words.incomplete}</p>
<ul>${lacking}${problems === 0 ? null : html`<li>${words.problems}: ${number(problems)}</li>`}</ul>
`;
}

function sectionTable(sections: readonly WrittenSection[], frame: PageFrame): Markup {
  const { words, cut } = frame;
  const columns = [
    { title: words.bookmark },
    { title: words.comment },
    { title: words.contactSheet },
    { title: words.count, isNumber: true },
  ];
  const rows = sections.map(({ title, comment, items, first, pictures }) =>
    tableRow(columns, [
      frame.link(OVERVIEW, first, title),
      evidence(comment, { cut }),
      pictures === null ? null : frame.link(OVERVIEW, pictures, words.pictures),
      frame.number(items),
    ]),
  );
  return html`<h2>${words.contents}</h2>\n${table(columns, rows)}`;
}
