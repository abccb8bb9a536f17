/**
 * Files that a case refers to outside itself. A hostile one refers to `/etc`, with links, `..` and folders that become links.
 */
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EvidenceFiles } from '../../../src/cases/evidence/evidence-files.ts';
import { temporaryDir } from '../../support/endings.ts';
import { pause } from '../../support/until.ts';

let top: string;
let caseDir: string;

beforeEach(async () => {
  top = temporaryDir();
  caseDir = join(top, 'work', 'case');
  for (const folder of ['work/case/iped', 'work/evidence', 'elsewhere/deep']) {
    await mkdir(join(top, folder), { recursive: true });
  }
  await writeFile(join(top, 'work/evidence/a.txt'), 'evidence');
  await writeFile(join(top, 'elsewhere/deep/b.txt'), 'secret');
});

async function contentOf(file: string, evidenceRoots: readonly string[] = []): Promise<string> {
  const { handle } = await new EvidenceFiles({ caseRealPath: caseDir, evidenceRoots }).open(file);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

const outside = { code: 'NOT_FOUND', message: expect.stringContaining('--evidence-root DIR') };

describe('evidence outside a case', () => {
  it('is opened below the parent folder of the case', async () => {
    expect(await contentOf('../evidence/a.txt')).toBe('evidence');
    expect(await contentOf(join(top, 'work/evidence/a.txt'))).toBe('evidence');
    expect(await contentOf('iped/../../evidence/a.txt')).toBe('evidence');
  });

  it('is refused elsewhere, and opened below a folder from the operator', async () => {
    const file = '../../elsewhere/deep/b.txt';
    await expect(contentOf(file)).rejects.toMatchObject(outside);
    await expect(contentOf(file, [join(top, 'elsewhere/dee')])).rejects.toMatchObject(outside);
    expect(await contentOf(file, [join(top, 'elsewhere')])).toBe('secret');
    expect(await contentOf(join(top, 'elsewhere/deep/b.txt'), ['/nowhere', join(top, 'elsewhere/deep')])).toBe(
      'secret',
    );
  });

  it('of another machine is found below a folder from the operator, by the end of its path', async () => {
    const find = (file: string, root: string) =>
      new EvidenceFiles({ caseRealPath: caseDir, evidenceRoots: [join(top, root)] }).find(file);
    const b = join(top, 'elsewhere/deep/b.txt');
    expect(await find('E:\\seized\\elsewhere\\deep\\b.txt', 'elsewhere')).toBe(b);
    expect(await find('/mnt/disk/deep/b.txt', 'elsewhere')).toBe(b);
    expect(await find('../../b.txt', 'elsewhere/deep')).toBe(b);
    expect(await find('E:\\deep', 'elsewhere')).toBe(join(top, 'elsewhere/deep'));
    for (const missing of ['/mnt/none.txt', '/etc/passwd', '..', '', `${'x/'.repeat(5000)}b.tx`]) {
      expect(await find(missing, 'elsewhere')).toBe(missing);
    }
    expect(await find('../evidence/a.txt', 'elsewhere')).toBe('../evidence/a.txt');
  });

  it('is refused in the same words whether it exists or not', async () => {
    for (const file of ['/etc/passwd', '/etc/no-such-file', '/no-such-folder/file', '/']) {
      await expect(contentOf(file)).rejects.toMatchObject(outside);
    }
  });

  it('is refused through links, of files and of folders', async () => {
    await symlink('/etc/passwd', join(top, 'work/evidence/link'));
    await symlink('/etc', join(caseDir, 'folder'));
    for (const file of ['../evidence/link', 'folder/passwd', 'folder/no-such-file']) {
      await expect(contentOf(file)).rejects.toMatchObject(outside);
    }
    await symlink('../../evidence/a.txt', join(caseDir, 'iped/inner'));
    expect(await contentOf('iped/inner')).toBe('evidence');
  });

  it('allows nothing for a case directly in the root of the file system', async () => {
    const files = new EvidenceFiles({ caseRealPath: '/case', evidenceRoots: ['/'] });
    await expect(files.open('../etc/passwd')).rejects.toMatchObject(outside);
    await expect(files.open('/etc/passwd')).rejects.toMatchObject(outside);
  });

  it('reports the fault of an impossible path', async () => {
    await expect(contentOf('a\0b')).rejects.toMatchObject({ code: 'NOT_FOUND', message: /NUL/ });
    await expect(contentOf('../evidence')).rejects.toMatchObject({ code: 'NOT_FOUND', message: /regular file/ });
    await expect(contentOf('iped/none')).rejects.toMatchObject({ code: 'NOT_FOUND', message: /is missing$/ });
  });

  it('explains how to find evidence that was left behind', async () => {
    const message = /"..\/evidence\/none" is missing; if it is elsewhere, .*--evidence-root DIR/;
    await expect(contentOf('../evidence/none')).rejects.toMatchObject({ code: 'NOT_FOUND', message });
    for (const path of ['E:\\laptop\\disk.E01', '\\\\server\\share\\disk.E01'])
      await expect(contentOf(path)).rejects.toMatchObject({ message: expect.stringContaining('--evidence-root DIR') });
  });

  it('never returns the target of a folder that becomes a link', async () => {
    const files = new EvidenceFiles({ caseRealPath: caseDir, evidenceRoots: [] });
    const [folder, kept, link] = ['evidence', 'kept', 'hostile'].map((name) => join(top, 'work', name)) as [
      string,
      string,
      string,
    ];
    await writeFile(join(top, 'elsewhere/a.txt'), 'secret');
    await symlink(join(top, 'elsewhere'), link);
    let isDone = false;
    const swapping = (async () => {
      while (!isDone) {
        await rename(folder, kept);
        await rename(link, folder);
        await nextTurn();
        await rename(folder, link);
        await rename(kept, folder);
        await pause(1);
      }
    })();
    const seen = new Set<string>();
    for (let round = 0; round < 400; round++) {
      await files.open('../evidence/a.txt').then(
        async ({ handle }) => {
          seen.add(await handle.readFile('utf8'));
          await handle.close();
        },
        () => undefined,
      );
    }
    isDone = true;
    await swapping;
    expect([...seen]).toEqual(['evidence']);
  });
});
