/** One field of the facets: its values with their counts, fetched where the group is open. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Facet, Facets, FacetValue } from '../api/answers.ts';
import { addressOf, askJson, isAborted, messageOf } from '../api/ask.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, askedSet, setOf } from '../state/address.ts';
import { marksVersion } from '../state/bookmarks.ts';
import { summary } from '../state/results.ts';
import { choosePart, chosenOf, filterWithout, isLeftOut, leaveOut } from './clauses.ts';
import { shownFacetValue } from './shown-value.ts';

export interface AskedFacet {
  readonly field: string;
  readonly interval?: 'year' | 'log';
}

const SHOWN_AT_FIRST = 8;
const SHOWN_STEP = 40;
const PAUSE_MS = 150;

interface FacetGroupProps {
  readonly facet: AskedFacet;
  readonly isOpenAtFirst: boolean;
  readonly remove?: () => void;
}

export function FacetGroup({ facet: { field, interval }, isOpenAtFirst, remove }: FacetGroupProps) {
  const id = useId();
  const isOpen = useSignal(isOpenAtFirst || chosenOf(field).length > 0);
  const limit = useSignal(SHOWN_AT_FIRST);
  const contains = useSignal('');
  const found = useSignal<Facet | null>(null);
  const fault = useSignal('');
  const request = useRef<AbortController | null>(null);
  // The hits come first; and a query that has a fault has no counts.
  const isAnswered = useComputed(() => summary.value !== null);
  const isOfMarks = field === 'bookmark' || field === 'selected';
  const asked = useComputed(() => {
    void askedSet.value;
    const { q, sources, bbox } = address.value;
    return JSON.stringify({
      ...setOf({ q, sources, bbox, filter: filterWithout(field) }),
      facets: [
        interval !== undefined
          ? { field, interval }
          : field === 'source'
            ? { field, limit: limit.value }
            : { field, limit: limit.value, ...(contains.value === '' ? {} : { contains: contains.value }) },
      ],
    });
  });
  useSignalEffect(() => {
    const body: unknown = JSON.parse(asked.value);
    if (isOfMarks) void marksVersion.value;
    request.current?.abort();
    if (!isOpen.value || !isAnswered.value) return;
    const controller = new AbortController();
    request.current = controller;
    const pause = setTimeout(() => void load(body, controller.signal), PAUSE_MS);
    return () => clearTimeout(pause);
  });
  const load = async (body: unknown, signal: AbortSignal): Promise<void> => {
    try {
      const answer = await askJson<Facets>(addressOf('facets'), { method: 'POST', body, signal });
      found.value = answer.facets[0] ?? null;
      fault.value = '';
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  return (
    <div class="facet" role="group" aria-labelledby={id}>
      <div class="facet-head">
        <button
          type="button"
          class="facet-title"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          <Sign name={isOpen.value ? 'down' : 'right'} />
          <span id={id}>{visibleName(field)}</span>
          {found.value !== null && isOpen.value && <span class="count">{t().number(found.value.distinct)}</span>}
        </button>
        {remove !== undefined && (
          <button type="button" class="quiet" aria-label={t().removeFacet(visibleName(field))} onClick={remove}>
            <Sign name="close" />
          </button>
        )}
      </div>
      {isOpen.value && (
        <>
          {fault.value !== '' && <p class="warn small-text">{fault.value}</p>}
          {interval === undefined &&
            found.value !== null &&
            (found.value.distinct > SHOWN_AT_FIRST || contains.value !== '') && (
              <input
                type="search"
                class="find"
                aria-label={t().searchWithin(visibleName(field))}
                placeholder={t().searchWithin('').trim()}
                value={contains.value}
                onInput={(event) => {
                  contains.value = event.currentTarget.value;
                }}
              />
            )}
          {found.value !== null && <Values field={field} found={found.value} />}
          {found.value !== null && found.value.other > 0 && (
            <button
              type="button"
              class="link"
              onClick={() => {
                limit.value += SHOWN_STEP;
              }}
            >
              {t().showMore} <span class="faint">{t().other(found.value.other)}</span>
            </button>
          )}
        </>
      )}
    </div>
  );
}

function Values({ field, found }: { readonly field: string; readonly found: Facet }) {
  const chosen = chosenOf(field);
  const most = found.values.reduce((max, { items }) => Math.max(max, items), 1);
  return (
    <ul class="facet-values">
      {found.values.map((value) => (
        <Value
          key={value.value}
          field={field}
          value={value}
          share={value.items / most}
          isChosen={value.q !== undefined && chosen.includes(value.q)}
        />
      ))}
      {found.missing > 0 && <li class="faint small-text">{t().missing(found.missing)}</li>}
    </ul>
  );
}

interface ValueProps {
  readonly field: string;
  readonly value: FacetValue;
  readonly share: number;
  readonly isChosen: boolean;
}

function Value({ field, value: { value, items, q }, share, isChosen }: ValueProps) {
  const shown = shownFacetValue(field, value);
  const name = visibleName(shown);
  const isOut = q !== undefined && isLeftOut(q);
  return (
    <li class={`facet-value${isOut ? ' out' : ''}`}>
      <span class="share" style={{ width: `${Math.max(1, share * 100)}%` }} aria-hidden="true" />
      <label>
        <input
          type="checkbox"
          aria-label={t().facetValue(name, items)}
          checked={isChosen}
          disabled={q === undefined}
          onChange={(event) => q !== undefined && choosePart(field, q, event.currentTarget.checked)}
        />
        <Evidence text={shown === '' ? t().noValue : shown} />
      </label>
      {q !== undefined && (
        <button
          type="button"
          class="quiet on-hover"
          aria-label={t().not(name)}
          aria-pressed={isOut}
          onClick={() => leaveOut(field, q)}
        >
          <Sign name="not" />
        </button>
      )}
      <span class="count" aria-hidden="true">
        {t().number(items)}
      </span>
    </li>
  );
}
