/** Opens a case with the one of several formats that recognizes it. open-case.ts knows all of them. */
import { realpath, stat } from 'node:fs/promises';
import type { CaseFormat, CaseLocation, CaseOptions } from './case-format.ts';
import type { CaseReader } from './case-reader.ts';
import { requireBelowRoots } from './case-roots.ts';
import { unreadableCase } from './unreadable-case.ts';

/**
 * Runs the detection of every format. Throws AppError CASE_UNREADABLE, naming the fault, if none or more than one recognizes
 * the case, or if that format cannot open it.
 */
export async function openCaseAs(
  path: string,
  formats: readonly CaseFormat[],
  options: CaseOptions = {},
): Promise<CaseReader> {
  const location = { path, ...(await locate(path)), options };
  if (options.roots !== undefined) await requireBelowRoots(path, location.realPath, options.roots);
  const { fitting, lacking } = await detectFormats(location, formats);
  const [format, ...others] = fitting;
  if (format === undefined) throw unreadableCase(path, lacking.join('; '));
  if (others.length > 0) {
    const names = fitting.map(({ name }) => name).join(', ');
    throw unreadableCase(
      path,
      `it is a case of several formats (${names}); keep each of them in a directory of its own`,
    );
  }
  if (options.mapping !== undefined && format.takesMapping !== true)
    throw unreadableCase(path, `mapping: a case of the format ${format.name} does not use one; remove it`);
  return format.open(location);
}

async function detectFormats(
  location: CaseLocation,
  formats: readonly CaseFormat[],
): Promise<{ fitting: readonly CaseFormat[]; lacking: readonly string[] }> {
  const fitting: CaseFormat[] = [];
  const lacking: string[] = [];
  const ordered = [...formats].sort((a, b) => Number(a.givesWay === true) - Number(b.givesWay === true));
  for (const format of ordered) {
    const mayGiveWay = format.givesWay === true;
    // Only then asks the others, which may have to read many names.
    if (mayGiveWay && fitting.some(({ givesWay }) => givesWay !== true)) break;
    const lack = await format.detect(location);
    if (lack !== null) lacking.push(lack);
    else if (mayGiveWay && (await format.isUnsure?.(location)) !== true) return { fitting: [format], lacking };
    else fitting.push(format);
  }
  return { fitting, lacking };
}

async function locate(path: string): Promise<Pick<CaseLocation, 'realPath' | 'isFile'>> {
  let realPath: string;
  try {
    realPath = await realpath(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw unreadableCase(
      path,
      code === 'ENOENT' ? 'no such file or directory' : `cannot be read (${code ?? 'invalid path'})`,
    );
  }
  const stats = await stat(realPath);
  if (!stats.isDirectory() && !stats.isFile()) throw unreadableCase(path, 'neither a directory nor a file');
  return { realPath, isFile: stats.isFile() };
}
