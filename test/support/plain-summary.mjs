/**
 * A jest reporter that ends a run with one plain line, `N passed, N failed`. A test file that cannot be loaded counts as one
 * failure, and so does each earlier step that the Makefile lists in CHECKS_FAILED (lint, types, arrows).
 */
export default class PlainSummary {
  onRunComplete(_contexts, results) {
    const checksFailed = Number(process.env.CHECKS_FAILED ?? 0);
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + checksFailed;
    process.stderr.write('', () => process.stdout.write(`${results.numPassedTests} passed, ${failed} failed\n`));
  }
}
