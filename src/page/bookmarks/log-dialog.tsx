/** Shows the log of bookmark changes with author and time. Each change can be undone. */
import type { Change } from '../api/answers.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { Dialog } from '../shell/dialog.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { marksVersion, undo } from '../state/bookmarks.ts';
import { changesOf } from '../state/own-changes.ts';
import { shownTime } from '../state/times.ts';

const SHOWN = 100;

export function LogDialog() {
  const { answer, fault } = useAnswer(() => changesOf(SHOWN), [marksVersion.value]);
  const changes = answer.value?.changes ?? [];
  const names = t().logColumns;
  return (
    <Dialog title={t().logTitle} class="wide-dialog">
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      <div class="scrolled" tabIndex={0} role="group" aria-label={t().logTitle}>
        <table class="plain">
          <thead>
            <tr>
              <th>{names.time}</th>
              <th>{names.what}</th>
              <th>{t().bookmark}</th>
              <th class="number">{names.items}</th>
              <th>{names.who}</th>
              <th>{names.undo}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ seq, time, what, items, who, remote, ...subject }) => (
              <tr key={seq}>
                <td class="time">{shownTime(time)}</td>
                <td>{what}</td>
                <td>
                  <Evidence text={nameOf(subject)} />
                </td>
                <td class="number">{t().number(items)}</td>
                <td>{who ?? remote ?? t().unknownWho}</td>
                <td>
                  {what !== 'undo' && (
                    <button type="button" class="link" aria-label={t().undoChange(seq)} onClick={() => void undo(seq)}>
                      {t().undo}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

/** Returns the name of the changed set; empty for the selection. */
function nameOf({ bookmark, coding, search, review, note, reviewed }: Partial<Change>): string {
  if (note !== undefined) return t().noteNumber(note);
  if (reviewed !== undefined) return t().reviewedBy(reviewed);
  return bookmark ?? coding ?? search ?? review ?? '';
}
