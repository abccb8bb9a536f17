/** Shows the tree of searches. A click returns to one, and the next search becomes its branch. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { closeDialog, Dialog } from '../shell/dialog.tsx';
import { save } from '../shell/save-file.ts';
import { visible } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { shownTime } from '../state/times.ts';
import { branchesOf, clearHistory, isOnServer, loadHistory, type Search, searches } from './searches.ts';

export function HistoryDialog() {
  const first = branchesOf(null);
  const fault = useSignal('');
  useEffect(() => void loadHistory(), []);
  const clear = (): Promise<void> =>
    clearHistory().catch((reason) => {
      fault.value = messageOf(reason);
    });
  const hint = isOnServer.value ? t().ownHistoryHint : t().historyHint;
  return (
    <Dialog title={t().history} class="wide-dialog">
      <p class="faint">{first.length === 0 ? t().noHistory : hint}</p>
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      <div class="scrolled" tabIndex={0} role="group" aria-label={t().history}>
        <Branches of={first} />
      </div>
      <footer>
        <button type="button" class="danger" disabled={first.length === 0} onClick={() => void clear()}>
          {t().clearHistory}
        </button>
        <span class="spring" />
        <button
          type="button"
          disabled={first.length === 0}
          onClick={() => save('searches.json', 'application/json', JSON.stringify(searches.peek(), null, 2))}
        >
          {t().exportHistory}
        </button>
      </footer>
    </Dialog>
  );
}

function Branches({ of }: { readonly of: readonly Search[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="branches">
      {of.map((search) => (
        <li key={search.id}>
          <button
            type="button"
            class="link"
            onClick={() => {
              const { q, literal = false, filter, sources, bbox } = search;
              closeDialog();
              go({ q, literal, filter, sources, bbox, item: null });
            }}
          >
            <code>
              {visible(
                [
                  search.q === '' ? t().everything : search.q,
                  ...(search.literal === true ? [t().literal] : []),
                  ...search.filter,
                  ...search.sources,
                ].join(' · '),
              )}
            </code>
          </button>
          <span class="count">{t().number(search.total)}</span>
          <span class="faint small-text"> {shownTime(search.time)}</span>
          <Branches of={branchesOf(search.id)} />
        </li>
      ))}
    </ul>
  );
}
