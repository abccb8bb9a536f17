/**
 * The way of a query, drawn in docs/architecture.md from stack traces of a real `GET /search`: of its engine's call, and of the
 * first read of a posting list. `UPDATE_GOLDEN=1` draws it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { PostingList } from '../../src/engine/postings/posting-list-reader.ts';
import { HookedEngine } from '../support/hooked-engine.ts';
import { Service } from '../support/http-service.ts';

const DOCUMENT = 'docs/architecture.md';
const DRAWING = /(<!-- drawn by test\/http\/query-trace\.test\.ts -->\n```\n)[\s\S]*?(```\n)/;
/** Files, and functions, that a query may pass through from its route to a posting list. */
const FILES_MAX = 20;
const STEPS_MAX = 36;

interface Step {
  readonly file: string;
  readonly name: string;
}

const { stackTraceLimit } = Error;
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** The functions of this program on the stack, outermost first. A generator, a closure or a recursion is not a step of its own. */
function stepsOf(stack: string): Step[] {
  const steps: Step[] = [];
  for (const line of stack.split('\n').reverse()) {
    const [, called, file] = /^ +at (?:async )?(\S+) \(.*?\/(src\/[^:]+):\d+:\d+\)$/.exec(line) ?? [];
    const name = called?.split('.').at(-1);
    if (file === undefined || name === undefined || name === '<computed>') continue;
    if (!steps.some((step) => step.file === file && step.name === name)) steps.push({ file, name });
  }
  return steps;
}

/** Stacks of the first calls of two methods during a search. */
async function stacksOfSearch(): Promise<readonly [toEngine: string, toList: string]> {
  const service = await Service.start({ cases: { a: [{ id: 1, text: 'alpha beta' }] } });
  const { search } = HookedEngine.prototype;
  const { ofTerm } = PostingList;
  let toEngine = '';
  let toList = '';
  const stack = (): string => String(new Error('here').stack);
  HookedEngine.prototype.search = function (...given) {
    toEngine ||= stack();
    return search.apply(this, given);
  };
  PostingList.ofTerm = (...given: Parameters<typeof ofTerm>) => {
    toList ||= stack();
    return ofTerm.apply(PostingList, given);
  };
  try {
    Error.stackTraceLimit = 200;
    expect((await service.get('/search?q=alpha+AND+beta')).json.docs).toHaveLength(1);
  } finally {
    Object.assign(HookedEngine.prototype, { search });
    PostingList.ofTerm = ofTerm;
    await service.stop();
  }
  return [toEngine, toList];
}

function drawing(steps: readonly Step[]): string {
  const lines: { readonly file: string; readonly names: string[] }[] = [];
  for (const { file, name } of steps) {
    if (lines.at(-1)?.file === file) lines.at(-1)!.names.push(name);
    else lines.push({ file, names: [name] });
  }
  return lines.map(({ file, names }) => `${` ${file}`.padEnd(45)} ${names.join(' ▶ ')}\n`).join('');
}

test('a query passes through few files and steps, which the document draws', async () => {
  const [toEngine, toList] = await stacksOfSearch();
  const ofServer = stepsOf(toEngine);
  const ofRoute = ofServer.slice(ofServer.findIndex(({ file }) => file === 'src/http/routes/search.ts'));
  const steps = [...ofRoute, ...stepsOf(toList)];
  expect(steps.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['src/http/routes/search.ts', 'src/query/plan/planner.ts', 'src/engine/index-reader.ts']),
  );
  const drawn = drawing(steps);
  const document = readFileSync(DOCUMENT, 'utf8');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(DOCUMENT, document.replace(DRAWING, `$1${drawn}$2`));
  else expect(DRAWING.exec(document)?.[0]).toContain(drawn);
  expect(new Set(steps.map(({ file }) => file)).size).toBeLessThanOrEqual(FILES_MAX);
  expect(steps.length).toBeLessThanOrEqual(STEPS_MAX);
});
