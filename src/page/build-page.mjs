/**
 * Builds the page to dist/page. Vite makes one script, one style sheet and the parts loaded on demand. All have a content hash
 * in their names, and are compressed by brotli and gzip. `npm run build` runs it.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { usedParts } from './pdf/used-parts.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../dist/page/', import.meta.url));

const pdfPackage = fileURLToPath(new URL('../../node_modules/pdfjs-dist/', import.meta.url));
/** Their names contain the package version instead of a hash. */
const pdfFiles = `pdfjs-${JSON.parse(readFileSync(join(pdfPackage, 'package.json'), 'utf8')).version}-`;

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  base: './',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"', PDF_FILES: JSON.stringify(pdfFiles) },
  plugins: [lexerAlone(), classicScript()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: '',
    // The page's policy forbids data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      input: { index: join(root, 'index.html') },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
});

await buildFrame();
copyPdfFiles();

for (const name of readdirSync(outDir)) {
  if (!/\.(html|js|css|svg|json|wasm)$/.test(name)) continue;
  const bytes = readFileSync(join(outDir, name));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(outDir, `${name}.br`), brotliCompressSync(bytes, { params: quality }));
  writeFileSync(join(outDir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}

/**
 * The frame that draws PDF files has no origin, and browsers do not load modules in such a page. So its script is one classic
 * file with everything in it.
 */
async function buildFrame() {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [usedParts(pdfPackage)],
    build: {
      write: false,
      target: 'es2022',
      chunkSizeWarningLimit: 5000,
      lib: { entry: join(root, 'pdf/frame.ts'), formats: ['iife'], name: 'frame', fileName: 'frame' },
    },
  });
  const css = readFileSync(join(root, 'pdf/frame.css'), 'utf8');
  const page = readFileSync(join(root, 'pdf/pdf.html'), 'utf8');
  const script = hashed('frame', 'js', output[0].code);
  writeFileSync(
    join(outDir, 'pdf.html'),
    page.replace('./frame.js', `./${script}`).replace('./frame.css', `./${hashed('frame', 'css', css)}`),
  );
}

/** Files that PDF files may need: character maps, the standard fonts, decoders of JPEG 2000 and JBIG2. */
function copyPdfFiles() {
  for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
    for (const name of readdirSync(join(pdfPackage, folder))) {
      // Left out are the script engine, because no script of a document is run, and character maps outside the PDF standard.
      if (!/\.(bcmap|pfb|ttf|wasm)$/.test(name) || /^quickjs|UTF(8|32)/.test(name)) continue;
      copyFileSync(join(pdfPackage, folder, name), join(outDir, pdfFiles + name));
    }
  }
}

function hashed(name, ending, text) {
  const file = `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.${ending}`;
  writeFileSync(join(outDir, file), text);
  return file;
}

/** The lexer needs only the token types of the parser's library. */
function lexerAlone() {
  return {
    name: 'lexer-alone',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('/parser-library.ts') || !importer?.includes('/grammar/')) return null;
      return join(root, 'query/token-types.ts');
    },
  };
}

/** Our scripts need no credentials, and `crossorigin` would fail behind a proxy. */
function classicScript() {
  return {
    name: 'plain-script',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll(' crossorigin', '') },
  };
}
