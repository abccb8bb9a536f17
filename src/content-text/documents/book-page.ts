/** An electronic book (EPUB) as a page: its chapters in the order of the spine, each sanitized, with the pictures of the book. */
import { posix } from 'node:path';
import { Refusal } from '../../confined/confined-host.ts';
import { decodeWhole } from '../../decoders/charset.ts';
import { AppError } from '../../shared/errors.ts';
import { safePage } from '../safe-page.ts';
import type { DocumentPackage } from './document-package.ts';
import {
  CHAPTERS_SHOWN,
  PAGE_UNITS_MAX,
  PICTURE_BYTES_MAX,
  PICTURES_BYTES_MAX,
  SIDE_PART_BYTES_MAX,
} from './limits.ts';
import { type PageWriter, showsSomething } from './page-writer.ts';
import { pictureAddress } from './picture-element.ts';

/** Returns the inside of the body, already sanitized. Notices go to `page`. */
export async function bookPage(parts: DocumentPackage, page: PageWriter): Promise<string> {
  let main: string | null = null;
  await parts.readInto(page, 'META-INF/container.xml', {
    open(name, attributes) {
      if (name === 'rootfile') main ??= attributes.get('full-path') ?? null;
    },
  });
  if (main === null) throw new Refusal('is a book that does not say where its contents are');
  const chapters = await chaptersOf(parts, main, page);
  if (chapters.length > CHAPTERS_SHOWN) {
    page.notice(`Only the first ${CHAPTERS_SHOWN} of ${chapters.length} chapters are shown.`);
  }
  if (parts.has('META-INF/encryption.xml')) {
    page.notice('Parts of this book are encrypted: chapters may be missing, or their text may be unreadable.');
  }
  const shown: string[] = [];
  let units = 0;
  let pictureBytes = 0;
  for (const chapter of chapters.slice(0, CHAPTERS_SHOWN)) {
    const html = await chapterOf(parts, chapter, page);
    const pictures = new Map<string, string>();
    for (const source of pictureSources(html)) {
      const part = partAt(chapter, source);
      const size = part === null ? 0 : parts.parts.bytesOf(part);
      if (part === null || size === 0 || size > PICTURE_BYTES_MAX || pictureBytes + size > PICTURES_BYTES_MAX) continue;
      const address = await parts.bytes(part, PICTURE_BYTES_MAX).then(pictureAddress, () => null);
      if (address === null) continue;
      pictureBytes += size;
      pictures.set(source, address);
    }
    const safe = safePage(html, PAGE_UNITS_MAX, (source) => pictures.get(source) ?? null);
    units += html.length;
    shown.push(safe);
    if (units > PAGE_UNITS_MAX) {
      page.notice(`Only the first ${shown.length} of ${chapters.length} chapters are shown.`);
      break;
    }
  }
  const body = shown.join('\n<hr>\n');
  if (!showsSomething(body)) throw new Refusal('is a book without a chapter that can be shown');
  return body;
}

async function chapterOf(parts: DocumentPackage, part: string, page: PageWriter): Promise<string> {
  try {
    return decodeWhole(await parts.bytes(part, SIDE_PART_BYTES_MAX), 'utf-8');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    page.notice(`The book is damaged: ${error.message}.`);
    return '';
  }
}

async function chaptersOf(parts: DocumentPackage, main: string, page: PageWriter): Promise<readonly string[]> {
  const items = new Map<string, string>();
  const spine: string[] = [];
  await parts.readInto(page, main, {
    open(name, attributes) {
      const type = attributes.get('media-type') ?? '';
      if (name === 'item' && /html|dtbook/.test(type))
        items.set(attributes.get('id') ?? '', attributes.get('href') ?? '');
      else if (name === 'itemref') spine.push(attributes.get('idref') ?? '');
    },
  });
  return spine.map((id) => partAt(main, items.get(id) ?? '')).filter((part) => part !== null);
}

/** Returns null for a URL outside the book. */
function partAt(from: string, address: string): string | null {
  if (address === '' || /^[a-z][a-z\d+.-]*:|^\//i.test(address)) return null;
  const path = address.split('#', 1)[0]!;
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // The name itself has a literal percent sign.
  }
  const joined = posix.join(posix.dirname(from), decoded);
  return joined.startsWith('..') ? null : joined;
}

const PICTURES_OF_CHAPTER_MAX = 500;

function pictureSources(html: string): readonly string[] {
  const found = new Set<string>();
  for (const [, , source] of html.matchAll(/<img\b[^>]{0,2000}?\bsrc\s*=\s*(["'])([^"'<>]{1,1000})\1/gi)) {
    if (found.size >= PICTURES_OF_CHAPTER_MAX) break;
    found.add(source!);
  }
  return [...found];
}
