/**
 * Runs the conformance suite of all engines on the engine over a real cluster of three nodes.
 *
 * RUNS=, QUERIES= and SEED= are as for the other engines.
 */
import { afterAll, describe } from '@jest/globals';
import { testAgreement } from '../conformance/agreement.ts';
import { testMatching } from '../conformance/matching.ts';
import { describeSearchEngine } from '../conformance/search-engine.ts';
import type { OpenSubject } from '../conformance/subject.ts';
import { onCluster } from './support/open-on-cluster.ts';
import { TestCluster } from './support/test-cluster.ts';

const trials = {
  seed: Number(process.env.SEED ?? Date.now() % 2 ** 31),
  runs: Number(process.env.RUNS ?? 2),
  queries: Number(process.env.QUERIES ?? 100),
};

const cluster = TestCluster.start(3);
const open: OpenSubject = async (sources) => onCluster(await cluster)(sources);

describe('conformance', () => {
  afterAll(async () => (await cluster).stop());

  describeSearchEngine('on a cluster', open);
  testAgreement('the engine on a cluster', open, trials);
  testMatching('the engine on a cluster', open, { ...trials, runs: 1 });
});
