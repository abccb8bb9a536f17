/** Decodes the parts of a mail when it becomes items: the length of each, and its text. */
import { charsetOf, decodeWhole } from '../../decoders/charset.ts';
import { charsetOfPage, pageText } from '../../decoders/page-text.ts';
import type { FileWindow } from './file-window.ts';
import { firstField } from './header-fields.ts';
import { READ_BYTES, TEXT_BYTES_MAX, TEXT_UNITS_MAX } from './limits.ts';
import type { MimePart } from './mime-structure.ts';
import { type TransferEncoding, transferDecoder, transferEncodingOf } from './transfer-decoder.ts';

export interface DecodedPart {
  readonly encoding: TransferEncoding;
  /** Bytes when decoded. */
  readonly bytes: number;
  /** Null if it is not text. */
  readonly text: string | null;
  /** Descriptions of losses, to be appended to the name of the part. */
  readonly faults: readonly string[];
}

/** Number of first bytes of a page that are searched for its encoding. */
const SAMPLE_BYTES = 64 * 1024;

export type TextKind = 'plain' | 'html' | null;

export async function decodePart(window: FileWindow, part: MimePart, kind: TextKind): Promise<DecodedPart> {
  const faults: string[] = [];
  const named = firstField(part.fields, 'content-transfer-encoding');
  const known = transferEncodingOf(named);
  if (known === null)
    faults.push(`has the transfer encoding ${JSON.stringify(named!.slice(0, 40))}, which cannot be decoded`);
  const encoding = known ?? 'identity';
  const decoder = transferDecoder(encoding);
  const kept: Buffer[] = [];
  let bytes = 0;
  let keptBytes = 0;
  const keep = (piece: Buffer): void => {
    bytes += piece.length;
    const room = kind === null ? 0 : TEXT_BYTES_MAX - keptBytes;
    if (room <= 0) return;
    const head = piece.length > room ? piece.subarray(0, room) : piece;
    // This keeps a large buffer in memory, of which the piece is a view, but only briefly.
    kept.push(head);
    keptBytes += head.length;
  };
  if (kind === null && encoding === 'identity') bytes = part.bodyEnd - part.bodyStart;
  else {
    for (let start = part.bodyStart; start < part.bodyEnd; start += READ_BYTES) {
      const piece = await window.read(start, Math.min(start + READ_BYTES, part.bodyEnd));
      keep(decoder.write(piece));
    }
    keep(decoder.end());
  }
  const fault = decoder.fault();
  if (fault !== null) faults.push(fault);
  if (kind === null) return { encoding, bytes, text: null, faults };
  if (bytes > keptBytes) faults.push(`has ${bytes} bytes: text of the first ${keptBytes} is searched`);
  const text = textOf(Buffer.concat(kept, keptBytes), part, kind, bytes > keptBytes, faults);
  return { encoding, bytes, text, faults };
}

function textOf(bytes: Buffer, part: MimePart, kind: 'plain' | 'html', isCut: boolean, faults: string[]): string {
  const named = part.type.params.get('charset')?.trim() ?? '';
  // Programs write these values if they do not know the charset.
  const declared = /^(?:|us-ascii|ascii|unknown-8bit|x-unknown|default)$/i.test(named) ? null : named;
  const page = kind === 'html' && declared === null ? charsetOfPage(bytes.toString('latin1', 0, SAMPLE_BYTES)) : null;
  let charset = charsetOf(bytes, page === null ? declared : (charsetOf(bytes, page) ?? declared));
  if (charset === null) {
    charset = charsetOf(bytes, null) ?? 'windows-1252';
    faults.push(`is encoded in ${JSON.stringify(named.slice(0, 40))}, which is not decoded: read as ${charset}`);
  }
  const text = decodeWhole(bytes, charset);
  if (charset === 'utf-8' || /^utf-?8$/i.test(charset)) {
    const mark = Buffer.from('\ufffd');
    if (!isCut && text.includes('\ufffd') && !bytes.includes(mark)) faults.push('has bytes that are not UTF-8');
  }
  return kind === 'html' ? pageText(text, TEXT_UNITS_MAX) : text;
}
