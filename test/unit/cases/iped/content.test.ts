/** Locations of the bytes of IPED's items that are not databases, archives or images: folders, previews, or none. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ContentReference,
  contentReferenceOf,
  decodeContentReference,
  encodeContentReference,
} from '../../../../src/cases/iped/content/content-reference.ts';
import { IpedContent } from '../../../../src/cases/iped/content/iped-content.ts';
import { parseLocations } from '../../../../src/cases/iped/content/moved-sources.ts';
import { encodePartRef } from '../../../../src/shared/part-ref.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';

const HASH = 'AB12CD34EF5600000000000000000000';
let folder: string;
let content: IpedContent;

beforeAll(async () => {
  folder = temporaryDir();
  const files: Readonly<Record<string, string>> = {
    'evidence/docs/a.txt': 'the words of a',
    'moved/b.txt': 'moved',
    'case/iped/subitens/5/2/X.txt': 'a subitem',
    'case/Exported/files/c.txt': 'exported',
    [`case/iped/view/A/B/${HASH}.html`]: '<p>drawn</p>',
    [`case/iped/thumbs/A/B/${HASH}.jpg`]: 'a picture',
    'case/iped/data/newDataSourceLocations.txt': '\uFEFF# moved\nE:\\\\old = other.dd\n/old/evidence = ../moved\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await symlink('/etc', join(folder, 'evidence/etc'));
  content = closedAtEnd(new IpedContent({ realPath: join(folder, 'case'), options: {} }));
});

const fileIn = (source: string, id: string, more: Partial<ContentReference> = {}): ContentReference => ({
  ...{ decoder: 'file', source, id, offset: null, size: null, hash: null, md5: null },
  ...more,
});
const nowhere = { decoder: null, source: null, id: null, offset: null, size: null, md5: null };

async function textOf(ref: ContentReference): Promise<string> {
  const bytes = await content.open(ref);
  const text = Buffer.concat(await bytes.stream().toArray()).toString();
  expect(bytes.bytes).toBe(Buffer.byteLength(text));
  await bytes.close();
  return text;
}

describe('bytes of an item', () => {
  it.each([
    ['folders of evidence', fileIn('../evidence', 'docs/a.txt'), 'the words of a'],
    ['a folder itself: none', fileIn('../evidence', ''), ''],
    ['a folder in it: none', fileIn('../evidence', 'docs', { size: 4096 }), ''],
    ['a carved piece', fileIn('../evidence', 'docs/a.txt', { offset: 4, size: 5 }), 'words'],
    ['a piece without a size', fileIn('../evidence', 'docs/a.txt', { offset: 10 }), 'of a'],
    ['the case: subitems', fileIn('', 'iped/subitens/5/2/X.txt'), 'a subitem'],
    ['the case: exported files', fileIn('', 'Exported/files/c.txt'), 'exported'],
    ['a source that was moved', fileIn('/old/evidence', 'b.txt'), 'moved'],
    ['a preview', { ...nowhere, hash: HASH }, '<p>drawn</p>'],
    ['a preview, and the case says so', { ...nowhere, decoder: 'preview', hash: HASH }, '<p>drawn</p>'],
    ['nowhere', { ...nowhere, hash: null }, ''],
    ['nowhere, without a preview', { ...nowhere, hash: HASH.replaceAll('A', 'B') }, ''],
  ])('may be in %s', async (_, ref, text) => {
    await content.check(ref);
    expect(await textOf(ref)).toBe(text);
  });

  it.each([
    ['what is missing', fileIn('../evidence', 'none'), 'is missing'],
    ['what is cut', fileIn('../evidence', 'docs/a.txt', { size: 140 }), 'has 14 bytes now, but the item has 140'],
    ['what leads out by a link', fileIn('../evidence', 'etc/passwd'), '--evidence-root'],
    ['what leads out by its name', fileIn('../evidence', '../../../../../../../../etc/passwd'), '--evidence-root'],
    ['a piece past the end', fileIn('../evidence', 'docs/a.txt', { offset: 10, size: 50 }), 'only 14 bytes'],
    ['a source of an unknown kind', fileIn('', 'x', { decoder: 'iped.Unknown$Factory' }), 'iped.Unknown$Factory'],
    ['an image of FTK', fileIn('', 'x', { decoder: 'iped.AD1$Factory' }), 'AD1 image of FTK'],
    [
      'a preview in another database',
      { ...nowhere, decoder: 'preview', hash: HASH.replaceAll('A', 'B') },
      'H2 database',
    ],
    ['an object without a number', fileIn('sleuth.db', 'x', { decoder: 'tsk' }), 'without a valid number'],
    ['a database that is missing', fileIn('iped/storage/storage-1.db', HASH, { decoder: 'sqlite' }), 'storage-1.db'],
    ['an archive that is missing', fileIn('../none.zip', 'x', { decoder: 'zip' }), 'none.zip'],
  ])('are refused for %s', async (_, ref, words) => {
    await expect(content.open(ref)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(words),
    });
  });

  it('have their size checked by a build, too', async () => {
    await content.check(fileIn('../evidence', 'docs/a.txt', { size: 14 }));
    const cut = content.check(fileIn('../evidence', 'docs/a.txt', { size: 140 }));
    await expect(cut).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('only partly copied'),
    });
  });

  it('have a thumbnail in a folder, as in reports', async () => {
    const bytes = await content.openThumbnail({ hash: HASH });
    expect(Buffer.concat(await bytes!.stream().toArray()).toString()).toBe('a picture');
    await bytes!.close();
    expect(await content.openThumbnail({ hash: null })).toBeNull();
  });
});

it('an item without its own bytes has the preview that the case mentions', () => {
  const of = (properties: Readonly<Record<string, string>>) => contentReferenceOf((name) => properties[name]).decoder;
  expect(of({ hash: HASH, hasPreview: 'true' })).toBe('preview');
  expect(of({ hash: HASH, hasPreview: 'false' })).toBeNull();
});

describe('a reference', () => {
  const properties: Readonly<Record<string, string>> = {
    dataSourceDecoder: 'iped.utils.FileInputStreamFactory',
    dataSourcePath: '../evidence',
    idInDataSource: 'a',
    offset: '2048',
    size: '17',
    hash: HASH.toLowerCase(),
  };

  it('is made from the properties of the item, and restored from its stored form', () => {
    const ref = contentReferenceOf((name) => properties[name]);
    expect(ref).toEqual({ ...fileIn('../evidence', 'a'), offset: 2048, size: 17, hash: HASH, md5: HASH });
    expect(decodeContentReference(encodeContentReference(ref))).toEqual(ref);
    const other = { ...ref, md5: HASH.replaceAll('A', 'C') };
    expect(decodeContentReference(encodeContentReference(other))).toEqual(other);
    const none = contentReferenceOf((name) => (name === 'dataSourcePath' ? undefined : properties[name]));
    expect(none).toEqual({ ...nowhere, size: 17, hash: HASH, md5: HASH });
    expect(decodeContentReference(encodeContentReference(none))).toEqual(none);
  });

  it('that is broken is not accepted', () => {
    for (const values of [
      [],
      ['content'],
      ['content', 'file', 'x', 'y', -1, null, null, null],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ]) {
      expect(decodeContentReference(encodePartRef(values))).toBeNull();
    }
    const odd = encodePartRef(['content', null, null, null, null, null, '../../x', null]);
    expect(decodeContentReference(odd)).toMatchObject({ hash: null });
  });
});

it('a list of moved sources has a pair per line', () => {
  expect([...parseLocations('\uFEFFa = b\r\n\n#x = y\nc=d\nE:\\x=1 = ../e f\nnonsense\n= z\n')]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['E:\\x=1', '../e f'],
  ]);
});
