/** Which file is the load file of a case, which kind it is, and where the files that it names lie. Looks only at names. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { CaseLocation } from '../case-format.ts';
import { shown } from '../files/safe-path.ts';
import { folded } from './case-paths.ts';

export type LoadFileKind = 'delimited' | 'tabs' | 'edrm' | 'images';

export interface FoundFiles {
  /** The real path of the folder below which all files of the case lie. */
  readonly root: string;
  /** Where the load file lies below it: empty, or with a slash at its end. */
  readonly folder: string;
  /** The load file, and the list of page images that goes with it, below the root. */
  readonly file: string;
  readonly images: string | null;
  readonly kind: LoadFileKind;
}

const KINDS: Readonly<Record<string, LoadFileKind>> = {
  '.dat': 'delimited',
  '.csv': 'delimited',
  '.tsv': 'tabs',
  '.xml': 'edrm',
  '.opt': 'images',
};
/** Only if the path of the file is given: any text may be called so. */
const GIVEN_KINDS: Readonly<Record<string, LoadFileKind>> = { ...KINDS, '.txt': 'delimited', '.tab': 'tabs' };

/** Folders of a volume in which load files lie, and those that lie beside them: the volume is the case then. */
const DATA_FOLDERS: ReadonlySet<string> = new Set(['data', 'loadfile', 'loadfiles', 'load files', 'load']);
const FILE_FOLDERS: ReadonlySet<string> = new Set([
  ...['text', 'texts', 'fulltext', 'ocr', 'native', 'natives', 'native files', 'image', 'images', 'img', 'tiff', 'pdf'],
]);

/** The load file, or what is lacking, in words for people. `chosen` is the name that a mapping gives. */
export async function findLoadFile(
  { realPath, isFile }: Pick<CaseLocation, 'realPath' | 'isFile'>,
  chosen: string | null = null,
): Promise<FoundFiles | string> {
  if (isFile) return fromFile(realPath);
  const names = await listNames(realPath);
  if (chosen !== null) {
    const kind = GIVEN_KINDS[extname(chosen).toLowerCase()];
    if (kind === undefined) return `${shown(chosen)} is not called like a load file`;
    if (names.includes(chosen)) return placed(realPath, chosen, names);
    return { root: realPath, folder: '', file: chosen, images: imagesOf(chosen, names, kind), kind };
  }
  const here = only(names);
  if (here !== null) return typeof here === 'string' ? here : placed(realPath, here.name, names);
  for (const name of names.filter((folder) => DATA_FOLDERS.has(folded(folder))).sort()) {
    const inside = await listNames(join(realPath, name));
    const there = only(inside);
    if (there !== null)
      return typeof there === 'string' ? `${name}: ${there}` : within(realPath, `${name}/`, there.name, inside);
  }
  return `no load file (${Object.keys(KINDS).join(', ')}) lies in it`;
}

async function fromFile(realPath: string): Promise<FoundFiles | string> {
  const name = basename(realPath);
  if (GIVEN_KINDS[extname(name).toLowerCase()] === undefined) {
    return `the file is not called like a load file (${Object.keys(GIVEN_KINDS).join(', ')})`;
  }
  const folder = dirname(realPath);
  return placed(folder, name, await listNames(folder));
}

/** A load file in its folder: the case is that folder, or the volume that it is a part of, whichever of them was given. */
async function placed(folder: string, name: string, names: readonly string[]): Promise<FoundFiles> {
  const volume = dirname(folder);
  if (!DATA_FOLDERS.has(folded(basename(folder))) || !(await isVolume(volume))) return within(folder, '', name, names);
  return within(volume, `${basename(folder)}/`, name, names);
}

/** `/data/x.csv` must not make a case of everything: a volume has folders of files, and is not the root of the machine. */
async function isVolume(folder: string): Promise<boolean> {
  if (dirname(folder) === folder) return false;
  return (await listNames(folder)).some((name) => FILE_FOLDERS.has(folded(name)));
}

function within(root: string, folder: string, name: string, names: readonly string[]): FoundFiles {
  const kind = GIVEN_KINDS[extname(name).toLowerCase()]!;
  const images = imagesOf(name, names, kind);
  return { root, folder, file: `${folder}${name}`, images: images === null ? null : `${folder}${images}`, kind };
}

/** The one load file of a folder, null for none, or words for several. A list of images counts only if there is no other. */
function only(names: readonly string[]): { readonly name: string } | string | null {
  const all = names.filter((name) => KINDS[extname(name).toLowerCase()] !== undefined).sort();
  const tables = all.filter((name) => KINDS[extname(name).toLowerCase()] !== 'images');
  const candidates = tables.length > 0 ? tables : all;
  const [name] = candidates;
  if (name === undefined) return null;
  if (candidates.length === 1) return { name };
  const few = candidates.slice(0, 3).map(shown).join(', ');
  return `${candidates.length} load files lie in it (${few}${candidates.length > 3 ? ', …' : ''}); give the path of one of them`;
}

/** The list of images of the same name, or the only one. */
function imagesOf(name: string, names: readonly string[], kind: LoadFileKind): string | null {
  if (kind !== 'delimited' && kind !== 'tabs') return null;
  const lists = names.filter((other) => extname(other).toLowerCase() === '.opt');
  const stem = folded(basename(name, extname(name)));
  return (
    lists.find((other) => folded(basename(other, extname(other))) === stem) ?? (lists.length === 1 ? lists[0]! : null)
  );
}

async function listNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
