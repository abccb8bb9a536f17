/**
 * Shows the bytes of the item, sixteen or eight on a line, depending on the width. Only visible bytes are fetched, whatever the
 * size.
 */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { useScaledScroll } from '../shell/scaled-scroll.ts';
import { type OpenItem, valuesOfItem } from '../state/item.ts';

const BYTES_PER_LINE = 16;
const BYTES_PER_SHORT_LINE = 8;
/** The width in characters of a line of sixteen bytes, with all three columns. */
const LINE_CHARACTERS = 8 + 48 + 16;
const LINE_GAPS_PX = 60;
const LINE_HEIGHT = 20;
const CHUNK_BYTES = 64 * 1024;
const CHUNKS_KEPT_MAX = 32;

export function HexTab({ open }: { readonly open: OpenItem }) {
  if (!open.parts.includes('content')) return <p class="empty">{t().noContent}</p>;
  // An empty content has no range.
  if (valuesOfItem(open, 'length', 'size')[0] === '0') return <p class="empty">{t().bytes(0)}</p>;
  return <Hex open={open} />;
}

function Hex({ open }: { readonly open: OpenItem }) {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSignal(-1);
  const perLine = useBytesPerLine(scroller);
  const version = useSignal(0);
  const fault = useSignal('');
  const chunks = useRef(new Map<number, Uint8Array | 'asked'>());
  const lines = useScaledScroll(scroller, {
    count: Math.ceil(Math.max(0, size.value) / perLine),
    rowHeight: LINE_HEIGHT,
    head: 0,
  });
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);

  const load = async (chunk: number): Promise<void> => {
    chunks.current.set(chunk, 'asked');
    try {
      const range = `bytes=${chunk * CHUNK_BYTES}-${(chunk + 1) * CHUNK_BYTES - 1}`;
      const answer = await client.open('getContent', itemOf(open), undefined, {
        headers: { Range: range },
        signal: controller.current.signal,
      });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      size.value = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length);
      chunks.current.set(chunk, bytes);
      for (const key of chunks.current.keys()) if (chunks.current.size > CHUNKS_KEPT_MAX) chunks.current.delete(key);
      version.value = version.peek() + 1;
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  useEffect(() => {
    const first = Math.floor((lines.first * perLine) / CHUNK_BYTES);
    const last = Math.floor((Math.max(lines.first, lines.end - 1) * perLine) / CHUNK_BYTES);
    for (let chunk = first; chunk <= last; chunk++) if (!chunks.current.has(chunk)) void load(chunk);
  });
  void version.value;

  if (fault.value !== '') {
    return <p class="empty warn">{size.value < 0 ? t().unreadable(fault.value) : fault.value}</p>;
  }
  const drawn = [];
  for (let line = lines.first; line < lines.end; line++) {
    const at = line * perLine;
    const chunk = chunks.current.get(Math.floor(at / CHUNK_BYTES));
    const bytes =
      chunk === undefined || chunk === 'asked' ? null : chunk.subarray(at % CHUNK_BYTES, (at % CHUNK_BYTES) + perLine);
    drawn.push(<Line key={line} at={at} bytes={bytes} perLine={perLine} top={lines.topOf(line)} />);
  }
  return (
    <div class="hex">
      <div class="hex-tools">
        <label>
          {t().hexOffset}
          <input
            class="mono"
            placeholder="0x0"
            onChange={(event) => {
              const offset = Number(event.currentTarget.value);
              if (Number.isFinite(offset)) lines.reveal(Math.floor(Math.max(0, offset) / perLine));
            }}
          />
        </label>
        <span class="faint">{size.value >= 0 && t().bytes(size.value)}</span>
      </div>
      <div ref={scroller} class="hex-lines" tabIndex={0} role="group" aria-label={t().tabs['hex']}>
        <div style={{ height: `${lines.height}px` }}>{drawn}</div>
      </div>
    </div>
  );
}

/** As many bytes as fit, recomputed when the width changes. */
function useBytesPerLine(scroller: RefObject<HTMLElement>): number {
  const perLine = useSignal(BYTES_PER_SHORT_LINE);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const wanted = LINE_GAPS_PX + LINE_CHARACTERS * characterWidth(element);
      perLine.value = element.clientWidth >= wanted ? BYTES_PER_LINE : BYTES_PER_SHORT_LINE;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return perLine.value;
}

function characterWidth(element: HTMLElement): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = getComputedStyle(element).font;
  return context.measureText('0').width;
}

interface LineProps {
  readonly at: number;
  readonly perLine: number;
  readonly bytes: Uint8Array | null;
  readonly top: number;
}

function Line({ at, bytes, perLine, top }: LineProps) {
  const hex: string[] = [];
  let text = '';
  for (const [i, byte] of (bytes ?? new Uint8Array()).entries()) {
    hex.push((i === perLine / 2 ? ' ' : '') + byte.toString(16).padStart(2, '0'));
    text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
  }
  return (
    <div class="hex-line" style={{ transform: `translateY(${top}px)` }}>
      <span class="hex-offset">{at.toString(16).padStart(8, '0')}</span>
      <span class="hex-bytes" style={{ minWidth: `${perLine * 3}ch` }}>
        {hex.join(' ')}
      </span>
      <span class="hex-text">{text}</span>
    </div>
  );
}
