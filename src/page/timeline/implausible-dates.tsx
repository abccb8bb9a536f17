/** Shows implausible dates separately from the others: their number, and a click that shows their items. */
import { t } from '../language/words.ts';
import { choosePeriod, type Slot } from './periods.ts';
import type { Plausible } from './plausible.ts';

export function ImplausibleDates({ before, after, latest, isProcessing }: Plausible) {
  if (before.length === 0 && after.length === 0) return null;
  const day = new Date(latest).toISOString().slice(0, 10);
  return (
    <ul class="implausible" aria-label={t().implausible}>
      <Dates slots={before} text={t().before1980} />
      <Dates slots={after} text={isProcessing ? t().afterProcessing(day) : t().inFuture} />
    </ul>
  );
}

function Dates({ slots, text }: { readonly slots: readonly Slot[]; readonly text: string }) {
  if (slots.length === 0) return null;
  const items = slots.reduce((sum, one) => sum + one.items, 0);
  return (
    <li>
      <button type="button" onClick={() => choosePeriod(slots)}>
        {t().items(items)} {text}
      </button>
    </li>
  );
}
