/** The data that the cells of a workbook refer to: its sheets, its shared texts, and which of its numbers are dates. */
import { posix } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { SHARED_TEXT_UNITS_MAX, SHARED_TEXTS_MAX, SHEETS_MAX, VALUE_UNITS_MAX, XML_PART_BYTES_MAX } from '../limits.ts';
import { type CellNumberKind, kindOfBuiltIn, kindOfFormat } from './number-formats.ts';
import type { PackageParts } from './package-parts.ts';
import { readWholeXml, readXml } from './xml-part.ts';

export interface Sheet {
  readonly name: string;
  /** Name of its part. */
  readonly part: string;
  /** Hidden in the workbook, or very hidden. */
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Number of sheets over a limit. */
  readonly leftOut: number;
  readonly is1904: boolean;
  /** Indexed by cell style. */
  readonly kinds: readonly CellNumberKind[];
  /** The part of shared texts, or null. */
  readonly texts: string | null;
  /** Problems that concern all sheets. */
  readonly faults: readonly string[];
}

interface Relation {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** Throws AppError NOT_FOUND with a reason that a client may see. */
export async function readWorkbook(parts: PackageParts): Promise<Workbook> {
  const root = await relationsOf(parts, '');
  const part = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  if (!parts.has(part)) throw new AppError('NOT_FOUND', 'no workbook can be read: the archive contains none');
  const relations = await relationsOf(parts, part);
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readWholeXml(part, parts.read(part), XML_PART_BYTES_MAX, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (name !== 'sheet') return;
      const isHidden = /hidden/i.test(attributes.get('state') ?? '');
      found.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '', isHidden });
    },
  });
  const sheets: Sheet[] = [];
  const names = new Set<string>();
  for (const { name, id, isHidden } of found.slice(0, SHEETS_MAX)) {
    const relation = relations.get(id);
    // A chart may also be a sheet, but has no rows. A sheet that cannot be found is kept, and reports this when it is read.
    if (relation !== undefined && /\/(?:chart|dialog|macro)sheet$/i.test(relation.type)) continue;
    let own = name.replaceAll('/', '_') || 'sheet';
    for (let n = 2; names.has(own); n++) own = `${name} (${n})`;
    names.add(own);
    sheets.push({ name: own, part: relation?.target ?? `of the sheet ${own}`, isHidden });
  }
  const faults: string[] = [];
  const of = (type: string, loss: string): string | null => {
    const target = [...relations.values()].find((relation) => relation.type.endsWith(type))?.target ?? null;
    if (target === null || parts.has(target)) return target;
    faults.push(`part ${target} is missing: ${loss}`);
    return null;
  };
  const styles = of('/styles', 'dates are numbers');
  return {
    sheets,
    leftOut: Math.max(0, found.length - SHEETS_MAX),
    is1904,
    kinds: styles === null ? [] : await readKinds(parts, styles),
    texts: of('/sharedStrings', 'cells that refer to texts are empty'),
    faults,
  };
}

/** Returns the relations of a part by id, with the names of their target parts. */
export async function relationsOf(parts: PackageParts, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part);
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!parts.has(file)) return relations;
  await readWholeXml(file, parts.read(file), XML_PART_BYTES_MAX, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributes.get('Target') ?? '';
      const isExternal = attributes.get('TargetMode') === 'External';
      const path = isExternal
        ? target
        : posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join(folder, target));
      relations.set(attributes.get('Id') ?? '', { type: attributes.get('Type') ?? '', target: path, isExternal });
    },
  });
  return relations;
}

async function readKinds(parts: PackageParts, part: string): Promise<readonly CellNumberKind[]> {
  const formats = new Map<number, CellNumberKind>();
  const ids: number[] = [];
  let isInCells = false;
  await readWholeXml(part, parts.read(part), XML_PART_BYTES_MAX, {
    open(name, attributes) {
      if (name === 'numFmt')
        formats.set(Number(attributes.get('numFmtId')), kindOfFormat(attributes.get('formatCode') ?? ''));
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) ids.push(Number(attributes.get('numFmtId') ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return ids.map((id) => formats.get(id) ?? kindOfBuiltIn(id));
}

export interface SharedTexts {
  readonly texts: readonly string[];
  /** Number of texts over a limit. Cells with them are empty. */
  readonly leftOut: number;
}

/** Texts that consist of several formats are joined. Phonetic readings of Japanese characters are left out. */
export async function readSharedTexts(parts: PackageParts, part: string): Promise<SharedTexts> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let phonetic = 0;
  let units = 0;
  let leftOut = 0;
  const taker = {
    open(name: string): void {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic++;
      isText = name === 't' && phonetic === 0;
    },
    text(piece: string): void {
      if (isText && text.length + piece.length <= VALUE_UNITS_MAX) text += piece;
    },
    close(name: string): void {
      isText = false;
      if (name === 'rPh') phonetic--;
      if (name !== 'si') return;
      units += text.length;
      if (texts.length >= SHARED_TEXTS_MAX || units > SHARED_TEXT_UNITS_MAX) leftOut++;
      else texts.push(unescaped(text));
    },
  };
  for await (const _ of readXml(part, parts.read(part), taker));
  return { texts, leftOut };
}

/** Resolves escapes such as `_x000D_`, for characters that XML cannot contain. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
