/** The set in time: as many bars as have room, the same as a table, and a period that one drags becomes a filter. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { Facet, Facets, FacetValue } from '../api/answers.ts';
import { addressOf, askJson, isAborted, messageOf } from '../api/ask.ts';
import { t } from '../language/words.ts';
import { Choice } from '../shell/header.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { address, askedSet, go } from '../state/address.ts';
import { fields, isOfType } from '../state/fields.ts';
import { timeZone } from '../state/settings.ts';
import { EventList } from './event-list.tsx';
import { Histogram } from './histogram.tsx';

/** Looked for first; otherwise the date that most items have. */
const USUAL = ['modified', 'modificationDate', 'created', 'date', 'sent'];
const ALL = '*';
const INTERVALS = ['auto', 'year', 'month', 'week', 'day', 'hour'];

export function Timeline() {
  const chosen = useSignal('');
  const interval = useSignal('month');
  const found = useSignal<Facet | null>(null);
  const fault = useSignal('');
  const dates = useComputed(() =>
    fields.value
      .filter(({ name, counts }) => counts && isOfType(name, 'date'))
      .sort((a, b) => b.items - a.items)
      .map(({ name }) => name),
  );
  const asked = useComputed(
    () => chosen.value || USUAL.find((name) => dates.value.includes(name)) || dates.value[0] || '',
  );

  useSignalEffect(() => {
    const set = askedSet.value;
    const name = asked.value;
    if (name === '' || name === ALL) return;
    const controller = new AbortController();
    const facet = { field: name, interval: interval.value, timeZone: timeZone.value };
    askJson<Facets>(addressOf('facets'), {
      method: 'POST',
      body: { ...set, facets: [facet] },
      signal: controller.signal,
    }).then(
      ({ facets }) => {
        found.value = facets[0] ?? null;
        fault.value = '';
      },
      (reason: unknown) => {
        if (!isAborted(reason)) fault.value = messageOf(reason);
      },
    );
    return () => controller.abort();
  });
  const field = asked.value;
  if (field === '') return <p class="empty">{t().noDates}</p>;
  const values = field === ALL ? [] : (found.value?.values ?? []);
  return (
    <div class="timeline">
      <div class="timeline-tools">
        <Choice
          label={t().timelineField}
          value={field}
          options={[...dates.value.map((name) => [name, visibleName(name)] as const), [ALL, t().allDates] as const]}
          choose={(name) => {
            chosen.value = name;
          }}
        />
        <Choice
          label={t().interval}
          value={interval.value}
          options={INTERVALS.map((one) => [one, t().intervals[one] ?? one])}
          choose={(one) => {
            interval.value = one;
          }}
        />
        <span class="faint">{t().timelineHint}</span>
      </div>
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      {field !== ALL && <Histogram values={values} choose={(from, to) => choosePeriod(from, to)} />}
      <div class="timeline-below">
        {field !== ALL && <Buckets values={values} />}
        <EventList />
      </div>
    </div>
  );
}

/** From the beginning of one bar to the end of another, as the server words them. */
function choosePeriod(from: FacetValue, to: FacetValue): void {
  const lower = /^(.*) TO /.exec(from.q ?? '')?.[1];
  const upper = / TO (.*)$/.exec(to.q ?? '')?.[1];
  const clause = from === to ? from.q : lower === undefined || upper === undefined ? undefined : `${lower} TO ${upper}`;
  if (clause === undefined || clause === '') return;
  go({ filter: [...address.peek().filter.filter((one) => one !== clause), clause] });
}

function Buckets({ values }: { readonly values: readonly FacetValue[] }) {
  return (
    <div class="buckets" tabIndex={0} role="group" aria-label={t().interval}>
      <table class="plain" aria-label={t().timeline}>
        <thead>
          <tr>
            <th>{t().from}</th>
            <th class="number">{t().itemsColumn}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value.value}>
              <td>
                <button
                  type="button"
                  class="link"
                  disabled={value.q === undefined}
                  onClick={() => choosePeriod(value, value)}
                >
                  {value.value}
                </button>
              </td>
              <td class="number">{t().number(value.items)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
