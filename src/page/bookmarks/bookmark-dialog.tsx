/** Adds items to a bookmark, or removes them. Enter adds, and creates a new bookmark. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language/words.ts';
import { closeDialog, Dialog, showDialog } from '../shell/dialog.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { type Acted, acted, hitOrSay } from '../state/acted-item.ts';
import { askedSet } from '../state/address.ts';
import {
  addTo,
  bookmarks,
  leftOut,
  removeFrom,
  selectedCount,
  selectionChanged,
  type Target,
} from '../state/bookmarks.ts';
import { summary } from '../state/results.ts';
import { mayChange } from '../state/viewer.ts';
import { hitName } from '../table/cell.tsx';

interface About {
  readonly target: Target;
  readonly text: string;
}

/** Returns the selection if there is one, or else the current row. */
function currentTarget(row: Acted): About | null {
  if (selectedCount.peek() > 0)
    return { target: { q: 'selected:true' }, text: t().bookmarkTarget(selectedCount.peek()) };
  const hit = hitOrSay(row);
  return hit === null ? null : { target: [hit], text: t().bookmarkItem(visibleName(hitName(hit))) };
}

export async function bookmarkCurrent(): Promise<void> {
  const row = acted();
  await selectionChanged();
  const about = currentTarget(row);
  if (about !== null && mayChange()) showDialog('bookmark', about);
}

export function bookmarkAllHits(): void {
  const total = summary.peek()?.matching ?? 0;
  if (total === 0 || !mayChange()) return;
  const set = askedSet.peek();
  // A set needs a query, even if it has all items.
  const about: About = { target: { ...set, q: set.q ?? '*:*' }, text: t().bookmarkTarget(total) };
  showDialog('bookmark', about);
}

export function BookmarkDialog({ about }: { readonly about: unknown }) {
  const { target, text } = about as About;
  const name = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Dialog title={t().bookmark} class="small">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.value.trim() === '') return;
          closeDialog();
          void addTo(name.value.trim(), target);
        }}
      >
        <p class="faint">{text}</p>
        {leftOut(target).map((absence) => (
          <p key={absence} class="warn">
            {absence}
          </p>
        ))}
        <label>
          {t().bookmarkName}
          <input
            ref={input}
            role="combobox"
            aria-expanded="false"
            aria-controls="bookmark-names"
            list="bookmark-names"
            autocomplete="off"
            maxLength={255}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        <datalist id="bookmark-names">
          {bookmarks.value.map((entry) => (
            <option key={entry.name} value={entry.name} />
          ))}
        </datalist>
        <footer>
          <button type="button" onClick={closeDialog}>
            {t().cancel}
          </button>
          {bookmarks.value.some((entry) => entry.name === name.value.trim()) && (
            <button
              type="button"
              onClick={() => {
                closeDialog();
                void removeFrom(name.value.trim(), target);
              }}
            >
              {t().remove}
            </button>
          )}
          <button type="submit" class="primary">
            {t().add}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
