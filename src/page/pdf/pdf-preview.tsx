/** A PDF file, drawn in a frame without an origin. The frame is ended if it does not answer in time. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { TextTab } from '../item/text-tab.tsx';
import { t } from '../language/words.ts';
import { ZoomTools } from '../preview/zoom-tools.tsx';
import type { OpenItem } from '../state/item.ts';
import { matchedTexts } from '../state/matched-texts.ts';
import type { FromFrame, ToFrame } from './messages.ts';
import { readerFile } from './reader-files.ts';

const ANSWER_MS_MAX = 30_000;
/** Larger files need another viewer. */
const PDF_BYTES_MAX = 200 * 1024 * 1024;

export function PdfPreview({ open }: { readonly open: OpenItem }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const pages = useSignal(0);
  const found = useSignal<readonly { readonly page: number; readonly count: number }[]>([]);
  const fault = useSignal('');
  const zoom = useSignal(1);
  const isEnded = useComputed(() => fault.value !== '');
  const send = (message: ToFrame, bytes?: ArrayBuffer): void => {
    frame.current?.contentWindow?.postMessage(message, '*', bytes === undefined ? [] : [bytes]);
  };

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fault.value = t().tooSlow;
    }, ANSWER_MS_MAX);
    const onMessage = ({ source, data }: MessageEvent<FromFrame>): void => {
      if (source !== frame.current?.contentWindow) return;
      if (data.kind === 'ready') void feed();
      else if (data.kind === 'need') void supply(data.file);
      else if (data.kind === 'found') found.value = [...found.value, { page: data.page, count: data.count }];
      else {
        clearTimeout(timer);
        if (data.kind === 'opened') pages.value = data.pages;
        else fault.value = data.reason;
      }
    };
    const supply = async (file: string): Promise<void> => {
      const bytes = await readerFile(String(file));
      send({ kind: 'given', file, bytes }, bytes ?? undefined);
    };
    const feed = async (): Promise<void> => {
      try {
        const { signal } = controller;
        // Requested as a page, because the answer for an invalid PDF is a message, not a failed request.
        const answer = await client.open('getView', { ...itemOf(open), as: 'page' }, undefined, { signal });
        if (answer.headers.get('Content-Type')?.startsWith('text/html')) throw new Error(t().notPdf);
        if (Number(answer.headers.get('Content-Length') ?? 0) > PDF_BYTES_MAX) throw new Error(t().tooLarge);
        const bytes = await answer.arrayBuffer();
        send({ kind: 'open', bytes, texts: await matchedTexts(open, signal) }, bytes);
      } catch (reason) {
        if (!isAborted(reason)) fault.value = messageOf(reason);
      }
    };
    addEventListener('message', onMessage);
    return () => {
      controller.abort();
      clearTimeout(timer);
      removeEventListener('message', onMessage);
    };
  }, []);

  useSignalEffect(() => send({ kind: 'zoom', zoom: zoom.value }));
  if (isEnded.value) {
    return (
      <>
        <p class={open.parts.includes('text') ? 'said warn' : 'empty warn'}>{t().unreadable(fault.value)}</p>
        {open.parts.includes('text') && <TextTab open={open} />}
      </>
    );
  }
  return (
    <div class="pdf">
      <div class="pdf-tools">
        <span class="faint small-text">{pages.value > 0 && t().pages(pages.value)}</span>
        <div class="page-matches">
          {found.value.map(({ page, count }) => (
            <button key={page} type="button" class="term" onClick={() => send({ kind: 'page', page })}>
              {t().page(page)} <span class="count">{t().number(count)}</span>
            </button>
          ))}
        </div>
        <ZoomTools zoom={zoom} />
      </div>
      <iframe ref={frame} class="preview-frame" title={t().preview} sandbox="allow-scripts" src="./pdf.html" />
    </div>
  );
}
