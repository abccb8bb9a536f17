/**
 * Changes as they happen, over successive connections. When one ends or falls silent, the next one resumes after the last
 * event. Pauses between attempts grow. No event is repeated, and none is missed without a `reload`.
 */
import type { LogChange } from './generated/interface.ts';
import { linesOf } from './lines-of.ts';

/**
 * An event of `GET /changes`. After `reload`, and after a `ready` that did not resume, fetch everything that you show again.
 */
export type FollowedEvent = {
  /** The value to pass as `after`. Null if the stream has had no event yet. */
  readonly id: string | null;
} & (
  | { readonly name: 'ready'; readonly data: { readonly resumed: boolean; readonly presence: boolean } }
  | { readonly name: 'change'; readonly data: LogChange }
  | {
      readonly name: 'source';
      readonly data: { readonly source: string; readonly state: 'building' | 'ready' | 'failed' };
    }
  /** Other people who are looking at the item of the page. */
  | {
      readonly name: 'presence';
      readonly data: {
        readonly source: string;
        readonly id: number;
        readonly names: readonly string[];
        readonly count: number;
      };
    }
  | { readonly name: 'reload'; readonly data: { readonly why: string } }
);

export interface FollowOptions {
  /**
   * The id of the last event that was seen, or `0` for all changes that the server still has. By default, only changes from now
   * on are sent.
   */
  readonly after?: string | undefined;
  /** The page's own name, as in `setPresence`. */
  readonly page?: string | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a connection is lost, while the next one is being opened. */
  readonly onLost?: ((fault: unknown) => void) | undefined;
}

/** Opens a connection. Throws errors that a retry cannot fix. */
type Open = (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;

/** The server sends a comment more often than this. */
const SILENCE_MS_MAX = 45_000;
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** The service sends no longer lines than this. */
const LINE_UNITS_MAX = 65_536;

export async function* followedChanges(
  open: Open,
  isLasting: (fault: unknown) => boolean,
  { after, signal, onLost = () => undefined }: FollowOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  let lastId = after ?? null;
  let pause = PAUSE_MS;
  const isOver = (): boolean => signal?.aborted === true;
  while (!isOver()) {
    const connection = new AbortController();
    const stop = (): void => connection.abort();
    signal?.addEventListener('abort', stop);
    try {
      const headers = lastId === null ? {} : { 'Last-Event-ID': lastId };
      for await (const event of eventsOf(await open(headers, connection.signal), lastId, stop)) {
        lastId = event.id;
        pause = PAUSE_MS;
        yield event;
      }
      throw new Error('The server ended the stream of changes.');
    } catch (fault) {
      if (isOver()) return;
      if (isLasting(fault)) throw fault;
      onLost(fault);
    } finally {
      signal?.removeEventListener('abort', stop);
      // Also ends the response if the reader stopped early.
      stop();
    }
    // Random, so that readers that lost their connection together do not reconnect at the same moment.
    await paused(pause * (0.5 + Math.random() / 2), signal);
    pause = Math.min(2 * pause, PAUSE_MS_MAX);
  }
}

/** Yields events until the server ends the answer. Calls `stop` if it falls silent. */
async function* eventsOf(
  response: Response,
  lastId: string | null,
  stop: () => void,
): AsyncGenerator<FollowedEvent, void, undefined> {
  let silence = setTimeout(stop, SILENCE_MS_MAX);
  let id = lastId;
  let name = '';
  let data = '';
  try {
    for await (const line of linesOf(response)) {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS_MAX);
      if (line.length > LINE_UNITS_MAX) throw new Error('The stream of changes has a line that is too long.');
      const [field, value] = fieldOf(line);
      if (field === 'id') id = value;
      else if (field === 'event') name = value;
      else if (field === 'data') data = value;
      if (line !== '' || data === '') continue;
      if (name === 'end') return;
      yield { id, name, data: JSON.parse(data) as unknown } as FollowedEvent;
      data = '';
    }
  } finally {
    clearTimeout(silence);
  }
}

function fieldOf(line: string): readonly [field: string, value: string] {
  const colon = line.indexOf(': ');
  return colon < 0 ? ['', ''] : [line.slice(0, colon), line.slice(colon + 2)];
}

function paused(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
