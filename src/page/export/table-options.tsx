/** Options for a table: the program that will open it, and its columns. */
import type { Signal } from '@preact/signals';
import type { ExportRequest } from '../../client/case-access-client.ts';
import { t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';

export const FORMATS = ['csv', 'xlsx', 'ndjson', 'zip', 'timesketch'] as const;
export type PageFormat = (typeof FORMATS)[number];
const TABLES = ['csv', 'xlsx'] as const;
const DELIMITERS = [',', ';', 'tab'] as const;

export interface TableChoices {
  /** For an archive. */
  readonly table: (typeof TABLES)[number];
  readonly delimiter: (typeof DELIMITERS)[number];
  readonly isForSpreadsheets: boolean;
  readonly isFilledOnly: boolean;
}

export const USUAL_TABLE: TableChoices = {
  table: 'csv',
  delimiter: ',',
  isForSpreadsheets: false,
  isFilledOnly: true,
};

function hasTable(format: PageFormat): boolean {
  return format === 'csv' || format === 'xlsx' || format === 'zip';
}

function hasCsv(format: PageFormat, { table }: TableChoices): boolean {
  return format === 'csv' || (format === 'zip' && table === 'csv');
}

/** Returns the request parameters for these options. */
export function tableParameters(format: PageFormat, choices: TableChoices): Partial<ExportRequest> {
  const { table, delimiter, isForSpreadsheets, isFilledOnly } = choices;
  return {
    ...(format === 'zip' && table !== 'csv' ? { table } : {}),
    ...(hasTable(format) ? { columns: isFilledOnly ? 'filled' : 'all' } : {}),
    ...(hasCsv(format, choices) && delimiter !== ',' ? { delimiter } : {}),
    ...(hasCsv(format, choices) && isForSpreadsheets ? { text: 'excel' } : {}),
  };
}

interface TableOptionsProps {
  readonly format: PageFormat;
  readonly choices: Signal<TableChoices>;
}

export function TableOptions({ format, choices }: TableOptionsProps) {
  if (format === 'timesketch') return <p class="faint small-text">{t().timesketchHint}</p>;
  if (!hasTable(format)) return null;
  const { value } = choices;
  const change = (step: Partial<TableChoices>): void => {
    choices.value = { ...value, ...step };
  };
  return (
    <fieldset class="radios">
      <legend>{t().exportTable}</legend>
      {format === 'zip' && (
        <Choice
          label={t().tableFormat}
          value={value.table}
          options={TABLES.map((one) => [one, t().formats[one] ?? one])}
          choose={(table) => change({ table: TABLES.find((one) => one === table) ?? 'csv' })}
        />
      )}
      {hasCsv(format, value) && (
        <>
          <Choice
            label={t().delimiter}
            value={value.delimiter}
            options={DELIMITERS.map((one) => [one, t().delimiters[one] ?? one])}
            choose={(delimiter) => change({ delimiter: DELIMITERS.find((one) => one === delimiter) ?? ',' })}
          />
          <label class="inline">
            <input
              type="checkbox"
              checked={value.isForSpreadsheets}
              onChange={(event) => change({ isForSpreadsheets: event.currentTarget.checked })}
            />
            {t().forSpreadsheets}
          </label>
        </>
      )}
      <label class="inline">
        <input
          type="checkbox"
          checked={value.isFilledOnly}
          onChange={(event) => change({ isFilledOnly: event.currentTarget.checked })}
        />
        {t().filledOnly}
      </label>
    </fieldset>
  );
}
