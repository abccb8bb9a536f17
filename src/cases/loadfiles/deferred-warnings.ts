/**
 * Collects warnings that are reported after all rows of a load file: warnings about dates and numbers by column, and about
 * families.
 */
import type { CaseProblem } from '../case-reader.ts';
import { shown } from '../files/safe-path.ts';
import { ROW_NAME_UNITS_MAX, ROW_TEXT_UNITS_MAX } from '../row-text.ts';
import type { ColumnFacts } from './columns/column-facts.ts';
import { SIZE_PROPERTIES } from './columns/column-names.ts';
import type { FaultyRows } from './columns/faulty-rows.ts';
import type { Survey } from './columns/survey.ts';
import { KEYS_MAX } from './limits.ts';
import type { RowItemReader } from './row-item.ts';

export type Report = (
  kind: CaseProblem['kind'],
  line: number | null,
  id: number | null,
  reason: string,
  file?: string,
) => void;

export function logDeferredWarnings(survey: Survey, items: RowItemReader, report: Report): void {
  const { misfits, dates, parents, unnamed, shortened } = items;
  reportAmbiguity(survey, report);
  reportSizes(survey, report);
  reportMisfits(misfits, report);
  reportTimes(dates, report);
  reportParents(parents, report);
  reportFamilies(survey, report);
  reportRowTexts(unnamed, shortened, report);
}

function reportAmbiguity({ columns }: Survey, report: Report): void {
  for (const facts of columns) {
    const name = `column ${JSON.stringify(facts.column.header)}`;
    const { unreadDate } = facts;
    if (unreadDate !== null) {
      const reason = `its name suggests dates, and its values look like dates, the first is ${shown(unreadDate)}`;
      report('type', null, null, `${name}: ${reason}; they are not in a known date format and stay text`);
    }
    if (facts.isAmbiguous)
      report('type', null, null, `${name}: ${ambiguity(facts)}; to decide, set "dates" in a mapping`);
  }
}

function ambiguity({ count, otherCount, mayBeYearFirst, dayFirst, monthFirst }: ColumnFacts): string {
  if (count !== null)
    return `its numbers are times in ${count} since 1970 or in ${otherCount}, and nothing shows which: they stay numbers`;
  const reason = mayBeYearFirst
    ? 'the first or the last of the three numbers of its dates may be the year'
    : dayFirst > 0 && monthFirst > 0
      ? 'some of its dates have the day first and some the month'
      : 'none of its dates shows which number is the day';
  return `${reason}: those that can be read in two ways stay as written`;
}

function reportSizes({ columns }: Survey, report: Report): void {
  for (const { column, sizes, isSize } of columns) {
    if (sizes === null || !isSize) continue;
    const name = `column ${JSON.stringify(column.header)}`;
    if (sizes.isAmbiguous) {
      const reason = sizes.isContradictory
        ? 'some of its numbers have a decimal point and some a decimal comma'
        : 'none of its numbers shows whether the decimal sign is a point or a comma';
      report('type', null, null, `${name}: ${reason}: ${SIZES_STAY}`);
    } else if (sizes.isAssumed) {
      const group = sizes.reading.notation === 'point' ? ',' : '.';
      const reason = `its numbers are read as whole bytes, with "${group}" between thousands, but none of them proves this`;
      report('type', null, null, `${name}: ${reason}; to decide, set "numbers" or "unit" in a mapping`);
    }
    if (sizes.hasUnknownUnit && SIZE_PROPERTIES.has(column.property)) {
      const reason = 'its numbers have fractions, so they are not bytes, and no unit is given';
      report('type', null, null, `${name}: ${reason}: they stay as numbers; to decide, set "unit" in a mapping`);
    }
  }
}

const SIZES_STAY = 'those that can be read in two ways stay as written; to decide, set "numbers" in a mapping';

