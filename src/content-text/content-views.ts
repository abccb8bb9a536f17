/** Views of texts, pages, mails and documents that a browser may safely show. */
import { Readable } from 'node:stream';
import type { ByteInput } from '../cases/case-reader.ts';
import type { ContentKind } from './content-kind.ts';
import { type ContentFacts, plainText } from './content-texts.ts';
import { decodeInProcess } from './decode-in-process.ts';
import type { AskedRows, DatabaseRows } from './documents/databases/database-rows.ts';

export interface ContentView {
  readonly mediaType: 'text/html' | 'text/plain' | 'application/json';
  /** In UTF-8. */
  readonly stream: Readable;
}

/** The caller closes `content` afterwards. Throws AppError NOT_FOUND with a reason that a client may see. */
export async function viewOfContent(
  kind: ContentKind,
  content: ByteInput,
  { charset }: ContentFacts,
): Promise<ContentView> {
  if (kind === 'plain') return { mediaType: 'text/plain', stream: await plainText(content, charset) };
  const view = await decodeInProcess(content, { kind: 'begin', as: kind, to: 'view', charset });
  if (kind === 'mail' || kind === 'outlook') return { mediaType: 'application/json', stream: Readable.from([view]) };
  return { mediaType: 'text/html', stream: Readable.from([PAGE_BEGIN, view, PAGE_END]) };
}

/**
 * Returns the inside of the body of a page that shows the content, with these texts marked. The decoding process limits its
 * size.
 */
export async function pageOfContent(
  kind: Exclude<ContentKind, 'plain'>,
  content: ByteInput,
  { charset }: ContentFacts,
  marks: readonly string[],
): Promise<string> {
  const page = await decodeInProcess(content, { kind: 'begin', as: kind, to: 'page', charset, marks });
  return page.toString('utf8');
}

/** Like `view`. `name` names the content. Shortly after one page of rows, the next page does not read the content again. */
export async function rowsOfContent(content: ByteInput, rows: AskedRows, name: string): Promise<DatabaseRows> {
  const asked = { kind: 'begin', as: 'document', to: 'rows', charset: null, rows, name } as const;
  const answer = await decodeInProcess(content, asked);
  return JSON.parse(answer.toString('utf8')) as DatabaseRows;
}

/** Returns a whole page around the sanitized inside of a body. `head` has elements that this program writes. */
export function framedPage(body: string, head = ''): string {
  const page = `${PAGE_BEGIN.toString()}${body}${PAGE_END.toString()}`;
  return head === '' ? page : page.replace('</head>', () => `${head}</head>`);
}

const PAGE_BEGIN = Buffer.from('<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n');
const PAGE_END = Buffer.from('\n</body></html>\n');
