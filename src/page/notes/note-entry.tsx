/** A note in the list: author, time, target, text, earlier versions, and a form to change it. */
import { useSignal } from '@preact/signals';
import type { Note, Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visible, visibleName } from '../shell/visible-text.tsx';
import { deleteNote, isEdited, setDraft, showPassage, wantedNote } from '../state/notes.ts';
import { shownTime } from '../state/times.ts';
import { isReader } from '../state/viewer.ts';
import { AboutPassage } from './about-passage.tsx';
import { NoteForm } from './note-form.tsx';

interface NoteEntryProps {
  readonly to: Ref;
  readonly note: Note;
}

export function NoteEntry({ to, note }: NoteEntryProps) {
  const { n, text, range, author, created, changedBy, changed } = note;
  const isWanted = wantedNote.value === n;
  return (
    <li
      class={`note${isWanted ? ' wanted' : ''}`}
      tabIndex={-1}
      aria-label={t().noteBy(visibleName(author), shownTime(created))}
      ref={isWanted ? showHere : null}
    >
      <header>
        <b>
          <Evidence text={author} />
        </b>
        <time dateTime={created} class="faint">
          {shownTime(created)}
        </time>
        <span class="spring" />
        {!isReader.value && <Tools to={to} note={note} />}
      </header>
      {range !== undefined && (
        <button type="button" class="link note-about" title={t().showPassage} onClick={() => showPassage(note)}>
          <AboutPassage to={to} range={range} />
        </button>
      )}
      {isEdited(to, n) ? <NoteForm to={to} n={n} /> : <NoteText text={text} />}
      {changed !== created && (
        <p class="faint small-text">{t().noteChangedBy(visibleName(changedBy), shownTime(changed))}</p>
      )}
      {/* An undone change restores the old times, so versions are offered for every note. */}
      <Versions key={`${changed} ${text}`} to={to} n={n} />
    </li>
  );
}

function showHere(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' });
  entry?.focus({ preventScroll: true });
}

function NoteText({ text }: { readonly text: string }) {
  return (
    <p class="note-text" dir="auto">
      {visible(text)}
    </p>
  );
}

function Tools({ to, note }: NoteEntryProps) {
  const { n, text, range = null } = note;
  const by = [visibleName(note.author), shownTime(note.created)] as const;
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={t().editNote(...by)}
        title={t().editNote(...by)}
        onClick={() => setDraft(to, n, { text, range })}
      >
        <Sign name="pencil" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={t().deleteNote(...by)}
        title={t().deleteNote(...by)}
        onClick={() => void deleteNote(to, n)}
      >
        <Sign name="bin" />
      </button>
    </>
  );
}

interface VersionsProps {
  readonly to: Ref;
  readonly n: number;
}

/** Fetched on opening. */
function Versions({ to, n }: VersionsProps) {
  const isOpen = useSignal(false);
  const wanted = isOpen.value;
  const { answer, fault } = useAnswer(
    (signal) => (wanted ? client.ask('getNote', { ...itemOf(to), n }, undefined, { signal }) : null),
    [wanted],
  );
  const earlier = answer.value?.versions.slice(0, -1);
  return (
    <details class="note-versions" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{t().earlierVersions}</summary>
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      {earlier?.length === 0 && <p class="faint small-text">{t().noEarlierVersions}</p>}
      <ol reversed aria-label={t().earlierVersions}>
        {earlier?.toReversed().map(({ seq, time, who, text, range }) => (
          <li key={seq}>
            <span class="faint small-text">
              {visibleName(who ?? t().unknownWho)} · {shownTime(time)}{' '}
              {range !== undefined && <AboutPassage to={to} range={range} />}
            </span>
            <NoteText text={text} />
          </li>
        ))}
      </ol>
    </details>
  );
}
