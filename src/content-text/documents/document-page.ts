/** Documents as pages. Their bytes determine the format, and the output is sanitized. */
import { Refusal } from '../../confined/confined-host.ts';
import { charsetOf, decodeWhole } from '../../decoders/charset.ts';
import { escaped } from '../escaped-text.ts';
import { safePage } from '../safe-page.ts';
import { bookPage } from './book-page.ts';
import { cardsPage } from './cards-page.ts';
import { isDatabase } from './databases/database-file.ts';
import { databasePage } from './databases/database-page.ts';
import { isPackage, packageFormat, refuseCompound } from './document-format.ts';
import { DocumentPackage } from './document-package.ts';
import { openDocumentPage } from './open-document-page.ts';
import { PageWriter, showsSomething } from './page-writer.ts';
import { isPlist, plistPage } from './plist-page.ts';
import { isRtf, rtfPage } from './rtf-page.ts';
import { sheetsPage } from './sheets-page.ts';
import { slidesPage } from './slides-page.ts';
import { wordPage } from './word-page.ts';

export interface DocumentPage {
  /** The sanitized inside of the body. */
  readonly html: string;
  /** Sentences about the page, not from the document. */
  readonly notices: readonly string[];
}

/** Throws Refusal with a reason that a client may see if there is no page. */
export async function documentPage(bytes: Buffer, charset: string | null, unitsMax: number): Promise<DocumentPage> {
  if (bytes.length === 0) throw new Refusal('is empty');
  const page = new PageWriter();
  const html = await pageOf(bytes, charset, page, unitsMax);
  if (!showsSomething(html)) throw new Refusal('has no text and no picture that can be shown');
  return { html, notices: page.notices };
}

async function pageOf(bytes: Buffer, charset: string | null, page: PageWriter, unitsMax: number): Promise<string> {
  let pictures = async (_: string): Promise<string> => '';
  if (isPackage(bytes)) {
    const parts = await DocumentPackage.open(bytes);
    const format = await packageFormat(parts);
    if (format.kind === 'book') return bookPage(parts, page);
    if (parts.has('word/vbaProject.bin') || parts.has('xl/vbaProject.bin') || parts.has('ppt/vbaProject.bin')) {
      page.notice('The document has macros. They are not run.');
    }
    if (format.kind === 'word') await wordPage(parts, format.main, page);
    else if (format.kind === 'slides') await slidesPage(parts, format.main, page);
    else if (format.kind === 'sheets') await sheetsPage(parts, page);
    else await openDocumentPage(parts, page);
    pictures = (name) => parts.picture(name);
  } else if (isDatabase(bytes)) databasePage(bytes, page);
  else if (isRtf(bytes)) pictures = rtfPage(bytes, page);
  else {
    refuseCompound(bytes);
    const start = bytes.subarray(0, 64 * 1024);
    if (isPlist(start)) await plistPage(bytes, page);
    else {
      const encoding = charsetOf(start, charset) ?? charsetOf(start, null)!;
      pictures = cardsPage(decodeWhole(bytes, encoding).replace(/^\ufeff/, ''), page);
    }
  }
  return safePage(await page.finish(pictures), unitsMax);
}

const NOTICE = 'margin:0 0 4px;color:#6b4a00;background-color:#fff8e1;font:13px sans-serif;padding:4px 8px';

/** Returns notices as HTML above the page. They are not sanitized, because only this program writes them. */
export function noticesAbove(notices: readonly string[]): string {
  return notices.map((notice) => `<p role="note" style="${NOTICE}">${escaped(notice)}</p>\n`).join('');
}
