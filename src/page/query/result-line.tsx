/** The number of items, the duration, and missing parts. */
import { t } from '../language/words.ts';
import { cancelSearch, drift, isCancelled, isSearching, search, searchFault, summary } from '../state/results.ts';
import { isSlow, scan } from '../state/scan.ts';
import { isWaiting } from '../state/sources.ts';

export function ResultLine() {
  const found = summary.value;
  return (
    <div class="result-line" role="status" aria-label={t().result}>
      {found !== null ? (
        <>
          <strong>{t().items(found.total)}</strong>
          <span class="faint"> · {t().milliseconds(found.tookMs)} · </span>
          {found.incomplete === undefined ? (
            <span class="faint">{t().whole}</span>
          ) : (
            <span class="warn">
              {found.incomplete.map(({ source, reason }) => t().isMissing(source, reason)).join('; ')}
            </span>
          )}
        </>
      ) : isWaiting.value ? (
        <span class="faint">{t().opening}</span>
      ) : searchFault.value !== null ? (
        <span class="warn">{t().failed}</span>
      ) : (
        <Unanswered />
      )}
    </div>
  );
}

/** Shows that a search has no answer yet, or was cancelled. */
function Unanswered() {
  if (isCancelled.value) {
    return (
      <>
        <span class="warn">{t().cancelled}</span>{' '}
        <button type="button" class="quiet" onClick={search}>
          {t().searchAgain}
        </button>
      </>
    );
  }
  if (!isSearching.value) return null;
  return (
    <>
      <span class="faint">{scan.value === null ? t().searching : t().scanning(scan.value)}</span>{' '}
      {isSlow.value && (
        <button type="button" class="quiet" onClick={cancelSearch}>
          {t().cancelSearch}
        </button>
      )}
    </>
  );
}

/** Reloads the rows after bookmark changes that affect the set. */
export function RefreshRows() {
  if (drift.value === 0) return null;
  return (
    <button type="button" class="refresh-rows" onClick={search}>
      {t().refreshRows(drift.value)}
    </button>
  );
}

/** Hints of the server about an answered query. */
export function Hints() {
  const hints = summary.value?.hints ?? [];
  if (hints.length === 0) return null;
  return (
    <ul class="hints">
      {hints.map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  );
}
