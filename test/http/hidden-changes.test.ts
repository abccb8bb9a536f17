/**
 * A viewer of one of two sources reads while others change bookmarks, selection, notes, panels, marks, reviews and searches.
 * The answers equal those of a twin server that never had the other source. Only the numbers of records and notes may differ.
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Answer } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';
import { type AskAs, askingAs, knowing, type TokenUser } from '../support/token-users.ts';
// @ts-expect-error plain JavaScript, shared with make torture
import { Random } from '../torture/random.mjs';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const STEPS = Number(process.env['STEPS'] ?? 90);
/** A multiple of the size of a batch, so that no batch has items of both sources. */
const COUNT = 9;
const SECRETS = /hidden|zebra|informant|Elsewhere/;

const users: readonly TokenUser[] = [
  { name: 'lead', role: 'administrator' },
  { name: 'anna', role: 'annotator' },
  { name: 'ben', role: 'annotator' },
  { name: 'half', role: 'annotator', sources: ['seen'] },
  { name: 'half-reader', role: 'reader', sources: ['seen'] },
];
const itemsOf = (word: string) =>
  Array.from({ length: COUNT }, (_, i) => ({
    id: i + 1,
    text: `${word} heron ${i}`,
    properties: { hash: [`h${i % 3}`] },
  }));

let [both, alone]: Service[] = [];
/** The users of the server with both sources, and those of the twin. */
let [here, there]: AskAs[] = [];

beforeAll(async () => {
  both = await Service.start({ cases: { hidden: itemsOf('zebra'), seen: itemsOf('ibis') }, server: knowing(users) });
  alone = await Service.start({ cases: { seen: itemsOf('ibis') }, server: knowing(users) });
  [here, there] = [askingAs(both), askingAs(alone)];
});

/** Makes a change on both servers. On the twin, the parts about its missing source are left out. */
async function onBoth(who: string, method: string, path: string, body?: unknown, seenBody = body): Promise<void> {
  const [one, other] = [await here!(who, method, path, body), await there!(who, method, path, seenBody)];
  expect([method, path, one.status, one.status < 300]).toEqual([method, path, other.status, true]);
}

interface Reference {
  readonly source: string;
  readonly id: number;
}

const random = new Random(SEED);
const pick = <T>(list: readonly T[]): T => random.pick(list);
const someOf = (source: string): Reference[] =>
  refs(source, ...new Set([1 + random.below(COUNT), 1 + random.below(COUNT)]));
const all = (source: string): Reference[] => refs(source, ...Array.from({ length: COUNT }, (_, i) => i + 1));
const hiddenOnly = (who: string, method: string, path: string, body?: unknown) => here!(who, method, path, body);

/** Decides the next item of a review, only on the server with both sources if the item is hidden. */
async function decideHidden(who: string, review: string, coding: string, choice: string): Promise<void> {
  const { item } = (await here!(who, 'GET', `/reviews/${review}/next`)).json;
  if (item?.source !== 'hidden') return;
  await here!(who, 'PUT', `/codings/${coding}/code`, { choice, review, docs: [item] });
}

async function changeHiddenNote(): Promise<void> {
  for (const { id } of all('hidden')) {
    const path = `/sources/hidden/docs/${id}/notes`;
    const [note] = (await here!('lead', 'GET', path)).json.notes;
    if (note === undefined || random.below(2) === 0) continue;
    if (random.below(2) === 0) await hiddenOnly('ben', 'DELETE', `${path}/${note.n}`);
    else await hiddenOnly('ben', 'PUT', `${path}/${note.n}`, { text: `the informant ${random.below(99)}` });
    return;
  }
}

async function undoHidden(): Promise<void> {
  const shown = new Set(
    (await here!('half', 'GET', '/log?limit=1000')).json.changes.map(({ seq }: { seq: number }) => seq),
  );
  const { changes } = (await here!('lead', 'GET', '/log?limit=20')).json;
  const last = changes.find(({ seq, what }: { seq: number; what: string }) => !shown.has(seq) && what !== 'undo');
  if (last !== undefined) await hiddenOnly('lead', 'POST', '/bookmarks/undo', { seq: last.seq });
}

