/** The configuration of `make test-cluster`: files that need a real cluster run one after the other. */
import shared from '../../jest.config.mjs';

// biome-ignore lint/style/noDefaultExport: jest takes it so
export default {
  ...shared,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/cluster/**/*.cluster.ts'],
  maxWorkers: 1,
  testTimeout: 1_200_000,
};
