/**
 * Makes one file of each entry point of a thread or process, with all of the program that it loads: each compiles everything for itself, and finding
 * and reading hundreds of files takes longer than that. `npm run build` runs it on what the compiler wrote to dist.
 */
import { rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const dist = fileURLToPath(new URL('../../dist/src/', import.meta.url));

const ENTRIES = [
  'bookmarks/store/store-process.js',
  'build/build-process.js',
  'build/index-state-process.js',
  'build/threads/analyzed-worker.js',
  'cases/archives/archive-process.js',
  'cases/sqlite/database-process.js',
  'certificates/case-facts-process.js',
  'cluster/build/cluster-build-process.js',
  'content-text/decoding-process.js',
  'engine/indexing-worker.js',
  'processes/engine-process.js',
  'processes/index-check-process.js',
  'thumbnails/picture-process.js',
];

for (const entry of ENTRIES) {
  const file = dist + entry;
  // It is of the file that was there before.
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

/** What a module finds beside itself is still there. */
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
