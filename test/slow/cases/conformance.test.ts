import { join } from 'node:path';
import { portableFormat } from '../../../src/cases/portable/portable-format.ts';
import { encodePartRef } from '../../../src/shared/part-ref.ts';
import { type ConformanceItem, describeCaseReader } from '../../conformance/case-reader.ts';
import { analyzeCase } from '../../support/analyze-case.ts';
import { blobFormat } from '../../support/blob-case.ts';
import { type TinyCaseOptions, withTempDir, writeCase } from '../../support/tiny-case.ts';

/** Broken lines are inserted between the items. */
async function writePortable(
  dir: string,
  items: readonly ConformanceItem[],
  broken: number,
  options: TinyCaseOptions,
): Promise<void> {
  const lines = items.flatMap(({ thumb, ...rest }, n) => {
    const item = thumb === undefined ? rest : { ...rest, thumb: Buffer.from(thumb) };
    return n < broken ? ['{"id":', item] : [item];
  });
  await writeCase(dir, lines, options);
}

const hostileFiles = [
  ['content/none', null, null],
  ['case.json/x', null, null],
  ['case.json', -1, null],
  ['case.json', 0, 2 ** 40],
  ['case.json', 'a', null],
].map((values) => encodePartRef(values));

describeCaseReader('the portable case directory', {
  format: portableFormat,
  isAnalyzed: false,
  write: (dir, items, broken) => writePortable(dir, items, broken, { textAs: 'pack', itemFiles: 2 }),
  hostileRefs: hostileFiles,
});

describeCaseReader('the portable case directory with inline texts and packed contents', {
  format: portableFormat,
  isAnalyzed: false,
  write: (dir, items, broken) => writePortable(dir, items, broken, { contentAs: 'pack', gzip: false }),
  hostileRefs: hostileFiles,
});

for (const segments of [null, 1, 3]) {
  describeCaseReader(segments === null ? 'the format of the tests' : `the same with ${segments} segments of terms`, {
    format: blobFormat,
    isAnalyzed: segments !== null,
    write: (dir, items, broken) =>
      withTempDir(async (root) => {
        const portable = join(root, 'portable');
        await writePortable(portable, items, 0, { textAs: segments === null ? 'file' : 'inline' });
        await analyzeCase(portable, dir, segments, broken);
      }),
    hostileRefs: [[99], [-0.5], [0, 0], ['0']].map((values) => encodePartRef(values)),
  });
}
