import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CaseFiles } from '../../../../src/cases/files/safe-path.ts';
import { originTypeOf, readCaseSettings } from '../../../../src/cases/iped/case-settings.ts';
import { categoryTree } from '../../../../src/cases/iped/category-tree.ts';
import { SettingsFiles, settingsOf, typesOf } from '../../../../src/cases/iped/settings-file.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { GROWTH_MAX, growthOf } from '../../../support/growth.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

async function settingsOfCase(files: Readonly<Record<string, string>>) {
  let found: Awaited<ReturnType<typeof readCaseSettings>>;
  await withTempDir(async (dir) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), text);
    }
    const fault = (finding: string): AppError => new AppError('CASE_UNREADABLE', finding);
    found = await readCaseSettings(new SettingsFiles(new CaseFiles(dir), fault));
  });
  return found!;
}

describe('settings of a case', () => {
  test('lines, comments, byte order mark and escapes', () => {
    expect([...settingsOf('# no\n! no\na = b c \r\nd=\n e : f\nkey = caf\\u00e9 \\= \\\\\n= nothing')]).toEqual([
      ['a', 'b c'],
      ['d', ''],
      ['e', 'f'],
      ['key', 'café = \\'],
    ]);
  });

  test('a line of a million blanks takes time that grows with its length', () => {
    const read = (blanks: number): void => {
      expect(settingsOf(`key = a${' '.repeat(blanks)}b`).get('key')).toHaveLength(blanks + 2);
    };
    expect(growthOf(read, 1_000_000)).toBeLessThan(GROWTH_MAX);
  });

  test('types are divided at the last equals sign', () => {
    expect([...typesOf('a:b = java.lang.Long\nx = y z = java.util.Date\n# c = d\nno type')]).toEqual([
      ['a:b', 'java.lang.Long'],
      ['x = y z', 'java.util.Date'],
    ]);
  });

  test('the profile overrides the case, setting by setting', async () => {
    const { analysis, splitUnits, locale, problems } = await settingsOfCase({
      'iped/LocalConfig.txt': '\uFEFFlocale = pt-BR\n',
      'iped/conf/IndexTaskConfig.txt':
        '\uFEFF# used\nconvertCharsToAscii = false\nextraCharsToIndex = @_\nmaxTokenLength = 255\ntextSplitSize = 1000',
      'iped/profile/conf/IndexTaskConfig.txt': 'maxTokenLength = 128\nfilterNonLatinChars = true',
    });
    expect(problems.map(({ reason }) => reason)).toEqual([
      'it is missing: dates of metadata are searched as text',
      'it is missing: categories have no parents',
    ]);
    expect([splitUnits, locale]).toEqual([1000, 'pt-BR']);
    expect(analysis).toEqual({
      isLowerCased: true,
      isFolded: false,
      extraCharacters: '@_',
      isLatinOnly: true,
      tokenUnitsMax: 128,
    });
  });

  test('a case without settings is read with the defaults of IPED, which is reported', async () => {
    const { analysis, splitUnits, categories, problems } = await settingsOfCase({});
    expect([analysis.isLowerCased, analysis.tokenUnitsMax, splitUnits, categories]).toEqual([
      true,
      255,
      10_485_760,
      null,
    ]);
    expect(problems.map(({ file }) => file)).toEqual([
      'iped/conf/IndexTaskConfig.txt',
      'iped/LocalConfig.txt',
      'iped/conf/metadataTypes.txt',
      'iped/conf/CategoriesConfig.json',
    ]);
  });

  test('an invalid value is reported, and replaced by the default of IPED', async () => {
    const { analysis, splitUnits, problems } = await settingsOfCase({
      'iped/LocalConfig.txt': '',
      'iped/conf/CategoriesConfig.json': '{"categories":[]}',
      'iped/conf/metadataTypes.txt': '',
      'iped/conf/IndexTaskConfig.txt': 'convertCharsToAscii = truf\ntextSplitSize = 1e7\nmaxTokenLength =',
    });
    expect([analysis.isFolded, splitUnits, analysis.tokenUnitsMax]).toEqual([true, 10_485_760, 255]);
    expect(problems.map(({ reason }) => reason)).toEqual([
      'convertCharsToAscii is "truf", taken as true',
      'textSplitSize is "1e7", taken as 10485760',
    ]);
  });

  test('types are looked up ignoring the case of their names', async () => {
    const settings = await settingsOfCase({
      'iped/conf/metadataTypes.txt': 'CHANGED = java.lang.String\nSize = java.lang.Long\nwhen: it = java.util.Date\n',
    });
    expect(['size', 'when: it', 'changed', 'none'].map((field) => originTypeOf(field, settings))).toEqual([
      'long',
      'date',
      null,
      null,
    ]);
  });

  test('an invalid tree of categories has no parents, and is reported', async () => {
    const { categories, problems } = await settingsOfCase({
      'iped/conf/IndexTaskConfig.txt': '',
      'iped/conf/CategoriesConfig.json': '{"categories":[{"mimes":[]}]}',
    });
    expect(categories).toBeNull();
    expect(problems.at(-1)!.reason).toBe('it has a category without a name: categories have no parents');
  });
});

