/** Templates of reports: what an office may change, and the messages about errors. */
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../src/html-report/template/template.ts';
import { readTemplate, readTemplates, writeTemplate } from '../../../src/html-report/template/template-folder.ts';
import { temporaryDir } from '../../support/endings.ts';

let dir: string;
beforeEach(async () => {
  dir = temporaryDir();
});

const write = (template: unknown) =>
  writeFile(join(dir, 'template.json'), typeof template === 'string' ? template : JSON.stringify(template));

test('the written one equals the built-in one', async () => {
  for (const language of ['en', 'pt'] as const) {
    await writeTemplate(join(dir, language), language);
    expect(readTemplate(join(dir, language)).words).toEqual(LANGUAGES[language]);
    await expect(writeTemplate(join(dir, language), language)).rejects.toThrow('already exists');
  }
  expect([...(await readTemplates(dir)).keys()]).toEqual(['en', 'pt']);
});

test('words, colour, language and logo are replaced, and the rest stays', async () => {
  await writeFile(join(dir, 'seal.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  await write({ language: 'en', lang: 'de', colour: '#123456', logo: 'seal.png', words: { case: 'Fall' } });
  const template = readTemplate(dir);
  expect(template).toMatchObject({ language: 'de', colour: '#123456', logo: { fileName: 'logo.png' } });
  expect(template.words).toEqual({ ...LANGUAGES.en, case: 'Fall' });
});

test.each([
  ['{', 'is not valid JSON'],
  [{ language: 'fr' }, '"language" is neither en nor pt'],
  [{ language: 'en', lang: 'x' }, '"lang" is not a language tag'],
  [{ language: 'en', colour: 'red;}' }, '"colour" is not a colour'],
  [{ language: 'en', logo: '../x.png' }, '"logo" is not the name of a file in this folder'],
  [{ language: 'en', logo: 'absent.png' }, 'absent.png cannot be read (ENOENT)'],
  [{ language: 'en', words: { cases: 'x' } }, '"words.cases" is not a word of reports'],
  [{ language: 'en', words: { constructor: 'x' } }, '"words.constructor" is not a word of reports'],
  [{ language: 'en', words: { cut: '{n} of {m}' } }, '"words.cut" has the unknown placeholder {m}: it has {n}'],
  [{ language: 'en', script: 'x' }, 'Unrecognized key'],
])('a wrong one is refused with the fault: %j', async (template, finding) => {
  await write(template);
  expect(() => readTemplate(dir)).toThrow(finding);
});

test('a logo is a picture that a browser only displays', async () => {
  await writeFile(join(dir, 'logo.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await write({ language: 'en', logo: 'logo.png' });
  expect(() => readTemplate(dir)).toThrow('is not a PNG, JPEG, GIF or WebP');
});

test('a link leads to a file of the folder, and nothing of another file is shown', async () => {
  const own = join(dir, 'own');
  await mkdir(own);
  await writeFile(join(dir, 'secret'), 'the password is heron');
  for (const name of ['template.json', 'seal.png']) {
    await symlink(join(dir, 'secret'), join(own, name));
    if (name === 'seal.png') await writeFile(join(own, 'template.json'), '{"language":"en","logo":"seal.png"}');
    expect(() => readTemplate(own)).toThrow(`The file ${join(own, name)} is a link that leads out of its folder.`);
    await rm(join(own, name));
  }
  await rename(join(dir, 'secret'), join(own, 'kept.json'));
  await rm(join(own, 'template.json'), { force: true });
  await symlink('kept.json', join(own, 'template.json'));
  let said = '';
  try {
    readTemplate(own);
  } catch (fault) {
    said = (fault as Error).message;
  }
  expect(said).toContain('is not valid JSON');
  expect(said).not.toContain('password');
  await writeFile(join(own, 'kept.json'), '{"language":"en","words":{"case":"Fall"}}');
  expect(readTemplate(own).words.case).toBe('Fall');
});
