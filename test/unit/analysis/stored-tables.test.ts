import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bytesOfTables, makeTables, storedTables } from '../../../src/analysis/unit-tables.ts';
import { withRuntimeName } from '../../../src/shared/runtime-file.ts';
import { temporaryDir } from '../../support/endings.ts';

let directory: string;
beforeAll(() => {
  directory = temporaryDir();
});

/** Tables from a file with these bytes. */
function fromBytes(bytes: Buffer): ReturnType<typeof storedTables> {
  const file = join(directory, 'tables.bin');
  writeFileSync(file, bytes);
  return storedTables(pathToFileURL(file));
}

describe('tables over units in a file', () => {
  test('of the built program equal those of this runtime, unless another one built it', () => {
    const file = new URL('../../../dist/src/analysis/unit-tables.bin', import.meta.url);
    const name = withRuntimeName(new Uint8Array());
    const isOfThis = readFileSync(file).subarray(0, name.length).equals(name);
    expect(storedTables(file)).toEqual(isOfThis ? makeTables() : null);
  });

  test('are read as written', () => {
    const tables = makeTables();
    expect(fromBytes(withRuntimeName(bytesOfTables(tables)))).toEqual(tables);
  });

  test.each([
    ['of another runtime', (bytes: Buffer) => Buffer.concat([Buffer.from('unicode 1.1'), bytes.subarray(11)])],
    ['that are cut', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['that are empty', () => Buffer.alloc(0)],
  ])('those %s are not used', (_, damaged) => {
    expect(fromBytes(damaged(withRuntimeName(bytesOfTables(makeTables()))))).toBeNull();
  });

  test('do not exist without a file', () => {
    expect(storedTables(pathToFileURL(join(directory, 'none.bin')))).toBeNull();
  });
});
