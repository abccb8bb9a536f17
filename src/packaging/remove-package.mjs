/** Removes the output of bundle-package.mjs: a checkout runs from dist/. */
import { rmSync } from 'node:fs';

rmSync(new URL('../../lib', import.meta.url), { recursive: true, force: true });
