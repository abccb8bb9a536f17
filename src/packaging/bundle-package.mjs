/**
 * Bundles the package for a registry into lib/. It has the command line, the entry points of processes and threads, and their
 * shared modules as chunks. It also has the client with its types, and the static files in one compressed file. `npm pack` runs
 * it after `npm run build`. Character tables are left out, because they are valid only for the version of Node that wrote them,
 * and every process can compute them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { ENTRIES } from './entries.mjs';
import { keepModuleUrls } from './keep-module-urls.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
/** The root of the package: the checkout, or the argument. */
const lib = join(process.argv[2] ?? root, 'lib');

/** Beside files of their own kind, and texts before others, files compress best. */
const TEXTS = ['.html', '.json', '.wadl', '.css', '.js', '.mjs'];

await bundleProgram();
writeTypes('src/embedded/open-case.d.ts');
cpSync(join(dist, 'src/client'), join(lib, 'src/client'), {
  recursive: true,
  filter: (path) => !path.endsWith('.map'),
});
joinStaticFiles({
  page: join(dist, 'page'),
  'swagger-ui': join(dist, 'swagger-ui'),
  interface: join(dist, 'interface'),
  docs: buildDocs(),
});

async function bundleProgram() {
  const entries = ['cli/main.js', 'embedded/open-case.js', ...ENTRIES];
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepModuleUrls(root), clientOnce(), packedKernels()],
    build: {
      ssr: true,
      outDir: lib,
      emptyOutDir: true,
      target: 'node22',
      rollupOptions: {
        input: Object.fromEntries(
          entries.map((entry) => [`src/${entry.slice(0, -3)}`, join(root, 'src', entry.replace(/js$/, 'ts'))]),
        ),
        output: {
          // Names of functions and classes are kept, so that stack traces are readable.
          minify: {
            compress: true,
            mangle: { toplevel: true, keepNames: { function: true, class: true } },
            codegen: { removeWhitespace: true, legalComments: 'none' },
          },
          entryFileNames: '[name].js',
          chunkFileNames: 'src/chunks/[name]-[hash].js',
        },
      },
    },
  });
}

/** The types of one module, which must import no other. */
function writeTypes(path) {
  const all = join(lib, 'types');
  const options = ['--declaration', '--emitDeclarationOnly', '--outDir', all];
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', ...options],
    { cwd: root },
  );
  copyFileSync(join(all, path), join(lib, path));
  rmSync(all, { recursive: true });
}

/** The package contains the client for users who import it, and the program uses the same copy. */
function clientOnce() {
  const client = join(root, 'src/client/case-access-client.ts');
  return {
    name: 'client-once',
    enforce: 'pre',
    resolveId(id, importer) {
      const isClient = importer !== undefined && resolve(dirname(importer), id) === client;
      return isClient ? { id: 'PATH_TO_CLIENT', external: true } : null;
    },
    renderChunk(code, chunk) {
      const path = relative(dirname(chunk.fileName), 'src/client/case-access-client.js');
      return { code: code.replaceAll('"PATH_TO_CLIENT"', JSON.stringify(path)), map: null };
    },
  };
}

/** Compresses WebAssembly before it becomes a text: it then takes two thirds of the space in the package. */
function packedKernels() {
  const literal = /export const code =\s*'([A-Za-z0-9+/=]+)'/;
  let count = 0;
  return {
    name: 'packed-kernels',
    // This must run before the types are stripped, because that changes the quotes.
    enforce: 'pre',
    buildEnd(error) {
      if (error === undefined && count === 0) throw new Error('no kernel was compressed');
    },
    transform(code, id) {
      const [, wasm] = (/-code\.ts$/.test(id) && literal.exec(code)) || [];
      if (wasm === undefined) return null;
      count++;
      const packed = brotliCompressSync(Buffer.from(wasm, 'base64')).toString('base64');
      const unpacked = `brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString('base64')`;
      return {
        code: `import { brotliDecompressSync } from 'node:zlib';\n${code.replace(literal, () => `export const code = ${unpacked}`)}`,
        map: null,
      };
    },
  };
}

/** The documentation for those who install the package. */
function buildDocs() {
  const out = join(dist, 'docs-of-package');
  execFileSync(process.execPath, [join(root, 'src/packaging/docs/build-docs.mjs'), '--package', out], {
    stdio: 'inherit',
  });
  return out;
}

/** Writes the file that src/http/description/static-files.ts reads. Compressed forms are left out, because the server makes them. */
function joinStaticFiles(folders) {
  const files = Object.entries(folders).flatMap(([folder, from]) =>
    readdirSync(from)
      .filter((name) => !/\.(?:br|gz)$/.test(name))
      .sort()
      .map((name) => ({ name: `${folder}/${name}`, bytes: readFileSync(join(from, name)) })),
  );
  const kind = ({ name }) =>
    `${TEXTS.includes(extname(name)) ? TEXTS.indexOf(extname(name)) : 'other'}${extname(name)}`;
  files.sort((a, b) => (kind(a) < kind(b) ? -1 : kind(a) > kind(b) ? 1 : 0));
  const head = Buffer.from(JSON.stringify(files.map(({ name, bytes }) => [name, bytes.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const bytes = Buffer.concat([length, head, ...files.map((file) => file.bytes)]);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(join(lib, 'static-files.br'), brotliCompressSync(bytes, { params }));
}
