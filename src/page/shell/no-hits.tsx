/** Shown in place of the hits if there are none, with the reason and possible remedies. */
import { isUnreachable } from '../api/client.ts';
import { t } from '../language/words.ts';
import { address, go } from '../state/address.ts';
import { isSearching, search, searchFault } from '../state/results.ts';
import { isChosen, readySources } from '../state/sources.ts';
import { Sign } from './sign.tsx';

/** The status of a query that the server does not understand. */
const REFUSED = 400;

export function NothingFound() {
  const { q, literal, filter, sources, bbox } = address.value;
  const similar = similarWords(q);
  return (
    <div class="no-hits">
      <Sign name="search" />
      <p class="no-hits-title">{t().nothing}</p>
      <p class="faint">{t().nothingHint}</p>
      <div class="no-hits-steps">
        {similar !== null && (
          <button type="button" onClick={() => go({ q: similar, literal: false })}>
            {t().similarWords} <code>{similar}</code>
          </button>
        )}
        {similar === null && !literal && <AsText q={q} />}
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

/** Searches for the query without operators: a text with a colon or a bracket may be pasted. */
function AsText({ q }: { readonly q: string }) {
  if (q === '') return null;
  return (
    <button type="button" title={t().literalHint} onClick={() => go({ literal: true })}>
      {t().literal}
    </button>
  );
}

/** Returns a fuzzy query for a query of plain words, which may be misspelt; null for any other. */
function similarWords(q: string): string | null {
  const words = q.trim().split(/\s+/);
  const isPlain = words.every((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word) && !/^(AND|OR|NOT)$/.test(word));
  return isPlain ? words.map((word) => `${word}~`).join(' ') : null;
}

/** Sources are being opened or built. The search runs automatically when they are ready. */
export function SourcesOpening() {
  const there = readySources.value.filter(({ id }) => isChosen(id)).map(({ id }) => id);
  return (
    <div class="no-hits">
      <Sign name="history" />
      <p class="no-hits-title">{t().opening}</p>
      <p class="faint">{t().openingHint}</p>
      {there.length > 0 && (
        <div class="no-hits-steps">
          <button type="button" onClick={() => go({ sources: there })}>
            {t().inReadySources(there.length)}
          </button>
        </div>
      )}
    </div>
  );
}

/** The error is shown below the query. An unreachable server is polled automatically. */
export function SearchFailed() {
  const fault = searchFault.value;
  const { q, literal, sort, filter, sources } = address.value;
  if (fault === null) return null;
  return (
    <div class="no-hits">
      <Sign name="not" />
      <p class="no-hits-title">{isUnreachable(fault) ? t().unreachable : t().failed}</p>
      <p class="faint">{isUnreachable(fault) ? t().unreachableHint : t().failedHint}</p>
      <div class="no-hits-steps">
        {(isUnreachable(fault) || fault.status >= 500) && (
          <button type="button" disabled={isSearching.value} onClick={() => search()}>
            {t().tryAgain}
          </button>
        )}
        {!isUnreachable(fault) && sources.length > 0 && (
          <button type="button" onClick={() => go({ sources: [] })}>
            {t().inAllSources}
          </button>
        )}
        {fault.status === REFUSED && !literal && <AsText q={q} />}
        {fault.status === REFUSED && sort.length > 0 && (
          <button type="button" onClick={() => go({ sort: [] })}>
            {t().withoutOrder}
          </button>
        )}
        {fault.status === REFUSED && filter.length > 0 && (
          <button type="button" onClick={() => go({ filter: [] })}>
            {t().withoutFilters}
          </button>
        )}
      </div>
    </div>
  );
}
