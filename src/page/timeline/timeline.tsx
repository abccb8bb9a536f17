/** Shows the set over time: as many bars as fit, and the same data as a table. A dragged period becomes a filter. */
import { useComputed } from '@preact/signals';
import { fieldLabel } from '../facets/field-label.ts';
import { useFacet } from '../facets/use-facet.ts';
import { fieldName } from '../item/value-clause.ts';
import { t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { askedSet } from '../state/address.ts';
import { fieldsOfAsked, isOfType } from '../state/fields.ts';
import { timelineField, timelineInterval, timeZone } from '../state/settings.ts';
import { EventList } from './event-list.tsx';
import { Histogram } from './histogram.tsx';
import { ImplausibleDates } from './implausible-dates.tsx';
import { PeriodForm } from './period-form.tsx';
import { fieldsOf, slotsOf } from './periods.ts';
import { plausibleOf } from './plausible.ts';
import { SlotTable } from './slot-table.tsx';

/** Preferred fields. If none occurs, the date that most items have. */
const USUAL = ['modified', 'modificationDate', 'created', 'date', 'sent'];
const ALL = '*';

/** Returns the label of a field, followed by its name in the case. */
function shownField(name: string): string {
  const label = fieldLabel(name, t().fieldLabels);
  return label === undefined ? visibleName(name) : `${label} (${visibleName(name)})`;
}

const INTERVALS = ['auto', 'year', 'month', 'week', 'day', 'hour'] as const;

export function Timeline() {
  const dates = useComputed(() =>
    fieldsOfAsked.value
      .filter(({ name, counts }) => counts && isOfType(name, 'date'))
      .sort((a, b) => b.items - a.items)
      .map(({ name }) => name),
  );
  const asked = useComputed(() => {
    const chosen = timelineField.value;
    if (chosen === ALL || dates.value.includes(chosen)) return chosen;
    return USUAL.find((name) => dates.value.includes(name)) ?? dates.value[0] ?? '';
  });
  const interval = useComputed(() => INTERVALS.find((one) => one === timelineInterval.value) ?? 'month');
  const { found, fault } = useFacet(() => {
    if (asked.value === '') return null;
    const counted = asked.value === ALL ? ({ events: true } as const) : { field: asked.value };
    return { set: askedSet.value, facet: { ...counted, interval: interval.value, timeZone: timeZone.value } };
  });
  const field = asked.value;
  if (field === '') return <p class="empty">{t().noDates}</p>;
  const facet = found.value;
  const slots = slotsOf(facet?.values ?? [], field, facet?.interval ?? interval.value);
  const plausible = plausibleOf(slots);
  const shownFields = field === ALL ? fieldsOf(slots) : [field];
  return (
    <div class="timeline">
      <div class="timeline-tools">
        <Choice
          label={t().timelineField}
          value={field}
          options={[...dates.value.map((name) => [name, shownField(name)] as const), [ALL, t().allDates] as const]}
          choose={(name) => {
            timelineField.value = name;
          }}
        />
        <Choice
          label={t().interval}
          value={interval.value}
          options={INTERVALS.map((one) => [one, t().intervals[one] ?? one])}
          choose={(one) => {
            timelineInterval.value = one;
          }}
        />
        <PeriodForm fields={(field === ALL ? dates.value : [field]).map(fieldName)} />
        <span class="faint">{t().timelineHint}</span>
      </div>
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      {facet === null && fault.value === '' && <p class="empty">{t().loading}</p>}
      {facet !== null && (
        <Histogram slots={plausible.slots} fields={shownFields} missing={field === ALL ? 0 : facet.missing} />
      )}
      {facet !== null && <ImplausibleDates {...plausible} />}
      <div class="timeline-below">
        {facet !== null && <SlotTable slots={slots} fields={shownFields} />}
        <EventList />
      </div>
    </div>
  );
}
