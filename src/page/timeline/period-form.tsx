/** Takes a period by its first and last day. Typing is an alternative to dragging. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { t } from '../language/words.ts';
import { timeZone } from '../state/settings.ts';
import { dayBegins, shownTime } from '../state/times.ts';
import { activePeriod, addPeriod } from './periods.ts';

const DAY_MS = 86_400_000;

/** `fields` are in the spelling of queries. */
export function PeriodForm({ fields }: { readonly fields: readonly string[] }) {
  const from = useSignal('');
  const to = useSignal('');
  useSignalEffect(() => {
    void timeZone.value;
    const active = activePeriod(fields);
    from.value = active === null ? '' : dayOf(active.lower, 0);
    // The upper bound is exclusive.
    to.value = active === null ? '' : dayOf(active.upper, -1);
  });
  const apply = (): void => {
    if (from.value === '' && to.value === '') return;
    const lower = from.value === '' ? '*' : dayBegins(from.value, timeZone.peek());
    const after = new Date(Date.parse(to.value) + DAY_MS);
    const upper = to.value === '' ? '*' : dayBegins(after.toISOString().slice(0, 10), timeZone.peek());
    addPeriod(fields, lower, upper);
  };
  return (
    <form
      class="period"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        {t().from}
        <input type="date" value={from.value} onInput={(event) => (from.value = event.currentTarget.value)} />
      </label>
      <label>
        {t().to}
        <input type="date" value={to.value} onInput={(event) => (to.value = event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={from.value === '' && to.value === ''}>
        {t().apply}
      </button>
    </form>
  );
}

/** Returns the day of a bound in the shown zone; empty for an open end. */
function dayOf(bound: string, milliseconds: number): string {
  const moment = Date.parse(bound);
  return Number.isNaN(moment) ? '' : shownTime(new Date(moment + milliseconds).toISOString()).slice(0, 10);
}
