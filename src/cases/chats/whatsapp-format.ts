/** Exported WhatsApp chats as a case format; docs/chats.md describes the rules. */
import { basename, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { Bundle } from '../bundles/bundle.ts';
import { openBundle } from '../bundles/bundle.ts';
import type { BundleFile } from '../bundles/bundle-source.ts';
import { peekNames } from '../bundles/peek-names.ts';
import type { CaseFormat, CaseLocation } from '../case-format.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { ChatCase } from './chat-case.ts';
import { DATE_ORDERS, type DateOrder } from './date-order.ts';
import { CHATS_MAX } from './limits.ts';
import { type ChatFile, WhatsAppReading } from './whatsapp-reading.ts';

/** Raised when part references change, or the rules by which messages become items. Indexes are then built again. */
const VERSION = 3;
const NONE = 'no WhatsApp chat (_chat.txt, WhatsApp Chat with ….txt) is in it';

export const whatsAppFormat: CaseFormat = {
  name: 'whatsapp',
  version: VERSION,
  givesWay: true,
  takesMapping: true,

  async detect(location) {
    const names = await peekNames(location);
    if (typeof names === 'string') return `WhatsApp chat: ${names}`;
    if (names !== null) return names.some(isChat) ? null : NONE;
    return isChat(basename(location.realPath)) ? null : 'the file is not named like a WhatsApp chat';
  },

  /** Folders that contain the files of a load file may also contain a chat. */
  async isUnsure(location) {
    const names = await peekNames(location);
    return Array.isArray(names) && !withoutFolderAround(names).some((name) => !name.includes('/') && isChat(name));
  },

  async open(location) {
    const given = orderOf(location);
    const bundle = await openBundle(location).catch((error: unknown) => {
      throw error instanceof AppError ? unreadableCase(location.path, error.message) : error;
    });
    const isText = location.isFile && extname(location.realPath).toLowerCase() !== '.zip';
    const own = basename(location.realPath);
    const chats = bundle.files.filter(({ name }) => (isText ? name === own : isChat(name)));
    if (chats.length === 0 || chats.length > CHATS_MAX) {
      await bundle.close();
      throw unreadableCase(location.path, chats.length === 0 ? NONE : `it has more than ${CHATS_MAX} chats`);
    }
    const reading = new WhatsAppReading(
      bundle,
      chats.map((file) => chatOf(file, location)),
      given,
      !isText,
    );
    return new ChatCase(location, whatsAppFormat, bundle, reading, (): Promise<Bundle> => openBundle(location));
  },
};

/** Removes the folder that contains all files from their names. */
function withoutFolderAround(names: readonly string[]): readonly string[] {
  const folder = names[0]?.slice(0, names[0].indexOf('/') + 1) ?? '';
  return names.every((name) => name.startsWith(folder)) ? names.map((name) => name.slice(folder.length)) : names;
}

function isChat(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1);
  return file === '_chat.txt' || (/whatsapp/i.test(file) && /\.txt$/i.test(file));
}

/** `WhatsApp Chat with Ada.txt`, or the folder or archive of `_chat.txt`. */
function chatOf(file: BundleFile, { realPath, isFile }: CaseLocation): ChatFile {
  const parts = file.name.split('/');
  const own = parts.at(-1)!;
  const isNamed = own !== '_chat.txt';
  const isArchive = isFile && /\.zip$/i.test(realPath);
  const around = parts.at(-2) ?? basename(isFile && !isArchive ? realPath.slice(0, -own.length - 1) : realPath);
  const title = (isNamed ? own : around)
    .replace(/\.(?:txt|zip)$/i, '')
    .replace(/^.*whatsapp[ -]*(?:chat)?[ -]*(?:with|mit|con|com|avec|met|-)? */i, '')
    .trim();
  return { file, title: title === '' ? own : title };
}

/** Throws AppError CASE_UNREADABLE if the mapping is not valid for a chat. */
function orderOf({ options: { mapping }, path }: CaseLocation): DateOrder | null {
  if (mapping === undefined) return null;
  if (typeof mapping !== 'object' || mapping === null) throw unreadableCase(path, 'mapping: it is not an object');
  const { dates, ...others } = mapping as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw unreadableCase(path, `mapping: a WhatsApp chat supports only "dates", not ${JSON.stringify(other)}`);
  if (dates === undefined) return null;
  const order = DATE_ORDERS.find((one) => one === dates);
  if (order !== undefined) return order;
  throw unreadableCase(path, 'mapping: dates must be "day first", "month first" or "year first"');
}
