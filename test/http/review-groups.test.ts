/** `together` of `POST /reviews`: families and threads of random cases of mails, with their attachments, stay in one batch. */
import { beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { FAMILY_ITEMS_MAX } from '../../src/bookmarks/reviews/review.ts';
import { Service } from '../support/http-service.ts';
import type { NaiveItem } from '../support/naive/naive-case.ts';
import { naiveFamilyRoot, naiveNearest } from '../support/naive/naive-families.ts';
import type { TinyItem } from '../support/tiny-case.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const SOURCES = ['one', 'two'];
const COUNT = 70;
const BATCH = 6;
const random = new Random(SEED);

interface Mail {
  readonly id: string;
  /** From the first mail of its thread to the one that it answers. */
  readonly references: readonly string[];
}

/**
 * Mails answer mails of both sources. Files, mails and archives are attached to mails and archives. Folders contain some of
 * each.
 */
function randomCase(source: string, mails: Mail[]): TinyItem[] {
  const items: TinyItem[] = [];
  for (let id = 1; id <= COUNT; id++) {
    const above = random.below(3) === 0 || items.length === 0 ? undefined : random.pick(items).id;
    const kind = random.pick(['mail', 'mail', 'mail', 'file', 'file', 'archive', 'folder']);
    const properties: Record<string, string[]> = { name: [`n${random.below(1000)}`] };
    if (kind === 'mail') {
      const answered = random.below(3) > 0 && mails.length > 0 ? random.pick(mails) : null;
      const references = answered === null ? [] : [...answered.references, answered.id];
      const mail = { id: `${source}-${id}@x`, references };
      mails.push(mail);
      properties['Message-ID'] = [`<${mail.id}>`];
      if (references.length > 0) properties['References'] = [references.map((one) => `<${one}>`).join(' ')];
    } else if (kind === 'folder') properties['category'] = ['Folders'];
    items.push({ id, ...(above !== undefined && { parentId: above }), properties, text: 'x' });
  }
  return items;
}

const mails: Mail[] = [];
const cases = Object.fromEntries(SOURCES.map((source) => [source, randomCase(source, mails)]));
const naive = (source: string): NaiveItem[] =>
  cases[source]!.map(({ id, parentId = null, properties = {} }) => {
    return { id, parentId, properties: Object.entries(properties as Record<string, string[]>), text: null };
  });

interface Ref {
  readonly source: string;
  readonly id: number;
}

/** The name of the family or thread of each item; undefined if it is alone. */
const ownGroupOf = {
  family: ({ source, id }: Ref): string | undefined => `${source} ${naiveFamilyRoot(naive(source), id)}`,
  thread: ({ source, id }: Ref): string | undefined => {
    const threadOf = ({ properties }: NaiveItem): string | undefined => {
      const [own] = properties.find(([name]) => name === 'Message-ID')?.[1] ?? [];
      const mail = mails.find((one) => `<${one.id}>` === own);
      return mail === undefined ? undefined : (mail.references[0] ?? mail.id);
    };
    return naiveNearest(naive(source), id, threadOf);
  },
};

/** Names each group by its first item. Joins groups that share a family or a thread, until there are no more. */
function joinedGroups(items: readonly Ref[]): (item: Ref) => string {
  const names = items.map((item) => [
    `f ${ownGroupOf.family(item)}`,
    `t ${ownGroupOf.thread(item) ?? item.source + item.id}`,
  ]);
  const groups = items.map((_, at) => at);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [one, first] of names.entries()) {
      for (const [other, second] of names.entries()) {
        if (groups[one]! >= groups[other]! || !first.some((name) => second.includes(name))) continue;
        groups[other] = groups[one]!;
        isChanged = true;
      }
    }
  }
  return ({ source, id }) => String(groups[items.findIndex((item) => item.source === source && item.id === id)]);
}

const groupOf = {
  family: () => ownGroupOf.family,
  thread: () => ownGroupOf.thread,
  both: joinedGroups,
};

/** Takes one group after the other, each at the position of its first item. A batch ends before a group that does not fit. */
function dealtPlainly(items: readonly Ref[], nameOf: (item: Ref) => string | undefined): string[] {
  const groups: { name: string | undefined; items: Ref[] }[] = [];
  for (const item of items) {
    const name = nameOf(item);
    const group = name === undefined ? undefined : groups.find((one) => one.name === name);
    if (group === undefined) groups.push({ name, items: [item] });
    else group.items.push(item);
  }
  const dealt: string[] = [];
  let [batch, size] = [1, 0];
  for (const group of groups) {
    if (size > 0 && size + group.items.length > BATCH) [batch, size] = [batch + 1, 0];
    size += group.items.length;
    for (const { source, id } of group.items) dealt.push(`${batch} ${source} ${id}`);
  }
  return dealt;
}

const service = Service.beforeTests({ cases });
beforeAll(async () => {
  await service.put('/codings/P', { choices: [{ bookmark: 'yes' }] });
});

const dealt = (name: string): string[] =>
  [...service.bookmarks.reviews.items(name)].map(({ batch, source, id }) => `${batch} ${source} ${id}`);

test.each(['family', 'thread', 'both'] as const)(
  `a %s stays together, of named items and of a set (SEED=${SEED})`,
  async (together) => {
    const all = SOURCES.flatMap((source) => cases[source]!.map(({ id }) => ({ source, id })));
    const some = random.shuffled(all).slice(0, COUNT);
    const review = { codings: ['P'], batch: BATCH, together };
    const named = await service.post('/reviews', { ...review, name: `named ${together}`, docs: some });
    expect([named.status, named.json.review.together]).toEqual([200, together]);
    expect(dealt(`named ${together}`)).toEqual(dealtPlainly(some, groupOf[together](some)));
    const set = { q: '', order: ['name:asc'] };
    expect((await service.post('/reviews', { ...review, name: `set ${together}`, ...set })).status).toBe(200);
    const { hits } = (await service.get(`/hits?q=&sort=name:asc&limit=${all.length}&properties=none`)).json;
    expect(hits).toHaveLength(all.length);
    expect(dealt(`set ${together}`)).toEqual(dealtPlainly(hits, groupOf[together](hits)));
    // Some groups have several items.
    const names = all.map(groupOf[together](all)).filter((name) => name !== undefined);
    expect(new Set(names).size).toBeLessThan(names.length);
    expect(new Set(names).size).toBeGreaterThan(3);
  },
);

test('a thread that is too large for a batch is refused by name', async () => {
  const many = FAMILY_ITEMS_MAX + 1;
  const large: TinyItem[] = Array.from({ length: many }, (_, i) => {
    const properties = { 'Message-ID': `<m${i}@x>`, ...(i > 0 && { References: '<m0@x>' }) };
    return { id: i + 1, properties, text: 'x' };
  });
  const other = await Service.start({ cases: { large } });
  await other.put('/codings/P', { choices: [{ bookmark: 'yes' }] });
  const { status, json } = await other.post('/reviews', { name: 'R', codings: ['P'], q: '', together: 'thread' });
  expect([status, json.error]).toEqual([
    400,
    `The thread of item 1 of source "large" has ${many} items of the set; at most ${FAMILY_ITEMS_MAX} stay together. Remove "together".`,
  ]);
  expect((await other.get('/reviews')).json.reviews).toEqual([]);
});
