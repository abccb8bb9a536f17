#!/usr/bin/env node
/** Starts the command line: from lib/ in a package, from dist/ in a checkout, or from src/ in a checkout that was not compiled. */
import { existsSync } from 'node:fs';

const places = ['../lib/src/cli/main.js', '../dist/src/cli/main.js', '../src/cli/main.ts'];
const main = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
if (main.href.endsWith('.ts') && !process.features.typescript) {
  const message = `case-access needs Node 22.18 or later to run uncompiled, and this is ${process.versions.node}`;
  process.stderr.write(`${message}: run "make build", which fetches a Node into the checkout\n`);
  process.exit(1);
}
await import(main);
