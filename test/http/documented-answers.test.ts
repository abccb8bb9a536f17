/** The examples of docs/http-api.md, run in their order against the sample cases. UPDATE_GOLDEN=1 writes the answers again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Answer } from '../support/http-client.ts';
import { Service } from '../support/http-service.ts';

const PAGE = 'docs/http-api.md';
/** A block of commands and the block of their answers. */
const EXAMPLE =
  /```sh\n(curl (?:(?!```)[\s\S])*)\n```\n(The answer contains, among other members:\n)?```(json|csv|ndjson)\n([\s\S]*?)\n```/g;
/** Examples that need more than the sample cases, and the missing thing. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/"id":"again"/, 'would add a source for all later ones'],
  [/\/presence/, 'an open stream'],
  [/first=anna/, 'several people'],
  [/\/status/, 'engine processes'],
];
/** Members that differ with each run. */
const VARYING = new Set(['tookMs', 'next', 'requestId']);

/** The four sources that `make serve` has. */
const service = Service.beforeTests({
  paths: {
    'seized-laptop': 'data-samples/seized-laptop',
    'usb-stick': 'data-samples/usb-stick',
    'rui-phone': 'data-samples/rui-phone',
    production: 'data-samples/production/VOL001',
  },
});

test('the sample cases answer as the document shows', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const examples = [...page.matchAll(EXAMPLE)].filter(
    ([example]) => !NOT_RUN.some(([pattern]) => pattern.test(example)),
  );
  expect(examples.length).toBeGreaterThanOrEqual(45);
  let answered = page;
  for (const [example, commands, isPart, kind, shown] of examples) {
    const lines = commands!.replaceAll('\\\n', ' ').split('\n');
    const answers: Answer[] = [];
    for (const line of lines) answers.push(await ask(line));
    const found =
      kind === 'json'
        ? answers
            .map((answer, i) => documented(answer, JSON.parse(shown!.split('\n')[i] ?? '{}'), isPart !== undefined))
            .join('\n')
        : plain(answers[0]!.text);
    answered = answered.replace(example, () => example.replace(shown!, () => found));
  }
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(PAGE, answered);
  else expect(answered).toBe(page);
});

test('words of a command are split as a shell does', () => {
  expect(wordsOf(`curl -d '{"q":"a b"}' "$B/search?q=a"`)).toEqual(['curl', '-d', '{"q":"a b"}', '$B/search?q=a']);
});

/** Sends the request of a line with curl. */
function ask(line: string): Promise<Answer> {
  let method: string | undefined;
  let path = '';
  let isQuery = false;
  const headers: Record<string, string> = {};
  const data: string[] = [];
  const words = wordsOf(line).values();
  for (const word of words) {
    const value = (): string => words.next().value as string;
    if (word === '-X') method = value();
    else if (word === '-H') {
      const [, name, is] = /^([^:]+): (.*)$/.exec(value())!;
      headers[name!] = is!;
    } else if (word === '-d') data.push(value());
    else if (word === '--data-urlencode') data.push(encoded(value()));
    else if (word === '-r') headers['Range'] = `bytes=${value()}`;
    else if (word === '-sG') isQuery = true;
    else if (word.startsWith('$B')) path = word.slice('$B'.length);
    else if (word !== 'curl' && word !== '-s') throw new Error(`${line}: what is ${word}?`);
  }
  if (isQuery) return service.get(`${path}?${data.join('&')}`, { headers });
  const body = data.length === 0 ? {} : { body: data.join('&') };
  return service.request(method ?? (data.length === 0 ? 'GET' : 'POST'), path, { headers, ...body });
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2] ?? word[3]!);
}

function encoded(data: string): string {
  const at = data.indexOf('=') + 1;
  return data.slice(0, at) + encodeURIComponent(data.slice(at));
}

/**
 * Returns an answer on one line, with the varying members taken from the shown answer. If only a part is shown, it has only the
 * shown members.
 */
function documented({ json, text }: Answer, shown: unknown, isPart: boolean): string {
  expect([text, json]).not.toEqual([text, undefined]);
  return JSON.stringify(adapted(json, shown, isPart)).replaceAll('"path":"data-samples/', '"path":"');
}

function adapted(found: unknown, shown: unknown, isPart: boolean): unknown {
  if (Array.isArray(found)) {
    const known = Array.isArray(shown) ? shown : [];
    return found.map((value, i) => adapted(value, known[i], isPart));
  }
  if (typeof found !== 'object' || found === null) return found;
  const known = (shown ?? {}) as Readonly<Record<string, unknown>>;
  const isLogged = 'requestId' in found;
  return Object.fromEntries(
    Object.entries(found)
      .filter(([name]) => !isPart || name in known)
      .map(([name, value]) => {
        const varies = value !== null && known[name] && (VARYING.has(name) || (isLogged && name === 'time'));
        if (varies) return [name, known[name]];
        if (name === 'fields') return [name, (value as unknown[]).slice(0, (known[name] as unknown[]).length)];
        return [name, adapted(value, known[name], isPart)];
      }),
  );
}

const plain = (text: string): string => text.replace('\ufeff', '').replaceAll('\r\n', '\n').replace(/\n$/, '');
