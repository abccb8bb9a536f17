/**
 * Fetches the version of Node that the checkout uses into .node/. It is an npm package, whose version and hash are in
 * package-lock.json next to this file.
 */
import { fetchPackages } from './fetch-packages.mjs';

process.stdout.write(
  `Node ${process.versions.node} is too old: fetching Node 26 into .node/ of the checkout, 65 MB, once\n`,
);
const from = new URL('./', import.meta.url);
if (!fetchPackages(from, new URL('../../../.node/', from), ['--silent'])) process.exitCode = 1;
