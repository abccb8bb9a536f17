/**
 * The part of an answer that must be equal whichever engine gave it. Times, cursors and scores, and everything that depends on
 * them, are excluded.
 */

interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Members that depend on time, or on an engine. */
const OWN = new Set([
  'time',
  'changedAt',
  'path',
  'tookMs',
  'next',
  'score',
  'microseconds',
  'estimate',
  'plan',
  'indexedAt',
  'madeAt',
  'program',
  'signature',
  'requestId',
  'index',
  'expansions',
]);

export async function received(url: string, method: string, path: string, body?: object): Promise<Received> {
  const headers = { connection: 'close', 'content-type': 'application/json' };
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const type = answer.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type, text: bytes.toString(/json|text|csv/.test(type) ? 'utf8' : 'base64') };
}

export function comparable({ status, type, text }: Received, path: string) {
  const isRanked = path.includes('sort=relevance') || path.startsWith('/search');
  if (type.startsWith('application/json')) return { status, body: cleaned(JSON.parse(text), isRanked) };
  return { status, type, text };
}

function cleaned(value: unknown, isRanked: boolean): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => cleaned(one, isRanked));
    return isRanked ? all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : all;
  }
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !OWN.has(name));
  return Object.fromEntries(kept.map(([name, of]) => [name, cleaned(of, isRanked)]));
}
