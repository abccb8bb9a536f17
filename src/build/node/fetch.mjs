/** Fetches the Node that the checkout runs on into .node/: an npm package whose version and hash stand in package-lock.json beside this file. */
import { fetchPackages } from './fetch-packages.mjs';

process.stdout.write(
  `Node ${process.versions.node} is too old: fetching Node 26 into .node/ of the checkout, 65 MB, once\n`,
);
const from = new URL('./', import.meta.url);
if (!fetchPackages(from, new URL('../../../.node/', from), ['--silent'])) process.exitCode = 1;
