/**
 * The running export: its bytes are counted while they arrive, and offered as a file only once complete. So a truncated export
 * is never mistaken for a complete one. Received bytes are kept in blobs, which a browser stores on disk.
 */
import { signal } from '@preact/signals';
import type { EventsRequest, ExportRequest, ReportRequest } from '../../client/case-access-client.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { saveBlob } from '../shell/save-file.ts';
import { recordCounter } from './record-counter.ts';

/** Size of a blob. */
const BLOB_BYTES = 4 * 1024 * 1024;
const SHOWN_EVERY_MS = 100;

export interface ExportState {
  /** Items, or events. */
  readonly total: number;
  readonly areEvents: boolean;
  /** Cells that were truncated for a spreadsheet. */
  readonly cut: number;
  /** Items received. Null for an archive, whose files are not items. */
  readonly items: number | null;
  readonly bytes: number;
  readonly isRunning: boolean;
  readonly fault: string;
  readonly file: string;
}

export const exporting = signal<ExportState | null>(null);
let controller: AbortController | null = null;

export function cancelExport(): void {
  controller?.abort();
}

export function startExport(request: ExportRequest): Promise<void> {
  const open = (signal: AbortSignal): Promise<Response> => client.open('exportItemsByBody', {}, request, { signal });
  return start(open, `export.${request.format}`, recordCounter(request.format), false);
}

/** A report as pages. */
export function startReport(request: ReportRequest): Promise<void> {
  const open = (signal: AbortSignal): Promise<Response> => client.open('makeReport', {}, request, { signal });
  return start(open, 'report.zip', null, false);
}

/** Dates of the set for Timesketch. */
export function startEvents(request: EventsRequest): Promise<void> {
  const open = (signal: AbortSignal): Promise<Response> => client.open('listEventsByBody', {}, request, { signal });
  return start(open, 'events.jsonl', null, true);
}

async function start(
  open: (signal: AbortSignal) => Promise<Response>,
  usualName: string,
  counter: ReturnType<typeof recordCounter>,
  areEvents: boolean,
): Promise<void> {
  controller?.abort();
  controller = new AbortController();
  const { signal: abort } = controller;
  exporting.value = { total: 0, areEvents, cut: 0, items: null, bytes: 0, isRunning: true, fault: '', file: '' };
  try {
    const answer = await open(abort);
    const file = fileNameOf(answer) ?? usualName;
    const numberOf = (header: string): number => Number(answer.headers.get(header) ?? 0);
    exporting.value = { ...exporting.value, total: numberOf('X-Total-Count'), cut: numberOf('X-Cut-Cells'), file };
    const whole = await receive(answer, counter);
    if (abort.aborted) return;
    saveBlob(file, whole);
    change({ isRunning: false });
  } catch (reason) {
    if (!abort.aborted || !isAborted(reason)) change({ isRunning: false, fault: messageOf(reason) });
    else if (controller.signal === abort) exporting.value = null;
  }
}

function change(step: Partial<ExportState>): void {
  if (exporting.peek() !== null) exporting.value = { ...exporting.peek()!, ...step };
}

async function receive(answer: Response, count: ReturnType<typeof recordCounter>): Promise<Blob> {
  const type = answer.headers.get('Content-Type') ?? '';
  let whole = new Blob([], { type });
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let bytes = 0;
  let shown = 0;
  const keep = (): void => {
    whole = new Blob([whole, ...waiting], { type });
    waiting = [];
    held = 0;
  };
  if (answer.body === null) throw new Error(t().exportCut);
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    waiting.push(piece);
    held += piece.length;
    bytes += piece.length;
    count?.take(piece);
    if (held >= BLOB_BYTES) keep();
    if (performance.now() - shown < SHOWN_EVERY_MS) continue;
    shown = performance.now();
    change({ bytes, items: count === null ? null : count.records() });
  }
  keep();
  change({ bytes, items: count === null ? null : count.records() });
  return whole;
}

function fileNameOf(answer: Response): string | null {
  return /filename="?([^";]+)"?/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? null;
}
