/** The texts of an item: the one that is searched, and others that a case has or that its content is. */
import { textOfContent } from '../../content-text/content-texts.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { contentFacts } from '../output/content-facts.ts';
import { guardEvidence, noPart, openPart, sendStream, setStream, withReason } from '../output/item-parts.ts';
import { propertyValue } from '../output/item-record.ts';
import { repairedText, storedText } from '../output/text-stream.ts';
import type { RouteRequest } from '../route.ts';
import { z } from '../schemas.ts';

export interface TextQuery {
  readonly from?: 'content' | 'ocr' | 'transcription' | undefined;
}

export const textQuery = z.strictObject({
  from: z
    .enum(['content', 'ocr', 'transcription'])
    .optional()
    .openapi({
      description:
        'Another text than the one that is searched: decoded from the content (plain text, HTML, XML, mail), read from a ' +
        'picture, or heard in a recording, where the case has that.',
    }),
});

export type TextSource = 'case' | 'index' | NonNullable<TextQuery['from']>;

type TextRequest = Pick<RouteRequest<unknown, TextQuery, unknown>, 'ctx' | 'query' | 'signal'>;

export async function sendText(
  request: TextRequest,
  source: ReadySource,
  item: IndexedItem,
  dependencies: Dependencies,
): Promise<void> {
  const { from } = request.query;
  if (from === undefined) await sendSearchedText(request, source, item, dependencies);
  else if (from === 'content') await sendContentText(request, source, item);
  else await sendOtherText(request, from, source, item);
}

async function sendSearchedText(
  { ctx, signal }: TextRequest,
  source: ReadySource,
  item: IndexedItem,
  dependencies: Dependencies,
): Promise<void> {
  if (item.text === null) throw noPart('text', source, item);
  const isSpelled = item.text === 'stored' && source.caseReader.analyzed?.spelling != null;
  label(ctx, isSpelled ? 'index' : 'case');
  if (item.text === 'stored') {
    const text = await dependencies.items.storedText(source, item.id, signal);
    ctx.length = text.bytes;
    if (ctx.method === 'HEAD') ctx.status = 200;
    else setStream(ctx, storedText(text.pieces), text.bytes);
    return;
  }
  const bytes = await openPart('text', item.text, source, item);
  await sendStream(ctx, bytes, () => repairedText(bytes), null);
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
  const where = `The text (${from}) of item ${item.id} in source ${JSON.stringify(source.id)}`;
  const value = (name: string): string | undefined => propertyValue(item, name);
  const bytes = await source.caseReader.openText?.(from, value).catch((fault: unknown) => {
    throw withReason(fault, `${where} cannot be read`);
  });
  if (bytes === undefined || bytes === null) throw new AppError('NOT_FOUND', `${where} does not exist.`);
  label(ctx, from);
  await sendStream(ctx, bytes, () => repairedText(bytes), null);
}

function label(ctx: TextRequest['ctx'], source: TextSource): void {
  guardEvidence(ctx);
  ctx.set('Content-Type', 'text/plain; charset=UTF-8');
  ctx.set('X-Text-Source', source);
}
