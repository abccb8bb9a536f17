/** A column head. A click sorts, the edge resizes, and dragging moves the column. */
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visible, visibleName } from '../shell/visible-text.tsx';
import { go, sortText } from '../state/address.ts';
import { maySortBy } from '../state/fields.ts';
import { splitList } from '../state/list-text.ts';
import { columns, columnWidths } from '../state/settings.ts';

const WIDTH_MIN = 56;
const WIDTH_MAX = 1600;
const KEY_STEP = 16;

const usual: Readonly<Record<string, number>> = {
  name: 260,
  path: 380,
  category: 130,
  length: 96,
  size: 96,
  modified: 162,
  id: 80,
  type: 76,
  source: 120,
};

export function widthOf(column: string): number {
  return columnWidths.value[column] ?? usual[column] ?? 150;
}

/** Widens or narrows the column by one step. */
export function widen(column: string, by: 1 | -1): void {
  setWidth(column, widthOf(column) + by * KEY_STEP);
}

function setWidth(column: string, width: number): void {
  columnWidths.value = {
    ...columnWidths.peek(),
    [column]: Math.round(Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, width))),
  };
}

/** Returns the orders of a column head, ascending and descending. In names, digits sort as numbers. */
function ordersOf(column: string): readonly [string, string] {
  return column === 'name' ? ['natural', 'natural-desc'] : ['asc', 'desc'];
}

/** `ascending`, `descending`, or undefined for another order. */
function orderBy(column: string): 'ascending' | 'descending' | undefined {
  const first = splitList(sortText.value)[0] ?? '';
  const colon = first.lastIndexOf(':');
  if (colon < 0 || first.slice(0, colon) !== column) return undefined;
  return first.endsWith('desc') ? 'descending' : 'ascending';
}

interface ColumnHeadProps {
  readonly column: string;
  readonly index: number;
  readonly isFirst: boolean;
}

export function ColumnHead({ column, index, isFirst }: ColumnHeadProps) {
  const order = orderBy(column);
  const sorts = maySortBy(column);
  const sort = (): void => {
    if (!sorts) return;
    if (order === 'descending') go({ sort: [] });
    else go({ sort: [`${column}:${ordersOf(column)[order === 'ascending' ? 1 : 0]}`] });
  };
  return (
    <div
      role="columnheader"
      class="head-cell"
      aria-label={visibleName(column)}
      aria-colindex={index}
      aria-sort={order ?? 'none'}
      style={{ width: `${widthOf(column)}px` }}
      onClick={sort}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => dropBefore(column, event.dataTransfer?.getData('text/x-column') ?? '')}
    >
      <button
        type="button"
        class="head-name"
        tabIndex={isFirst ? 0 : -1}
        data-column={column}
        aria-disabled={!sorts}
        draggable
        onDragStart={(event) => event.dataTransfer?.setData('text/x-column', column)}
      >
        {visible(column)}
        {order !== undefined && <Sign name={order === 'ascending' ? 'up' : 'down'} />}
      </button>
      <Edge column={column} />
    </div>
  );
}

function dropBefore(column: string, moved: string): void {
  if (moved === '' || moved === column || !columns.peek().includes(moved)) return;
  const others = columns.peek().filter((one) => one !== moved);
  others.splice(others.indexOf(column), 0, moved);
  columns.value = others;
}

function Edge({ column }: { readonly column: string }) {
  const drag = (event: PointerEvent): void => {
    event.preventDefault();
    const handle = event.currentTarget as HTMLElement;
    const start = event.clientX - widthOf(column);
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent): void => setWidth(column, clientX - start);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    <span
      class="head-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t().resize(visibleName(column))}
      aria-valuenow={widthOf(column)}
      onPointerDown={drag}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
