#!/usr/bin/env node
/** Starts the command line: from lib/ in a package, from dist/ in a checkout. An older Node gets a sentence in place of a syntax error. */
import { existsSync } from 'node:fs';

const NEEDED = [22, 18];

const [major, minor] = process.versions.node.split('.').map(Number);
const packaged = new URL('../lib/src/cli/main.js', import.meta.url);
const isPackaged = existsSync(packaged);
if (isPackaged && (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]))) {
  process.stderr.write(
    `case-access needs Node ${NEEDED.join('.')} or later, and this is ${process.versions.node}: see https://nodejs.org\n`,
  );
  process.exit(1);
}
await import(isPackaged ? packaged : new URL('../dist/src/cli/main.js', import.meta.url));
