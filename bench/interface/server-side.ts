/** Our server over HTTP: complete answers with their JSON. */
import { Agent, request } from 'node:http';
import { foldText } from '../../src/analysis/fold-text.ts';
import { type Answered, byCodePoint, FACETED_VALUES, type Side, since } from './side.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** A body that is not read completely into memory. The contents of each piece are counted. */
export interface Streamed {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly status: number;
}

export function post(url: string, body: unknown, onPiece: (piece: Buffer) => void): Promise<Streamed> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'Content-Type': 'application/json' } },
      (response) => {
        let bytes = 0;
        response.on('data', (piece: Buffer) => {
          bytes += piece.length;
          onPiece(piece);
        });
        response.on('end', () => {
          resolve({ milliseconds: performance.now() - start, bytes, status: response.statusCode ?? 0 });
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

interface Page {
  readonly total: number;
  readonly hits: readonly { id: number; snippets?: readonly unknown[] }[];
  readonly next: string | null;
}

interface Counts {
  readonly facets: readonly { values: readonly { value: string; items: number }[] }[];
}

export function serverSide(url: string): Side {
  let following: string | null = null;
  let after: string | null = null;
  async function json<T>(path: string, body: unknown): Promise<{ value: T; milliseconds: number }> {
    const pieces: Buffer[] = [];
    const { milliseconds, status } = await post(url + path, body, (piece) => pieces.push(piece));
    const text = Buffer.concat(pieces).toString();
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
    return { value: JSON.parse(text) as T, milliseconds };
  }
  async function page(body: object): Promise<Answered> {
    const { value, milliseconds } = await json<Page>('/hits', { properties: ['none'], ...body });
    following = value.next;
    return { answer: `${value.total};${value.hits.map(({ id }) => id).join(',')}`, milliseconds };
  }
  const sort = { modified: ['modified:desc'], name: ['name:asc'] };
  return {
    name: 'HTTP',
    facets: async (from) => {
      const facets = [
        { field: 'category', limit: FACETED_VALUES },
        { field: 'modified', interval: 'year' },
        { field: 'source' },
      ];
      const { value, milliseconds } = await json<Counts>('/facets', { q: since(from), facets });
      const [category, year, sources] = value.facets;
      const shown = [
        category!.values.map(({ value: label, items }) => `${foldText(label)}=${items}`),
        year!.values.map(({ value: label, items }) => `${label.slice(0, 4)}=${items}`),
        sources!.values.map(({ value: label, items }) => `${label}=${items}`),
      ];
      return { answer: shown.map((values) => values.sort(byCodePoint).join(',')).join(';'), milliseconds };
    },
    page: async (field, from, offset, limit) => {
      const answered = await page({ q: since(from), sort: sort[field], offset, limit });
      after = following;
      return answered;
    },
    next: (field, from, limit) => page({ q: since(from), sort: sort[field], after, limit }),
    snippets: async (word, limit, pieces) => {
      const body = { q: `content:${word}`, sort: ['relevance'], limit, snippets: pieces, properties: ['none'] };
      const { value, milliseconds } = await json<Page>('/hits', body);
      const marked = value.hits.filter(({ snippets }) => (snippets?.length ?? 0) > 0).length;
      return { answer: `${value.hits.length};${marked}`, milliseconds };
    },
    end: async () => agent.destroy(),
  };
}
