/** The texts of an item: the searched one, and others from the case or its content. */
import type { Readable } from 'node:stream';
import { textOfContent } from '../../content-text/content-texts.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendRanges } from '../output/byte-ranges.ts';
import { contentFacts } from '../output/content-facts.ts';
import { namesTag } from '../output/content-headers.ts';
import { guardEvidence, noPart, openPart, sendStream, setStream, withReason } from '../output/item-parts.ts';
import { propertyValue } from '../output/item-record.ts';
import { SearchedText } from '../output/searched-text.ts';
import { copiedPieces, repairedText } from '../output/text-stream.ts';
import type { RouteRequest } from '../route.ts';
import { z } from '../schemas.ts';
import { countParameter } from './set-parameters.ts';

export interface TextQuery {
  readonly from?: 'index' | 'content' | 'ocr' | 'transcription' | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export const textQuery = z.strictObject({
  from: z
    .enum(['index', 'content', 'ocr', 'transcription'])
    .optional()
    .openapi({
      description:
        'The text to return; by default the searched one, on which matches, snippets and citations are based. `index`: the words of the index of ' +
        'the case, if those are searched. `content`: decoded from the content (plain text, HTML, XML, mail, documents). `ocr`: read from a ' +
        'picture. `transcription`: heard in a recording. The header `X-Text-Source` names the text of the answer.',
    }),
  start: countParameter({
    description:
      'Only from this UTF-16 unit of the searched text on; `X-Text-Units` has the number of all. Not with another text.',
  }),
  end: countParameter({ description: 'Only the text before this UTF-16 unit. Not with another text.' }),
});

export type TextSource = 'case' | 'row' | NonNullable<TextQuery['from']>;

type TextRequest = Pick<RouteRequest<unknown, TextQuery, unknown>, 'ctx' | 'query' | 'signal'>;

export async function sendText(
  request: TextRequest,
  source: ReadySource,
  item: IndexedItem,
  dependencies: Dependencies,
): Promise<void> {
  const { from, start, end } = request.query;
  const isSearched = from === undefined || from === 'index';
  if (!isSearched && (start !== undefined || end !== undefined)) {
    throw new AppError('INVALID_REQUEST', 'Only the searched text can be sliced. Remove "from", or "start" and "end".');
  }
  if (from === 'index' && originOf(source, item) !== 'index') throw noOtherText(from, source, item);
  if (isSearched) await sendSearchedText(request, source, item, dependencies);
  else if (from === 'content') await sendContentText(request, source, item);
  else await sendOtherText(request, from, source, item);
}

async function sendSearchedText(
  { ctx, query: { start, end }, signal }: TextRequest,
  source: ReadySource,
  item: IndexedItem,
  dependencies: Dependencies,
): Promise<void> {
  const text = new SearchedText(source, item, dependencies, signal);
  const origin = originOf(source, item);
  if (start !== undefined || end !== undefined) {
    await sendSlice(ctx, text, start ?? 0, end ?? Number.MAX_SAFE_INTEGER, origin);
    return;
  }
  label(ctx, origin);
  ctx.set('ETag', text.tag);
  ctx.set('Accept-Ranges', 'bytes');
  if (namesTag(ctx.get('If-None-Match'), text.tag, 'weak')) {
    ctx.status = 304;
    return;
  }
  if (ctx.get('Range') !== '' && ctx.method === 'GET') {
    const { bytes } = await text.measure();
    const stream = (from = 0, to = bytes): Readable => text.stream(from, to);
    await sendRanges(ctx, { bytes, stream, close: async () => undefined }, text.tag);
    return;
  }
  const { bytes, pieces, close } = await text.open();
  if (bytes !== null) ctx.length = bytes;
  if (ctx.method === 'HEAD') {
    await close();
    ctx.status = 200;
    return;
  }
  const stream = copiedPieces(pieces);
  stream.once('close', () => void close());
  setStream(ctx, stream, bytes);
}

function originOf({ caseReader }: ReadySource, { text, isRowText }: IndexedItem): TextSource {
  if (text !== 'stored') return 'case';
  if (isRowText === true) return 'row';
  return caseReader.analyzed?.spelling != null ? 'index' : 'case';
}

async function sendSlice(
  ctx: TextRequest['ctx'],
  text: SearchedText,
  start: number,
  end: number,
  origin: TextSource,
): Promise<void> {
  if (start > end) throw new AppError('INVALID_REQUEST', 'The parameter "start" is greater than "end".');
  const { units } = await text.measure();
  label(ctx, origin);
  ctx.set('X-Text-Units', String(units));
  if (ctx.method === 'HEAD') ctx.status = 200;
  else setStream(ctx, text.slice(start, Math.min(end, units)), null);
}

async function sendContentText({ ctx }: TextRequest, source: ReadySource, item: IndexedItem): Promise<void> {
  if (item.content === null) throw noPart('content', source, item);
  const bytes = await openPart('content', item.content, source, item);
  try {
    const text = await textOfContent(bytes, contentFacts(item));
    label(ctx, 'content');
    await sendStream(ctx, bytes, () => text, null);
    if (ctx.method === 'HEAD') text.destroy();
  } catch (fault) {
    await bytes.close();
    throw withReason(fault, `The content of item ${item.id} in source ${JSON.stringify(source.id)} gives no text`);
  }
}

async function sendOtherText(
  { ctx }: TextRequest,
  from: 'ocr' | 'transcription',
  source: ReadySource,
  item: IndexedItem,
): Promise<void> {
  const value = (name: string): string | undefined => propertyValue(item, name);
  const bytes = await source.caseReader.openText?.(from, value).catch((fault: unknown) => {
    throw withReason(fault, `${otherText(from, source, item)} cannot be read`);
  });
  if (bytes === undefined || bytes === null) throw noOtherText(from, source, item);
  label(ctx, from);
  await sendStream(ctx, bytes, () => repairedText(bytes), null);
}

function otherText(from: TextSource, source: ReadySource, item: IndexedItem): string {
  return `The text (${from}) of item ${item.id} in source ${JSON.stringify(source.id)}`;
}

function noOtherText(from: TextSource, source: ReadySource, item: IndexedItem): AppError {
  return new AppError('NOT_FOUND', `${otherText(from, source, item)} does not exist.`);
}

function label(ctx: TextRequest['ctx'], source: TextSource): void {
  guardEvidence(ctx);
  ctx.set('Content-Type', 'text/plain; charset=UTF-8');
  ctx.set('X-Text-Source', source);
}
