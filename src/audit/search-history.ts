/**
 * The search history of each viewer, in the format of the audit. Each viewer has a file, so that clearing the history leaves
 * nothing on the disk. The log of bookmarks would not allow this, because nothing can be removed from its chain.
 *
 * A line is on disk when `add` resolves. Each begins on a line of its own, so that an incomplete line of a killed process
 * spoils no other.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEvent } from './audit-line.ts';

/** Number of the newest searches to keep per viewer. */
export const HISTORY_COUNT_MAX = 1000;
/** How long a search is kept. */
export const HISTORY_DAYS_MAX = 90;
/** Size of a viewer's file at which the oldest searches are dropped, down to half of it. */
export const HISTORY_BYTES_MAX = 2 * 1024 * 1024;
/** Searches that wait for the disk. Further ones are not kept. */
export const HISTORY_WAITING_COUNT_MAX = 1000;
const DAY_MS = 86_400_000;

export interface HistoryOptions {
  readonly now?: () => number;
}

export class SearchHistory {
  readonly #directory: string;
  readonly #now: () => number;
  /** Pending work by viewer, because a viewer's changes are sequential. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #waiting = 0;

  private constructor(directory: string, now: () => number) {
    this.#directory = directory;
    this.#now = now;
  }

  /** Removes files whose last search has expired, because their viewers may never return. */
  static async open(directory: string, { now = Date.now }: HistoryOptions = {}): Promise<SearchHistory> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const oldest = now() - HISTORY_DAYS_MAX * DAY_MS;
    for (const name of await readdir(directory)) {
      const file = join(directory, name);
      if (name.endsWith('.part') || (await stat(file)).mtimeMs < oldest) await rm(file, { force: true });
    }
    return new SearchHistory(directory, now);
  }

  /** Returns the searches, newest first. A search that was repeated immediately is listed once, with its last time. */
  read(viewer: string): Promise<readonly AuditEvent[]> {
    return this.#inTurn(viewer, async (file) => {
      const { kept, isExpired } = await this.#kept(file);
      if (isExpired) await replace(file, kept);
      return kept.toReversed();
    });
  }

  /** Resolves to whether it is on disk. It is dropped if too many are waiting. */
  async add(viewer: string, event: AuditEvent): Promise<boolean> {
    if (this.#waiting >= HISTORY_WAITING_COUNT_MAX) return false;
    this.#waiting++;
    try {
      await this.#inTurn(viewer, async (file) => {
        const bytes = await append(file, `\n${JSON.stringify(event)}\n`);
        if (bytes <= HISTORY_BYTES_MAX) return;
        const { kept } = await this.#kept(file);
        await replace(file, newest(kept, HISTORY_BYTES_MAX / 2));
      });
      return true;
    } finally {
      this.#waiting--;
    }
  }

  /** Resolves to the number of searches, when the file is gone. */
  clear(viewer: string): Promise<number> {
    return this.#inTurn(viewer, async (file) => {
      const { kept } = await this.#kept(file);
      await rm(file, { force: true });
      await syncFolder(this.#directory);
      return kept.length;
    });
  }

  /** Resolves when no work is pending. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#turns.values());
  }

  async #inTurn<T>(viewer: string, work: (file: string) => Promise<T>): Promise<T> {
    // A viewer's name may have any character, but a file name may not.
    const key = createHash('sha256').update(viewer).digest('hex');
    const before = this.#turns.get(key) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => work(join(this.#directory, `${key}.jsonl`)));
    this.#turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }

  /** Oldest first. */
  async #kept(file: string): Promise<{ readonly kept: readonly AuditEvent[]; readonly isExpired: boolean }> {
    const events = (await textOf(file)).split('\n').flatMap(parsed);
    const from = new Date(this.#now() - HISTORY_DAYS_MAX * DAY_MS).toISOString();
    const recent = events.filter(({ time }) => time >= from);
    const once = recent.filter((event, i) => !isSameSearch(event, recent[i + 1]));
    return { kept: once.slice(-HISTORY_COUNT_MAX), isExpired: recent.length < events.length };
  }
}

function isSameSearch(one: AuditEvent, next: AuditEvent | undefined): boolean {
  const asked = ({ what, query, parameters }: AuditEvent): string => JSON.stringify([what, query, parameters]);
  return next !== undefined && asked(one) === asked(next);
}

function parsed(line: string): readonly AuditEvent[] {
  if (line === '') return [];
  try {
    return [JSON.parse(line) as AuditEvent];
  } catch {
    return [];
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw fault;
  }
}

/** Resolves to the size of the file. */
async function append(file: string, text: string): Promise<number> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(text);
    await handle.datasync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** The last ones that fit. */
function newest(events: readonly AuditEvent[], bytesMax: number): readonly AuditEvent[] {
  let bytes = 0;
  let first = events.length;
  while (first > 0) {
    bytes += Buffer.byteLength(JSON.stringify(events[first - 1])) + 2;
    if (bytes > bytesMax) break;
    first--;
  }
  return events.slice(first);
}

async function replace(file: string, events: readonly AuditEvent[]): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

async function syncFolder(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
