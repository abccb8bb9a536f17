/** A grid of any number of lines of equal height. Only the visible ones are drawn. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useScaledScroll } from '../shell/scaled-scroll.ts';

const ROW_HEIGHT = 28;

interface LineGridProps<T> {
  readonly label: string;
  readonly class?: string;
  readonly heads: readonly string[];
  readonly lines: readonly T[];
  /** Returns the cells of a line. */
  readonly cells: (line: T) => ComponentChildren;
}

export function LineGrid<T>({ label, class: kind = '', heads, lines, cells }: LineGridProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useScaledScroll(scroller, { count: lines.length, rowHeight: ROW_HEIGHT, head: ROW_HEIGHT });
  const row = (line: T, index: number) => (
    <div
      key={index}
      role="row"
      class="keyword-row row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${rows.topOf(index)}px)` }}
    >
      {cells(line)}
    </div>
  );
  return (
    <div
      ref={scroller}
      class={`keyword-report ${kind}`}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      tabIndex={0}
    >
      <div role="row" class="keyword-row keyword-head" aria-rowindex={1}>
        {heads.map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div role="rowgroup" class="table-rows" style={{ height: `${rows.height}px` }}>
        {lines.slice(rows.first, rows.end).map((line, i) => row(line, rows.first + i))}
      </div>
    </div>
  );
}
