/** Reads template folders, and writes a default one. */
import { realpathSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { LOGO_BYTES_MAX, TEMPLATE_BYTES_MAX, TEMPLATES_MAX } from '../limits.ts';
import { parseTemplate, type ReportLanguage, type Template, templateText, usualTemplate } from './template.ts';

const TEMPLATE_FILE = 'template.json';

/** Formats that a browser displays and cannot execute. */
const LOGO_FORMATS: readonly (readonly [ending: string, begin: RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
];

/** Throws AppError USAGE with the file and its error. */
export function readTemplate(dir: string): Template {
  const file = join(dir, TEMPLATE_FILE);
  const text = read(dir, TEMPLATE_FILE, TEMPLATE_BYTES_MAX).toString('utf8');
  try {
    const { logo, logoDescription = '', ...template } = parseTemplate(text);
    return { ...template, logo: logo === undefined ? null : readLogo(dir, logo, logoDescription) };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.code !== 'INVALID_REQUEST') throw fault;
    throw new AppError('USAGE', `The template ${file}: ${fault.message}.`, { cause: fault });
  }
}

/** Returns the default templates, and one for each folder in `dir`, by name. Throws AppError USAGE. */
export async function readTemplates(dir: string | undefined): Promise<ReadonlyMap<string, Template>> {
  const templates = new Map<string, Template>([
    ['en', usualTemplate('en')],
    ['pt', usualTemplate('pt')],
  ]);
  if (dir === undefined) return templates;
  const entries = await readdir(dir, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('USAGE', `The folder of templates ${dir} cannot be read (${cause.code ?? cause.message}).`, {
      cause,
    });
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  if (names.length > TEMPLATES_MAX) {
    throw new AppError('USAGE', `The folder of templates ${dir} has more than ${TEMPLATES_MAX} folders.`);
  }
  for (const name of names.sort()) templates.set(name, readTemplate(join(dir, name)));
  return templates;
}

/** Writes `template.json` with all words into `dir`. Throws AppError USAGE if the file exists. */
export async function writeTemplate(dir: string, language: ReportLanguage): Promise<string> {
  const file = join(dir, TEMPLATE_FILE);
  try {
    await mkdir(dir, { recursive: true });
    await writeFile(file, templateText(language), { flag: 'wx' });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const finding = code === 'EEXIST' ? 'already exists' : `cannot be written (${code ?? message})`;
    throw new AppError('USAGE', `The template ${file} ${finding}.`, { cause });
  }
  return file;
}

function readLogo(dir: string, name: string, description: string): NonNullable<Template['logo']> {
  const file = join(dir, name);
  const bytes = read(dir, name, LOGO_BYTES_MAX);
  const start = bytes.subarray(0, 16).toString('latin1');
  const ending = LOGO_FORMATS.find(([, begin]) => begin.test(start))?.[0];
  if (ending === undefined) throw new AppError('USAGE', `The logo ${file} is not a PNG, JPEG, GIF or WebP.`);
  return { fileName: `logo.${ending}`, bytes, description };
}

/** A symbolic link may only lead to another file of the folder. */
function read(dir: string, name: string, bytesMax: number): Buffer {
  const file = join(dir, name);
  try {
    const real = realpathSync(file);
    if (!real.startsWith(`${realpathSync(dir)}${sep}`)) throw Object.assign(new Error('leads out'), { code: 'ELOOP' });
    return readRegularFile(real, bytesMax);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const finding =
      code === 'EFBIG'
        ? `has more than ${bytesMax} bytes`
        : code === 'ELOOP'
          ? 'is a link that leads out of its folder'
          : `cannot be read (${code ?? 'unknown'})`;
    throw new AppError('USAGE', `The file ${file} ${finding}.`, { cause });
  }
}
