/**
 * How the processes that run tests load modules, as node:module's `register` takes it: TypeScript with its types blanked out, so that
 * lines and columns stay, and `@jest/globals` as the globals of this runner.
 *
 * A module asked for with `?under=KEY.ts` is another one than the module without: it and all of the checkout that it imports are
 * loaded anew under the setting KEY (test/support/settings.ts). The query ends like the file, by which the sources know that
 * they have not been compiled.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { transformSync } = createRequire(import.meta.url)('@swc/wasm-typescript');

const root = new URL('../../', import.meta.url).href;
const globals = new URL('jest-globals.mjs', import.meta.url).href;
/** What stands in for a module under a setting. */
const underSetting = new Map(
  Object.entries({
    'src/shared/thresholds.ts': 'test/support/under-thresholds.ts',
    'src/kernel/this-thread.ts': 'test/support/under-kernel.ts',
  }).map(([module, standIn]) => [root + module, root + standIn]),
);
/** Path → code: a module may be loaded under many settings. */
const stripped = new Map();

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
  const resolved = await next(specifier, context);
  const setting = context.parentURL?.split('?under=')[1];
  const { url } = resolved;
  if (setting === undefined || !url.startsWith(root) || url.includes('/node_modules/')) return resolved;
  return { ...resolved, url: `${underSetting.get(url) ?? url}?under=${setting}` };
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts') || !url.startsWith('file:')) return next(url, context);
  const path = fileURLToPath(url);
  let code = stripped.get(path);
  if (code === undefined) {
    code = transformSync(await readFile(path, 'utf8'), { mode: 'strip-only' }).code;
    stripped.set(path, code);
  }
  return { format: 'module', source: code, shortCircuit: true };
}