const STEPS_BY_NAME: Readonly<Record<string, () => Promise<unknown>>> = {
  'members of both': () => {
    const seen = someOf('seen');
    return onBoth('anna', 'PUT', '/bookmarks/mixed/add', [...someOf('hidden'), ...seen], seen);
  },
  'hidden members': () =>
    hiddenOnly(
      pick(['anna', 'ben']),
      'PUT',
      `/bookmarks/${pick(['mixed', 'away'])}/${pick(['add', 'remove'])}`,
      someOf('hidden'),
    ),
  members: () => onBoth('anna', 'PUT', `/bookmarks/own/${pick(['add', 'remove'])}`, someOf('seen')),
  'a hidden selection': () => hiddenOnly('ben', 'PUT', `/selection/${pick(['add', 'remove'])}`, someOf('hidden')),
  'a selection': () => onBoth('anna', 'PUT', `/selection/${pick(['add', 'remove'])}`, someOf('seen')),
  'a description of hidden members': async () => {
    if ((await here!('lead', 'GET', '/bookmarks/away')).json.docs.length === 0) return;
    await hiddenOnly('lead', 'PUT', '/bookmarks/away', { comment: `the informant ${random.below(99)}` });
  },
  'a hidden note': () =>
    hiddenOnly('ben', 'POST', `/sources/hidden/docs/${1 + random.below(COUNT)}/notes`, { text: 'a zebra' }),
  'another hidden note': changeHiddenNote,
  'a note': () => onBoth('anna', 'POST', `/sources/seen/docs/${1 + random.below(COUNT)}/notes`, { text: 'a heron' }),
  'hidden marks': () => hiddenOnly('ben', 'PUT', `/reviewed/${pick(['add', 'remove'])}`, someOf('hidden')),
  'marks of both': () => {
    const seen = someOf('seen');
    return onBoth('lead', 'PUT', '/reviewed/add', [...someOf('hidden'), ...seen], seen);
  },
  'hidden choices': () =>
    hiddenOnly('ben', 'PUT', '/codings/Panel/code', { choice: pick(['yes', 'no', null]), docs: someOf('hidden') }),
  choices: () =>
    onBoth('anna', 'PUT', '/codings/Panel/code', { choice: pick(['yes', 'no', null]), docs: someOf('seen') }),
  'hidden decisions': () => decideHidden('ben', 'Mixed', 'Panel', pick(['yes', 'no'])),
  'decisions elsewhere': () => decideHidden(pick(['ben', 'anna']), 'Elsewhere', 'Panel', pick(['yes', 'no'])),
  'a batch elsewhere': () => hiddenOnly('ben', 'POST', `/reviews/${pick(['Mixed', 'Elsewhere'])}/give-back`),
  'a private search': () => hiddenOnly('ben', 'PUT', `/searches/own${random.below(2)}`, { q: 'zebra' }),
  'a search elsewhere': () =>
    hiddenOnly('lead', 'PUT', '/searches/away', { q: 'heron', sourceID: ['hidden'], shared: true }),
  'a search elsewhere that goes': () => hiddenOnly('lead', 'DELETE', '/searches/away'),
  'a search': () => onBoth('anna', 'PUT', '/searches/shared', { q: `heron ${random.below(9)}`, shared: true }),
  'a search in both': () =>
    onBoth(
      'anna',
      'PUT',
      '/searches/two',
      { q: 'ibis', sourceID: ['seen', 'hidden'], shared: true },
      { q: 'ibis', sourceID: ['seen'], shared: true },
    ),
  'an undo': undoHidden,
};

function paths(): readonly string[] {
  const at = `at=${encodeURIComponent(new Date().toISOString())}`;
  const lists = [
    '/bookmarks',
    '/bookmarks?details=true',
    '/selection',
    `/selection?${at}`,
    '/codings',
    `/codings/Panel?${at}`,
  ];
  const marks = ['/reviewed', '/reviewed/ben', '/reviewed/lead', `/reviewed/ben?${at}`];
  const reviews = ['/reviews', '/reviews/Mixed', '/reviews/Asked', '/reviews/Look', '/reviews/Elsewhere'].flatMap(
    (path) => [path, `${path}?${at}`],
  );
  const searches = [
    '/searches',
    '/searches/shared',
    '/searches/two',
    '/searches/own0',
    '/searches/away',
    `/searches/two?${at}`,
    `/searches/away?${at}`,
  ];
  const logs = ['/log', '/log?limit=1000'];
  const names = ['mixed', 'away', 'own', 'yes', 'no'].flatMap((name) => [
    `/bookmarks/${name}`,
    `/bookmarks/${name}?${at}`,
    `/bookmarks/${name}/log`,
    `/search?q=bookmark:${name}`,
  ]);
  const fields = ['bookmark', 'coding', 'reviewed', 'search', 'note', 'source'];
  const suggestions = fields.map((field) => `/suggest?field=${field}&prefix=`);
  const queries = [
    'zebra',
    'heron',
    'note:zebra',
    'note:heron',
    'reviewed:*',
    'reviewed:ben',
    'coding:Panel',
    'selected:true',
    'search:own0',
    'search:away',
    'search:two',
  ];
  const found = queries.flatMap((q) => [`/search?q=${q}`, `/explain?q=${q}`]);
  const facets = '/facets?q=&facet=bookmark&facet=coding:Panel&facet=reviewed&facet=source&facet=selected';
  const documents = [1, 4, 9].flatMap((id) =>
    ['', '/notes', '/family'].flatMap((what) => [
      `/sources/seen/docs/${id}${what}`,
      `/sources/hidden/docs/${id}${what}`,
    ]),
  );
  const sets = [
    '/export?q=&format=csv',
    '/export?q=&format=ndjson',
    '/hits?q=heron',
    '/findings?q=heron',
    '/status',
    '/sources',
  ];
  return [
    ...lists,
    ...marks,
    ...reviews,
    ...searches,
    ...logs,
    ...names,
    ...suggestions,
    ...found,
    facets,
    ...documents,
    ...sets,
  ];
}

