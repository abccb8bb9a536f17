/**
 * A viewer of one source undoes changes by others in another source. The refusal names the kind of the changed thing, and
 * nothing else about it.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';
import { askingAs, knowing } from '../support/token-users.ts';

const items = [1, 2].map((id) => ({ id, text: `item ${id}` }));
const HIDDEN = refs('hidden', 1);
const IN_SOURCES = 'has items in sources that you may not see. Nothing was changed.';

const service = Service.beforeTests({
  cases: { hidden: items, seen: items },
  server: knowing([
    { name: 'lead', role: 'annotator' },
    { name: 'half', role: 'administrator', sources: ['seen'] },
  ]),
});
const as = askingAs(service);
beforeAll(async () => {
  await as('lead', 'POST', '/bookmarks/zebra');
  await as('lead', 'PUT', '/codings/Panel', { choices: [{ bookmark: 'yes' }], exclusive: true });
  await as('lead', 'POST', '/reviews', { name: 'Zebras', codings: ['Panel'], docs: refs('hidden', 1, 2) });
});

/** The changed things, and the beginnings of the messages that refuse to undo them, keyed by the member of each in the log. */
const CHANGES: readonly [
  name: string,
  change: readonly [string, string, unknown?],
  refusals: Record<string, string>,
][] = [
  ['a bookmark', ['PUT', '/bookmarks/zebra/add', HIDDEN], { bookmark: `The bookmark ${IN_SOURCES}` }],
  ['the selection', ['PUT', '/selection/add', HIDDEN], { selection: `The selection ${IN_SOURCES}` }],
  [
    'a coding',
    ['PUT', '/codings/Panel/code', { choice: 'yes', docs: HIDDEN }],
    { bookmark: `The bookmark ${IN_SOURCES}`, decided: `The list of decisions in a coding panel ${IN_SOURCES}` },
  ],
  [
    'a note',
    ['POST', '/sources/hidden/docs/1/notes', { text: 'a zebra' }],
    { note: 'The note is on an item of a source that you may not see. Nothing was changed.' },
  ],
  ['a mark', ['PUT', '/reviewed/add', HIDDEN], { reviewed: `The list of reviewed items ${IN_SOURCES}` }],
  [
    'a search',
    ['PUT', '/searches/zebra', { q: 'zebra', sourceID: ['hidden'], shared: true }],
    {
      search:
        'The saved search is about sources that you may not see, or is private to somebody else. Nothing was changed.',
    },
  ],
  [
    'a private search',
    ['PUT', '/searches/own', { q: 'zebra' }],
    {
      search:
        'The saved search is about sources that you may not see, or is private to somebody else. Nothing was changed.',
    },
  ],
  [
    'a review',
    ['POST', '/reviews', { name: 'Zebras 2', codings: ['Panel'], docs: HIDDEN }],
    { review: `The (review|batch of a review) ${IN_SOURCES}` },
  ],
  ['a batch', ['GET', '/reviews/Zebras/next'], { review: `The batch of a review ${IN_SOURCES}` }],
  [
    'a decision',
    ['PUT', '/codings/Panel/code', { choice: null, review: 'Zebras', docs: refs('hidden', 2) }],
    {
      reviewed: `The list of reviewed items ${IN_SOURCES}`,
      decided: `The list of decisions in a coding panel ${IN_SOURCES}`,
      review: `The list of decisions of a review ${IN_SOURCES}`,
    },
  ],
];

test.each(CHANGES)('%s', async (_, [method, path, body], refusals) => {
  const changesOf = async () => (await as('lead', 'GET', '/log?limit=1000')).json.changes;
  const known = (await changesOf()).length;
  expect((await as('lead', method, path, body)).status).toBeLessThan(300);
  const changes = (await changesOf()).slice(0, -known || undefined);
  const refused = new Set<string>();
  for (const { seq, bookmark, ...one } of changes) {
    const kind = Object.keys(refusals).find((key) => key in one) ?? (bookmark === null ? 'selection' : 'bookmark');
    const answer = await as('half', 'POST', '/bookmarks/undo', { seq });
    // Names of bookmarks and panels are visible to everyone.
    if (kind === 'bookmark' && !(kind in refusals)) continue;
    expect([kind, answer.status, answer.json.error]).toEqual([kind, 403, expect.stringMatching(`^${refusals[kind]}$`)]);
    refused.add(kind);
  }
  expect([...refused].sort()).toEqual(Object.keys(refusals).sort());
});
