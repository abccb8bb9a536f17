/**
 * Reads the processing settings of a case that reading depends on: analysis, pieces of texts, locale, types of fields,
 * categories.
 */
import type { CaseOrigin, LocalizedNames, OriginType } from '../../schema/case-origin.ts';
import type { CaseProblem } from '../case-reader.ts';
import { categoryTree } from './category-tree.ts';
import { localizedNamesOf } from './localized-names.ts';
import { type SettingsFiles, settingsOf, typesOf } from './settings-file.ts';

const INDEX_SETTINGS = 'IndexTaskConfig.txt';
const LOCAL_SETTINGS = 'iped/LocalConfig.txt';
const TYPES = 'metadataTypes.txt';
const CATEGORIES = 'CategoriesConfig.json';

/** IPED cuts texts that are longer than this. The pieces overlap by the second number of characters. */
const SPLIT_UNITS = 10_485_760;
export const OVERLAP_UNITS = 10_000;

export interface CaseSettings extends Pick<CaseOrigin, 'analysis' | 'locale' | 'categories'> {
  /** Null if the case has no such lists. */
  readonly names: LocalizedNames | null;
  /** Number of characters from the beginning of one piece of a text to the beginning of the next. */
  readonly splitUnits: number;
  /** Keyed by field name in lower case: the Java type of each listed field. */
  readonly types: ReadonlyMap<string, string>;
  /** Missing or invalid settings. */
  readonly problems: readonly CaseProblem[];
}

type Report = (file: string, reason: string) => void;

/** For missing settings, uses IPED's defaults. Throws AppError CASE_UNREADABLE. */
export async function readCaseSettings(files: SettingsFiles): Promise<CaseSettings> {
  const problems: CaseProblem[] = [];
  const report = (file: string, reason: string): void => {
    problems.push({ file, line: null, id: null, kind: 'case', reason });
  };
  const index = await files.overlaid(INDEX_SETTINGS);
  if (index === null)
    report(`iped/conf/${INDEX_SETTINGS}`, 'it is missing: queries are analyzed with the default settings of IPED');
  const values = new SettingValues(index ?? new Map(), (reason) => report(`iped/conf/${INDEX_SETTINGS}`, reason));
  const local = await files.text(LOCAL_SETTINGS);
  if (local === null) report(LOCAL_SETTINGS, 'it is missing: numbers in queries are read in English notation');
  const locale = settingsOf(local ?? '').get('locale') ?? 'en';
  return {
    analysis: {
      isLowerCased: values.flag('convertCharsToLowerCase', true),
      isFolded: values.flag('convertCharsToAscii', true),
      extraCharacters: index?.get('extraCharsToIndex') ?? '',
      isLatinOnly: values.flag('filterNonLatinChars', false),
      tokenUnitsMax: values.count('maxTokenLength', 255),
    },
    splitUnits: values.count('textSplitSize', SPLIT_UNITS),
    locale,
    names: await localizedNamesOf(files, locale, report),
    types: await typesOfCase(files, report),
    categories: await categoriesOfCase(files, report),
    problems,
  };
}

async function typesOfCase(files: SettingsFiles, report: Report): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  let isThere = false;
  for (const folder of ['iped/conf', 'iped/profile/conf']) {
    const text = await files.text(`${folder}/${TYPES}`);
    isThere ||= text !== null;
    for (const [field, type] of typesOf(text ?? '')) types.set(field.toLowerCase(), type);
  }
  if (!isThere) report(`iped/conf/${TYPES}`, 'it is missing: dates of metadata are searched as text');
  return types;
}

async function categoriesOfCase(files: SettingsFiles, report: Report): Promise<CaseSettings['categories']> {
  for (const file of [`iped/profile/conf/${CATEGORIES}`, `iped/conf/${CATEGORIES}`]) {
    const text = await files.text(file);
    if (text === null) continue;
    const tree = categoryTree(text);
    if (typeof tree !== 'string') return tree;
    report(file, `it ${tree}: categories have no parents`);
    return null;
  }
  report(`iped/conf/${CATEGORIES}`, 'it is missing: categories have no parents');
  return null;
}

/** Values of settings. Invalid ones are reported and count as missing. */
class SettingValues {
  readonly #settings: ReadonlyMap<string, string>;
  readonly #report: (reason: string) => void;

  constructor(settings: ReadonlyMap<string, string>, report: (reason: string) => void) {
    this.#settings = settings;
    this.#report = report;
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.#settings.get(key) ?? '';
    if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
    return this.#none(key, value, otherwise);
  }

  count(key: string, otherwise: number): number {
    const value = this.#settings.get(key) ?? '';
    return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : this.#none(key, value, otherwise);
  }

  #none<T>(key: string, value: string, otherwise: T): T {
    if (value !== '') this.#report(`${key} is ${JSON.stringify(value.slice(0, 100))}, taken as ${otherwise}`);
    return otherwise;
  }
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

/** Returns the type of a field, or null if its values are texts. Names in the list are case-insensitive. */
export function originTypeOf(field: string, { types }: CaseSettings): OriginType | null {
  const type = types.get(field.toLowerCase());
  return type === undefined || !Object.hasOwn(originTypes, type) ? null : originTypes[type]!;
}
