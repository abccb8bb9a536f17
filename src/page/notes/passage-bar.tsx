/** Offers a note while a part of the text is selected. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Ref } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { beginNote } from '../state/notes.ts';
import { isReader } from '../state/viewer.ts';
import { selectedPassage } from './passage.ts';

export function PassageBar({ to }: { readonly to: Ref }) {
  const isSelected = useSignal(false);
  useEffect(() => {
    const look = (): void => {
      isSelected.value = selectedPassage() !== null;
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, []);
  if (!isSelected.value || isReader.value) return null;
  return (
    <div class="passage-bar">
      <button
        type="button"
        class="primary"
        aria-keyshortcuts="n"
        // Pressing a button could clear the selection before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => beginNote(to, selectedPassage() ?? undefined)}
      >
        <Sign name="note" /> {t().notePassage}
      </button>
    </div>
  );
}
