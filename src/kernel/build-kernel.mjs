/**
 * Compiles the AssemblyScript of all rooms, which is in their folders `assembly/`, to WebAssembly:
 *
 *   build-kernel.mjs                     writes the code of all modules
 *   build-kernel.mjs --check             reports whether these match the compiled sources
 *   build-kernel.mjs --of FILE           writes the code of the modules that FILE is in
 *   build-kernel.mjs --debug FILE JSON   writes a build with assertions over other thresholds, `{format, tuning}`: for tests
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const src = dirname(dirname(fileURLToPath(import.meta.url)));
/** The thresholds, as the kernel that answers queries imports them. */
const CONSTANTS = 'query/resident/assembly/constants.ts';

/**
 * A module: its room, its source in `assembly/` there, its target, and its initial pages of 64 KiB. The memory may grow without
 * a limit.
 */
function growing(name, room, source, target, initial = 1) {
  return { name: `kernel that ${name}`, room, source, target, pages: [initial, 65_536] };
}

const KERNEL = growing('answers queries', 'query/resident', 'resident.ts', 'resident-code.ts', 76);
export const MODULES = [
  KERNEL,
  growing('spells texts', 'engine/spelling', 'spelling.ts', 'spelling-code.ts'),
  growing('reads terms of Lucene', 'lucene', 'lucene.ts', 'lucene-lists-code.ts'),
  // These modules share the memory of the one before.
  {
    ...growing('collects the texts of terms', 'engine/spelling', 'collecting.ts', 'collecting-code.ts'),
    isMemoryImported: true,
  },
  {
    ...growing('merges and encodes lists', 'engine/postings', 'encoding.ts', 'encoding-code.ts'),
    isMemoryImported: true,
  },
  {
    name: 'kernel that expands frames',
    room: 'engine/store/frames',
    source: 'frames.ts',
    target: 'frames-code.ts',
    pages: [14, 14],
  },
  {
    name: 'kernel that compresses frames',
    room: 'engine/store/frames',
    source: 'compression.ts',
    target: 'compression-code.ts',
    pages: [5, 5],
  },
  growing('scans texts', 'query/matching/scanning', 'scanning.ts', 'scanning-code.ts', 8),
  growing('inverts', 'engine/inversion', 'inversion.ts', 'term-log-code.ts', 8),
  growing('writes dictionaries', 'engine/dictionary', 'dictionary.ts', 'dictionary-code.ts'),
  growing('finds pairs', 'engine/pairs', 'pairing.ts', 'pairing-code.ts'),
  growing('holds and sorts whole values', 'engine/columns/values', 'values.ts', 'values-code.ts'),
  growing('takes records apart', 'engine/store/records', 'records.ts', 'records-code.ts'),
  growing('writes columns of values', 'engine/columns/values', 'columns-of-runs.ts', 'columns-code.ts'),
];

/** Returns the modules that import a source, directly or not. */
export function modulesOf(file) {
  const wanted = relative(src, resolve(file));
  const imports = (name, seen) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const [, path] of readFileSync(join(src, name), 'utf8').matchAll(/ from '(\.[^']+)';/g)) {
      imports(`${join(dirname(name), path).replace(/\.ts$/, '')}.ts`, seen);
    }
    return seen;
  };
  const found = MODULES.filter(({ room, source }) => imports(`${room}/assembly/${source}`, new Set()).has(wanted));
  if (found.length === 0) throw new Error(`no module of the kernel imports ${file}`);
  return found;
}

/** Returns the contents of src/query/resident/assembly/constants.ts for these thresholds. */
export function constantsOf({ format, tuning }) {
  const constants = {
    BLOCK_BITS: format.blockBits,
    PACK_BITS: format.packBits,
    SKIP_BITS: format.skipBits,
    SKIPPED_MIN: format.skippedMin,
    READ_AHEAD: tuning.readAhead,
  };
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name}: u32 = ${value};\n`)
    .join('');
}

/** Returns the compiled code of a module. `constants`, if given, replace the thresholds, and assertions stay. */
async function compile({ room, source, pages: [initial, maximum], isMemoryImported = false }, constants = null) {
  let binary = null;
  const options = [
    `${room}/assembly/${source}`,
    ...['--outFile', 'kernel.wasm', '--runtime', 'stub', '--enable', 'simd'],
    ...['--initialMemory', String(initial), '--maximumMemory', String(maximum)],
    ...(isMemoryImported ? ['--importMemory'] : []),
    ...(constants === null ? ['-O3', '--noAssert'] : ['-O1', '--use', 'abort=']),
  ];
  const { error, stderr: messages } = await asc.main(options, {
    readFile(name) {
      if (name === CONSTANTS && constants !== null) return constants;
      try {
        // Decorators of functions are not TypeScript: in the sources they are comments.
        return readFileSync(join(src, name), 'utf8').replaceAll('\n// @inline\n', '\n@inline\n');
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
    writeFileSync(file, await compile(KERNEL, constantsOf(JSON.parse(thresholds))));
    return;
  }
  for (const module of mode === '--of' ? modulesOf(file) : MODULES) {
    const { name, room, target } = module;
    const code = `/** The ${name}, compiled from assembly/ by \`make kernel\`. */\nexport const code =\n  '${(await compile(module)).toString('base64')}';\n`;
    const path = join(src, room, target);
    if (mode !== '--check') writeFileSync(path, code);
    else if (readFileSync(path, 'utf8') !== code) {
      stderr.write(`src/${room}/${target} is not what src/${room}/assembly compiles to: run \`make kernel\`\n`);
      exit(1);
    }
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await main(argv.slice(2));
