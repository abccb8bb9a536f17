/** What stands in place of hits where there are none: why, and what can be done about it. */
import { t } from '../language/words.ts';
import { address, go } from '../state/address.ts';
import { isSearching, isUnreachable, search, searchFault } from '../state/results.ts';
import { Sign } from './sign.tsx';

export function NothingFound() {
  const { q, filter, sources, bbox } = address.value;
  return (
    <div class="no-hits">
      <Sign name="search" />
      <p class="no-hits-title">{t().nothing}</p>
      <p class="faint">{t().nothingHint}</p>
      <div class="no-hits-steps">
        {(filter.length > 0 || bbox !== '') && (
          <button type="button" onClick={() => go({ filter: [], bbox: '' })}>
            {t().withoutFilters}
          </button>
        )}
        {sources.length > 0 && (
          <button type="button" onClick={() => go({ sources: [] })}>
            {t().inAllSources}
          </button>
        )}
        {q !== '' && (
          <button type="button" onClick={() => go({ q: '' })}>
            {t().showEverything}
          </button>
        )}
      </div>
    </div>
  );
}

/** The fault itself stands below the query; a server that is gone is asked again by itself. */
export function SearchFailed() {
  const fault = searchFault.value;
  if (fault === null) return null;
  return (
    <div class="no-hits">
      <Sign name="not" />
      <p class="no-hits-title">{isUnreachable(fault) ? t().unreachable : t().failed}</p>
      <p class="faint">{isUnreachable(fault) ? t().unreachableHint : t().failedHint}</p>
      {(isUnreachable(fault) || fault.status >= 500) && (
        <div class="no-hits-steps">
          <button type="button" disabled={isSearching.value} onClick={() => search()}>
            {t().tryAgain}
          </button>
        </div>
      )}
    </div>
  );
}
