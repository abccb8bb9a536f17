/** Shows how a source was read: the detected kind of case, the use of each column, and unusable parts. */
import type { Reading } from '../../client/case-access-client.ts';
import { client } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { Dialog } from '../shell/dialog.tsx';
import { Evidence } from '../shell/visible-text.tsx';

type Table = Reading['tables'][number];
type Column = Table['columns'][number];

export function ReadingDialog({ about }: { readonly about: unknown }) {
  const source = String(about);
  const { answer: reading, fault } = useAnswer(() => client.ask('getReading', { sourceID: source }), [source]);
  return (
    <Dialog title={t().readingTitle} class="wide-dialog">
      <p>
        <Evidence text={source} />
        {reading.value !== null && <span class="faint"> · {t().caseFormat(reading.value.format)}</span>}
      </p>
      {fault.value !== '' && (
        <p class="warn" role="alert">
          {fault.value}
        </p>
      )}
      {reading.value === null && fault.value === '' && <p class="faint">{t().loading}</p>}
      {reading.value !== null && <Parts reading={reading.value} />}
    </Dialog>
  );
}

function Parts({ reading: { understood, tables, problems } }: { readonly reading: Reading }) {
  return (
    <div class="scrolled" tabIndex={0} role="group" aria-label={t().readingTitle}>
      {understood.map((line) => (
        <p key={line}>
          <Evidence text={line} />
        </p>
      ))}
      {tables.map((table) => (
        <TableReading key={table.file} table={table} />
      ))}
      {tables.length === 0 && understood.length === 0 && <p class="faint">{t().nothingGuessed}</p>}
      <h3>{t().problemCount(problems.count)}</h3>
      <ul class="problem-list">
        {problems.first.map(({ file, line, id, kind, reason }, i) => (
          <li key={i}>
            <Evidence text={placeOf(file, line, id)} />: <Evidence text={reason} />{' '}
            <span class="faint">({t().problemKinds[kind] ?? kind})</span>
          </li>
        ))}
      </ul>
      {problems.count > problems.first.length && (
        <p class="faint">{t().moreProblems(problems.count - problems.first.length)}</p>
      )}
    </div>
  );
}

function placeOf(file: string, line: number | null, id: number | null): string {
  return `${file}${line === null ? '' : `:${line}`}${id === null ? '' : ` (${t().itemNumber(id)})`}`;
}

function TableReading({
  table: { file, tool, rows, description, columns, columnsLeftOut },
}: {
  readonly table: Table;
}) {
  const names = t().readingColumns;
  return (
    <section aria-label={file}>
      <h3>
        <Evidence text={file} />
      </h3>
      <p class="faint">
        {[t().rows(rows), tool === null ? null : t().writtenBy(tool)].filter((part) => part !== null).join(' · ')}
        {' · '}
        <Evidence text={description} />
      </p>
      <table class="plain">
        <thead>
          <tr>
            <th>{names.column}</th>
            <th>{names.becomes}</th>
            <th>{names.by}</th>
            <th class="number">{names.values}</th>
            <th>{names.how}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, i) => (
            <tr key={i}>
              <td>
                <Evidence text={column.column} />
              </td>
              <td>
                <Evidence text={[column.property, column.use].filter((part) => part !== null).join(', ')} />
              </td>
              <td>{t().understoodBy[column.understoodBy]}</td>
              <td class="number">{t().number(column.values)}</td>
              <td class={isAmbiguous(column) ? 'warn' : ''}>
                <Evidence text={notesOf(column).join('; ')} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {columnsLeftOut > 0 && <p class="faint">{t().andMore(columnsLeftOut)}</p>}
    </section>
  );
}

function isAmbiguous({ dates, sizes }: Column): boolean {
  return dates === 'ambiguous' || sizes?.includes('in two ways') === true;
}

function notesOf({ dates, times, zones, offset, sizes, isList, separator }: Column): readonly string[] {
  const notes = t().columnNotes;
  return [
    dates === null ? null : (notes.dates[dates] ?? notes.otherDates(dates)),
    times === null ? null : notes.times(times),
    zones === null ? null : notes.zones(zones),
    offset === null ? null : notes.offset(offset),
    sizes,
    isList ? notes.list(separator) : null,
  ].filter((note) => note !== null);
}
