/** The order of test files: the longest first, so that no worker is left alone with a long one at the end. */
import { pathInCheckout, readTimes, writeTimes } from './recorded-times.mjs';

/** A new file may be a long one, so it runs early. */
const unknownMs = 5000;

export default class LongestFirst {
  sort(tests) {
    const times = readTimes();
    for (const test of tests) test.duration = times[pathInCheckout(test.path)]?.ms ?? unknownMs;
    return [...tests].sort((a, b) => b.duration - a.duration || (a.path < b.path ? -1 : 1));
  }

  /** Returns every `shardCount`-th file in order of length, so that all shards take about the same time. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, i) => i % shardCount === shardIndex - 1);
  }

  /** Called for `--onlyFailures`. Failures are not recorded, so all files run. */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults(_tests, { testResults }) {
    writeTimes(testResults);
  }
}
