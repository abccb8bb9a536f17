/** Shows the hits as a table of any length. Only visible rows are drawn, even among ten million. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language/words.ts';
import { focusDrawn } from '../shell/focused-row.ts';
import { useRevealedCursor } from '../shell/reveal-cursor.ts';
import { rowsWithKept, useScaledScroll } from '../shell/scaled-scroll.ts';
import { askedSet } from '../state/address.ts';
import { cursor, focusWanted } from '../state/cursor.ts';
import { rowsVersion, summary, wantRows } from '../state/results.ts';
import { columns, withSnippets } from '../state/settings.ts';
import { ColumnHead, widthOf } from './column-head.tsx';
import { LEADING_COLUMNS, LEADING_WIDTH, ResultRow } from './result-row.tsx';
import { onTableKey } from './table-keys.ts';

const ROW_HEIGHT = 28;
const ROW_HEIGHT_WITH_SNIPPETS = 66;
const HEAD_HEIGHT = 30;

export function ResultsTable() {
  const scroller = useRef<HTMLDivElement>(null);
  const count = summary.value?.total ?? 0;
  const hasSnippets = withSnippets.value && askedSet.value.q !== undefined;
  const rowHeight = hasSnippets ? ROW_HEIGHT_WITH_SNIPPETS : ROW_HEIGHT;
  const rows = useScaledScroll(scroller, { count, rowHeight, head: HEAD_HEIGHT });
  const latest = useRef(rows);
  latest.current = rows;
  void rowsVersion.value;

  useEffect(() => {
    if (count > 0) wantRows(rows.first, rows.end);
  });
  useRevealedCursor((row) => latest.current.reveal(row));
  useSignalEffect(() => {
    if (focusWanted.value === 0) return;
    latest.current.reveal(cursor.peek());
    focusDrawn(() => scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${cursor.peek() + 2}"]`));
  });

  const width = LEADING_WIDTH + columns.value.reduce((sum, column) => sum + widthOf(column), 0);
  const drawn = rowsWithKept(rows, cursor.value, count).map(({ row, top }) => (
    <ResultRow key={row} row={row} top={top} height={rowHeight} hasSnippets={hasSnippets} />
  ));
  return (
    <div
      ref={scroller}
      class="table"
      role="grid"
      aria-label={t().results}
      aria-rowcount={count + 1}
      aria-colcount={columns.value.length + LEADING_COLUMNS}
      aria-multiselectable="true"
      onKeyDown={(event) => onTableKey(event, scroller.current, latest.current.pageRows)}
    >
      <div class="table-head" role="row" aria-rowindex={1} style={{ width: `${width}px` }}>
        <LeadHead index={1} name={t().selected} />
        <LeadHead index={2} name={t().bookmarksColumn} />
        <LeadHead index={3} name={t().reviewed} />
        {columns.value.map((column, i) => (
          <ColumnHead key={column} column={column} index={i + LEADING_COLUMNS + 1} isFirst={i === 0} />
        ))}
      </div>
      <div class="table-rows" role="rowgroup" style={{ height: `${rows.height}px`, width: `${width}px` }}>
        {drawn}
      </div>
    </div>
  );
}

/** The head of a column of icons. Its name is for screen readers. */
function LeadHead({ index, name }: { readonly index: number; readonly name: string }) {
  return (
    <div role="columnheader" class="head-cell lead" aria-colindex={index}>
      <span class="unseen">{name}</span>
    </div>
  );
}
