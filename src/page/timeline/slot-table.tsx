/** Shows the bars of the timeline as a table. A click on one selects its interval. */
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { choosePeriod, type Slot } from './periods.ts';

interface SlotTableProps {
  readonly slots: readonly Slot[];
  readonly fields: readonly string[];
}

export function SlotTable({ slots, fields }: SlotTableProps) {
  const isOfMany = fields.length > 1;
  return (
    <div class="buckets" tabIndex={0} role="group" aria-label={t().interval}>
      <table class="plain" aria-label={t().timeline}>
        <thead>
          <tr>
            <th>{t().from}</th>
            {isOfMany && <th>{t().event.field}</th>}
            <th class="number">{t().itemsColumn}</th>
          </tr>
        </thead>
        <tbody>
          {slots.flatMap((slot) =>
            slot.parts.map((part) => (
              <tr key={`${slot.value} ${part.shown}`}>
                <td>
                  <button type="button" class="link" onClick={() => choosePeriod([{ ...slot, parts: [part] }])}>
                    {slot.name}
                  </button>
                </td>
                {isOfMany && (
                  <td>
                    <Evidence text={part.shown} />
                  </td>
                )}
                <td class="number">{t().number(part.items)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
