/**
 * The sign of a note beside its target. A click shows the note. It contains no text, so it does not shift offsets of passages.
 */
import type { Note } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { showNote } from '../state/notes.ts';

const UNITS_SHOWN = 200;

export function NoteSign({ note }: { readonly note: Note }) {
  const name = t().noteSaid(visibleName(note.author), visibleName(note.text.slice(0, UNITS_SHOWN)));
  return (
    <button type="button" class="note-sign" aria-label={name} title={name} onClick={() => showNote(note)}>
      <Sign name="note" />
    </button>
  );
}
