/** Edits a bookmark's name, colour and comment, or deletes it. */
import { useSignal } from '@preact/signals';
import type { BookmarkEntry } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { closeDialog, Dialog } from '../shell/dialog.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { colorOf, deleteBookmark, describe, removeGone, rename } from '../state/bookmarks.ts';

export function EditDialog({ about }: { readonly about: unknown }) {
  const entry = about as BookmarkEntry;
  const name = useSignal(entry.name);
  const color = useSignal(entry.color ?? colorOf(entry.name));
  const comment = useSignal(entry.comment ?? '');
  const save = async (): Promise<void> => {
    closeDialog();
    const next = name.value.trim();
    const isKept = await describe(entry.name, {
      color: color.value,
      comment: comment.value === '' ? null : comment.value,
    });
    if (isKept && next !== '' && next !== entry.name) await rename(entry.name, next);
  };
  return (
    <Dialog title={t().editBookmark(visibleName(entry.name))} class="small">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          {t().rename}
          <input value={name.value} maxLength={255} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <label>
          {t().color}
          <input type="color" value={color.value} onInput={(event) => (color.value = event.currentTarget.value)} />
        </label>
        <label>
          {t().comment}
          <textarea rows={3} value={comment.value} onInput={(event) => (comment.value = event.currentTarget.value)} />
        </label>
        {entry.gone != null && (
          <p>
            <button
              type="button"
              title={t().itemsGoneHint}
              onClick={() => {
                closeDialog();
                void removeGone(entry.name);
              }}
            >
              {t().removeGone(entry.gone)}
            </button>
          </p>
        )}
        <footer>
          <button
            type="button"
            class="danger"
            onClick={() => {
              closeDialog();
              void deleteBookmark(entry.name);
            }}
          >
            {t().deleteBookmark}
          </button>
          <span class="spring" />
          <button type="button" onClick={closeDialog}>
            {t().cancel}
          </button>
          <button type="submit" class="primary">
            {t().save}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
