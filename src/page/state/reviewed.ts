/** Which items the viewer has reviewed. Nothing sets it but the viewer: no item is reviewed because it was opened. */
import { computed } from '@preact/signals';
import type { Hit, ItemRecord } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { t } from '../language/words.ts';
import { bodyOf, changing, inTurn, isList, leftOut, recordOf, type Target, undo } from './bookmarks.ts';
import { say } from './notice.ts';
import { changeRows, hitOf } from './results.ts';
import { viewer } from './viewer.ts';

/** As the server names a viewer that it does not know. */
const NOBODY_KNOWN = 'anonymous';

const ownName = computed(() => viewer.value?.name?.normalize('NFC') ?? NOBODY_KNOWN);

export const UNREVIEWED = 'NOT reviewed:me';

type Marked = Pick<ItemRecord, 'reviewed'>;

export function isReviewed({ reviewed = [] }: Marked): boolean {
  return reviewed.includes(ownName.value);
}

/** The others who reviewed it. */
export function otherReviewers({ reviewed = [] }: Marked): readonly string[] {
  return reviewed.filter((name) => name !== ownName.value);
}

export function setReviewed(target: Target, isOn: boolean): Promise<boolean> {
  return changing(async () => {
    const body = bodyOf(target);
    const { viewer: name, changed } = await client.ask(isOn ? 'addToReviewed' : 'removeFromReviewed', {}, body);
    if (isList(target)) markRows(target, name, isOn);
    const what = isOn ? 'add' : 'remove';
    const isIt = recordOf((one) => one.what === what && one.reviewed === name && one.items === changed);
    const seq = changed === 0 ? undefined : await isIt.catch(() => undefined);
    const text = isOn ? t().reviewedItems(changed) : t().unreviewedItems(changed);
    say([text, ...leftOut(target)].join('; '), seq === undefined ? {} : { undo: () => void undo(seq) });
  });
}

/** Rows show it at once. */
function markRows(target: Extract<Target, readonly unknown[]>, name: string, isOn: boolean): void {
  const changed = new Set(target.map(({ source, id }) => `${source}:${id}`));
  changeRows((hit) => {
    if (!changed.has(`${hit.source}:${hit.id}`)) return hit;
    const others = (hit.reviewed ?? []).filter((one) => one !== name);
    return { ...hit, reviewed: isOn ? [...others, name].sort() : others };
  });
}

/** Marks the item, or takes the mark back. */
export function toggleReviewed(hit: Hit): Promise<void> {
  return inTurn(async () => void (await setReviewed([hit], !isReviewed(hitOf(hit) ?? hit))));
}
