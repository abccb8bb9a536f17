/** What `make test-cluster` runs: files that need a real cluster, one after the other. */
import shared from '../../jest.config.mjs';

// biome-ignore lint/style/noDefaultExport: jest takes it so
export default {
  ...shared,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/cluster/**/*.cluster.ts'],
  maxWorkers: 1,
  testTimeout: 1_200_000,
};
