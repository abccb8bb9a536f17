/** Shows the hits as pictures, in table order. Only visible ones are fetched. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Hit } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { focusDrawn } from '../shell/focused-row.ts';
import { useRevealedCursor } from '../shell/reveal-cursor.ts';
import { rowsWithKept, useScaledScroll } from '../shell/scaled-scroll.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { shownItem } from '../state/address.ts';
import { colorOf, toggleSelected } from '../state/bookmarks.ts';
import { cursor, focusWanted, moveTo, openRow } from '../state/cursor.ts';
import { hasDeparted, hitAt, rowsVersion, summary, wantRows } from '../state/results.ts';
import { thumbnailAddress } from '../state/sources.ts';
import { hitName } from '../table/cell.tsx';
import { LatePicture } from './late-picture.tsx';

const TILE_WIDTH = 156;
const TILE_HEIGHT = 172;

export function Gallery() {
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  const count = summary.value?.total ?? 0;
  const across = Math.max(1, Math.floor((width - 16) / TILE_WIDTH));
  const lineCount = Math.ceil(count / across);
  const lines = useScaledScroll(scroller, { count: lineCount, rowHeight: TILE_HEIGHT, head: 0 });
  const latest = useRef({ lines, across });
  latest.current = { lines, across };
  void rowsVersion.value;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (count > 0) wantRows(lines.first * across, Math.min(count, lines.end * across));
  });
  useRevealedCursor((row) => latest.current.lines.reveal(Math.floor(row / latest.current.across)));
  useSignalEffect(() => {
    if (focusWanted.value === 0) return;
    latest.current.lines.reveal(Math.floor(cursor.peek() / latest.current.across));
    focusDrawn(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${cursor.peek()}"]`));
  });
  const tiles = [];
  for (const { row: line, top } of rowsWithKept(lines, Math.floor(cursor.value / across), lineCount)) {
    for (let row = line * across; row < Math.min(count, (line + 1) * across); row++) {
      tiles.push(<Tile key={row} row={row} count={count} top={top} left={(row % across) * TILE_WIDTH} />);
    }
  }
  return (
    <div ref={scroller} class="gallery" onKeyDown={(event) => onKey(event, latest.current.across)}>
      <ul class="tiles" aria-label={t().gallery} style={{ height: `${lines.height}px` }}>
        {tiles}
      </ul>
    </div>
  );
}

function onKey(event: KeyboardEvent, across: number): void {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  moveTo(cursor.peek() + step);
}

interface TileProps {
  readonly row: number;
  readonly count: number;
  readonly top: number;
  readonly left: number;
}

function Tile({ row, count, top, left }: TileProps) {
  void rowsVersion.value;
  const hit = hitAt(row);
  const isOpen = hit !== null && shownItem.value?.id === hit.id && shownItem.value.source === hit.source;
  return (
    <li
      class={`tile${isOpen ? ' open' : ''}${hasDeparted(row) ? ' left' : ''}`}
      title={hasDeparted(row) ? t().departed : undefined}
      aria-posinset={row + 1}
      aria-setsize={count}
      style={{ transform: `translate(${left}px, ${top}px)` }}
    >
      {hit !== null && (
        <>
          <button
            type="button"
            class="tile-button"
            data-row={row}
            tabIndex={cursor.value === row ? 0 : -1}
            onClick={() => openRow(row)}
          >
            <Thumbnail key={`${hit.source}:${hit.id}`} hit={hit} />
            <Evidence text={hitName(hit)} class="tile-name" />
          </button>
          <input
            type="checkbox"
            class="tile-check"
            tabIndex={-1}
            aria-label={t().select(visibleName(hitName(hit)))}
            checked={hit.selected}
            onChange={() => toggleSelected([hit])}
          />
          <span class="tile-marks">
            {hit.bookmarks.slice(0, 4).map((name) => (
              <span key={name} class="dot" title={visibleName(name)} style={{ background: colorOf(name) }} />
            ))}
          </span>
        </>
      )}
    </li>
  );
}

function Thumbnail({ hit }: { readonly hit: Hit }) {
  const isBroken = useSignal(false);
  if (!hit.parts.includes('thumb') || isBroken.value) {
    return (
      <span class="tile-picture none">
        <Sign name="file" />
        <span aria-hidden="true">{hit.properties['type']?.[0] ?? ''}</span>
      </span>
    );
  }
  return (
    <span class="tile-picture">
      <LatePicture
        src={thumbnailAddress(hit)}
        onError={() => {
          isBroken.value = true;
        }}
      />
    </span>
  );
}
