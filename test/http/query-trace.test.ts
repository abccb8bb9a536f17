/**
 * The way of a query, drawn in docs/architecture.md from stack traces of a real `GET /search`: when its text is parsed, its
 * engine is called, a posting list is opened, the kernel intersects lists, and the bytes of the answer are written. Then the way
 * of the snippets of a `GET /hits`. `UPDATE_GOLDEN=1` draws both again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { AstBuilder } from '../../grammar/ast-builder.ts';
import { PostingList } from '../../src/engine/postings/posting-list-reader.ts';
import { ReferenceWriter } from '../../src/http/output/reference-writer.ts';
import { WholeItems } from '../../src/query/item-batches.ts';
import { FieldMatcher } from '../../src/query/matching/field-matcher.ts';
import { Snippets } from '../../src/query/matching/snippets.ts';
import { ResidentKernel } from '../../src/query/resident/resident-kernel.ts';
import { HookedEngine } from '../support/hooked-engine.ts';
import { Service } from '../support/http-service.ts';

const DOCUMENT = 'docs/architecture.md';
/** Files, and functions, that a query may pass through from its route to the bytes of its answer. */
const FILES_MAX = 20;
const STEPS_MAX = 30;

interface Step {
  readonly file: string;
  readonly name: string;
}

const isSame = (a: Step, b: Step): boolean => a.file === b.file && a.name === b.name;

const { stackTraceLimit } = Error;
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/**
 * The functions of this program on the stack, outermost first. Generators, closures and recursive calls are not steps of their
 * own.
 */
function stepsOf(stack: string): Step[] {
  const steps: Step[] = [];
  for (const line of stack.split('\n').reverse()) {
    const [, called, file] = /^ +at (?:async )?(\S+) \(.*?\/((?:src|grammar)\/[^:]+):\d+:\d+\)$/.exec(line) ?? [];
    const name = called?.split('.').at(-1);
    if (file === undefined || name === undefined || name === '<computed>' || name === '<anonymous>') continue;
    const step = { file, name };
    if (!steps.some((known) => isSame(known, step))) steps.push(step);
  }
  return steps;
}

/** A method whose first call during a search records a stack, and its file if it is a step itself. */
interface Station {
  readonly owner: object;
  readonly name: string | symbol;
  readonly file: string | null;
}

interface Way {
  /** The function of the route at which the drawing begins. */
  readonly route: Step;
  readonly request: string;
  /** In order. */
  readonly stations: readonly Station[];
  readonly passed: readonly string[];
}

const WAYS: Record<string, Way> = {
  '/search': {
    route: { file: 'src/http/routes/search.ts', name: 'search' },
    request: '/search?q=alpha+AND+beta',
    stations: [
      { owner: AstBuilder.prototype, name: 'query', file: null },
      { owner: HookedEngine.prototype, name: 'search', file: null },
      { owner: PostingList, name: 'ofTerm', file: null },
      { owner: ResidentKernel.prototype, name: 'run', file: 'src/query/resident/resident-kernel.ts' },
      { owner: WholeItems.prototype, name: Symbol.asyncIterator, file: null },
      { owner: ReferenceWriter.prototype, name: 'write', file: 'src/http/output/reference-writer.ts' },
    ],
    passed: ['grammar/parse.ts', 'src/query/plan/planner.ts', 'src/engine/index-reader.ts', 'src/query/execute.ts'],
  },
  '/hits': {
    route: { file: 'src/http/output/hit-records.ts', name: 'hitRecords' },
    request: '/hits?q=alpha+AND+beta&snippets=1',
    stations: [
      { owner: FieldMatcher.prototype, name: 'addWord', file: null },
      { owner: FieldMatcher.prototype, name: 'feed', file: 'src/query/matching/field-matcher.ts' },
      { owner: Snippets.prototype, name: 'endItem', file: 'src/query/matching/snippets.ts' },
    ],
    passed: [
      'src/http/matching/hit-snippets.ts',
      'src/query/matching/query-matcher.ts',
      'src/query/matching/item-scan.ts',
    ],
  },
};

/** Stacks of the first calls of the stations during a request, from within. */
async function stacksOf({ request, stations }: Way): Promise<readonly string[]> {
  const service = await Service.start({ cases: { a: [{ id: 1, text: 'alpha beta' }] } });
  const stacks = stations.map(() => '');
  const restore = stations.map(({ owner, name }, i) => {
    const own = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
    Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
      stacks[i] ||= String(new Error('here').stack);
      return own.apply(this, given);
    });
    return () => Reflect.set(owner, name, own);
  });
  try {
    Error.stackTraceLimit = 200;
    const { json } = await service.get(request);
    expect(json.docs ?? json.hits).toHaveLength(1);
  } finally {
    for (const one of restore) one();
    await service.stop();
  }
  return stacks;
}

function drawing(steps: readonly Step[]): string {
  const lines: { readonly file: string; readonly names: string[] }[] = [];
  for (const { file, name } of steps) {
    if (lines.at(-1)?.file === file) lines.at(-1)!.names.push(name);
    else lines.push({ file, names: [name] });
  }
  return lines.map(({ file, names }) => `${` ${file}`.padEnd(45)} ${names.join(' ▶ ')}\n`).join('');
}

test.each(Object.keys(WAYS))('%s passes through few files and steps, which the document draws', async (path) => {
  const { route, stations, passed } = WAYS[path]!;
  const steps: Step[] = [];
  for (const [i, stack] of (await stacksOf(WAYS[path]!)).entries()) {
    const { name, file } = stations[i]!;
    const all = [...stepsOf(stack), ...(file === null ? [] : [{ file, name: String(name) }])];
    const first = all.findIndex((step) => isSame(step, route));
    for (const step of all.slice(Math.max(0, first))) if (!steps.some((known) => isSame(known, step))) steps.push(step);
  }
  expect(steps.map(({ file }) => file)).toEqual(expect.arrayContaining([route.file, ...passed]));
  const drawn = drawing(steps);
  const document = readFileSync(DOCUMENT, 'utf8');
  const place = new RegExp(`(<!-- ${path} drawn by test/http/query-trace\\.test\\.ts -->\n\`\`\`\n)[^]*?(\`\`\`\n)`);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(DOCUMENT, document.replace(place, `$1${drawn}$2`));
  else expect(place.exec(document)?.[0]).toContain(drawn);
  expect(new Set(steps.map(({ file }) => file)).size).toBeLessThanOrEqual(FILES_MAX);
  expect(steps.length).toBeLessThanOrEqual(STEPS_MAX);
});
