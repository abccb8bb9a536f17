/** Tests run as ES modules (chevrotain ships nothing else): NODE_OPTIONS=--experimental-vm-modules, set by `npm test`. */
export default {
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/support/seed.mjs'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/\\.nodes/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  maxWorkers: 2,
  // A worker that has nothing open still needs a moment to give its memory back, and more than jest's 500 ms on a busy machine.
  workerGracefulExitTimeout: 20_000,
  // Far more than any test takes: a busy machine is no fault.
  testTimeout: 180_000,
};
