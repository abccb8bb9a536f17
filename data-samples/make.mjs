/**
 * Makes the sample cases again, the same bytes every time: `node data-samples/make.mjs [DIR]`. Without a directory they
 * are made in place. Pictures may differ by a few bytes with another version of the picture library.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attachmentFiles } from './generator/attachments.mjs';
import { makeProduction } from './generator/production.mjs';
import { makeRuiPhone } from './generator/rui-phone.mjs';
import { makeSeizedLaptop } from './generator/seized-laptop.mjs';
import { makeUsbStick } from './generator/usb-stick.mjs';

const production = { id: 'production', path: 'production/VOL001' };

/** Writes all cases and `sources.json` into `dir`; cases of the same names are replaced. */
export async function makeSamples(dir) {
  const shared = await attachmentFiles();
  await makeSeizedLaptop(dir, shared);
  await makeUsbStick(dir, shared);
  await makeRuiPhone(dir, shared);
  await makeProduction(dir);
  const sources = [...['seized-laptop', 'usb-stick', 'rui-phone'].map((id) => ({ id, path: id })), production];
  await writeFile(join(dir, 'sources.json'), `${JSON.stringify(sources, null, 2)}\n`);
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && resolve(process.argv[1]) === self) {
  await makeSamples(resolve(process.argv[2] ?? dirname(self)));
}
