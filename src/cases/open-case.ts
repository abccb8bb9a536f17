/** Opens a case of any format. A new format gets its line here. */
import { realpath, stat } from 'node:fs/promises';
import type { CaseFormat, CaseLocation } from './case-format.ts';
import type { CaseReader } from './case-reader.ts';
import { portableFormat } from './portable/portable-format.ts';
import { unreadable } from './unreadable-case.ts';

/** The formats that this program reads. */
export const CASE_FORMATS: readonly CaseFormat[] = [portableFormat];

/**
 * Asks every format whether the directory is a case of it. Throws AppError CASE_UNREADABLE, naming the fault, if
 * none or more than one recognises it, or if that one cannot open it.
 */
export async function openCase(path: string, formats: readonly CaseFormat[] = CASE_FORMATS): Promise<CaseReader> {
  const location = { path, realPath: await realDirectory(path) };
  const { fitting, lacking } = await detectFormats(location, formats);
  const [format, ...others] = fitting;
  if (format === undefined) throw unreadable(path, lacking.join('; '));
  if (others.length > 0) {
    const names = fitting.map(({ name }) => name).join(', ');
    throw unreadable(path, `it is a case of several formats (${names}); keep each of them in a directory of its own`);
  }
  return format.open(location);
}

async function detectFormats(
  location: CaseLocation,
  formats: readonly CaseFormat[],
): Promise<{ fitting: readonly CaseFormat[]; lacking: readonly string[] }> {
  const fitting: CaseFormat[] = [];
  const lacking: string[] = [];
  for (const format of formats) {
    const lack = await format.detect(location);
    if (lack === null) fitting.push(format);
    else lacking.push(lack);
  }
  return { fitting, lacking };
}

async function realDirectory(path: string): Promise<string> {
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw unreadable(path, code === 'ENOENT' ? 'no such directory' : `cannot be read (${code ?? 'invalid path'})`);
  }
  if (!(await stat(real)).isDirectory()) throw unreadable(path, 'not a directory');
  return real;
}
