/**
 * A position in a stream of changes, as the id of an event: `SEQUENCE-TIME-VIEW-SOURCES`. The sequence number is exact. The rest
 * detects a different log: the time of the record, the visible sources, and their states.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Viewer } from '../../access/viewer.ts';
import type { OpenSource, Source } from '../../sources/source.ts';

export interface ResumePoint {
  /** 0 means before the first record. */
  readonly sequence: number;
  readonly time: string;
  readonly view: string;
  readonly sources: string;
}

const ID = /^(\d{1,15})-([0-9a-z]{1,11})-([0-9a-f]{8})-([0-9a-f]{8})$/;

export function printPoint({ sequence, time, view, sources }: ResumePoint): string {
  return `${sequence}-${time}-${view}-${sources}`;
}

/** Returns null if the text is not an event id. */
export function parsePoint(id: string): ResumePoint | null {
  const match = ID.exec(id);
  return match === null ? null : { sequence: Number(match[1]), time: match[2]!, view: match[3]!, sources: match[4]! };
}

/** Mark of a record's time, which differs in a replaced log. */
export function timeMark(log: { timeOf(sequence: number): number }, sequence: number): string {
  return sequence === 0 ? '0' : Math.round(log.timeOf(sequence)).toString(36).replace('-', 'z');
}

/** Mark of the viewer and the visible sources. With more sources, older records become visible that were not sent. */
export function viewMark({ name, sources }: Viewer): string {
  return mark([name, sources === null ? null : [...sources].sort()]);
}

/** The states of sources. A replaced index counts as another state, as does every start of the server. */
export function sourcesMark(sources: readonly Source[]): string {
  return mark([run, ...sources.map(({ id, state }) => [id, state.kind, openingOf(state)])]);
}

const run = randomBytes(8).toString('hex');
const openings = new WeakMap<OpenSource, number>();
let openingCount = 0;

function openingOf(state: Source['state']): number {
  if (state.kind !== 'ready') return 0;
  let opening = openings.get(state.open);
  if (opening === undefined) {
    opening = ++openingCount;
    openings.set(state.open, opening);
  }
  return opening;
}

function mark(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
}
