/** A server whose sources are not ready in time leaves no process behind. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDir } from '../../support/endings.ts';
import { until } from '../../support/until.ts';
// @ts-expect-error plain JavaScript, shared with make torture
import { ServedProcess } from '../../torture/served-process.mjs';

let root: string;
beforeEach(() => {
  root = temporaryDir();
});

test('a server that is not ready in time is ended', async () => {
  const [main, pidFile] = [join(root, 'late.mjs'), join(root, 'pid')];
  writeFileSync(
    main,
    `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 1000);`,
  );
  const readPid = (): number | null => {
    try {
      return Number(readFileSync(pidFile, 'utf8')) || null;
    } catch {
      return null;
    }
  };
  let isInTime = true;
  const started = ServedProcess.start({ root, sources: [], main, isInTime: () => isInTime });
  started.catch(() => undefined);
  await until(() => readPid() !== null);
  isInTime = false;
  await expect(started).rejects.toThrow('the sources were not ready in time');
  expect(() => process.kill(readPid()!, 0)).toThrow('ESRCH');
});
