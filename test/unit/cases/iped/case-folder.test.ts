import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';

async function faultOf(path: string): Promise<string> {
  return openCase(path).then(
    () => 'opened',
    (error: Error) => error.message.replaceAll(path, 'CASE'),
  );
}

describe('a folder of IPED that does not open has a reason', () => {
  test('a case of IPED 3.x', async () => {
    const dir = temporaryDir();
    await mkdir(join(dir, 'indexador'));
    expect(await faultOf(dir)).toMatch(/IPED 3\.x \(folder indexador\); this program reads cases of IPED 4\.0 to 4\.4/);
  });

  test('a case in processing, one whose processing was interrupted, and none', async () => {
    const dir = temporaryDir();
    await mkdir(join(dir, 'iped', 'data'), { recursive: true });
    expect(await faultOf(dir)).toBe('case CASE: iped/index is missing: it is not an IPED case, or only a part of one');
    const temporary = join(dir, 'temporary');
    await writeFile(join(dir, 'iped', 'data', 'prevTempDir.txt'), temporary);
    expect(await faultOf(dir)).toMatch(/iped\/index is missing.*was interrupted/);
    await mkdir(temporary);
    expect(await faultOf(dir)).toMatch(/iped\/index is missing.*still being processed/);
  });

  test('an index without a commit, and no folder', async () => {
    const dir = temporaryDir();
    await mkdir(join(dir, 'iped', 'index'), { recursive: true });
    expect(await faultOf(dir)).toMatch(/^case CASE: .*segments_N/);
    await rm(join(dir, 'iped'), { recursive: true });
    expect(await faultOf(dir)).toMatch(/the folder iped of an IPED case is missing/);
  });

  test('an index outside the case', async () => {
    const dir = temporaryDir();
    await mkdir(join(dir, 'case', 'iped'), { recursive: true });
    await mkdir(join(dir, 'elsewhere'));
    await symlink(join(dir, 'elsewhere'), join(dir, 'case', 'iped', 'index'));
    expect(await faultOf(join(dir, 'case'))).toMatch(/leaves the case directory/);
  });
});
