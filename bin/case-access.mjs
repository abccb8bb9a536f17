#!/usr/bin/env node
/** Starts the command line: from lib/ in a package, from dist/ in a checkout. */
import { existsSync } from 'node:fs';

const packaged = new URL('../lib/src/cli/main.js', import.meta.url);
await import(existsSync(packaged) ? packaged : new URL('../dist/src/cli/main.js', import.meta.url));
