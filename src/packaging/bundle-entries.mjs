/**
 * Bundles the command line, and each entry point of a thread or process with all code that it loads. Finding and reading
 * hundreds of files takes longer than compiling them, and `serve` loads 1,800. `npm run build` runs it on the compiler's output
 * in dist.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ENTRIES } from './entries.mjs';
import { keepModuleUrls } from './keep-module-urls.mjs';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const dist = `${checkout}dist/`;
const COMMAND_LINE = 'src/cli/main.js';
const CHUNKS = 'src/chunks/';
/** Packages with compiled code, or with files that they expect in their own folder. */
const UNBUNDLED = ['lmdb', 'msgpackr', 'sharp', 'pino', 'pino-pretty', 'node-sqlite3-wasm'];

rmSync(dist + CHUNKS, { recursive: true, force: true });
await bundle(COMMAND_LINE, {
  ssr: { noExternal: true, external: UNBUNDLED },
  output: { chunkFileNames: `${CHUNKS}[name]-[hash].js` },
});
for (const entry of ENTRIES) await bundle(`src/${entry}`, { output: { codeSplitting: false } });

async function bundle(entry, { ssr, output }) {
  // The source map belongs to the previous file.
  rmSync(`${dist}${entry}.map`, { force: true });
  await build({
    root: checkout,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepModuleUrls(dist)],
    ssr,
    build: {
      ssr: dist + entry,
      outDir: dist,
      emptyOutDir: false,
      target: 'node22',
      // A package that koa needs defines functions by eval.
      rollupOptions: { checks: { eval: false }, output: { entryFileNames: entry, ...output } },
    },
  });
}
