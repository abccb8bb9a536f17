/** Writes small messages of Outlook. */
import { burn } from '@kenjiuno/msgreader/lib/Burner.js';

export interface OutlookMessage {
  readonly subject: string;
  readonly sender: string;
  /** Name and address of each recipient. */
  readonly recipients: readonly (readonly [name: string, address: string])[];
  readonly body?: string;
  readonly rtf?: string;
  readonly attachments: readonly { readonly name: string; readonly contentId?: string; readonly bytes: Uint8Array }[];
}

const DIRECTORY = 1;
const DOCUMENT = 2;
const ROOT = 5;
/** Stored uncompressed. */
const UNCOMPRESSED_RTF = 'MELA';

interface Written {
  name: string;
  type: number;
  length: number;
  binaryProvider?: () => Uint8Array;
  children?: number[];
}

export function outlookFile({ subject, sender, recipients, body, rtf, attachments }: OutlookMessage): Buffer {
  const entries: Written[] = [{ name: 'Root Entry', type: ROOT, length: 0, children: [] }];
  const add = (parent: number, entry: Written): number => {
    entries.push(entry);
    entries[parent]!.children!.push(entries.length - 1);
    return entries.length - 1;
  };
  // The library ignores the byte offset of an array in its buffer, so it gets a copy.
  const file = (parent: number, name: string, bytes: Uint8Array): number =>
    add(parent, { name, type: DOCUMENT, length: bytes.length, binaryProvider: () => Uint8Array.from(bytes) });
  const folder = (name: string): number => add(0, { name, type: DIRECTORY, length: 0, children: [] });
  const text = (parent: number, tag: string, value: string): number =>
    file(parent, `__substg1.0_${tag}001F`, Buffer.from(value, 'utf16le'));
  file(0, '__properties_version1.0', Buffer.alloc(32));
  text(0, '0037', subject);
  text(0, '0C1A', sender);
  if (body !== undefined) text(0, '1000', body);
  if (rtf !== undefined) file(0, '__substg1.0_10090102', compressed(rtf));
  for (const [n, [name, address]] of recipients.entries()) {
    const at = folder(`__recip_version1.0_#${String(n).padStart(8, '0')}`);
    file(at, '__properties_version1.0', Buffer.alloc(8));
    text(at, '3001', name);
    text(at, '39FE', address);
  }
  for (const [n, { name, contentId, bytes }] of attachments.entries()) {
    const at = folder(`__attach_version1.0_#${String(n).padStart(8, '0')}`);
    file(at, '__properties_version1.0', Buffer.alloc(8));
    text(at, '3707', name);
    if (contentId !== undefined) text(at, '3712', contentId);
    file(at, '__substg1.0_37010102', bytes);
  }
  return Buffer.from(burn(entries));
}

function compressed(rtf: string): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(rtf.length + 12, 0);
  head.writeUInt32LE(rtf.length, 4);
  head.write(UNCOMPRESSED_RTF, 8, 'latin1');
  return Buffer.concat([head, Buffer.from(rtf, 'latin1')]);
}
