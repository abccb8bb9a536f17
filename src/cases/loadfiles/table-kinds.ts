/**
 * Lists the kinds of load files. A new kind gets its line here. If files of several kinds differ only in their extension, the
 * first kind counts.
 */
import { lavaKind } from './lava/lava-kind.ts';
import { mappingFile } from './mapping.ts';
import { DelimitedRows } from './rows/delimited-rows.ts';
import { DiiRows } from './rows/dii-rows.ts';
import { ImageRows } from './rows/image-rows.ts';
import { JsonTableRows } from './rows/json-rows.ts';
import { beginsAsJsonTable } from './rows/json-shape.ts';
import type { TableKind } from './table-kind.ts';
import { workbookKind } from './workbook/workbook-kind.ts';
import { beginsAsXmlTable, xmlRows } from './xml/xml-rows.ts';

const delimited: TableKind = {
  name: 'delimited',
  endings: ['.csv'],
  givenEndings: ['.txt'],
  isInFolders: true,
  newRows: (open, mapping) => new DelimitedRows(open, false, mapping),
};

const tabs: TableKind = {
  name: 'tabs',
  endings: ['.tsv'],
  givenEndings: ['.tab'],
  isInFolders: true,
  newRows: (open, mapping) => new DelimitedRows(open, true, mapping),
};

/** Windows also uses this suffix for its registry. */
const concordance: TableKind = {
  name: 'concordance',
  endings: ['.dat'],
  isInFolders: false,
  isTable: isText,
  newRows: (open, mapping) => new DelimitedRows(open, false, mapping),
};

const edrm: TableKind = {
  name: 'edrm',
  endings: ['.xml'],
  isInFolders: false,
  isTable: beginsAsXmlTable,
  newRows: xmlRows,
};

/** It precedes other files of its name, because tools write extracts of it in other formats. */
const report: TableKind = { ...edrm, name: 'report', endings: ['report.xml'] };

const images: TableKind = {
  name: 'images',
  endings: ['.opt', '.lfp'],
  isInFolders: false,
  isImageList: true,
  newRows: (open) => new ImageRows(open),
};

const summation: TableKind = {
  name: 'summation',
  endings: ['.dii'],
  isInFolders: false,
  isImageList: true,
  newRows: (open, mapping) => new DiiRows(open, mapping),
};

const jsonLines: TableKind = {
  name: 'json lines',
  endings: ['.jsonl', '.ndjson'],
  isInFolders: true,
  newRows: (open, mapping) => new JsonTableRows(open, mapping),
};

/** Settings and reports also use this suffix. */
const json: TableKind = {
  name: 'json',
  endings: ['.json'],
  isInFolders: true,
  isWeak: true,
  isTable: (head) =>
    beginsAsJsonTable(
      head
        .toString('utf8')
        .replaceAll('\0', '')
        .replace(/^[\ufeff\ufffd]+/, ''),
    ),
  newRows: (open, mapping) => new JsonTableRows(open, mapping),
};

export const TABLE_KINDS: readonly TableKind[] = [
  report,
  delimited,
  tabs,
  concordance,
  jsonLines,
  json,
  workbookKind,
  lavaKind,
  edrm,
  images,
  summation,
];

/** Returns the kind of a file of that name, or null. `isGiven`: the path of the file was given. */
export function kindOf(name: string, isGiven: boolean): TableKind | null {
  const folded = name.toLowerCase();
  if (folded === mappingFile || folded.endsWith(`/${mappingFile}`)) return null;
  let best: TableKind | null = null;
  let length = 0;
  for (const kind of TABLE_KINDS) {
    for (const ending of isGiven ? [...kind.endings, ...(kind.givenEndings ?? [])] : kind.endings) {
      if (ending.length > length && folded.endsWith(ending)) [best, length] = [kind, ending.length];
    }
  }
  return best;
}

/** Returns the name for a message. */
export function endingsOf(isGiven: boolean): string {
  const all = TABLE_KINDS.flatMap(({ endings, givenEndings = [] }) => [...endings, ...(isGiven ? givenEndings : [])]);
  return all.filter((ending) => ending.startsWith('.')).join(', ');
}

/** Text has no control characters except those of tables. In UTF-16 half of its bytes are NUL. */
function isText(head: Buffer): boolean {
  const plain = head.toString('latin1').replace(/^(?:\xff\xfe|\xfe\xff)/, '');
  const text =
    plain.length < head.length || /^(?:[^\0]\0){4}|^(?:\0[^\0]){4}/.test(plain) ? plain.replaceAll('\0', '') : plain;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return !/[\0-\x08\x0e-\x13\x15-\x19\x1b-\x1f]/.test(text);
}
