/** A copy of the tree in which mutants are made and tests run. The tree itself is never touched. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mutated } from './list.mjs';

/** Compiled code that runs in separate processes is not mutated: kernels with thresholds of tests, and decoders of contents. */
const COMPILED = ['dist/kernels', 'dist/src', 'dist/grammar'];
const TEXTS = ['src', 'grammar', 'test', 'docs', 'data-samples', 'bench/random.ts', 'package.json', 'jest.config.mjs'];
const COPIED = [...TEXTS, ...COMPILED];
/** Loaded before the tests of a suite. */
const SETUP = ['support/seed.mjs', 'mutants/no-shrinking.mjs', 'mutants/first-failure.mjs'];
/** One suite takes seconds, or a minute or two on a busy machine. A mutant may never end. */
const SECONDS_MAX = Number(process.env.MUTANT_SECONDS ?? 600);
/**
 * All files that src/kernel/build-kernel.mjs writes. Files that one mutant left there would make the tests of the next one
 * fail.
 */
const KERNEL_CODE = readdirSync('src', { recursive: true })
  .filter((name) => name.endsWith('-code.ts'))
  .map((name) => `src/${name}`);

export class Scratch {
  #root;
  #report;
  #running = null;

  constructor(root) {
    this.#root = root;
    this.#report = join(root, 'killed-by');
    mkdirSync(join(root, 'tmp'), { recursive: true });
    for (const name of COPIED) if (existsSync(name)) cpSync(name, join(root, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  }

  /** Applies a mutant. Returns a function that reverts it. Throws if it cannot be made. */
  async put(mutant) {
    const files = mutant.file.includes('/assembly/') ? [mutant.file, ...KERNEL_CODE] : [mutant.file];
    const texts = files.map((file) => readFileSync(join(this.#root, file), 'utf8'));
    const restore = () => {
      for (const [i, file] of files.entries()) writeFileSync(join(this.#root, file), texts[i]);
    };
    writeFileSync(join(this.#root, mutant.file), mutated(mutant, texts[0]));
    if (files.length > 1) {
      const { code, output } = await this.#run(['src/kernel/build-kernel.mjs', '--of', mutant.file], {});
      if (code !== 0) {
        restore();
        throw new Error(`the kernel does not compile: ${output.slice(-500)}`);
      }
    }
    return restore;
  }

  /**
   * Runs tests of a suite. `killer` is the test that failed, or null if all passed. Throws if the suite failed without a test,
   * because code that does not load is not a mutant.
   */
  async test({ path, tests, env: trials = {} }) {
    rmSync(this.#report, { force: true });
    const args = [
      ...['node_modules/jest/bin/jest.js', path, '--testNamePattern', tests, '--runInBand'],
      ...SETUP.flatMap((file) => ['--setupFiles', `./test/${file}`]),
      ...['--cacheDirectory', join(this.#root, 'cache')],
    ];
    const env = { ...trials, NODE_OPTIONS: '', MUTANT_REPORT: this.#report };
    const { code, isLate, output } = await this.#run(args, env);
    if (isLate) return { killer: `does not end within ${SECONDS_MAX} s` };
    if (existsSync(this.#report)) return { killer: readFileSync(this.#report, 'utf8') };
    if (code !== 0) throw new Error(`${path} failed without a test: ${output.slice(-2000)}`);
    if (!/^Tests: .*\d passed/m.test(output)) throw new Error(`${path} has no test that ${tests} matches`);
    return { killer: null };
  }

  #run(args, env) {
    return new Promise((done) => {
      const options = {
        cwd: this.#root,
        detached: true,
        env: { ...process.env, TMPDIR: join(this.#root, 'tmp'), ...env },
      };
      const child = spawn(process.execPath, args, options);
      this.#running = child;
      let output = '';
      let isLate = false;
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      const timer = setTimeout(() => {
        isLate = true;
        this.stop();
      }, SECONDS_MAX * 1000);
      child.on('close', (code) => {
        clearTimeout(timer);
        this.#running = null;
        done({ code, isLate, output });
      });
    });
  }

  /** Ends the running process, and all that it has started. */
  stop() {
    try {
      if (this.#running !== null) process.kill(-this.#running.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
