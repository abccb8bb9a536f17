/** Damages the tree of an index in place, while it may be open, so that LMDB meets invalid pages. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 4096;
const OVERFLOW = 0x04;
/** The two pages with the roots of the trees, which an open environment has read. */
const META_PAGES = 2;

/** Overwrites every page of the tree with zeros, and returns their number. The pages of values stay. */
export function zeroTreePages(directory: string): number {
  const file = openSync(join(directory, 'data.mdb'), 'r+');
  try {
    const pages = fstatSync(file).size / PAGE;
    const page = Buffer.alloc(PAGE);
    let zeroed = 0;
    for (let n = META_PAGES; n < pages; n++) {
      readSync(file, page, 0, PAGE, n * PAGE);
      if ((page.readUInt16LE(18) & OVERFLOW) !== 0 && page.readUInt32LE(0) === n) {
        n += page.readUInt32LE(20) - 1;
        continue;
      }
      writeSync(file, Buffer.alloc(PAGE), 0, PAGE, n * PAGE);
      zeroed++;
    }
    return zeroed;
  } finally {
    closeSync(file);
  }
}
