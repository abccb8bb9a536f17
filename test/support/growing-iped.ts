/**
 * A case of IPED in a test that grows as IPED makes it grow: segments are appended, documents of items are deleted, segments
 * are merged. Each commit writes only new files, and removes files that neither it nor the previous commit names.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommittedSegment, commit, segmentFiles, type WrittenItem, writeIpedSettings } from './iped-writer.ts';

interface Segment {
  readonly name: string;
  readonly id: Buffer;
  items: WrittenItem[];
  readonly unreadBytes: number;
  deletions: number;
  isChanged: boolean;
}

export class GrowingIped {
  readonly #dir: string;
  #segments: Segment[] = [];
  #names = 0;
  #commits = 1;
  #before: readonly string[] = [];

  constructor(dir: string) {
    this.#dir = dir;
  }

  get segmentCount(): number {
    return this.#segments.length;
  }

  /** The ids of the items that were not removed. */
  get ids(): readonly number[] {
    return this.#segments.flatMap(({ items }) => items.filter(({ isRemoved }) => !isRemoved).map(idOf));
  }

  append(items: readonly WrittenItem[], unreadBytes = 0): void {
    this.#segments.push(this.#segment(items, unreadBytes));
  }

  #segment(items: readonly WrittenItem[], unreadBytes = 0): Segment {
    const number = this.#names++;
    const id = Buffer.from(String(number + 1).padStart(16, '-'));
    return { name: `_${number.toString(36)}`, id, items: [...items], unreadBytes, deletions: 0, isChanged: true };
  }

  /** Deletes the documents of items, as IPED does, or also those of their texts. */
  remove(ids: ReadonlySet<number>, isRemoved: NonNullable<WrittenItem['isRemoved']> = true): void {
    for (const segment of this.#segments) {
      const isHere = segment.items.some((item) => !item.isRemoved && ids.has(idOf(item)));
      if (!isHere) continue;
      segment.items = segment.items.map((item) =>
        !item.isRemoved && ids.has(idOf(item)) ? { ...item, isRemoved } : item,
      );
      segment.deletions++;
      segment.isChanged = true;
    }
  }

  /** Merges neighbours into one segment, without their removed items. */
  merge(from: number, count: number): void {
    const merged = this.#segments.slice(from, from + count).flatMap(({ items }) => items);
    const live = merged.filter(({ isRemoved }) => !isRemoved);
    this.#segments.splice(from, count, ...(live.length === 0 ? [] : [this.#segment(live)]));
  }

  /** Commits what was changed. */
  async write(): Promise<void> {
    const index = join(this.#dir, 'iped/index');
    if (!existsSync(index)) await writeIpedSettings(this.#dir);
    const committed: CommittedSegment[] = [];
    const named: string[] = [`segments_${(++this.#commits).toString(36)}`];
    for (const segment of this.#segments) {
      const { files, ...facts } = segmentFiles(segment.name, segment.items, segment);
      committed.push(facts);
      named.push(...Object.keys(files));
      // Lucene never writes a file twice.
      if (segment.isChanged) {
        for (const [name, bytes] of Object.entries(files)) {
          if (!existsSync(join(index, name))) writeFileSync(join(index, name), bytes);
        }
      }
      segment.isChanged = false;
    }
    writeFileSync(join(index, named[0]!), commit(committed, this.#commits));
    for (const name of readdirSync(index)) {
      if (!named.includes(name) && !this.#before.includes(name)) rmSync(join(index, name));
    }
    this.#before = named;
  }
}

function idOf({ stored }: WrittenItem): number {
  return stored.find(([name]) => name === 'id')![1] as number;
}
