/** Detects the format of a document by its bytes, because records give only file names, or no type at all. */
import { Refusal } from '../../confined/confined-host.ts';
import type { DocumentPackage } from './document-package.ts';

export const COMPOUND_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP_MAGIC = Buffer.from('504b', 'hex');

export type PackageFormat =
  | { readonly kind: 'word' | 'slides'; readonly main: string }
  | { readonly kind: 'sheets' | 'openDocument' | 'book' };

export function isPackage(bytes: Buffer): boolean {
  return bytes.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC);
}

/** Throws Refusal, naming the kind of the file. */
export function refuseCompound(bytes: Buffer): void {
  if (!bytes.subarray(0, COMPOUND_MAGIC.length).equals(COMPOUND_MAGIC)) return;
  // Names in the list of streams are UTF-16.
  const has = (name: string): boolean => bytes.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) throw new Refusal('is encrypted with a password');
  throw new Refusal('is a document of Office 97 to 2003, which cannot be shown as a page; its text can be read');
}

/** Throws Refusal if the format has no page. */
export async function packageFormat(parts: DocumentPackage): Promise<PackageFormat> {
  if (parts.has('mimetype') || parts.has('content.xml')) {
    const type = parts.has('mimetype') ? (await parts.bytes('mimetype', 4096)).toString('latin1').trim() : '';
    if (type === 'application/epub+zip') return { kind: 'book' };
    if (parts.has('content.xml')) return { kind: 'openDocument' };
  }
  if (parts.has('META-INF/container.xml') && !parts.has('[Content_Types].xml')) return { kind: 'book' };
  const main = await parts.partOf('', 'officeDocument');
  if (main === null || !parts.has(main))
    throw new Refusal('is an archive without a document that can be shown as a page');
  if (main.endsWith('.bin'))
    throw new Refusal('is a binary workbook (XLSB), which cannot be shown as a page; its text can be read');
  const root = await parts.rootOf(main);
  if (root === 'document') return { kind: 'word', main };
  if (root === 'presentation') return { kind: 'slides', main };
  if (root === 'workbook') return { kind: 'sheets' };
  throw new Refusal('is a document of a kind that cannot be shown as a page');
}
