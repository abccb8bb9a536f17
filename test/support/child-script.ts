/** Scripts of child processes that answer calls. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOST = pathToFileURL(resolve('src/shared/child/call-host.ts')).href;

/** Writes a script, which may use `serveCalls`. Returns its URL. */
export function childScript(directory: string, name: string, code: string): URL {
  const path = join(directory, `${name}.mjs`);
  writeFileSync(path, `import { endByFault, serveCalls } from ${JSON.stringify(HOST)};\n${code}`);
  return pathToFileURL(path);
}
