/**
 * Streams of changes while the bookmark store, and then the whole server, are killed under load. Each acknowledged change
 * reaches each reader exactly once, over all of its connections.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { EventStream } from '../support/event-stream.ts';
import { ServedData } from '../support/served-data.ts';
import { pause, until } from '../support/until.ts';

const READERS = 3;
const WRITERS = 2;
/** Changes that are acknowledged between two kills. */
const CHANGES = 25;

interface Received {
  readonly seq: number;
  readonly bookmark: string;
}

/** Reads over one connection after the other, each after the last event of the previous one, until stopped. */
class Reader {
  readonly received: Received[] = [];
  readonly ids: string[] = [];
  connections = 0;
  reloads = 0;
  lastId: string | null = null;
  #stream: EventStream | null = null;
  #isOver = false;
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#connection();
      } catch {
        await pause(10);
      }
    }
  }

  end(): void {
    this.#isOver = true;
    this.#stream?.close();
  }

  async #connection(): Promise<void> {
    const headers: Record<string, string> = this.lastId === null ? {} : { 'Last-Event-ID': this.lastId };
    const stream = await EventStream.open(this.#url(), '/changes?after=0', headers);
    this.#stream = stream;
    if (stream.response.statusCode !== 200) throw new Error('not now');
    this.connections++;
    for (;;) {
      const { name, id, data } = await stream.next();
      this.lastId = id;
      if (name === 'reload') this.reloads++;
      if (name !== 'change') continue;
      this.ids.push(id!);
      this.received.push(data);
    }
  }
}

function storeProcess({ child: { pid } }: ServedData): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children
    .filter((one) => one !== '' && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('store-process'))
    .map(Number)[0];
}

test('each acknowledged change reaches each reader once, whatever process is killed', async () => {
  const root = temporaryDir();
  const data = join(root, 'data');
  let server = await ServedData.start(data);
  const readers = Array.from({ length: READERS }, () => new Reader(() => server.url));
  const reading = readers.map((reader) => reader.run());
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const name = `${writer} ${n}`;
      const status = await server.ask('POST', `/bookmarks/${encodeURIComponent(name)}`).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) acknowledged.push(name);
      else await pause(10);
    }
  };
  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  const moreChanges = async (): Promise<void> => {
    const before = acknowledged.length;
    await until(() => acknowledged.length >= before + CHANGES);
  };
  await moreChanges();
  for (let round = 0; round < 2; round++) {
    const pid = storeProcess(server)!;
    process.kill(pid, 'SIGKILL');
    await moreChanges();
    expect(storeProcess(server)).not.toBe(pid);
  }
  for (let round = 0; round < 2; round++) {
    await server.kill();
    server = await ServedData.start(data);
    await moreChanges();
  }
  isOver = true;
  await Promise.all(writing);
  const head = (await server.get('/log?limit=1')).json.changes[0].seq as number;
  for (const { received } of readers) await until(() => received.length >= head);
  const log: Received[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: { changes: Received[]; next: string | null } = (
      await server.get(`/log?limit=1000${next === '' ? '' : `&after=${next}`}`)
    ).json;
    log.push(...page.changes);
    next = page.next;
  }
  for (const reader of readers) {
    expect(reader.reloads).toBe(0);
    expect(reader.connections).toBeGreaterThanOrEqual(3);
    expect(reader.received).toEqual([...log].reverse());
    expect(new Set(reader.ids).size).toBe(reader.ids.length);
    const names = reader.received.map(({ bookmark }) => bookmark);
    expect(acknowledged.filter((name) => names.filter((one) => one === name).length !== 1)).toEqual([]);
    reader.end();
  }
  await Promise.all(reading);
  expect(await server.stop()).toBe(0);
  rmSync(root, { recursive: true, force: true });
});
