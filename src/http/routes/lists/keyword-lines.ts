/** Formats the report: one line for each query, as JSON or CSV. */
import type { Certificate } from '../../../certificates/certificate.ts';
import { lineText, type ReportLine } from '../../../certificates/certified-report.ts';
import type { ListedItems } from '../../../certificates/reference-list.ts';
import { mergedHints } from '../../../search/combined/named-sources.ts';
import type { KeywordRefusal, KeywordsAnswer } from '../../../search/keywords.ts';
import { csvCell } from '../../../shared/cells/table-cells.ts';
import type { KeywordLines } from '../../input/keyword-list.ts';
import { PIECE_BYTES } from '../../limits.ts';
import type { MissingSource } from '../../searches.ts';

export interface KeywordReport {
  readonly list: KeywordLines;
  readonly found: readonly { readonly source: string; readonly answer: KeywordsAnswer }[];
  readonly refused: ReadonlyMap<number, KeywordRefusal>;
  readonly missing: readonly MissingSource[];
}

/** The answers of the sources, as input of a report. */
export function answersBySource(
  found: readonly { readonly target: { readonly id: string }; readonly value: KeywordsAnswer }[],
  refused: KeywordReport['refused'],
): Pick<KeywordReport, 'found' | 'refused'> {
  return {
    found: found.map(({ target, value }) => ({ source: target.id, answer: value })),
    refused,
  };
}

interface LineCounts {
  readonly items: number;
  readonly itemsWithFamily: number;
  readonly unique: number;
}

/** A line with its counts and the remaining data of the report. */
interface ReportedLine extends ReportLine {
  readonly counts: (LineCounts & { readonly sources: object }) | null;
  readonly refusal: KeywordRefusal | null;
  readonly hints: readonly string[];
}

/** Yields the lines in the form that certificates use. */
export function* reportLines(report: KeywordReport): Generator<ReportedLine> {
  const { list, found, refused } = report;
  const hintsAt = hintsByText(report);
  for (const { n, text } of list.lines) {
    const query = list.texts[text]!;
    const refusal = refused.get(text) ?? null;
    if (refusal !== null) yield { n, query, counts: null, refusal, hints: [] };
    else {
      const own = found.flatMap(({ source, answer }) =>
        answer.items[text] === 0 ? [] : [[source, answer.items[text]]],
      );
      const counts = { ...countsOf(report, text), sources: Object.fromEntries(own) };
      yield { n, query, counts, refusal, hints: hintsAt(text) };
    }
  }
}

/** Number of lines with hints. */
export function hintedLines(report: KeywordReport): number {
  const hinted = new Set(report.found.flatMap(({ answer }) => answer.hints.map(([number]) => number)));
  return report.list.lines.filter(({ text }) => hinted.has(text) && !report.refused.has(text)).length;
}

/** Returns the hints of all sources for a query, as for a search with that query alone. */
function hintsByText({ found }: KeywordReport): (text: number) => readonly string[] {
  const bySource = found.map(({ source, answer }) => ({ source, byText: new Map(answer.hints) }));
  if (bySource.every(({ byText }) => byText.size === 0)) return () => [];
  return (text) => mergedHints(bySource.map(({ source, byText }) => ({ source, hints: byText.get(text) ?? [] })));
}

/** The items found by any line, if requested. */
export function reportedItems({ found }: KeywordReport): readonly (readonly ListedItems[])[] {
  return [found.map(({ source, answer }) => ({ source, ids: answer.ids! }))];
}

export function* jsonReport(report: KeywordReport, certificate: Certificate | null = null): Generator<Buffer> {
  const { list, found, missing } = report;
  let failed = 0;
  let piece = '';
  let hinted = 0;
  for (const { n, query, counts, refusal, hints } of reportLines(report)) {
    if (hints.length > 0) hinted++;
    if (refusal === null) piece += lineText({ n, query, counts: hints.length === 0 ? counts : { ...counts, hints } });
    else {
      failed++;
      const { message, position } = refusal;
      piece += `${JSON.stringify({ n, query, error: message, ...(position === null ? {} : { position }) })}\n`;
    }
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  const items = found.reduce((sum, { answer }) => sum + answer.total, 0);
  const complete = missing.length === 0;
  const end = { done: true, queries: list.lines.length, failed, hinted, items, complete };
  const more = { ...(complete ? {} : { incomplete: missing }), ...(certificate === null ? {} : { certificate }) };
  yield Buffer.from(`${piece}${JSON.stringify({ ...end, ...more })}\n`);
}

export function* csvReport(report: KeywordReport): Generator<Buffer> {
  const { list, found, refused } = report;
  const hintsAt = hintsByText(report);
  const header = [
    'n',
    'query',
    'items',
    'itemsWithFamily',
    'unique',
    'error',
    'hints',
    ...found.map(({ source }) => source),
  ];
  let piece = `\ufeff${header.map((cell) => csvCell(cell)).join(',')}\r\n`;
  for (const { n, text } of list.lines) {
    const query = list.texts[text]!;
    const refusal = refused.get(text);
    const cells = [String(n), query];
    if (refusal !== undefined) cells.push('', '', '', refusal.message, '', ...found.map(() => ''));
    else {
      const { items, itemsWithFamily, unique } = countsOf(report, text);
      const own = found.map(({ answer }) => answer.items[text]!);
      cells.push(...[items, itemsWithFamily, unique].map(String), '', hintsAt(text).join('; '), ...own.map(String));
    }
    piece += `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

function countsOf({ found }: KeywordReport, text: number): LineCounts {
  let items = 0;
  let itemsWithFamily = 0;
  let unique = 0;
  for (const { answer } of found) {
    items += answer.items[text]!;
    itemsWithFamily += answer.itemsWithFamily[text]!;
    unique += answer.unique[text]!;
  }
  return { items, itemsWithFamily, unique };
}
