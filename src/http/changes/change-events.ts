/**
 * The events of one stream of changes, as text: what came since a point, and then what comes. Each look at the log begins at the
 * stream's own place in it, so nothing is sent twice or left out; a stream that cannot go on from a point says `reload`.
 */
import type { Viewer } from '../../access/viewer.ts';
import type { FollowedLog } from '../../bookmarks/visible/followed-log.ts';
import { AppError } from '../../shared/errors.ts';
import type { Source } from '../../sources/source.ts';
import type { SourceList } from '../../sources/source-list.ts';
import { CHANGES_AT_ONCE, REPLAYED_CHANGES_MAX, STREAM_COMMENT_MS } from '../limits.ts';
import { shownChange } from '../output/shown-change.ts';
import { COMMENT, eventText } from './event-text.ts';
import type { OpenStream } from './open-streams.ts';
import type { Presence, PresentItem } from './presence.ts';
import { parsePoint, printPoint, sourcesMark, timeMark, viewMark } from './resume-point.ts';

export interface ChangeEventsParts {
  readonly stream: OpenStream;
  readonly log: FollowedLog;
  /** Those that the viewer may see. */
  readonly sources: Pick<SourceList, 'list'>;
  readonly viewer: Viewer;
  /** Whether who asked is still known, and sees the same. */
  readonly isKnown: () => Promise<boolean>;
  /** Null: nobody is shown who looks at what. */
  readonly presence: Presence | null;
  /** The id of an event, or `BEGINNING`; null: from now on. */
  readonly after: string | null;
  /** False: it ends when nothing is left to send. */
  readonly isFollowing: boolean;
  readonly onSent: (changes: number) => void;
}

/** Of an item at which nobody else is. */
const NOBODY = '';

/** Before the first record. */
export const BEGINNING = '0';

/** Bytes of whole events; the first are those that say where the stream begins. Throws BOOKMARKS_UNAVAILABLE before the first. */
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
  /** The last record that was sent, or said to be passed over. */
  #sequence = 0;
  /** The last record that was looked at. */
  #through = 0;
  #sources: readonly Source[] = [];
  /** The mark of each source that was sent. */
  #marks = new Map<string, string>();
  /** Where the page looked last. */
  #item: PresentItem | null = null;
  /** What was sent last of others, and of which item. */
  #told = { source: '', id: -1, text: NOBODY };

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
      // A client that gets no further than the first of them asks again from where it was.
      return eventText('ready', this.#ready(false)) + this.#reload('unknown-point');
    }
    const ready = eventText('ready', this.#ready(after !== null), isResumed ? after : this.#id);
    const isChanged = isResumed && point.sources !== sourcesMark(this.#sources);
    return ready + (isChanged ? this.#sourceEvents(known).join('') : '');
  }

  async *following(): AsyncGenerator<string, void, undefined> {
    const { stream, isKnown, isFollowing } = this.#parts;
    // Changes that this viewer does not see wake the stream too. They must not move its comments: their times would tell of them.
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

  /** Others at the item of this page, if they are not those that were sent last, or if the page looks there anew. */
  #presence(): string {
    const { presence, stream } = this.#parts;
    const item = presence?.itemOf(stream) ?? null;
    const isNew = item !== this.#item;
    this.#item = item;
    if (presence === null || item === null) return '';
    const others = presence.othersOf(stream);
    const text = others.count === 0 ? NOBODY : JSON.stringify(others);
    const { source, id } = item;
    // A page may keep what it was told of the item when it was there before.
    const before = this.#told.source === source && this.#told.id === id ? this.#told.text : NOBODY;
    if (text === before && (!isNew || text === NOBODY)) return '';
    this.#told = { source, id, text };
    return eventText('presence', { source, id, ...others });
  }

  #reload(why: string): string {
    return eventText('reload', { why }, this.#id);
  }

  #moveTo(sequence: number): void {
    this.#sequence = sequence;
    this.#through = sequence;
  }

  /** The id of an event after which everything up to now was sent. */
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

  /** Takes the sources as they are now; returns those that are not as they were. */
  #takeSources(): readonly Source[] {
    this.#sources = this.#parts.sources.list();
    const marks = new Map(this.#sources.map((source) => [source.id, sourcesMark([source])]));
    const changed = this.#sources.filter(({ id }) => marks.get(id) !== this.#marks.get(id));
    this.#marks = marks;
    return changed;
  }

  /** Only after the last of them all are known. */
  #sourceEvents(sources: readonly Source[]): readonly string[] {
    return sources.map(({ id: source, state: { kind: state } }, i) =>
      eventText('source', { source, state }, i === sources.length - 1 ? this.#id : null),
    );
  }
}
