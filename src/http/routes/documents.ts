/** One item: record, content, text, picture. */
import type { Context } from 'koa';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import { weightOf } from '../../shared/value-weight.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { PAGE_WEIGHT_MAX } from '../limits.ts';
import { sendRanges } from '../output/byte-ranges.ts';
import { contentDisposition, entityTag, namesTag } from '../output/content-headers.ts';
import { guardEvidence, noPart, openPart, sendStream } from '../output/item-parts.ts';
import { findItem, itemRecord } from '../output/item-record.ts';
import { thumbnailOf } from '../output/thumbnail.ts';
import { type RouteRequest, route } from '../route.ts';
import { documentSchema, type ItemPath, itemPath, z } from '../schemas.ts';
import { sendText, type TextQuery, textQuery } from './document-text.ts';
import { mailViewSchema, sendView, type ViewQuery, viewQuery } from './document-view.ts';
import { countParameter } from './set-parameters.ts';

const errors = {
  400: 'The id is not an integer.',
  404: 'There is no such source or item, or the item has no such part.',
  503: 'The source is still being built.',
};

type ItemRequest = RouteRequest<ItemPath, unknown, unknown>;

const thumbnailQuery = z.strictObject({
  blank: z
    .literal('true', 'is not true')
    .optional()
    .openapi({ description: 'Answers 204 instead of 404 if the item has no picture: for long lists.' }),
  opening: countParameter({
    description:
      'Changes nothing. A browser that keeps pictures by their address requests them again for another number.',
  }),
});

type ThumbnailQuery = z.infer<typeof thumbnailQuery>;

export const documentRoutes = [
  route<ItemPath>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the record of an item',
    params: itemPath,
    ok: { description: 'The record.', mediaTypes: { 'application/json': documentSchema } },
    errors,
    handle: (request, dependencies) =>
      withItem(request, dependencies, (source, item) => {
        dependencies.held?.claim(weightOf(item, PAGE_WEIGHT_MAX));
        return itemRecord(dependencies, source, item);
      }),
  }),
  route<ItemPath>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/content',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the bytes of an item',
    description: 'Supports a single byte range. The ETag is made from a hash stored in the case.',
    params: itemPath,
    ok: {
      description: 'All of the bytes.',
      mediaTypes: { 'application/octet-stream': null },
      others: { 206: 'The bytes of the range.', 304: 'The client already has these bytes.' },
    },
    errors: { ...errors, 416: 'The item has no bytes in that range.' },
    handle: (request, dependencies) =>
      withItem(request, dependencies, (source, item) => sendContent(request.ctx, source, item)),
  }),
  route<ItemPath, TextQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/text',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the extracted text of an item',
    description:
      'Without `from`, the text that is searched. The header `X-Text-Source` says where a text comes from: `case` (the case ' +
      'has it), `row` (the values of a row of a table, or of an artifact, that has no text of its own: each as `Column: value` on ' +
      'a line), `index` (the words of the index in their order, where the case has only these), or what `from` asked for.',
    params: itemPath,
    query: textQuery,
    ok: {
      description: 'The text, in UTF-8.',
      headers: {
        'X-Text-Source': 'Origin of the text.',
        'X-Text-Units': 'UTF-16 units of the complete text, if a slice is requested.',
      },
      mediaTypes: { 'text/plain': null },
      others: { 206: 'The bytes of the range.', 304: 'The client already has this text.' },
    },
    errors: {
      ...errors,
      400: 'The id is not an integer, `from` has an unknown value, or `start` and `end` are not a valid slice.',
      416: 'The text has no bytes in that range.',
    },
    handle: (request, dependencies) =>
      withItem(request, dependencies, (source, item) => sendText(request, source, item, dependencies)),
  }),
  route<ItemPath, ViewQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/view',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns a view of an item that is safe to show in a browser',
    description:
      'Pictures are redrawn as JPEG or WebP, pages and mails have no active content, mails are JSON, PDF files ' +
      'as they are, plain text in UTF-8. `parts` of a hit names `view` if there is one.',
    params: itemPath,
    query: viewQuery,
    repeated: ['mark'],
    ok: {
      description: 'The view.',
      mediaTypes: {
        'image/jpeg': null,
        'image/webp': null,
        'application/pdf': null,
        'application/json': mailViewSchema,
        'text/html': null,
        'text/plain': null,
      },
      others: { 206: 'The bytes of the range, of a PDF file.', 304: 'The client already has it.' },
    },
    errors: {
      ...errors,
      400: 'The id is not an integer, or `width` is out of bounds, or `mark` is too long or given too often.',
    },
    handle: (request, dependencies) =>
      withItem(request, dependencies, (source, item) => sendView(request, source, item, dependencies)),
  }),
  route<ItemPath, ThumbnailQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/thumb',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns a thumbnail of an item',
    params: itemPath,
    query: thumbnailQuery,
    ok: {
      description: 'A JPEG from the case, or made from its picture in another format, or from the content.',
      mediaTypes: { 'image/jpeg': null },
      others: { 204: 'With `blank=true`: there is none.' },
    },
    errors,
    handle: (request, dependencies) =>
      withItem(request, dependencies, (source, item) =>
        sendThumbnail(request.ctx, source, item, dependencies).catch((fault: unknown) => {
          if (request.query.blank === undefined || !(fault instanceof AppError && fault.code === 'NOT_FOUND'))
            throw fault;
          request.ctx.status = 204;
        }),
      ),
  }),
];

/** Reading may find that an index is damaged. The source is then taken out of service, and the client gets the error. */
async function withItem<T>(
  { params: { sourceID, id }, signal }: ItemRequest,
  dependencies: Dependencies,
  use: (source: ReadySource, item: IndexedItem) => T | Promise<T>,
): Promise<T> {
  const source = dependencies.sources.getReady(sourceID);
  return await use(source, await findItem(dependencies, source, id, signal));
}

async function sendContent(ctx: Context, source: ReadySource, item: IndexedItem): Promise<void> {
  if (item.content === null) throw noPart('content', source, item);
  guardEvidence(ctx);
  const tag = entityTag(item);
  if (tag !== null) ctx.set('ETag', tag);
  const bytes = await openPart('content', item.content, source, item);
  if (namesTag(ctx.get('If-None-Match'), tag, 'weak')) {
    await bytes.close();
    ctx.status = 304;
    return;
  }
  ctx.type = 'application/octet-stream';
  ctx.set('Content-Disposition', contentDisposition(item));
  await sendRanges(ctx, bytes, tag);
}

async function sendThumbnail(
  ctx: Context,
  source: ReadySource,
  item: IndexedItem,
  dependencies: Dependencies,
): Promise<void> {
  const picture = await thumbnailOf(source, item, dependencies);
  guardEvidence(ctx);
  ctx.type = 'image/jpeg';
  if (picture instanceof Uint8Array) ctx.body = picture;
  else await sendStream(ctx, picture, () => picture.stream(), picture.bytes);
}
