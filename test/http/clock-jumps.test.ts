/**
 * The clock of the machine is set back by a day, forward by ten years, to 1971, and back to the right time, while a session, a
 * cursor, a heavy search, the audit and the log of the bookmarks are in use. Answers about a past time follow the order of the
 * log.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Access } from '../../src/access/access.ts';
import { hashOfToken, printTokenFile } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { verifyAudit } from '../../src/audit/verify-audit.ts';
import { temporaryDir } from '../support/endings.ts';
import type { Answer } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';

const DAY_MS = 86_400_000;
const items = Array.from({ length: 12 }, (_, n) => ({
  id: n + 1,
  text: `heron ${n}`,
  properties: { length: [String(n)] },
}));

const Unmoved = Date;
let offset = 0;
class Moved extends Unmoved {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(Unmoved.now() + offset);
    else super(...(given as ConstructorParameters<typeof Date>));
  }

  static override now(): number {
    return Unmoved.now() + offset;
  }
}

let service: Service;
let audit: AuditLog;
let cookie: string;
let folder: string;

beforeAll(async () => {
  globalThis.Date = Moved as DateConstructor;
  folder = temporaryDir();
  const file = join(folder, 'tokens.json');
  writeFileSync(file, printTokenFile([{ name: 'ana', role: 'annotator', hash: hashOfToken('ana') }]));
  audit = await AuditLog.open(join(folder, 'audit.jsonl'));
  service = await Service.start({
    cases: { a: items },
    server: { access: new Access(new Tokens(file)), audit: { log: audit, isRequired: true } },
  });
  const begun = await service.post('/session', { token: 'ana' });
  cookie = String(begun.headers['set-cookie']?.[0]).split(';')[0]!;
});
afterAll(async () => {
  globalThis.Date = Unmoved;
});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.request(method, path, { headers: { Cookie: cookie }, body });
const membersAt = async (time: number): Promise<unknown> => {
  const { status, json } = await ask('GET', `/bookmarks/b?at=${encodeURIComponent(new Date(time).toISOString())}`);
  return status === 200 ? json.docs.map(({ id }: { id: number }) => id) : status;
};

test('nothing depends on the clock except recorded times', async () => {
  const page = '/hits?sort=length:desc&limit=3';
  const cursor = (await ask('GET', page)).json.next;
  await ask('POST', '/bookmarks/b');
  const members: number[] = [];
  /** Time and members after each record, in the order of the log. */
  const states: { readonly time: number; readonly members: readonly number[] }[] = [];
  const jumps = [0, -DAY_MS, 3650 * DAY_MS, 365 * DAY_MS - Unmoved.now(), 0];
  for (const [n, jump] of jumps.entries()) {
    offset = 0;
    const search = ask('GET', '/search?q=/her.*/');
    offset = jump;
    const [member] = refs('a', n + 1);
    expect((await ask('PUT', '/bookmarks/b/add', [member])).json).toMatchObject({ changed: 1, size: n + 1 });
    members.push(n + 1);
    const [record] = (await ask('GET', '/log?limit=1')).json.changes;
    const time = Unmoved.parse(record.time);
    expect(Math.abs(time - Date.now())).toBeLessThan(60_000);
    states.push({ time, members: [...members] });
    // A request for the time of the last change returns the present state.
    expect(await membersAt(time)).toEqual(members);
    expect((await ask('GET', '/search?q=bookmark:b')).json.docs).toHaveLength(members.length);
    expect((await ask('GET', `${page}&after=${cursor}`)).json.hits.map(({ id }: { id: number }) => id)).toEqual([
      9, 8, 7,
    ]);
    expect((await search).json.docs).toHaveLength(items.length);
    const undone = await ask('POST', '/bookmarks/undo', { seq: record.seq });
    expect((await ask('POST', '/bookmarks/undo', { seq: undone.json.seq })).status).toBe(200);
    expect((await ask('GET', '/health')).json).toEqual({ status: 'ok' });
  }
  // The last record at or before a time determines the state at that time.
  const { changes } = (await ask('GET', '/log')).json;
  for (const { time } of states) {
    const asked = time + 10 * 60_000;
    const last = states.filter((state) => state.time <= asked).at(-1)!;
    expect(await membersAt(asked)).toEqual(last.members);
  }
  expect(changes.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 16 }, (_, i) => 16 - i));
});

test('the audit is intact', async () => {
  await audit.close();
  const { head, fault } = await verifyAudit([join(folder, 'audit.jsonl')], null);
  expect(fault).toBeNull();
  expect(head.seq).toBeGreaterThan(40);
});
