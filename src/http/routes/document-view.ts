/** A safe view of an item for browsers: redrawn, or decoded and sanitized, under the strictest policy. */
import type { Context } from 'koa';
import type { ByteInput } from '../../cases/case-reader.ts';
import type { ContentFacts } from '../../content-text/content-texts.ts';
import { framedPage, pageOfContent, viewOfContent } from '../../content-text/content-views.ts';
import { escaped } from '../../content-text/escaped-text.ts';
import { inScheme, type Scheme } from '../../content-text/page-scheme.ts';
import { type ViewKind, viewKind } from '../../content-text/view-kind.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import { VIEW_WIDTH_MAX, viewOf } from '../../thumbnails/drawing.ts';
import { isWebp, magicBytes, pictureFormat } from '../../thumbnails/picture-format.ts';
import type { Dependencies } from '../dependencies.ts';
import { MARKED_TEXT_UNITS_MAX, MARKED_TEXTS_MAX } from '../limits.ts';
import { sendRanges } from '../output/byte-ranges.ts';
import { contentFacts } from '../output/content-facts.ts';
import { entityTag, namesTag } from '../output/content-headers.ts';
import { guardEvidence, noPart, openPart, sendStream, withReason } from '../output/item-parts.ts';
import type { RouteRequest } from '../route.ts';
import { z } from '../schemas.ts';

export interface ViewQuery {
  readonly width?: number | undefined;
  readonly as?: 'page' | undefined;
  readonly mark?: readonly string[] | undefined;
  readonly scheme?: Scheme | undefined;
}

const DEFAULT_WIDTH = 1600;

export const viewQuery = z.strictObject({
  width: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a number of pixels')
    .transform(Number)
    .refine((width) => width >= 1 && width <= VIEW_WIDTH_MAX, `is not between 1 and ${VIEW_WIDTH_MAX}`)
    .optional()
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: VIEW_WIDTH_MAX,
      default: DEFAULT_WIDTH,
      description: 'Maximum width of a picture, in pixels. A picture is never enlarged.',
    }),
  as: z.enum(['page'], 'is not page').optional().openapi({
    description:
      '`page`: a picture, a document, or the body of a mail, as a page that fills a frame. Other contents do not change. If there is no view, the page says why.',
  }),
  mark: z
    .array(z.string().max(MARKED_TEXT_UNITS_MAX, `is longer than ${MARKED_TEXT_UNITS_MAX} characters`))
    .max(MARKED_TEXTS_MAX, `is given more than ${MARKED_TEXTS_MAX} times`)
    .optional()
    .openapi({
      description:
        'With `as=page`: a text that is marked in the page of an HTML file, a document or a mail, such as one that a query matched; may be repeated.',
    }),
  scheme: z.enum(['light', 'dark'], 'is neither light nor dark').optional().openapi({
    default: 'light',
    description:
      'With `as=page`: `dark` shows the page of an HTML file or a mail on a dark ground, if it has no colours of its own.',
  }),
});

export const mailViewSchema = z.object({
  headers: z.array(z.tuple([z.string(), z.string()])).openapi({ description: 'Name and value, in their order.' }),
  text: z.string().nullable(),
  html: z.string().nullable().openapi({ description: 'The content of the body, sanitized.' }),
  attachments: z.array(
    z.object({ name: z.string().nullable(), contentType: z.string(), size: z.number().int().min(0) }),
  ),
});

/** Policy inside a frame: no scripts, no requests, no forms. */
const VIEW_POLICY = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

type ViewRequest = Pick<RouteRequest<unknown, ViewQuery, unknown>, 'ctx' | 'query'>;

export async function sendView(
  { ctx, query }: ViewRequest,
  source: ReadySource,
  item: IndexedItem,
  { drawPicture }: Dependencies,
): Promise<void> {
  const where = `Item ${item.id} in source ${JSON.stringify(source.id)}`;
  const { content } = item;
  if (content === null) throw noPart('content, so there is no view of it', source, item);
  const facts = contentFacts(item);
  const kind = viewKind(facts.contentType, facts.extension);
  if (kind === null) {
    const type = facts.contentType === null ? 'of an unknown type' : JSON.stringify(facts.contentType);
    throw new AppError(
      'NOT_FOUND',
      `${where} has no view: it is ${type}; pictures, PDF, HTML, mail, documents and text have one.`,
    );
  }
  guard(ctx);
  const width = query.width ?? DEFAULT_WIDTH;
  // Marks depend on the query, not on the content, so they are not part of the tag.
  const { scheme = 'light' } = query;
  const tag = query.mark === undefined ? tagOf(item, kind, width, query.as, scheme) : null;
  if (tag !== null) ctx.set('ETag', tag);
  if (namesTag(ctx.get('If-None-Match'), tag, 'weak')) {
    ctx.status = 304;
    return;
  }
  const bytes = await openPart('content', content, source, item);
  try {
    if (kind === 'pdf') await sendPdf(ctx, bytes, tag);
    else if (kind === 'picture') await sendPicture(ctx, bytes, width, query.as, drawPicture);
    else if (kind !== 'plain' && query.as === 'page') await sendPage(ctx, kind, bytes, facts, query);
    else {
      const { mediaType, stream } = await viewOfContent(kind, bytes, facts);
      ctx.set('Content-Type', `${mediaType}; charset=utf-8`);
      await sendStream(ctx, bytes, () => stream, null);
      if (ctx.method === 'HEAD') stream.destroy();
    }
  } catch (fault) {
    await bytes.close();
    const reasoned = withReason(fault, `${where} has no view`);
    if (query.as !== 'page' || !isOfItem(reasoned)) throw reasoned;
    sendReason(ctx, reasoned.message);
  }
}

