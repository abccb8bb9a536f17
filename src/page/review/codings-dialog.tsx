/** The coding panels with their choices, and a form to define one. */
import { useEffect, useState } from 'preact/hooks';
import type { CodingPanel } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Dialog, showDialog } from '../shell/dialog.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { colorOf, loadBookmarks } from '../state/bookmarks.ts';
import { codings } from '../state/coding-panels.ts';
import { isReader } from '../state/viewer.ts';
import { PanelForm } from './panel-form.tsx';
import '../styles/review.css';

/** The edited panel; empty for a new one, null for none. */
type Edited = CodingPanel | '' | null;

export function CodingsDialog() {
  const [edited, setEdited] = useState<Edited>(null);
  const [fault, setFault] = useState('');
  const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
    setFault('');
    try {
      await change();
      return true;
    } catch (refusal) {
      setFault(messageOf(refusal));
      return false;
    } finally {
      // A panel creates its bookmarks.
      await loadBookmarks().catch(() => undefined);
    }
  };
  useEffect(() => void attempt(loadBookmarks), []);
  const save = async (panel: CodingPanel): Promise<void> => {
    const { name, ...change } = panel;
    const isNew = edited === '';
    if (isNew && codings.peek().some((one) => one.name === name)) {
      setFault(t().codingExists(visibleName(name)));
      return;
    }
    if (await attempt(() => client.ask('defineCoding', { coding: name }, change))) setEdited(null);
  };
  return (
    <Dialog title={t().codings} class="wide-dialog reviews">
      {fault !== '' && (
        <p class="warn" role="alert">
          {fault}
        </p>
      )}
      <div class="scrolled" tabIndex={0} role="group" aria-label={t().codings}>
        {edited === null && codings.value.length === 0 && <p class="faint">{t().codingsHint}</p>}
        {edited === null &&
          codings.value.map((panel) => (
            <Panel
              key={panel.name}
              panel={panel}
              edit={() => setEdited(panel)}
              remove={() => void attempt(() => client.ask('deleteCoding', { coding: panel.name }))}
            />
          ))}
        {edited !== null && (
          <PanelForm
            panel={edited === '' ? null : edited}
            save={(panel) => void save(panel)}
            cancel={() => {
              setFault('');
              setEdited(null);
            }}
          />
        )}
      </div>
      {edited === null && (
        <footer>
          <button type="button" onClick={() => showDialog('reviews')}>
            {t().reviews}
          </button>
          {!isReader.value && (
            <button type="button" class="primary" onClick={() => setEdited('')}>
              {t().newCoding}
            </button>
          )}
        </footer>
      )}
    </Dialog>
  );
}

interface PanelProps {
  readonly panel: CodingPanel;
  readonly edit: () => void;
  readonly remove: () => void;
}

function Panel({ panel, edit, remove }: PanelProps) {
  const { name, choices, exclusive, required } = panel;
  const rules = [exclusive && t().isExclusive, required && t().isRequired].filter((one) => one !== false);
  return (
    <section class="review-entry" aria-label={visibleName(name)}>
      <h3>
        <Evidence text={name} />
      </h3>
      <p class="coding-shown">
        {choices.map(({ bookmark, key, colour }) => (
          <span key={bookmark} class="tag">
            <span class="dot" style={{ background: colour ?? colorOf(bookmark) }} />
            <Evidence text={bookmark} />
            {key !== null && <kbd>{key}</kbd>}
          </span>
        ))}
      </p>
      {rules.length > 0 && <p class="faint">{rules.join(' · ')}</p>}
      {!isReader.value && (
        <div class="review-actions">
          <button type="button" onClick={edit}>
            {t().editCoding}
          </button>
          <button type="button" class="danger" title={t().deleteCodingHint} onClick={remove}>
            {t().deleteBookmark}
          </button>
        </div>
      )}
    </section>
  );
}
