/**
 * Fetches the Node that the checkout runs on into .node/: an npm package whose version and hash stand in package-lock.json beside this
 * file. Runs on any Node with modules, and nothing of the package runs here.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../.node/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const name of ['package.json', 'package-lock.json']) {
  copyFileSync(new URL(name, import.meta.url), new URL(name, folder));
}
process.stdout.write(
  `Node ${process.versions.node} is too old: fetching Node 26 into .node/ of the checkout, 65 MB, once\n`,
);
const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
const { status } = spawnSync('npm', flags, { cwd: fileURLToPath(folder), stdio: 'inherit' });
process.exitCode = status ?? 1;
