/** `bookmarks at` and `bookmarks undo`: what was, and what should not have been. */
import { type Command, InvalidArgumentError } from 'commander';
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
    .argument('<time>', 'ISO 8601, in UTC where no offset is given')
    .argument('[name]', 'this bookmark alone, also one that is gone')
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
  add('undo', 'take back the change of one record of the log')
    .argument('<seq>', 'the sequence number of the record, as log shows it', sequence)
    .addOption(jsonOption())
    .action(async (seq: number, options: UndoOptions) => {
      await existingStore(options);
      const undone = await changing(options, (store) => store.undo(seq, NOBODY));
      const { name, changed, size } = undone;
      const what = name === null ? 'the selection' : `the bookmark ${printable(name)}`;
      const line = `Undone: ${formatCount(changed, 'item')} changed in ${what}, which has ${size} now.`;
      await terminal.write(`${options.json ? JSON.stringify(undone) : line}\n`);
    });
}

function sequence(value: string): number {
  const number = Number(value);
  if (!/^\d{1,15}$/.test(value) || number < 1) throw new InvalidArgumentError('It is a whole number from 1.');
  return number;
}
