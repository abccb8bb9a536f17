/** `bookmarks at` and `bookmarks undo`: show earlier states, and revert changes. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Undoing } from '../../bookmarks/bookmark-store.ts';
import { changing, existingStore, NOBODY, reading } from '../bookmark-access.ts';
import { type DataOption, jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { formatCount } from '../terminal/quantities.ts';
import { printable } from '../terminal/terminal.ts';

interface UndoOptions extends DataOption {
  readonly json?: boolean;
}

export function addHistory(add: (name: string, description: string) => Command, { terminal }: Session): void {
  add('at', 'write the bookmarks and the selection as they were at a time, as JSON Lines')
    .argument('<time>', 'ISO 8601, in UTC if there is no offset')
    .argument('[name]', 'only this bookmark, even if it was deleted')
    .action(async (time: string, name: string | undefined, options: DataOption) => {
      const { pointInTime } = await import('../../bookmarks/point-in-time.ts');
      const { bookmarkName } = await import('../../bookmarks/bookmark-name.ts');
      const { exportBookmarks } = await import('../../bookmarks/exchange/export-bookmarks.ts');
      const at = pointInTime('time', time);
      await reading(options, async (store) => {
        const state = await store.history.at(at);
        const lines = exportBookmarks({ state, ...(name !== undefined && { bookmark: bookmarkName(name) }) });
        for (const line of lines) await terminal.write(`${line}\n`);
      });
    });
  add('undo', 'undo the changes of one or several log records, newest first')
    .argument('<seq...>', 'the sequence numbers of the records, as shown by log', sequences)
    .addOption(jsonOption())
    .action(async (seqs: readonly number[], options: UndoOptions) => {
      await existingStore(options);
      await changing(options, async (store) => {
        for (const seq of seqs.toSorted((a, b) => b - a)) {
          const undone = await store.undo(seq, NOBODY);
          await terminal.write(`${options.json ? JSON.stringify(undone) : described(undone)}\n`);
        }
      });
    });
}

function described({ kind, name, changed, size }: Undoing): string {
  const what = name === null ? NOUNS[kind] : `${NOUNS[kind]} ${printable(name)}`;
  return `Undone: ${formatCount(changed, 'item')} changed in ${what}, which has ${size} now.`;
}

/** Names of the kinds of sets for `undo`. */
const NOUNS: Readonly<Record<Undoing['kind'], string>> = {
  selection: 'the selection',
  bookmark: 'the bookmark',
  coding: 'the coding panel',
  search: 'the saved search',
  reviewed: 'the list of items reviewed by',
  review: 'the review',
  note: 'the note',
  decided: 'the decisions in the coding panel',
};

function sequences(value: string, before: readonly number[] = []): readonly number[] {
  const number = Number(value);
  if (!/^\d{1,15}$/.test(value) || number < 1) throw new InvalidArgumentError('It is a whole number from 1.');
  return [...before, number];
}
