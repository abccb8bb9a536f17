/** Certificates and lists of references in files. */
import { readFile } from 'node:fs/promises';
import { type Certificate, parseCertificate } from '../../certificates/certificate.ts';
import { type ParsedSection, parseReferences } from '../../certificates/reference-list.ts';
import { AppError } from '../../shared/errors.ts';

/** Throws AppError NOT_FOUND, USAGE. */
export async function readCertificate(file: string): Promise<Certificate> {
  return parsed(`certificate ${file}`, await readTextFile(file), parseCertificate);
}

/** Returns the items of the query, then those of bookmarks. Throws AppError NOT_FOUND, USAGE. */
export async function readReferenceFile(file: string): Promise<readonly ParsedSection[]> {
  return parsed(`list ${file}`, await readTextFile(file), parseReferences);
}

function parsed<T>(what: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (cause) {
    throw new AppError('USAGE', `The ${what} ${(cause as Error).message}.`, { cause });
  }
}

/** Throws AppError NOT_FOUND, USAGE. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new AppError('NOT_FOUND', `There is no file ${file}.`, { cause });
    throw new AppError('USAGE', `The file ${file} cannot be read (${code ?? 'it is not UTF-8'}).`, { cause });
  }
}
