/** The items that the viewer has reviewed. Only the viewer sets this; opening an item does not. */
import { computed } from '@preact/signals';
import type { Hit, ItemRecord } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { t } from '../language/words.ts';
import { bodyOf, changeText, changing, inTurn, isList, type Target, undo } from './bookmarks.ts';
import { say } from './notice.ts';
import { recordOf } from './own-changes.ts';
import { changeRows, dropArriving, hitOf } from './results.ts';
import { viewer } from './viewer.ts';

/** The server's name for an unknown viewer. */
const NOBODY_KNOWN = 'anonymous';

const ownName = computed(() => viewer.value?.name?.normalize('NFC') ?? NOBODY_KNOWN);

export const UNREVIEWED = 'NOT reviewed:me';

type Marked = Pick<ItemRecord, 'reviewed'>;

export function isReviewed({ reviewed = [] }: Marked): boolean {
  return reviewed.includes(ownName.value);
}

/** Returns the other reviewers. */
export function otherReviewers({ reviewed = [] }: Marked): readonly string[] {
  return reviewed.filter((name) => name !== ownName.value);
}

export function setReviewed(target: Target, isOn: boolean): Promise<boolean> {
  return changing(async () => {
    const body = bodyOf(target);
    const answer = await client.ask(isOn ? 'addToReviewed' : 'removeFromReviewed', {}, body);
    const { viewer: name, changed } = answer;
    if (isList(target)) markRows(target, name, isOn);
    const what = isOn ? 'add' : 'remove';
    const isIt = recordOf((one) => one.what === what && one.reviewed === name && one.items === changed);
    const seq = changed === 0 ? undefined : await isIt.catch(() => undefined);
    const text = isOn ? t().reviewedItems(changed) : t().unreviewedItems(changed);
    say(changeText(text, target, answer), seq === undefined ? {} : { undo: () => void undo(seq) });
  });
}

/** Updates rows at once. */
function markRows(target: Extract<Target, readonly unknown[]>, name: string, isOn: boolean): void {
  // Rows that are arriving may be older than the change.
  dropArriving();
  const changed = new Set(target.map(({ source, id }) => `${source}:${id}`));
  changeRows((hit) => {
    if (!changed.has(`${hit.source}:${hit.id}`)) return hit;
    const others = (hit.reviewed ?? []).filter((one) => one !== name);
    return { ...hit, reviewed: isOn ? [...others, name].sort() : others };
  });
}

/** Marks the item, or removes the mark. */
export function toggleReviewed(hit: Hit): Promise<void> {
  return inTurn(async () => void (await setReviewed([hit], !isReviewed(hitOf(hit) ?? hit))));
}
