/**
 * Runs one test file in this process as Node itself runs modules. Its imports stay loaded for the next file. A worker reads the
 * program, compiles its hot code and builds its tables once, not for each file. Jest's own runner gives each file a context and
 * modules of its own, which took more time than the tests of most files.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { createEmptyTestResult } from '@jest/test-result';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { endFile, endTest } from '../support/endings.ts';
import { resolve } from './module-hooks.mjs';
import { NodeWarnings } from './node-warnings.mjs';

registerHooks({ resolve });
addEventHandler(endings);
addEventHandler(expectations);
addEventHandler(warnings);
Error.stackTraceLimit = 30;

const nodeWarnings = new NodeWarnings();
const statuses = { skip: 'pending', todo: 'todo' };

/**
 * Returns the result of the file in the form of jest's reporters, and the heap in use then. Throws if the file does not load.
 */
export async function runTestFile({ path, config, globalConfig }) {
  const start = Date.now();
  begin(globalConfig);
  const rejected = new Map();
  const fails = (error) => {
    const { currentlyRunningTest, unhandledErrors } = getState();
    const errors = currentlyRunningTest?.errors ?? unhandledErrors;
    errors.push(error);
    return errors;
  };
  const listeners = {
    uncaughtException: fails,
    unhandledRejection: (error, promise) => rejected.set(promise, { error, errors: fails(error) }),
    rejectionHandled: (promise) => {
      const { error, errors } = rejected.get(promise) ?? { errors: [] };
      if (errors.includes(error)) errors.splice(errors.indexOf(error), 1);
    },
  };
  for (const [event, listener] of Object.entries(listeners)) process.on(event, listener);
  try {
    for (const file of [...config.setupFiles, path]) await import(pathToFileURL(file).href);
    jestExpect.setState({ testPath: path, suppressedErrors: [] });
    const result = resultOf(await run(), { path, config, globalConfig, start });
    return { result, heapBytes: process.memoryUsage().heapUsed };
  } finally {
    await endFile([]);
    for (const [event, listener] of Object.entries(listeners)) process.off(event, listener);
  }
}

function begin({ testTimeout, testNamePattern, maxConcurrency }) {
  resetState();
  const state = getState();
  state.maxConcurrency = maxConcurrency;
  if (testTimeout !== undefined) state.testTimeout = testTimeout;
  if (testNamePattern) state.testNamePattern = new RegExp(testNamePattern, 'i');
}

/** `run_finish` comes after the hooks of the file. */
async function endings({ name, test }, { unhandledErrors }) {
  if (name === 'test_done') await endTest(test.errors);
  if (name === 'run_finish') await endFile(unhandledErrors);
}

/** `expect.assertions` and `expect.hasAssertions` are checked when a test has ended. */
function expectations({ name, test }) {
  if (name !== 'test_done') return;
  test.errors.push(...jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error));
}

/**
 * A warning that comes after its test has ended counts for the next test; after the last test, it counts at the end of the
 * file.
 */
function warnings({ name, test }, { unhandledErrors }) {
  if (name !== 'test_done' && name !== 'run_finish') return;
  (test?.errors ?? unhandledErrors).push(...nodeWarnings.take().map((text) => new Error(text)));
}

function resultOf({ testResults, unhandledErrors, unhandledErrorsDetailed }, { path, config, globalConfig, start }) {
  const tests = testResults.map(assertionResult);
  const count = (status) => tests.filter((one) => one.status === status).length;
  const end = Date.now();
  const result = {
    ...createEmptyTestResult(),
    displayName: config.displayName,
    failureMessage: formatResultsErrors(tests, config, globalConfig, path),
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    skipped: tests.every(({ status }) => status === 'pending'),
    testFilePath: path,
    testResults: tests,
  };
  Object.assign(result.perfStats, { start, end, runtime: end - start, slow: false });
  if (unhandledErrors.length === 0) return result;
  const messages = unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig));
  result.testExecError = { message: '', stack: unhandledErrors.join('\n') };
  result.failureMessage = [result.failureMessage, ...messages].filter(Boolean).join('\n\n');
  return result;
}

function assertionResult({ testPath, status, errors, duration, invocations, startedAt }) {
  // The first name is that of the whole file.
  const names = testPath.slice(1);
  return {
    ancestorTitles: names.slice(0, -1),
    duration,
    failureDetails: [],
    failureMessages: errors,
    fullName: names.join(' '),
    invocations,
    location: null,
    numPassingAsserts: 0,
    retryReasons: [],
    startAt: startedAt,
    status: statuses[status] ?? (errors.length > 0 ? 'failed' : 'passed'),
    title: names.at(-1),
  };
}
