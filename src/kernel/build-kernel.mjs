/**
 * Compiles assembly/ to WebAssembly:
 *
 *   build-kernel.mjs                     writes kernel-code.ts
 *   build-kernel.mjs --check             says whether kernel-code.ts is what the sources compile to
 *   build-kernel.mjs --debug FILE JSON   writes a build with assertions over other thresholds, `{format, ways}`: for tests
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = dirname(fileURLToPath(import.meta.url));
const target = join(folder, 'kernel-code.ts');

/** What stands in the place of assembly/constants.ts. */
export function constantsOf({ format, ways }) {
  const constants = {
    BLOCK_BITS: format.blockBits,
    PACK_BITS: format.packBits,
    SKIP_BITS: format.skipBits,
    SKIPPED_MIN: format.skippedMin,
    READ_AHEAD: ways.readAhead,
  };
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name}: u32 = ${value};\n`)
    .join('');
}

/** The compiled code; over `constants` and with assertions where these are given. */
async function compileKernel(constants = null) {
  let binary = null;
  const options = [
    'exports.ts',
    ...['--outFile', 'kernel.wasm', '--runtime', 'stub', '--initialMemory', '16', '--maximumMemory', '16'],
    ...(constants === null ? ['-O3', '--noAssert'] : ['-O1', '--use', 'abort=']),
  ];
  const { error, stderr: messages } = await asc.main(options, {
    readFile(name) {
      if (name === 'constants.ts' && constants !== null) return constants;
      try {
        return readFileSync(join(folder, 'assembly', name), 'utf8');
      } catch {
        return null; // the compiler tries names
      }
    },
    writeFile(name, contents) {
      if (name === 'kernel.wasm') binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null) throw new Error(`the kernel does not compile: ${error.message}\n${messages.toString()}`);
  return Buffer.from(binary);
}

async function main([mode, file, thresholds]) {
  if (mode === '--debug') {
    writeFileSync(file, await compileKernel(constantsOf(JSON.parse(thresholds))));
    return;
  }
  const code = `/** The kernel, compiled from assembly/ by \`make kernel\`. */\nexport const code =\n  '${(await compileKernel()).toString('base64')}';\n`;
  if (mode !== '--check') writeFileSync(target, code);
  else if (readFileSync(target, 'utf8') !== code) {
    stderr.write('src/kernel/kernel-code.ts is not what src/kernel/assembly compiles to: run `make kernel`\n');
    exit(1);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await main(argv.slice(2));
