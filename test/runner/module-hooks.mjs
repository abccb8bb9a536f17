/**
 * How the processes that run tests find modules, for node:module's `registerHooks`. `@jest/globals` is the globals of this
 * runner.
 *
 * A module requested with `?under=KEY.ts` is separate from the module without it. It and all of the checkout that it imports
 * are loaded again under the setting KEY (test/support/settings.ts). The query ends with the ending of the file, from which the
 * sources know that they are not compiled.
 */
const root = new URL('../../', import.meta.url).href;
const globals = new URL('jest-globals.mjs', import.meta.url).href;
/** The runner uses this module, too. */
const endings = new URL('../support/endings.ts', import.meta.url).href;
/** The module that replaces another under a setting. */
const underSetting = new Map(
  Object.entries({
    'src/shared/thresholds.ts': 'test/support/under-thresholds.ts',
    'src/query/resident/this-thread.ts': 'test/support/under-kernel.ts',
  }).map(([module, standIn]) => [root + module, root + standIn]),
);

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
  const resolved = next(specifier, context);
  const setting = context.parentURL?.split('?under=')[1];
  const { url } = resolved;
  if (setting === undefined || url === endings || !url.startsWith(root) || url.includes('/node_modules/'))
    return resolved;
  return { ...resolved, url: `${underSetting.get(url) ?? url}?under=${setting}` };
}
