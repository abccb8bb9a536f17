/**
 * The events of one stream of changes, as text: first those since a point, then new ones. Each read of the log starts at the
 * stream's own position, so nothing is repeated or left out. A stream that cannot continue from a point sends `reload`.
 */
import type { Viewer } from '../../access/viewer.ts';
import type { FollowedLog } from '../../bookmarks/visible/followed-log.ts';
import { AppError } from '../../shared/errors.ts';
import type { Source } from '../../sources/source.ts';
import type { SourceList } from '../../sources/source-list.ts';
import { CHANGES_AT_ONCE, REPLAYED_CHANGES_MAX, STREAM_COMMENT_MS } from '../limits.ts';
import { shownChange } from '../output/shown-change.ts';
import type { ChangeStream } from './change-streams.ts';
import { COMMENT, eventText } from './event-text.ts';
import type { Presence, PresentItem } from './presence.ts';
import { parsePoint, printPoint, sourcesMark, timeMark, viewMark } from './resume-point.ts';

export interface ChangeEventsParts {
  readonly stream: ChangeStream;
  readonly log: FollowedLog;
  /** The sources visible to the viewer. */
  readonly sources: Pick<SourceList, 'list'>;
  readonly viewer: Viewer;
  /** Whether the viewer still exists with the same permissions. */
  readonly isKnown: () => Promise<boolean>;
  /** Null if presence is disabled. */
  readonly presence: Presence | null;
  /** The id of an event, or `BEGINNING`. Null starts from now on. */
  readonly after: string | null;
  /** If false, the stream ends when nothing is left to send. */
  readonly isFollowing: boolean;
  readonly onSent: (changes: number) => void;
}

/** Text for an item without other viewers. */
const NOBODY = '';

/** Before the first record. */
export const BEGINNING = '0';

/** Yields complete events as bytes; the first ones contain the starting point. Throws BOOKMARKS_UNAVAILABLE before the first. */
export async function* changeEvents(parts: ChangeEventsParts): AsyncGenerator<Uint8Array, void, undefined> {
  const events = new ChangeEvents(parts);
  yield Buffer.from(await events.beginning());
  try {
    for await (const text of events.following()) yield Buffer.from(text);
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault;
    yield Buffer.from(eventText('end', { why: 'unavailable' }));
  }
}

class ChangeEvents {
  readonly #parts: ChangeEventsParts;
  readonly #view: string;
  /** The last record that was sent, or reported as skipped. */
  #sequence = 0;
  /** The last record that was examined. */
  #through = 0;
  #sources: readonly Source[] = [];
  /** The last mark sent for each source. */
  #marks = new Map<string, string>();
  /** The page's last item. */
  #item: PresentItem | null = null;
  /** The last presence event, and its item. */
  #sentPresence = { source: '', id: -1, text: NOBODY };

  constructor(parts: ChangeEventsParts) {
    this.#parts = parts;
    this.#view = viewMark(parts.viewer);
  }

  async beginning(): Promise<string> {
    const { after, log } = this.#parts;
    const point = after === null ? null : parsePoint(after);
    const isResumed = point !== null && this.#isOurs(point);
    const isFromBeginning = after === BEGINNING;
    this.#moveTo(isResumed ? point.sequence : isFromBeginning ? 0 : await log.last());
    const known = this.#takeSources();
    if (after !== null && !isResumed && !isFromBeginning) {
      // A client that receives only the first event resumes from its old position.
      return eventText('ready', this.#ready(false)) + this.#reload('unknown-point');
    }
    const ready = eventText('ready', this.#ready(after !== null), isResumed ? after : this.#id);
    const isChanged = isResumed && point.sources !== sourcesMark(this.#sources);
    return ready + (isChanged ? this.#sourceEvents(known).join('') : '');
  }

  async *following(): AsyncGenerator<string, void, undefined> {
    const { stream, isKnown, isFollowing } = this.#parts;
    // Changes hidden from this viewer wake the stream too. They must not shift its comments, whose times would reveal them.
    let commentAt = performance.now() + STREAM_COMMENT_MS;
    for (;;) {
      if (stream.isEnded) return yield eventText('end', { why: 'stopping' });
      if (!(await isKnown())) return yield eventText('end', { why: 'access' });
      const text = this.#sourceEvents(this.#takeSources()).join('') + (await this.#changes()) + this.#presence();
      if (text !== '') {
        yield text;
        commentAt = performance.now() + STREAM_COMMENT_MS;
      }
      if (this.#through < this.#parts.log.count) continue;
      if (!isFollowing || stream.isLeft) return yield eventText('end', { why: 'done' });
      const waitMs = commentAt - performance.now();
      if (waitMs > 0 && (await stream.woken(waitMs))) continue;
      yield COMMENT;
      commentAt = performance.now() + STREAM_COMMENT_MS;
    }
  }

  async #changes(): Promise<string> {
    const { log, onSent } = this.#parts;
    if (await log.isFollowedByMore(this.#through, REPLAYED_CHANGES_MAX)) {
      this.#moveTo(await log.last());
      return this.#reload('too-many-changes');
    }
    const { records, through } = await log.after(this.#through, CHANGES_AT_ONCE);
    this.#through = through;
    onSent(records.length);
    return records
      .map((record) => {
        this.#sequence = record.sequence;
        return eventText('change', shownChange(record), this.#id);
      })
      .join('');
  }

  #ready(resumed: boolean): object {
    return { resumed, presence: this.#parts.presence !== null };
  }

  /**
   * Reports the other viewers of the page's item, if they changed since the last event or the page has just moved to the item.
   */
  #presence(): string {
    const { presence, stream } = this.#parts;
    const item = presence?.itemOf(stream) ?? null;
    const isNew = item !== this.#item;
    this.#item = item;
    if (presence === null || item === null) return '';
    const others = presence.othersOf(stream);
    const text = others.count === 0 ? NOBODY : JSON.stringify(others);
    const { source, id } = item;
    // If the page visited the item before, it may still show its old viewers.
    const before =
      this.#sentPresence.source === source && this.#sentPresence.id === id ? this.#sentPresence.text : NOBODY;
    if (text === before && (!isNew || text === NOBODY)) return '';
    this.#sentPresence = { source, id, text };
    return eventText('presence', { source, id, ...others });
  }

  #reload(why: string): string {
    return eventText('reload', { why }, this.#id);
  }

  #moveTo(sequence: number): void {
    this.#sequence = sequence;
    this.#through = sequence;
  }

  /** The id of an event that follows everything sent so far. */
  get #id(): string {
    return printPoint({
      sequence: this.#sequence,
      time: timeMark(this.#parts.log, this.#sequence),
      view: this.#view,
      sources: sourcesMark(this.#sources),
    });
  }

  #isOurs({ sequence, time, view }: { sequence: number; time: string; view: string }): boolean {
    const { log } = this.#parts;
    return view === this.#view && sequence <= log.count && time === timeMark(log, sequence);
  }

  /** Updates the known sources; returns the changed ones. */
  #takeSources(): readonly Source[] {
    this.#sources = this.#parts.sources.list();
    const marks = new Map(this.#sources.map((source) => [source.id, sourcesMark([source])]));
    const changed = this.#sources.filter(({ id }) => marks.get(id) !== this.#marks.get(id));
    this.#marks = marks;
    return changed;
  }

  /** The client knows all of them only after the last event. */
  #sourceEvents(sources: readonly Source[]): readonly string[] {
    return sources.map(({ id: source, state: { kind: state } }, i) =>
      eventText('source', { source, state }, i === sources.length - 1 ? this.#id : null),
    );
  }
}
