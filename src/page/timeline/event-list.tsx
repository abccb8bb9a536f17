/** Every date of every item in the set, in order of time. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { Events } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { askedSet, go } from '../state/address.ts';
import { isChosen, openings, sources } from '../state/sources.ts';
import { shownTime } from '../state/times.ts';
import { nameOr } from '../table/cell.tsx';

const EVENTS_AT_ONCE = 200;

export function EventList() {
  const events = useSignal<Events['events']>([]);
  const next = useSignal<string | null>(null);
  const fault = useSignal('');
  const load = async (after: string | null, signal?: AbortSignal): Promise<void> => {
    const body = { ...askedSet.peek(), limit: EVENTS_AT_ONCE, ...(after === null ? {} : { after }) };
    try {
      const page = await client.ask('listEventsByBody', {}, body, { signal });
      events.value = after === null ? page.events : [...events.peek(), ...page.events];
      next.value = page.next;
      fault.value = '';
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  useSignalEffect(() => {
    void askedSet.value;
    void openings.value;
    const controller = new AbortController();
    void load(null, controller.signal);
    return () => controller.abort();
  });
  const areSeveral = sources.value.filter(({ id }) => isChosen(id)).length > 1;
  return (
    <div class="events" tabIndex={0} role="group" aria-label={t().events}>
      <table class="plain" aria-label={t().events}>
        <thead>
          <tr>
            <th>{t().event.time}</th>
            <th>{t().event.field}</th>
            <th>{t().event.name}</th>
          </tr>
        </thead>
        <tbody>
          {events.value.map(({ source, id, field, time, name }, i) => (
            <tr key={i}>
              <td class="time">{shownTime(time)}</td>
              <td>{visibleName(field)}</td>
              <td>
                <button type="button" class="link" onClick={() => go({ item: { source, id } })}>
                  <Evidence text={nameOr(name, id)} />
                </button>
                {areSeveral && <span class="faint small-text"> · {visibleName(source)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      {next.value !== null && (
        <button type="button" class="wide" onClick={() => void load(next.value)}>
          {t().showMore}
        </button>
      )}
    </div>
  );
}