function guard(ctx: Context): void {
  guardEvidence(ctx);
  // Frames of this server's page may show it.
  ctx.set('Content-Security-Policy', VIEW_POLICY);
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
}

/** Entity tag of a view made from content with that hash. */
function tagOf(
  item: IndexedItem,
  kind: ViewKind,
  width: number,
  as: 'page' | undefined,
  scheme: Scheme,
): string | null {
  const tag = entityTag(item);
  return tag === null || kind === 'pdf'
    ? tag
    : tag.replace(/"$/, `:${kind}:${width}${as === undefined ? '' : ':page'}${scheme === 'light' ? '' : ':dark'}"`);
}

/** Whether nothing can be shown because of the item itself, not because of this server. */
function isOfItem(fault: unknown): fault is AppError {
  return fault instanceof AppError && (fault.code === 'NOT_FOUND' || fault.code === 'CASE_UNREADABLE');
}

/** Shows the reason in the frame, because the user does not see a status. */
function sendReason(ctx: Context, reason: string): void {
  ctx.remove('ETag');
  ctx.status = 200;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.body = framedPage(`<p style="margin:2em;font:14px sans-serif;color:#a63a12">${escaped(reason)}</p>`);
}

/** As large as the frame permits, centred. */
const FITTED = 'position:fixed;inset:0;width:100%;height:100%;object-fit:scale-down;background:#8b9196';

/** Style of the pages that this program writes for documents: a screen font, and thin lines in tables. */
const DOCUMENT_STYLE =
  '<style>body{margin:14px;font:14px/1.45 Inter,system-ui,sans-serif}table[border="1"]{border:0;border-collapse:collapse}' +
  'table[border="1"] :is(td,th){border:1px solid #8a93994d;padding:3px 7px;vertical-align:top}</style>';

async function sendPage(
  ctx: Context,
  kind: 'html' | 'mail' | 'outlook' | 'document',
  bytes: ByteInput,
  facts: ContentFacts,
  { mark = [], scheme = 'light' }: ViewQuery,
): Promise<void> {
  const page = await pageOfContent(kind, bytes, facts, mark);
  await bytes.close();
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  const head = kind === 'document' ? DOCUMENT_STYLE : '';
  ctx.body = inScheme(framedPage(page, head), scheme);
}

type DrawPicture = Dependencies['drawPicture'];

async function sendPicture(
  ctx: Context,
  bytes: ByteInput,
  width: number,
  as: 'page' | undefined,
  drawPicture: DrawPicture,
): Promise<void> {
  const picture = await drawPicture(bytes, viewOf(width));
  const more = as === 'page' ? await furtherPages(bytes, width, drawPicture) : [];
  await bytes.close();
  if (as === 'page') {
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = framedPage(
      more.length === 0
        ? pictureElement(picture, FITTED)
        : [picture, ...more].map((page) => pictureElement(page, STACKED)).join('\n') + cutNotice(more.length + 1),
    );
    return;
  }
  ctx.type = typeOfPicture(picture);
  ctx.body = picture;
}

/** One below the other. */
const STACKED = 'display:block;max-width:100%;margin:0 auto 8px';
const PICTURE_PAGES_SHOWN = 20;

/** Further pages of a TIFF, as in scans and faxes. */
async function furtherPages(bytes: ByteInput, width: number, drawPicture: DrawPicture): Promise<readonly Buffer[]> {
  const start = Buffer.alloc(Math.min(magicBytes, bytes.bytes));
  await bytes.read(start, 0);
  const pages: Buffer[] = [];
  if (pictureFormat(start) !== 'tiff') return pages;
  while (pages.length + 1 < PICTURE_PAGES_SHOWN) {
    const page = await drawPicture(bytes, viewOf(width, pages.length + 1)).catch((fault: unknown) => {
      if (fault instanceof AppError && fault.code === 'NOT_FOUND') return null;
      throw fault;
    });
    if (page === null) break;
    pages.push(page);
  }
  return pages;
}

function cutNotice(pages: number): string {
  if (pages < PICTURE_PAGES_SHOWN) return '';
  return `<p style="font:14px sans-serif">At most ${PICTURE_PAGES_SHOWN} pages of a picture are shown.</p>`;
}

function pictureElement(picture: Buffer, style: string): string {
  return `<img alt="" style="${style}" src="data:${typeOfPicture(picture)};base64,${picture.toString('base64')}">`;
}

function typeOfPicture(picture: Buffer): string {
  return isWebp(picture) ? 'image/webp' : 'image/jpeg';
}

const PDF_MAGIC = '%PDF-';
/** Readers search for the PDF header in this many bytes. */
const PDF_START_BYTES = 1024;

async function sendPdf(ctx: Context, bytes: ByteInput, tag: string | null): Promise<void> {
  const start = Buffer.alloc(Math.min(PDF_START_BYTES, bytes.bytes));
  await bytes.read(start, 0);
  if (!start.includes(PDF_MAGIC)) throw new AppError('NOT_FOUND', 'the content is not a PDF file');
  ctx.type = 'application/pdf';
  await sendRanges(ctx, bytes, tag);
}
