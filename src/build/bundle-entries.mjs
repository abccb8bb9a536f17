/**
 * Bundles each entry point of a thread or process with all code that it loads. Each compiles everything for itself, and finding
 * and reading hundreds of files takes longer than that. `npm run build` runs it on the compiler's output in dist.
 */
import { rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ENTRIES } from './entries.mjs';

const dist = fileURLToPath(new URL('../../dist/src/', import.meta.url));

for (const entry of ENTRIES) {
  const file = dist + entry;
  // The map belongs to the previous file.
  rmSync(`${file}.map`, { force: true });
  await build({
    root: dist,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [foundAsBefore(file)],
    build: {
      ssr: file,
      outDir: dirname(file),
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: '[name].js', codeSplitting: false } },
    },
  });
}

/** Makes relative file URLs of the modules work in the bundle. */
function foundAsBefore(bundle) {
  return {
    name: 'found-as-before',
    transform(code, id) {
      if (id === bundle || !code.includes('import.meta.url')) return null;
      const path = JSON.stringify(relative(dirname(bundle), id));
      return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`), map: null };
    },
  };
}
