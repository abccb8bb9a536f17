/** Only one module depends on the operating system. A second one would be forgotten when a platform is added. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const MODULE = 'src/shared/platform.ts';
/** Runs on any old Node, so it imports nothing of the program. */
const SELF_CONTAINED = 'src/cli/needed-node.ts';

/** The platform, /proc, flags of opening that Windows lacks, and lists of signals that end the program. */
const DEPENDENT =
  /\bprocess\.platform\b|\bplatform\(\)|["'`]\/(?:proc|dev)\/|\bO_(?:NOFOLLOW|NONBLOCK|DIRECTORY)\b|\[\s*'SIGINT'/;

test('only one module of the program depends on the operating system', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx)$/.test(file))
    .map((file) => join('src', file));
  expect(files).toContain(MODULE);
  expect(files.filter((file) => DEPENDENT.test(readFileSync(file, 'utf8'))).sort()).toEqual([SELF_CONTAINED, MODULE]);
});
