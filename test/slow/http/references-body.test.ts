/**
 * Bodies of references with a fault at any position, sent to a real server in pieces of any length, compared with a slow twin
 * that parses the whole text at once. RUNS= sets how many, SEED= repeats a run.
 */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { bodyTexts } from '../../../src/http/input/body-texts.ts';
import { readReferences } from '../../../src/http/input/references-body.ts';
import { closedAtEnd } from '../../support/endings.ts';
import { seeded } from '../../support/seeded.ts';

const SEED = Number(process.env.SEED);
const RUNS = Number(process.env.RUNS ?? 60);
const BYTES_MAX = 3 * 1024 * 1024;

let server: Server;

beforeAll(async () => {
  server = closedAtEnd(
    createServer((asked, answer) => {
      readReferences(bodyTexts(asked, BYTES_MAX)).then(
        () => answer.end('fine'),
        (fault: Error) => answer.end(fault.message),
      );
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

/** Returns the message about the body, whose pieces are sent one by one. */
function said(pieces: readonly Buffer[], headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method: 'PUT', headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve(text));
    });
    asked.on('error', reject);
    for (const piece of pieces) asked.write(piece);
    asked.end();
  });
}

/** The twin: returns what is wrong with the body. It does not distinguish kinds of invalid JSON. */
function naive(text: string): string {
  if (text.length > 2 * 1024 * 1024 && text.trimStart().startsWith('{')) return 'TOO LARGE';
  let elements: unknown;
  try {
    elements = JSON.parse(text);
  } catch {
    return 'NO JSON';
  }
  if (!Array.isArray(elements)) return 'NO JSON';
  const faults = elements.map((element: unknown, i) => {
    const finding = findingOf(element);
    return finding === null ? null : `Element ${i} of the body ${finding}.`;
  });
  return faults.find((fault) => fault !== null) ?? 'fine';
}

function findingOf(element: unknown): string | null {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    return 'is not an object with "source" and "id"';
  }
  const members = new Map(Object.entries(element));
  if (typeof members.get('source') !== 'string') return 'has no string "source"';
  if (!Number.isInteger(members.get('id'))) return 'has no integer "id"';
  const other = [...members.keys()].find((name) => name !== 'source' && name !== 'id');
  return other === undefined ? null : `has an unknown member ${JSON.stringify(other)}`;
}

/** No element is long, but if a quote or a bracket is missing, a long text may look like an element. */
const classed = (message: string): string =>
  /not valid JSON|not a JSON array|not a complete JSON array|element of more than/.test(message)
    ? 'NO JSON'
    : message.replace(/^The body is an object of more than.*/, 'TOO LARGE');

const wrongElements = [
  '1',
  'null',
  '"a"',
  '[]',
  '{}',
  '{"source":1,"id":1}',
  '{"source":"a"}',
  '{"source":"a","id":1.5}',
];
const moreWrong = ['{"source":"a","id":1e999}', '{"source":"a","id":1,"é":2}', '{"id":1,"source":"a","__proto__":{}}'];
const edits = ['', '"', '\\', ',', ',,', '[', ']', '{', '}', ' ', '1', 'x', ']]', '][', '\ufeff', '\u0000', '😀'];

class Bodies {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** Returns a valid body, or one with wrong elements, or one with a few characters changed. */
  next(): string {
    const elements = Array.from({ length: this.below(20_000) }, (_, id) => `{"source":"ünd 😀","id":${id}}`);
    const kind = this.below(3);
    if (kind === 1) {
      for (let i = this.below(3); i >= 0; i--) {
        elements[this.below(elements.length + 1)] = this.oneOf([...wrongElements, ...moreWrong]);
      }
    }
    const space = () => this.oneOf(['', '', ' ', '\r\n\t', ' '.repeat(1000)]);
    const text = `${space()}[${space()}${elements.join(this.oneOf([',', ', ', ' ,\r\n\t']))}${space()}]${space()}`;
    return kind === 2 ? this.#edited(text) : text;
  }

  /** At an edge, or anywhere. */
  #edited(text: string): string {
    const at = this.oneOf([this.below(4), text.length - this.below(4), this.below(text.length + 1)]);
    return `${text.slice(0, Math.max(0, at))}${this.oneOf(edits)}${text.slice(Math.max(0, at) + this.below(3))}`;
  }

  cut(bytes: Buffer): Buffer[] {
    const length = this.oneOf([1000, 60_000, 1_000_000]);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + this.below(length);
      pieces.push(bytes.subarray(at, end));
      at = end;
    }
    return pieces;
  }
}

test(`faults are found as if the body were parsed at once (SEED=${SEED}, RUNS=${RUNS})`, async () => {
  const bodies = new Bodies(SEED);
  const seen = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const text = bodies.next();
    const expected = naive(text.replace(/^\ufeff/, ''));
    expect([run, classed(await said(bodies.cut(Buffer.from(text))))]).toEqual([run, expected]);
    seen.add(expected.replace(/\d+/, 'n'));
  }
  expect(seen.size).toBeGreaterThan(5);
});

test('an object that is too large is distinguished from an array', async () => {
  const object = `{"source":"a"${' '.repeat(2 * 1024 * 1024)}`;
  expect(naive(object)).toBe('TOO LARGE');
  expect(classed(await said([Buffer.from(object)]))).toBe('TOO LARGE');
});

test('compressed bodies are decompressed within the limit; broken or unknown ones are refused', async () => {
  const text = Buffer.from(JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ source: 'ünd', id }))));
  const bomb = Buffer.alloc(BYTES_MAX + 1, ' ');
  const ways = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
  for (const [encoding, compress] of Object.entries(ways)) {
    const headers = { 'Content-Encoding': encoding };
    expect(await said([compress(text)], headers)).toBe('fine');
    expect(await said([compress(bomb)], headers)).toContain(`larger than ${BYTES_MAX} bytes`);
    expect(await said([compress(text).subarray(0, 100)], headers)).toContain('does not match its headers');
    expect(await said([text], headers)).toContain('does not match its headers');
  }
  expect(await said([text], { 'Content-Encoding': 'rot13' })).toContain('not known');
});