/** If the values decide the type of a field, a single such value makes the field text. */
function reportMisfits({ byColumn }: RowItemReader['misfits'], report: Report): void {
  for (const [{ column }, { count, line, number, value, fixedType }] of byColumn) {
    const what = fixedType === 'number' ? 'numbers' : 'dates';
    const finding = `column ${JSON.stringify(column.header)}: ${count} of its values are not ${what}, the first is ${value}`;
    const result =
      fixedType === null ? 'ranges compare values of the column as text, not as dates' : 'they are found as text';
    report('type', line, number, `${finding}; ${result}`);
  }
}

function reportTimes({ strange }: RowItemReader['dates'], report: Report): void {
  for (const { column, fault, count, line, number, value } of strange.all) {
    const finding = `column ${JSON.stringify(column.header)}: ${count} of its values ${TIME_FAULTS[fault]}, the first is ${value}`;
    report('type', line, number, `${finding}; ${TIME_RESULTS[fault]}`);
  }
}

const TIME_FAULTS = {
  zone: 'name an unknown time zone',
  ambiguous: 'have an abbreviation that several time zones share',
  'named offset': 'have a name after an offset',
  time: 'are not times of day',
} as const;
const NO_MOMENT = 'dates of these rows stay as written, without the time from another column';
const TIME_RESULTS = {
  zone: NO_MOMENT,
  ambiguous: `${NO_MOMENT}; to decide, set "timeZone" in a mapping`,
  'named offset': 'the offset is used in summer, too; to decide, set "timeZone" in a mapping',
  time: 'dates of these rows have no time',
} as const;

function reportParents({ orphans, firstOrphan, ownParents, circles }: RowItemReader['parents'], report: Report): void {
  if (firstOrphan !== null) {
    const { line, number, parent } = firstOrphan;
    report('type', line, number, `${orphans} rows name a parent that does not exist, the first is ${parent}`);
  }
  for (const { line, number } of ownParents.first) {
    report('type', line, number, 'the row names itself as its parent, so it has none');
  }
  reportRest(ownParents, 'name themselves as their parent', report);
  for (const { line, number, parent } of circles.first) {
    const reason = `the parent of the row is row ${parent}, which is below it: a cycle of parents`;
    report('type', line, number, `${reason}. It is kept: searches find its rows, but the tree does not lead to them`);
  }
  reportRest(circles, 'close a cycle of parents', report);
}

function reportFamilies({ families }: Survey, report: Report): void {
  const { repeated, lost, left } = families;
  for (const { line, number, id, holder } of repeated.first) {
    const reason = `the row has the document id ${id} of row ${holder}`;
    report('type', line, number, `${reason}: rows that name it as their parent are children of row ${holder}`);
  }
  reportRest(repeated, 'have a document id of an earlier row', report);
  if (lost > 0) report('type', null, null, `${lost} relationships name a parent that does not exist`);
  if (left > 0) {
    report('limit', null, null, `${left} document ids are beyond ${KEYS_MAX}: rows that name them have no parent`);
  }
}

function reportRowTexts(
  unnamed: RowItemReader['unnamed'],
  shortened: RowItemReader['shortened'],
  report: Report,
): void {
  const [first] = unnamed.first;
  if (first !== undefined) {
    const what = `in the texts of ${unnamed.count} rows, of which this is the first, some values have no column name`;
    report('type', first.line, first.number, `${what}: the names are over ${ROW_NAME_UNITS_MAX} characters`);
  }
  for (const { line, number } of shortened.first) {
    report(
      'limit',
      line,
      number,
      `its text ends at ${ROW_TEXT_UNITS_MAX} characters: search other values by their field`,
    );
  }
  if (shortened.count > shortened.first.length)
    report('limit', null, null, `${shortened.count - shortened.first.length} more rows have such a text`);
}

function reportRest<T>({ count, first }: FaultyRows<T>, what: string, report: Report): void {
  if (count > first.length) report('type', null, null, `${count - first.length} more rows ${what}`);
}
