/** The bar between query and hits: the number of hits, and the choice of view. */
import { t } from '../language/words.ts';
import { Filters } from '../query/filters.tsx';
import { Hints, RefreshRows, ResultLine } from '../query/result-line.tsx';
import { address, go, VIEWS } from '../state/address.ts';
import { showDialog } from './dialog.tsx';
import { Sign, type SignName } from './sign.tsx';

export function ViewBar() {
  const { view } = address.value;
  return (
    <div class="view-bar">
      <div class="view-line">
        <ResultLine />
        <RefreshRows />
        <span class="spring" />
        {view === 'table' && (
          <button
            type="button"
            class="quiet labelled"
            aria-label={t().columns}
            title={t().columns}
            onClick={() => showDialog('columns')}
          >
            <Sign name="columns" /> <span>{t().columns}</span>
          </button>
        )}
        <div class="views" role="radiogroup" aria-label={t().view}>
          {VIEWS.map((one) => (
            <label key={one} class={view === one ? 'chosen' : ''} title={t().views[one]}>
              <input
                type="radio"
                name="view"
                aria-label={t().views[one]}
                checked={view === one}
                onChange={() => go({ view: one })}
              />
              <Sign name={one as SignName} />
              <span>{t().views[one]}</span>
            </label>
          ))}
        </div>
      </div>
      <Filters />
      <Hints />
    </div>
  );
}
