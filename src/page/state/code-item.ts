/** Sets an item's choice in a panel. An exclusive panel permits one. The same choice again removes it. */
import type { ItemRecord } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { t } from '../language/words.ts';
import { changing, inTurn, mark, removeFrom, undoAll } from './bookmarks.ts';
import type { KeyedChoice } from './coding-panels.ts';
import { item } from './item.ts';
import { say } from './notice.ts';
import { hitOf } from './results.ts';

export function code({ coding, bookmark }: KeyedChoice, record: ItemRecord): Promise<void> {
  return inTurn(async () => {
    const open = item.peek();
    const isOpen = open !== null && open.id === record.id && open.source === record.source;
    const { bookmarks: now } = hitOf(record) ?? (isOpen ? open : record);
    const isChosen = now.includes(bookmark);
    if (isChosen && !coding.exclusive) await removeFrom(bookmark, [record]);
    else await choose(coding, isChosen ? null : bookmark, record);
  });
}

async function choose(coding: KeyedChoice['coding'], choice: string | null, record: ItemRecord): Promise<void> {
  await changing(async () => {
    const docs = [{ source: record.source, id: record.id }];
    const { seqs } = await client.ask('codeItems', { coding: coding.name }, { choice, docs });
    for (const { bookmark } of coding.choices) {
      if (bookmark === choice) mark([record], bookmark, true);
      else if (coding.exclusive || choice === null) mark([record], bookmark, false);
    }
    say(t().coded(coding.name, choice), seqs.length === 0 ? {} : { undo: () => void undoAll(seqs.toReversed()) });
  });
}
