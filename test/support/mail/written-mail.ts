/** Mails for tests, and the resulting items. */
import { type ReadFiles, readFiles } from '../read-files.ts';

export const readMbox = (text: string | Uint8Array): Promise<ReadFiles> => readFiles({ 'x.mbox': text }, 'x.mbox');
export const readEml = (text: string | Uint8Array): Promise<ReadFiles> => readFiles({ 'x.eml': text }, 'x.eml');

export function multipart(boundary: string, parts: readonly string[], type = 'mixed'): string {
  const inside = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  return `Content-Type: multipart/${type}; boundary="${boundary}"\n\n${inside}--${boundary}--\n`;
}
