/** The notes on the open item, and the field for a new one. */
import { useEffect } from 'preact/hooks';
import { t } from '../language/words.ts';
import { item } from '../state/item.ts';
import { notes, wantedNote } from '../state/notes.ts';
import { isReader } from '../state/viewer.ts';
import { NoteEntry } from './note-entry.tsx';
import { NoteForm } from './note-form.tsx';

export function NotesTab() {
  const open = item.value;
  // Shown once only.
  useEffect(
    () => () => {
      wantedNote.value = null;
    },
    [],
  );
  if (open === null) return null;
  return (
    <div class="notes">
      {notes.value.length === 0 && <p class="faint">{t().noNotes}</p>}
      <ol class="note-list" aria-label={t().notes}>
        {notes.value.map((note) => (
          <NoteEntry key={note.n} to={open} note={note} />
        ))}
      </ol>
      {isReader.value ? <p class="faint small-text">{t().mayNotChange}</p> : <NoteForm to={open} n={null} />}
    </div>
  );
}
