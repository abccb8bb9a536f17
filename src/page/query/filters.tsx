/** Shows the clauses added by facets, columns and the map. Each can be removed. */
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visible, visibleName } from '../shell/visible-text.tsx';
import { address, go } from '../state/address.ts';

export function Filters() {
  const { filter, bbox } = address.value;
  if (filter.length === 0 && bbox === '') return null;
  return (
    <div class="filters">
      <ul aria-label={t().filters}>
        {filter.map((clause) => (
          <Chip
            key={clause}
            text={clause}
            remove={() => go({ filter: address.peek().filter.filter((one) => one !== clause) })}
          />
        ))}
        {bbox !== '' && <Chip text={t().area(bbox)} remove={() => go({ bbox: '' })} />}
      </ul>
      {filter.length > 1 && (
        <button type="button" class="quiet" onClick={() => go({ filter: [], bbox: '' })}>
          {t().removeAll}
        </button>
      )}
    </div>
  );
}

function Chip({ text, remove }: { readonly text: string; readonly remove: () => void }) {
  return (
    <li class="chip">
      <code dir="auto" title={visibleName(text)}>
        {visible(text)}
      </code>
      <button type="button" class="quiet" aria-label={t().removeFilter(visibleName(text))} onClick={remove}>
        <Sign name="close" />
      </button>
    </li>
  );
}
