/**
 * Scrolls over any number of rows of equal height. Browsers limit the height of an element to some 16 million pixels. Above a
 * limit, the scroll bar is scaled by a factor, while the wheel and the keys still move by rows.
 */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const SCROLLED_PIXELS_MAX = 6_000_000;
/** Rows drawn above and below the visible ones. */
const SPARE_ROWS = 4;

export interface RowWindow {
  /** The drawn rows are `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  /** Height of the scrolled content. */
  readonly height: number;
  /** Distance of a row from the top of the scrolled content. */
  topOf(row: number): number;
  /** Scrolls until the row is completely visible. */
  reveal(row: number): void;
  /** Rows that fit. */
  readonly pageRows: number;
}

/**
 * Returns the drawn rows and `kept` in ascending order, with their distances. A kept row that is not visible is next to the
 * drawn ones, out of sight. Without it, scrolling would remove the focused element, and keys would have no effect.
 */
export function rowsWithKept(
  { first, end, topOf }: RowWindow,
  kept: number,
  count: number,
): { row: number; top: number }[] {
  const rows = [];
  if (kept < first) rows.push({ row: kept, top: topOf(first - 1) });
  for (let row = first; row < end; row++) rows.push({ row, top: topOf(row) });
  if (kept >= end && kept < count) rows.push({ row: kept, top: topOf(end) });
  return rows;
}

interface Geometry {
  readonly count: number;
  readonly rowHeight: number;
  /** Heights of the fixed parts above and below the rows. */
  readonly head: number;
}

export function useScaledScroll(scroller: RefObject<HTMLElement>, { count, rowHeight, head }: Geometry): RowWindow {
  const [seen, setSeen] = useState(600);
  const [offset, setOffset] = useState(0);
  /** The scroll position that this code has set. A scroll event at this position is ignored. */
  const expected = useRef(-1);
  const whole = count * rowHeight;
  const height = Math.min(whole, SCROLLED_PIXELS_MAX);
  const body = Math.max(1, seen - head);
  const reach = Math.max(0, whole - body);
  const track = Math.max(0, height - body);
  const factor = track === 0 ? 1 : reach / track;
  const isScaled = whole > SCROLLED_PIXELS_MAX;
  const state = useRef({ offset, reach, factor, isScaled });
  state.current = { offset: Math.min(offset, reach), reach, factor, isScaled };

  const scrollTo = (wanted: number): void => {
    const element = scroller.current;
    if (element === null) return;
    const next = Math.max(0, Math.min(state.current.reach, wanted));
    const position = Math.round(next / state.current.factor);
    expected.current = position;
    element.scrollTop = position;
    setOffset(next);
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSeen(element.clientHeight));
    observer.observe(element);
    setSeen(element.clientHeight);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let frame = 0;
    const onScroll = (): void => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const position = element.scrollTop;
        if (state.current.isScaled && Math.abs(position - expected.current) <= 1) return;
        expected.current = -1;
        setOffset(Math.min(state.current.reach, position * state.current.factor));
      });
    };
    const onWheel = (event: WheelEvent): void => {
      if (!state.current.isScaled || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? rowHeight : event.deltaMode === 2 ? element.clientHeight : 1;
      scrollTo(state.current.offset + event.deltaY * unit);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [rowHeight]);

  const at = Math.min(offset, reach);
  const shift = at - at / factor;
  return {
    first: Math.max(0, Math.floor(at / rowHeight) - SPARE_ROWS),
    end: Math.min(count, Math.ceil((at + body) / rowHeight) + SPARE_ROWS),
    height,
    topOf: (row) => row * rowHeight - shift,
    reveal(row) {
      const top = row * rowHeight;
      if (top < state.current.offset) scrollTo(top);
      else if (top + rowHeight > state.current.offset + body) scrollTo(top + rowHeight - body);
    },
    pageRows: Math.max(1, Math.floor(body / rowHeight) - 1),
  };
}
