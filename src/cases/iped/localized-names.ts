/**
 * Reads the names of fields and categories in the language of the case. IPED accepts these names in queries, and stores lists
 * of them in each case.
 */
import type { LocalizedNames } from '../../schema/case-origin.ts';
import { LOCALIZED_NAMES_MAX } from './limits.ts';
import { propertiesOfFile } from './properties-file.ts';
import type { SettingsFiles } from './settings-file.ts';

const FOLDER = 'iped/localization';
const LISTS = { fields: 'iped-properties', categories: 'iped-categories' } as const;

/** Returns null if the case has no lists. `report` reports a list that is too long to be used. */
export async function localizedNamesOf(
  files: SettingsFiles,
  locale: string,
  report: (file: string, reason: string) => void,
): Promise<LocalizedNames | null> {
  const fields = await namesIn(files, LISTS.fields, locale, report);
  const categories = await namesIn(files, LISTS.categories, locale, report);
  return fields.length + categories.length === 0 ? null : { fields, categories };
}

/** Returns pairs of a localized name and IPED's own, if these differ. */
async function namesIn(
  files: SettingsFiles,
  list: string,
  locale: string,
  report: (file: string, reason: string) => void,
): Promise<LocalizedNames['fields']> {
  // Java looks for the country first, then for the language. The list without either is in English.
  const [language = '', country = ''] = locale.split(/[-_]/);
  const suffixes = [`_${language.toLowerCase()}_${country.toUpperCase()}`, `_${language.toLowerCase()}`, ''];
  for (const suffix of country === '' ? suffixes.slice(1) : suffixes) {
    if (!/^(?:_[a-z]{1,8}(?:_[A-Z0-9]{1,8})?)?$/.test(suffix)) continue;
    const file = `${FOLDER}/${list}${suffix}.properties`;
    const text = await files.text(file);
    if (text === null) continue;
    const names = propertiesOfFile(text).filter(([own, shown]) => own !== '' && shown !== '' && own !== shown);
    if (names.length <= LOCALIZED_NAMES_MAX) return names.map(([own, shown]) => [shown, own] as const);
    report(file, `it has ${names.length} names, more than ${LOCALIZED_NAMES_MAX}: none of them is used in queries`);
    return [];
  }
  return [];
}
