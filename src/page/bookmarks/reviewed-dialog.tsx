/** Marks a set of items as reviewed by the viewer, or removes these marks. */
import { t } from '../language/words.ts';
import { closeDialog, Dialog, showDialog } from '../shell/dialog.tsx';
import { askedSet } from '../state/address.ts';
import { leftOut, selectedCount, type Target } from '../state/bookmarks.ts';
import { summary } from '../state/results.ts';
import { setReviewed } from '../state/reviewed.ts';
import { mayChange } from '../state/viewer.ts';

interface About {
  readonly target: Target;
  readonly count: number;
}

export function reviewAllHits(): void {
  const count = summary.peek()?.matching ?? 0;
  const set = askedSet.peek();
  // A set needs a query, even if it has all items.
  if (count > 0) show({ target: { ...set, q: set.q ?? '*:*' }, count });
}

export function reviewSelection(): void {
  show({ target: { q: 'selected:true' }, count: selectedCount.peek() });
}

function show(about: About): void {
  if (mayChange()) showDialog('reviewed', about);
}

export function ReviewedDialog({ about }: { readonly about: unknown }) {
  const { target, count } = about as About;
  const set = (isOn: boolean): void => {
    closeDialog();
    void setReviewed(target, isOn);
  };
  return (
    <Dialog title={t().markReviewed} class="small">
      <p class="faint">{t().reviewedTarget(count)}</p>
      {leftOut(target).map((absence) => (
        <p key={absence} class="warn">
          {absence}
        </p>
      ))}
      <footer>
        <button type="button" onClick={closeDialog}>
          {t().cancel}
        </button>
        <button type="button" onClick={() => set(false)}>
          {t().unmarkReviewed}
        </button>
        <button type="button" class="primary" onClick={() => set(true)}>
          {t().markReviewed}
        </button>
      </footer>
    </Dialog>
  );
}
