/** What a case was processed with, as far as reading it needs: analysis, pieces of texts, locale, types of fields, categories. */
import type { CaseOrigin, OriginType } from '../../schema/case-origin.ts';
import type { CaseProblem } from '../case-reader.ts';
import { categoryTree } from './category-tree.ts';
import { type SettingsFiles, settingsOf, typesOf } from './settings-file.ts';

const INDEX_SETTINGS = 'IndexTaskConfig.txt';
const LOCAL_SETTINGS = 'iped/LocalConfig.txt';
const TYPES = 'metadataTypes.txt';
const CATEGORIES = 'CategoriesConfig.json';

/** IPED cuts a longer text, and the pieces overlap by this many characters. */
const SPLIT_UNITS = 10_485_760;
export const OVERLAP_UNITS = 10_000;

export interface CaseSettings extends Pick<CaseOrigin, 'analysis' | 'locale' | 'categories'> {
  /** Characters from the beginning of one piece of a text to the beginning of the next. */
  readonly splitUnits: number;
  /** The Java type of each field that has one in the list, by its name in lower case. */
  readonly types: ReadonlyMap<string, string>;
  /** What was not there, or not as it should be. */
  readonly problems: readonly CaseProblem[];
}

/** Settings that a case does not have are those that IPED comes with. Throws AppError CASE_UNREADABLE. */
export async function readCaseSettings(files: SettingsFiles): Promise<CaseSettings> {
  const problems: CaseProblem[] = [];
  const tell = (file: string, reason: string): void => {
    problems.push({ file, line: null, id: null, kind: 'case', reason });
  };
  const index = await files.overlaid(INDEX_SETTINGS);
  if (index === null)
    tell(`iped/conf/${INDEX_SETTINGS}`, 'it is missing: queries are analyzed by the settings that IPED comes with');
  const local = settingsOf((await files.text(LOCAL_SETTINGS)) ?? '');
  const types = new Map<string, string>();
  for (const folder of ['iped/conf', 'iped/profile/conf']) {
    for (const [field, type] of typesOf((await files.text(`${folder}/${TYPES}`)) ?? '')) {
      types.set(field.toLowerCase(), type);
    }
  }
  const { file, text } = await categoriesText(files);
  const tree = text === null ? null : categoryTree(text);
  if (typeof tree === 'string') tell(file, `it ${tree}: categories have no parents`);
  return {
    analysis: {
      isLowerCased: flag(index, 'convertCharsToLowerCase', true),
      isFolded: flag(index, 'convertCharsToAscii', true),
      extraCharacters: index?.get('extraCharsToIndex') ?? '',
      isLatinOnly: flag(index, 'filterNonLatinChars', false),
      tokenUnitsMax: count(index, 'maxTokenLength', 255),
    },
    splitUnits: count(index, 'textSplitSize', SPLIT_UNITS),
    locale: local.get('locale') ?? 'en',
    types,
    categories: typeof tree === 'string' ? null : tree,
    problems,
  };
}

async function categoriesText(files: SettingsFiles): Promise<{ file: string; text: string | null }> {
  const over = `iped/profile/conf/${CATEGORIES}`;
  const text = await files.text(over);
  if (text !== null) return { file: over, text };
  const own = `iped/conf/${CATEGORIES}`;
  return { file: own, text: await files.text(own) };
}

function flag(settings: ReadonlyMap<string, string> | null, key: string, otherwise: boolean): boolean {
  const value = settings?.get(key);
  return value === undefined || value === '' ? otherwise : value.toLowerCase() === 'true';
}

function count(settings: ReadonlyMap<string, string> | null, key: string, otherwise: number): number {
  const value = settings?.get(key) ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : otherwise;
}

const originTypes: Readonly<Record<string, OriginType>> = {
  'java.lang.Byte': 'integer',
  'java.lang.Short': 'integer',
  'java.lang.Integer': 'integer',
  'java.lang.Long': 'long',
  'java.lang.Float': 'float',
  'java.lang.Double': 'double',
  'java.util.Date': 'date',
};

/** The type of a field, or null: then its values are texts. The list ignores the case of names. */
export function originTypeOf(field: string, { types }: CaseSettings): OriginType | null {
  const type = types.get(field.toLowerCase());
  return type === undefined || !Object.hasOwn(originTypes, type) ? null : originTypes[type]!;
}
