import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openCase } from '../../../src/cases/open-case.ts';
import { portableFormat } from '../../../src/cases/portable/portable-format.ts';
import { blobFormat, writeBlobCase } from '../../support/blob-case.ts';
import { temporaryDir } from '../../support/endings.ts';
import { writeCase } from '../../support/tiny-case.ts';

async function faultOf(dir: string): Promise<string> {
  try {
    await (await openCase(dir)).close();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message.replaceAll(dir, 'CASE')}`;
  }
  return 'opened';
}

describe('opening a case', () => {
  test('returns name, expected count and parts in case order', async () => {
    const dir = temporaryDir();
    await writeCase(dir, [{ id: 1 }, { id: 2 }, { id: 3 }], { name: 'Ω', itemFiles: 2 });
    const reader = await openCase(dir);
    expect(reader).toMatchObject({ path: dir, name: 'Ω', itemCountExpected: 3 });
    expect(reader.parts.map(({ index, file }) => [index, file])).toEqual([
      [0, 'items-00000.jsonl.gz'],
      [1, 'items-00001.jsonl.gz'],
    ]);
    expect(reader.parts.filter(({ bytes }) => bytes <= 20)).toEqual([]);
    await reader.close();
  });

  test.each([
    ['{"format":"case-directory","version":2,"items":[]}', /case\.json: version is 2, .* up to 1/],
    ['{"format":"zip","version":1,"items":[]}', /case\.json: format is "zip", .*"case-directory"/],
    ['{"version":1,"items":[]}', /case\.json: format is missing/],
    ['{"format":"case-directory","items":[]}', /case\.json: version is missing/],
    ['{"format":"case-directory","version":"1","items":[]}', /case\.json: version is "1"/],
    ['{"format":"case-directory","version":1}', /case\.json: items is missing/],
    ['{"format":"case-directory","version":1,"items":{}}', /case\.json: items is an object, not an array of strings/],
    ['{"format":"case-directory","version":1,"items":["a",3]}', /case\.json: items\[1\] is 3, not a string/],
    ['{"format":"case-directory","version":1,"items":[],"itemCount":-1}', /case\.json: itemCount is -1/],
    ['{"format":"case-directory","version":1,"items":["gone.jsonl"]}', /items\[0\]: file "gone\.jsonl" is missing/],
    ['{"format":"case-directory","version":1,"items":["../x.jsonl"]}', /items\[0\]: .* leaves the case directory/],
    ['{"format":"case-directory","version":1,"items":["/etc/hostname"]}', /items\[0\]: .* is an absolute path/],
    ['{"format":"case-directory","version":1,"items":["."]}', /items\[0\]: .* is not a regular file/],
    [
      '{"format":"case-directory","version":1,"items":[],"aliases":[]}',
      /case\.json: aliases is an array, not an object of names/,
    ],
    [
      '{"format":"case-directory","version":1,"items":[],"aliases":{"from":"a"}}',
      /case\.json: aliases\["from"\] is "a", not an array of strings/,
    ],
    [
      '{"format":"case-directory","version":1,"items":[],"aliases":{"from":["a",7]}}',
      /case\.json: aliases\["from"\]\[1\] is 7, not a string/,
    ],
    ['{"format":', /case\.json: not valid JSON/],
    ['[]', /case\.json: not a JSON object/],
    ['null', /case\.json: not a JSON object/],
    ['', /case\.json: not valid JSON/],
  ])('refuses the manifest %s', async (manifest, fault) => {
    const dir = temporaryDir();
    await writeFile(join(dir, 'case.json'), manifest);
    const found = await faultOf(dir);
    expect(found).toMatch(/^CASE_UNREADABLE case CASE: /);
    expect(found).toMatch(fault);
  });

  test('accepts a manifest with a byte order mark and an empty list', async () => {
    const dir = temporaryDir();
    await writeFile(join(dir, 'case.json'), '\uFEFF{"format":"case-directory","version":1,"items":[]}');
    expect(await faultOf(dir)).toBe('opened');
  });

  test('names what exists in place of a case', async () => {
    const dir = temporaryDir();
    expect((await faultOf(dir)).replace(/\([^)]*\)/g, '(…)')).toBe(
      'CASE_UNREADABLE case CASE: case.json is missing; the folder iped of an IPED case is missing; ' +
        'autopsy.db of an Autopsy case is missing; no WhatsApp chat (…) is in it; ' +
        'no Slack export (…) is in it; no load file (…) is in it; ' +
        'no mail (…) is in it',
    );
    expect(await faultOf(join(dir, 'none'))).toMatch(/no such file or directory/);
    await writeFile(join(dir, 'file'), '');
    expect(await faultOf(join(dir, 'file'))).toMatch(
      /a portable case is a directory with a case\.json, but this is a file/,
    );
    await mkdir(join(dir, 'case.json'));
    expect(await faultOf(dir)).toMatch(/case\.json is not a regular file/);
    expect(await faultOf('a\0b')).toMatch(/^CASE_UNREADABLE/);
  });

  test('refuses the manifest in place of its folder, and reads a table of that name', async () => {
    const dir = temporaryDir();
    await writeCase(dir, [{ id: 1 }]);
    expect(await faultOf(join(dir, 'case.json'))).toMatch(/the case\.json of a case directory: give the folder/);
    await mkdir(join(dir, 'table'));
    await writeFile(join(dir, 'table', 'case.json'), '[{"a":"x","b":"y"},{"a":"z","b":"w"}]');
    expect(await faultOf(join(dir, 'table', 'case.json'))).toBe('opened');
  });

  test('does not wait for a FIFO and does not follow a manifest out of the case', async () => {
    const dir = temporaryDir();
    await mkdir(join(dir, 'a'));
    execFileSync('mkfifo', [join(dir, 'a', 'case.json')]);
    expect(await faultOf(join(dir, 'a'))).toMatch(/case\.json is not a regular file/);
    await writeCase(join(dir, 'b'), []);
    await mkdir(join(dir, 'c'));
    await symlink(join(dir, 'b', 'case.json'), join(dir, 'c', 'case.json'));
    expect(await faultOf(join(dir, 'c'))).toMatch(/case\.json leaves the case directory/);
  });
});

describe('several formats', () => {
  const formats = [portableFormat, blobFormat];
  const openedAs = async (dir: string): Promise<string> => {
    const reader = await openCase(dir, formats);
    await reader.close();
    return reader.format.name;
  };

  test('each open their own cases', async () => {
    const root = temporaryDir();
    await mkdir(join(root, 'blobs'));
    expect(await openedAs(await writeCase(join(root, 'portable'), [{ id: 1 }]))).toBe('case-directory');
    expect(await openedAs(await writeBlobCase(join(root, 'blobs'), [], [], null))).toBe('blob-case');
  });

  test('without a match are all listed, and so are several that match', async () => {
    const dir = temporaryDir();
    await expect(openCase(dir, formats)).rejects.toMatchObject({
      code: 'CASE_UNREADABLE',
      message: `case ${dir}: case.json is missing; items.json is missing`,
    });
    await writeBlobCase(await writeCase(dir, []), [], [], null);
    await expect(openCase(dir, formats)).rejects.toMatchObject({
      code: 'CASE_UNREADABLE',
      message: expect.stringContaining('several formats (case-directory, blob-case)'),
    });
  });
});

describe('fingerprint', () => {
  test('is the same for the same case, also under another path, and changes with any item file or the manifest', async () => {
    const base = temporaryDir();
    const dir = await writeCase(join(base, 'a'), [{ id: 1 }], { itemFiles: 2 });
    const of = async (path: string): Promise<string> => {
      const reader = await openCase(path);
      return reader.fingerprint().finally(() => reader.close());
    };
    const first = await of(dir);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await of(dir)).toBe(first);
    await symlink(dir, join(base, 'link'));
    expect(await of(join(base, 'link'))).toBe(first);
    await utimes(join(dir, 'items-00001.jsonl.gz'), 1, 1);
    const touched = await of(dir);
    expect(touched).not.toBe(first);
    await writeCase(dir, [{ id: 1 }], { itemFiles: 2, name: 'other' });
    expect(await of(dir)).not.toBe(touched);
  });

  test('of a case with a missing item file is an error that names it', async () => {
    const dir = temporaryDir();
    const reader = await openCase(await writeCase(dir, [{ id: 1 }]));
    await rename(join(dir, 'items-00000.jsonl.gz'), join(dir, 'x'));
    await expect(reader.fingerprint()).rejects.toMatchObject({
      code: 'CASE_UNREADABLE',
      message: expect.stringContaining('items-00000.jsonl.gz'),
    });
    await reader.close();
  });
});
