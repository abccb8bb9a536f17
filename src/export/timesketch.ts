/**
 * Events as JSON Lines that Timesketch imports: `message`, `timestamp` in microseconds, `datetime` in UTC, `timestamp_desc`,
 * and the properties of the item. There is no final line of another kind, because Timesketch refuses lines without these.
 */
import { aliasesOf } from '../schema/field-aliases.ts';
import { renderUtc } from '../schema/utc-dates.ts';
import type { ItemReader } from '../search/item-reader.ts';
import type { IndexedItem } from '../search/item-store.ts';
import { askedMarks, printItemNote } from '../search/notes/item-note.ts';
import type { Event } from '../search/related/merged-events.ts';
import type { RowBookmarks } from '../search/rows.ts';
import { AppError } from '../shared/errors.ts';
import type { ExportSet, ExportSource, Pieces } from './export-set.ts';

/** Number of events whose items are read together. */
const EVENTS_AT_ONCE = 128;
/**
 * The members of every line, and the members that Timesketch adds. A property with one of these names becomes `property:NAME`.
 */
const TAKEN =
  /^(?:property:)*(?:message|timestamp|datetime|timestamp_desc|source|id|field|tag|label|notes|reviewed|hashsets|__ts_.*)$/i;

export interface TimesketchExport<T extends ExportSource> {
  readonly events: AsyncIterable<readonly Event<T>[]>;
  readonly items: ItemReader<T>;
  /** Returns the names of a source's date fields. */
  readonly datesOf: (source: T) => Promise<ReadonlySet<string>>;
  /** Returns the notes of an item. Null if no item has notes. */
  readonly notes: ExportSet<T>['notes'];
  readonly reviewed: ExportSet<T>['reviewed'];
  readonly hashsets: ExportSet<T>['hashsets'];
  /** Null: all. */
  readonly properties: readonly string[] | null;
  readonly signal: AbortSignal;
}

export async function* timesketchLines<T extends ExportSource>(asked: TimesketchExport<T>): Pieces {
  const marks = askedMarks(asked.properties);
  const notesOf = marks.includes('notes') ? asked.notes : null;
  const reviewersOf = marks.includes('reviewed') ? asked.reviewed : null;
  const setsOf = marks.includes('hashsets') ? asked.hashsets : null;
  const shown = asked.properties === null ? null : new Set(asked.properties.flatMap(aliasesOf));
  for await (const all of asked.events) {
    for (let from = 0; from < all.length; from += EVENTS_AT_ONCE) {
      const some = all.slice(from, from + EVENTS_AT_ONCE);
      const records = await recordsOf(some, asked);
      const lines: string[] = [];
      for (const event of some) {
        const { target, id } = event;
        const notes = (notesOf?.(target, id) ?? []).map(printItemNote);
        const reviewed = firstOf(await reviewersOf?.(target, Uint32Array.of(id)));
        const hashsets = firstOf(await setsOf?.(target, Uint32Array.of(id)));
        const about = { shown, dates: await asked.datesOf(target), lists: { notes, reviewed, hashsets } };
        lines.push(lineOf(event, records.get(target)!.get(id)!, about));
      }
      yield Buffer.from(lines.join(''));
    }
  }
}

function firstOf(names: RowBookmarks | null | undefined): readonly string[] {
  return names?.lists[names.of[0]!] ?? [];
}

/** Returns each item once, even if it has several dates. Throws AppError CONFLICT for an item that no longer exists. */
async function recordsOf<T extends ExportSource>(
  events: readonly Event<T>[],
  { items, signal }: TimesketchExport<T>,
): Promise<ReadonlyMap<T, ReadonlyMap<number, IndexedItem>>> {
  const ids = new Map<T, Set<number>>();
  for (const { target, id } of events) ids.set(target, (ids.get(target) ?? new Set<number>()).add(id));
  const found = new Map<T, ReadonlyMap<number, IndexedItem>>();
  for (const [source, own] of ids) {
    const records = await items.records(source, [...own], signal);
    const missing = records.indexOf(null);
    if (missing >= 0) {
      const what = `The item ${[...own][missing]} of the source ${JSON.stringify(source.id)}`;
      throw new AppError('CONFLICT', `${what} no longer exists. Start again.`);
    }
    found.set(source, new Map(records.map((record) => [record!.id, record!])));
  }
  return found;
}

interface AboutLines {
  /** Null: all properties. */
  readonly shown: ReadonlySet<string> | null;
  readonly dates: ReadonlySet<string>;
  /** Returns the members that are lists of texts, if there are any. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

function lineOf(
  { target, id, field, time }: Event<ExportSource>,
  { properties }: IndexedItem,
  { shown, dates, lists }: AboutLines,
): string {
  const first = (wanted: string): string | undefined => properties.find(([name]) => name === wanted)?.[1][0];
  const { timestamp, datetime } = momentOf(time);
  const message = `${field}: ${first('path') ?? first('name') ?? `item ${id} of ${target.id}`}`;
  const own = { datetime, timestamp_desc: field, source: target.id, id };
  // This is not written by JSON.stringify, because members with numeric names would come first, and microseconds may exceed the
  // precision of a number.
  const members = [`"message":${JSON.stringify(message)}`, `"timestamp":${timestamp}`];
  for (const [name, value] of Object.entries(own)) members.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  for (const [name, values] of properties) {
    if (shown !== null && !shown.has(name)) continue;
    const rendered = dates.has(name) ? values.map(renderUtc) : values;
    const title = TAKEN.test(name) ? `property:${name}` : name;
    members.push(`${JSON.stringify(title)}:${JSON.stringify(rendered.length === 1 ? rendered[0] : rendered)}`);
  }
  for (const [name, texts] of Object.entries(lists)) {
    if (texts.length > 0) members.push(`${JSON.stringify(name)}:${JSON.stringify(texts)}`);
  }
  return `{${members.join(',')}}\n`;
}

/** `time` is in milliseconds since 1970. The results are rounded to microseconds. */
function momentOf(time: number): { readonly timestamp: string; readonly datetime: string } {
  const rounded = Math.round((time - Math.floor(time)) * 1000);
  const milliseconds = Math.floor(time) + (rounded === 1000 ? 1 : 0);
  const rest = rounded === 1000 ? 0 : rounded;
  const micros = String(rest).padStart(3, '0');
  return {
    timestamp: String(BigInt(milliseconds) * 1000n + BigInt(rest)),
    datetime: new Date(milliseconds).toISOString().replace('Z', `${micros}+00:00`),
  };
}