describe('names in the language of a case', () => {
  const properties = [
    '# IPED',
    'PDF\\ Documents = Documentos PDF',
    'Images:Imagens',
    'Other\\ Images\tOutras \\',
    '   imagens',
    'E-mule=E-mule',
    'a\\=b = c\\u00e7',
    'nothing',
  ].join('\n');

  test('are those of the country, or else the language, or else neither', async () => {
    const names = async (locale: string, ...suffixes: string[]) => {
      const lists = suffixes.map((suffix) => [
        `iped/localization/iped-categories${suffix}.properties`,
        `Images = ${suffix === '' ? 'Pictures' : suffix}`,
      ]);
      return (await settingsOfCase({ 'iped/LocalConfig.txt': `locale = ${locale}`, ...Object.fromEntries(lists) }))
        .names;
    };
    expect((await names('pt-BR', '', '_pt', '_pt_BR'))?.categories).toEqual([['_pt_BR', 'Images']]);
    expect((await names('pt_BR', '', '_pt'))?.categories).toEqual([['_pt', 'Images']]);
    expect((await names('pt-BR', '', '_de_DE'))?.categories).toEqual([['Pictures', 'Images']]);
    expect((await names('en', '', '_en_US'))?.categories).toEqual([['Pictures', 'Images']]);
    expect(await names('../../x', '_de_DE')).toBeNull();
  });

  test('are read as Java reads them; equal names are left out', async () => {
    const { names } = await settingsOfCase({
      'iped/LocalConfig.txt': 'locale = pt-BR',
      'iped/localization/iped-categories_pt_BR.properties': properties,
      'iped/localization/iped-properties_pt_BR.properties': 'path=caminho\r\nsize : tamanho',
    });
    expect(names).toEqual({
      fields: [
        ['caminho', 'path'],
        ['tamanho', 'size'],
      ],
      categories: [
        ['Documentos PDF', 'PDF Documents'],
        ['Imagens', 'Images'],
        ['Outras imagens', 'Other Images'],
        ['cç', 'a=b'],
      ],
    });
  });

  test('are not used if there are too many, which is reported', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `own${n} = shown${n}`).join('\n');
    const file = 'iped/localization/iped-properties.properties';
    const of = (count: number) => settingsOfCase({ [file]: many(count) });
    expect((await of(2000)).names?.fields).toHaveLength(2000);
    const { names, problems } = await of(2001);
    expect(names).toBeNull();
    expect(problems.map(({ file: told }) => told)).toContain(file);
  });
});

describe('the tree of categories', () => {
  test('has names and descendants', () => {
    const text =
      '{"name":"Categories","categories":[{"name":"A","mimes":[],"categories":[{"name":"B"}]},{"name":"C"}]}';
    expect(categoryTree(text)).toEqual([
      { name: 'A', children: [{ name: 'B', children: [] }] },
      { name: 'C', children: [] },
    ]);
  });

  test.each([
    ['no JSON', 'is not valid JSON'],
    ['null', 'has no categories'],
    ['[]', 'has no categories'],
    [`${'{"name":"x","categories":['.repeat(200)}${']}'.repeat(200)}`, 'has categories more than 100 deep'],
    ['{"categories":[7]}', 'has a category without a name'],
  ])('%.20s', (text, fault) => {
    expect(categoryTree(text)).toBe(fault);
  });
});
