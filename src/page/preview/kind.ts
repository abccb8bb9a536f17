/** Selects the viewer for an item by its type in the case. The server sanitizes the content. */
import { mediaTypeOf, type OpenItem, valuesOfItem } from '../state/item.ts';

export type Viewer = 'pdf' | 'picture' | 'mail' | 'database' | 'frame' | 'recording' | 'thumbnail' | 'text' | 'none';

/** Text types that the server renders as pages. */
const PAGES = /^text\/(html|xml|rtf|richtext|calendar|x-vcalendar|vcard|x-vcard|directory)$/;
/** Types that only describe the container format. */
const PACKING = /^application\/(zip|x-ole-storage|x-tika-msoffice)$/;
const MAIL = /^message\/|^application\/(vnd\.ms-outlook|x-mail)|rfc822/;

const DATABASE = /^application\/(vnd\.sqlite3|(x-)?sqlite3?)$/;

export function viewerOf(open: OpenItem): Viewer {
  const type = mediaTypeOf(open);
  const extension = (valuesOfItem(open, 'ext', 'type')[0] ?? '').toLowerCase();
  const isUntyped = type === '' || type === 'application/octet-stream';
  if (open.parts.includes('view')) {
    if (type === 'application/pdf' || (isUntyped && extension === 'pdf')) return 'pdf';
    if (MAIL.test(type) || ((isUntyped || PACKING.test(type)) && /^(eml|msg)$/.test(extension))) return 'mail';
    if (type.startsWith('image/')) return 'picture';
    if (DATABASE.test(type) || (isUntyped && /^sqlite3?$/.test(extension))) return 'database';
    // Text is read in slices, with its matches marked.
    if (/^text\//.test(type) && !PAGES.test(type) && open.parts.includes('text')) return 'text';
    return 'frame';
  }
  if (open.parts.includes('content') && /^(audio|video)\//.test(type)) return 'recording';
  if (open.parts.includes('thumb')) return 'thumbnail';
  return open.parts.includes('text') ? 'text' : 'none';
}
