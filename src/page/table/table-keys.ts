/**
 * Keys in the table. In the rows they move the cursor. Above the first row are the column heads. There, arrows move between
 * heads, Enter sorts, Shift and an arrow resize a column, Alt and an arrow move it.
 */
import { cursor, moveTo } from '../state/cursor.ts';
import { summary } from '../state/results.ts';
import { columns } from '../state/settings.ts';
import { widen } from './column-head.tsx';

const headsOf = (table: Element | null): HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>('.head-name') ?? []),
];

/** `page` is the number of rows for a page key. */
export function onTableKey(event: KeyboardEvent, table: Element | null, page: number): void {
  if (event.ctrlKey || event.metaKey) return;
  if (event.target instanceof HTMLElement && event.target.closest('.table-head') !== null) {
    onHeadKey(event, event.target);
    return;
  }
  if (event.altKey) return;
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  const step = steps[event.key];
  if (event.key === 'ArrowUp' && cursor.peek() === 0) headsOf(table)[0]?.focus();
  else if (step !== undefined) moveTo(cursor.peek() + step);
  else if (event.key === 'Home') moveTo(0);
  else if (event.key === 'End') moveTo((summary.peek()?.total ?? 1) - 1);
  else return;
  event.preventDefault();
}

function onHeadKey(event: KeyboardEvent, head: HTMLElement): void {
  const column = head.dataset['column'];
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    moveTo(cursor.peek());
    return;
  }
  if (column === undefined || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
  event.preventDefault();
  const by = event.key === 'ArrowLeft' ? -1 : 1;
  if (event.shiftKey) widen(column, by);
  else if (event.altKey) move(head.closest('.table'), column, by);
  else {
    const heads = headsOf(head.closest('.table-head'));
    heads[heads.indexOf(head) + by]?.focus();
  }
}

function headOf(table: Element | null, column: string): HTMLElement | undefined {
  return headsOf(table).find((head) => head.dataset['column'] === column);
}

function move(table: Element | null, column: string, by: 1 | -1): void {
  const from = columns.peek().indexOf(column);
  const to = from + by;
  if (to < 0 || to >= columns.peek().length) return;
  const next = columns.peek().filter((one) => one !== column);
  next.splice(to, 0, column);
  columns.value = next;
  // A moved head has lost the focus.
  requestAnimationFrame(() => headOf(table, column)?.focus());
}
