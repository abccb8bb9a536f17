/** The field for a new or changed note, with its target. */
import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Ref } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { draftOf, dropDraft, isFormWanted, saveDraft, setDraft } from '../state/notes.ts';
import { AboutPassage } from './about-passage.tsx';

/** The server's limit. */
const NOTE_UNITS_MAX = 16_384;

interface NoteFormProps {
  readonly to: Ref;
  /** Null for a new note. */
  readonly n: number | null;
}

export function NoteForm({ to, n }: NoteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = draftOf(to, n);
  const { text, range } = draft;
  const isNew = n === null;
  useSignalEffect(() => {
    if (!isNew || !isFormWanted.value) return;
    isFormWanted.value = false;
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'nearest' });
  });
  const save = (): void => {
    if (draftOf(to, n).text.trim() !== '') void saveDraft(to, n);
  };
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {range !== null && (
        <p class="note-about">
          <AboutPassage to={to} range={range} />
          <button
            type="button"
            class="quiet"
            aria-label={t().aboutWholeItem}
            title={t().aboutWholeItem}
            onClick={() => setDraft(to, n, { ...draft, range: null })}
          >
            <Sign name="close" />
          </button>
        </p>
      )}
      <textarea
        ref={field}
        rows={3}
        maxLength={NOTE_UNITS_MAX}
        aria-label={isNew ? t().newNote : t().noteText}
        placeholder={isNew ? t().newNote : undefined}
        value={text}
        onInput={(event) => setDraft(to, n, { ...draftOf(to, n), text: event.currentTarget.value })}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if ((!isSave && event.key !== 'Escape') || event.isComposing) return;
          event.preventDefault();
          if (isSave) save();
          // Returns the keyboard focus to the page.
          event.currentTarget.blur();
        }}
      />
      <footer>
        {(!isNew || text !== '' || range !== null) && (
          <button type="button" onClick={() => dropDraft(to, n)}>
            {t().cancel}
          </button>
        )}
        <button type="submit" class="primary" disabled={text.trim() === ''}>
          {isNew ? t().addNote : t().save}
        </button>
      </footer>
    </form>
  );
}
