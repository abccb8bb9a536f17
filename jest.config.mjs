import { fileURLToPath } from 'node:url';

// Each of the thousand processes that tests start takes the compiled code of earlier ones.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/case-access/compiled', import.meta.url));

/** Test files run as Node runs modules, many in one process: test/runner/test-file.mjs. */
export default {
  runner: '<rootDir>/test/runner/native-runner.mjs',
  setupFiles: ['<rootDir>/test/support/seed.mjs'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/\\.(nodes?|mcp)/'],
  // The runner loads modules itself (test/runner/module-hooks.mjs), and Node strips the types.
  transform: {},
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  maxWorkers: 2,
  // What test files leave behind in a process ends with it.
  workerIdleMemoryLimit: '1GB',
  // A worker that has nothing open still needs a moment to give its memory back, and more than jest's 500 ms on a busy machine.
  workerGracefulExitTimeout: 20_000,
  // A guard against hangs, far longer than any test takes on a busy machine. A test sets no other.
  testTimeout: 600_000,
};
