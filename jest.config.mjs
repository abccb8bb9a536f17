/** Tests run as ES modules (chevrotain ships nothing else): NODE_OPTIONS=--experimental-vm-modules, set by `npm test`. */
export default {
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/support/seed.mjs'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  maxWorkers: 2,
  testTimeout: 60000,
};
