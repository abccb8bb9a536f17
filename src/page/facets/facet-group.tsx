/** A field in the facets, with its values and their counts, fetched while the group is open. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Facet, FacetValue } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { FindInput } from '../shell/find-input.tsx';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, askedSet, setOf } from '../state/address.ts';
import { isFound } from '../state/results.ts';
import { timeZone } from '../state/settings.ts';
import { choosePart, chosenOf, filterWithout, isLeftOut, leaveOut } from './clauses.ts';
import { fieldLabel } from './field-label.ts';
import { shownFacetValue } from './shown-value.ts';
import { useFacet } from './use-facet.ts';

export interface AskedFacet {
  readonly field: string;
  readonly interval?: 'year' | 'log';
}

const SHOWN_AT_FIRST = 8;
const SHOWN_STEP = 40;

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
  const { found: answer, fault } = useFacet(() => {
    void askedSet.value;
    // Hits have priority, and an invalid query has no counts.
    if (!isOpen.value || !isFound.value) return null;
    const { q, literal, sources, bbox } = address.value;
    return {
      set: setOf({ q, literal, sources, bbox, filter: filterWithout(field) }),
      facet:
        interval !== undefined
          ? { field, interval, ...(interval === 'year' ? { timeZone: timeZone.value } : {}) }
          : field === 'source' || contains.value === ''
            ? { field, limit: limit.value }
            : { field, limit: limit.value, contains: contains.value },
    };
  });
  const found = answer.value ?? undefined;
  const label = fieldLabel(field, t().fieldLabels);
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
          {label !== undefined && <span>{label}</span>}
          <span id={id} class={label === undefined ? undefined : 'faint small-text'}>
            {visibleName(field)}
          </span>
          {found !== undefined && isOpen.value && <span class="count">{t().number(found.distinct)}</span>}
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
            found !== undefined &&
            (found.distinct > SHOWN_AT_FIRST || contains.value !== '') && (
              <FindInput
                wanted={contains}
                label={t().searchWithin(visibleName(field))}
                placeholder={t().searchWithin('').trim()}
              />
            )}
          {found !== undefined && <Values field={field} found={found} interval={interval} />}
          {found !== undefined && found.other > 0 && (
            <button
              type="button"
              class="link"
              onClick={() => {
                limit.value += SHOWN_STEP;
              }}
            >
              {t().showMore} <span class="faint">{t().other(found.other)}</span>
            </button>
          )}
        </>
      )}
    </div>
  );
}

interface ValuesProps {
  readonly field: string;
  readonly found: Facet;
  readonly interval: string | undefined;
}

function Values({ field, found, interval }: ValuesProps) {
  const chosen = chosenOf(field);
  const most = found.values.reduce((max, { items }) => Math.max(max, items), 1);
  return (
    <ul class="facet-values">
      {found.values.map((value) => (
        <Value
          key={value.value}
          field={field}
          value={value}
          interval={interval}
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
  readonly interval: string | undefined;
  readonly share: number;
  readonly isChosen: boolean;
}

function Value({ field, value: { value, items, q }, interval, share, isChosen }: ValueProps) {
  const shown = shownFacetValue(field, value, interval);
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
