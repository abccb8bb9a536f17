/** An SQLite database: the first rows of all its tables on one page, or all rows of one table, a page at a time. */
import { useSignal } from '@preact/signals';
import type { DatabaseRows } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { visible, visibleName } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { MarkedFrame } from './marked-frame.tsx';

const ROWS_AT_ONCE = 100;
/** The option for all tables. */
const ALL = '';

export function Database({ open }: { readonly open: OpenItem }) {
  const table = useSignal(ALL);
  const { answer } = useAnswer((signal) =>
    client.ask('getDatabaseRows', { ...itemOf(open), limit: 0 }, undefined, { signal }),
  );
  const tables = answer.value?.tables ?? [];
  return (
    <div class="database">
      {tables.length > 0 && (
        <label class="choice database-tools">
          {t().table}
          <select
            value={table.value}
            onChange={({ currentTarget }) => {
              table.value = currentTarget.value;
            }}
          >
            <option value={ALL}>{t().allTables}</option>
            {tables.map(({ name, rows }, i) => (
              <option key={name} value={String(i + 1)}>
                {rows === null ? visibleName(name) : t().tableOf(visibleName(name), rows)}
              </option>
            ))}
          </select>
        </label>
      )}
      {table.value === ALL ? (
        <MarkedFrame open={open} />
      ) : (
        <Rows key={table.value} open={open} table={tables[Number(table.value) - 1]!} />
      )}
    </div>
  );
}

interface RowsProps {
  readonly open: OpenItem;
  readonly table: DatabaseRows['tables'][number];
}

function Rows({ open, table }: RowsProps) {
  const offset = useSignal(0);
  const asked = { ...itemOf(open), table: table.name, offset: offset.value, limit: ROWS_AT_ONCE };
  const { answer: page, fault } = useAnswer(
    (signal) => client.ask('getDatabaseRows', asked, undefined, { signal }),
    [offset.value],
  );
  if (fault.value !== '') return <p class="empty warn">{fault.value}</p>;
  if (page.value === null) return <p class="empty faint">{t().loading}</p>;
  const { rows, next, notices, areCellsWhole, columns, columnsTotal } = page.value;
  const first = page.value.offset;
  return (
    <>
      <div class="database-tools">
        <button
          type="button"
          disabled={first === 0}
          onClick={() => {
            offset.value = Math.max(0, first - ROWS_AT_ONCE);
          }}
        >
          {t().earlierRows}
        </button>
        <span role="status">{t().rowsShown(rows.length === 0 ? 0 : first + 1, first + rows.length, table.rows)}</span>
        <button
          type="button"
          disabled={next === null}
          onClick={() => {
            offset.value = next ?? offset.value;
          }}
        >
          {t().laterRows}
        </button>
      </div>
      {notices.map((notice, i) => (
        <p key={i} class="said">
          {notice}
        </p>
      ))}
      {columns.length < columnsTotal && <p class="said">{t().columnsShown(columns.length, columnsTotal)}</p>}
      {!areCellsWhole && <p class="said">{t().cellsCut}</p>}
      <div class="database-rows" role="group" aria-label={visibleName(table.name)} tabIndex={0}>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((name, i) => (
                <th key={i} scope="col">
                  {visible(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                <td class="faint">{t().number(first + i + 1)}</td>
                {row.map((cell, n) => (
                  <td key={n} dir="auto">
                    {cell === null ? <span class="faint">NULL</span> : visible(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
