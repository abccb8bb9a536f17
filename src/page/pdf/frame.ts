/**
 * Code of the frame that draws PDF files. It has no origin and no network. Bytes arrive as a message of the surrounding page.
 * The number of pages, match counts and errors leave the same way.
 */
import { getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
// The worker's code is included, so that no worker is loaded. The browser runs this frame in a separate process.
// @ts-expect-error: the package has no types of this file
import * as worker from 'pdfjs-dist/build/pdf.worker.min.mjs';
import { FilesOfPage, give } from './files-of-page.ts';
import { markTexts } from './mark-texts.ts';
import type { ToFrame } from './messages.ts';
import { sendToPage } from './send-to-page.ts';

Object.assign(globalThis, { pdfjsWorker: worker });

const PIXELS_PER_PAGE_MAX = 16_000_000;
const PAGES_DRAWN_MAX = 12;

const pages = document.createElement('main');
document.body.append(pages);
let file: PDFDocumentProxy | null = null;
let texts: readonly string[] = [];
let zoom = 1;
/** Width of a page in pixels. */
let shownWidth = 0;
/** Drawn pages, the latest last. */
const drawn = new Map<number, HTMLElement>();

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) void draw(target as HTMLElement);
    }
  },
  { rootMargin: '400px' },
);

addEventListener('message', ({ data, source }: MessageEvent<ToFrame>) => {
  if (source !== parent) return;
  if (data.kind === 'open') void open(data.bytes, data.texts);
  else if (data.kind === 'page') pages.children[data.page - 1]?.scrollIntoView(true);
  else if (data.kind === 'given') give(data.file, data.bytes);
  else if (data.kind === 'zoom') enlarge(data.zoom);
});
addEventListener('resize', () => enlarge(zoom));
sendToPage({ kind: 'ready' });

async function open(bytes: ArrayBuffer, wanted: readonly string[]): Promise<void> {
  texts = wanted;
  try {
    file = await getDocument({
      data: new Uint8Array(bytes),
      enableXfa: false,
      // Fonts that are not embedded come from our files, so that a page looks the same everywhere.
      useSystemFonts: false,
      useWorkerFetch: false,
      BinaryDataFactory: FilesOfPage,
      cMapPacked: true,
      stopAtErrors: false,
      verbosity: 0,
    }).promise;
    sendToPage({ kind: 'opened', pages: file.numPages });
    await layOut(file);
    await findMatches(file);
  } catch (fault) {
    sendToPage({ kind: 'failed', reason: fault instanceof Error ? fault.message : String(fault) });
  }
}

const wantedWidth = (): number => Math.max(120, (document.documentElement.clientWidth - 24) * zoom);

/** Adds an empty box for each page, in the size of the first. A page is drawn when it comes near. */
async function layOut(opened: PDFDocumentProxy): Promise<void> {
  const first = await opened.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  shownWidth = wantedWidth();
  for (let number = 1; number <= opened.numPages; number++) {
    const box = document.createElement('section');
    box.dataset['page'] = String(number);
    box.style.width = `${shownWidth}px`;
    box.style.height = `${(shownWidth * height) / width}px`;
    pages.append(box);
    observer.observe(box);
  }
}

/** Keeps the visible part in place. Pages are redrawn in higher resolution as they become visible. */
function enlarge(nextZoom: number): void {
  zoom = nextZoom;
  const next = wantedWidth();
  const factor = next / shownWidth;
  if (shownWidth === 0 || Math.abs(factor - 1) < 0.01) return;
  shownWidth = next;
  const { scrollTop, scrollLeft, clientWidth, clientHeight } = document.documentElement;
  drawn.clear();
  for (const box of pages.children as HTMLCollectionOf<HTMLElement>) {
    box.style.width = `${box.clientWidth * factor}px`;
    box.style.height = `${box.clientHeight * factor}px`;
    observer.unobserve(box);
    observer.observe(box);
  }
  const middle = { x: clientWidth / 2, y: clientHeight / 2 };
  scrollTo((scrollLeft + middle.x) * factor - middle.x, (scrollTop + middle.y) * factor - middle.y);
}

async function draw(box: HTMLElement): Promise<void> {
  const number = Number(box.dataset['page']);
  if (file === null || drawn.has(number)) return;
  drawn.set(number, box);
  forgetOldest();
  const page = await file.getPage(number);
  const drawnWidth = shownWidth;
  const natural = page.getViewport({ scale: 1 });
  const scale = box.clientWidth / natural.width;
  const viewport = page.getViewport({ scale });
  box.style.height = `${viewport.height}px`;
  const canvas = document.createElement('canvas');
  const sharp = Math.min(devicePixelRatio, Math.sqrt(PIXELS_PER_PAGE_MAX / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * sharp);
  canvas.height = Math.floor(viewport.height * sharp);
  const layer = document.createElement('div');
  layer.className = 'text-layer';
  layer.style.setProperty('--total-scale-factor', String(scale));
  const transform = sharp === 1 ? {} : { transform: [sharp, 0, 0, sharp, 0, 0] };
  await page.render({ canvas, viewport, ...transform }).promise;
  // The zoom changed meanwhile, so it is redrawn anyway.
  if (drawnWidth !== shownWidth) return;
  box.replaceChildren(canvas, layer);
  await new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport }).render();
  markTexts(layer, texts);
}

/** Limits memory: the page drawn longest ago becomes an empty box again. */
function forgetOldest(): void {
  for (const [number, box] of drawn) {
    if (drawn.size <= PAGES_DRAWN_MAX) return;
    drawn.delete(number);
    box.replaceChildren();
    observer.unobserve(box);
    observer.observe(box);
  }
}

/** Counts the matched texts, page by page. */
async function findMatches(opened: PDFDocumentProxy): Promise<void> {
  if (texts.length === 0) return;
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
      .join('')
      .toLowerCase();
    const count = texts.reduce((sum, wanted) => sum + text.split(wanted.toLowerCase()).length - 1, 0);
    if (count > 0) sendToPage({ kind: 'found', page: number, count });
  }
}
