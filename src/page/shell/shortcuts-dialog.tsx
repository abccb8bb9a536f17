/** The list of keyboard shortcuts. */
import { t } from '../language/words.ts';
import { Dialog } from './dialog.tsx';

export function ShortcutsDialog() {
  return (
    <Dialog title={t().shortcuts} class="small">
      <dl class="key-list">
        {t().keys.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