const VARYING =
  /"(tookMs|microseconds|uptimeSeconds|requestId|time|changedAt|created|changed|rate|seq|n|undoes|next|note|remote|luceneId|indexIdentity|processedAt|memory|audit|path|startedAt)":("[^"]*"|[\d.]+|null|\{[^}]*\})/g;
const MADE = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const comparable = ({ status, text }: Answer): unknown => [status, text.replace(VARYING, '').replace(MADE, '')];

async function expectSame(after: string): Promise<void> {
  for (const path of paths()) {
    for (const who of ['half', 'half-reader']) {
      const own = await here!(who, 'GET', path);
      if (!SECRETS.test(path) && !path.includes('zebra'))
        expect([path, own.text]).toEqual([path, expect.not.stringMatching(SECRETS)]);
      expect([after, path, who, comparable(own)]).toEqual([
        after,
        path,
        who,
        comparable(await there!(who, 'GET', path)),
      ]);
    }
  }
}

test(`equals that of a server without the source (SEED=${SEED})`, async () => {
  for (const name of ['mixed', 'away', 'own']) await onBoth('lead', 'POST', `/bookmarks/${name}`);
  const panel = { choices: [{ bookmark: 'yes' }, { bookmark: 'no' }], exclusive: true };
  await onBoth('lead', 'PUT', '/codings/Panel', panel);
  const review = (name: string, docs: readonly Reference[]) => ({ name, codings: ['Panel'], batch: 3, docs });
  await onBoth(
    'lead',
    'POST',
    '/reviews',
    review('Mixed', [...all('hidden'), ...all('seen')]),
    review('Mixed', all('seen')),
  );
  await hiddenOnly('lead', 'POST', '/reviews', review('Elsewhere', all('hidden')));
  const asked = { name: 'Asked', codings: ['Panel'], batch: 3 };
  await onBoth('lead', 'POST', '/reviews', { ...asked, q: 'heron OR zebra OR informant' }, { ...asked, q: 'heron' });
  await expectSame('the start');
  for (let step = 1; step <= STEPS; step++) {
    const name = pick(Object.keys(STEPS_BY_NAME));
    await STEPS_BY_NAME[name]!();
    if (step % 15 === 0) await expectSame(`step ${step}, ${name}`);
  }
  // A second look that drew no visible item.
  await decideHidden('ben', 'Elsewhere', 'Panel', 'yes');
  expect((await hiddenOnly('lead', 'POST', '/reviews/Elsewhere/sample', { name: 'Look', percent: 100 })).status).toBe(
    200,
  );
  await expectSame('a second look');
});

test('is not affected by changes of a viewer of one source', async () => {
  const secret = async (): Promise<unknown> => [
    ...(await Promise.all(
      ['/reviews/Elsewhere', '/reviews/Look', '/searches/away', '/searches'].map(async (path) =>
        comparable(await here!('lead', 'GET', path)),
      ),
    )),
    ...(await Promise.all(
      all('hidden').map(async ({ id }) => (await here!('lead', 'GET', `/sources/hidden/docs/${id}/notes`)).text),
    )),
  ];
  await hiddenOnly('lead', 'PUT', '/searches/away', { q: 'heron', sourceID: ['hidden'], shared: true });
  const before = await secret();
  const changes: readonly [string, string, unknown?][] = [
    ['GET', '/reviews/Elsewhere'],
    ['DELETE', '/reviews/Elsewhere'],
    ['GET', '/reviews/Elsewhere/next'],
    ['GET', '/reviews/Elsewhere/batch'],
    ['POST', '/reviews/Elsewhere/give-back', { who: 'ben' }],
    ['POST', '/reviews/Elsewhere/sample', { percent: 10 }],
    ['POST', '/reviews/Elsewhere/accept'],
    ['GET', '/reviews/Look/agreement'],
    ['POST', '/reviews/Look/accept'],
    ['PUT', '/codings/Panel/code', { choice: 'yes', review: 'Elsewhere', docs: refs('seen', 1) }],
    ['GET', '/searches/away'],
    ['DELETE', '/searches/away'],
    ['POST', '/sources/hidden/docs/1/notes', { text: 'x' }],
    ['PUT', '/reviewed/add', refs('hidden', 1)],
    ['PUT', '/codings/Panel/code', { choice: 'yes', docs: refs('hidden', 1) }],
  ];
  for (const [method, path, body] of changes) {
    const { status, text } = await here!('half', method, path, body);
    expect([method, path, status]).toEqual([method, path, 404]);
    expect(text).not.toMatch(/informant|zebra|only the person/i);
  }
  expect(await secret()).toEqual(before);
});
