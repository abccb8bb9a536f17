/** The item's neighbours in its folder, and events in the same minute, in all sources. */
import { client } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { isOfType } from '../state/fields.ts';
import { type OpenItem, valuesOfItem } from '../state/item.ts';
import { shownTime } from '../state/times.ts';
import { ContextGroup, ItemLink } from './context-group.tsx';

const SHOWN_MAX = 100;

const show = (clause: string): void => go({ q: '', filter: [clause], item: null });

export function SameFolder({ open }: { readonly open: OpenItem }) {
  const asked = { sourceID: open.source, id: String(open.parentId ?? 'root'), limit: SHOWN_MAX + 1 };
  const { answer, fault } = useAnswer((signal) => client.ask('listTree', asked, undefined, { signal }));
  const beside = answer.value?.children.filter(({ id }) => id !== open.id).slice(0, SHOWN_MAX) ?? [];
  const total = answer.value === null ? null : answer.value.total - 1;
  const [path] = valuesOfItem(open, 'path');
  const folder = path?.replace(/[/\\][^/\\]*$/, '');
  const hasFolder = folder !== undefined && folder !== '' && folder !== path;
  return (
    <ContextGroup
      title={hasFolder ? '' : t().sameFolder}
      count={total ?? undefined}
      action={
        hasFolder && (
          <button type="button" onClick={() => show(`path:"${folder.replace(/["\\]/g, '\\$&')}"`)}>
            <Sign name="folder" /> {t().sameFolder}
          </button>
        )
      }
    >
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      <ul class="ref-list">
        {beside.map(({ id, name, isFolder }) => (
          <li key={id}>
            <ItemLink to={{ source: open.source, id }} name={name} isFolder={isFolder} />
          </li>
        ))}
      </ul>
      <More total={total} shown={beside.length} />
    </ContextGroup>
  );
}

function More({ total, shown }: { readonly total: number | null; readonly shown: number }) {
  return total !== null && total > shown ? <p class="faint">{t().andMore(total - shown)}</p> : null;
}

/** Shows each minute with a date of the item. */
export function SameMinutes({ open }: { readonly open: OpenItem }) {
  const minutes = new Map<string, string>();
  for (const [name, [value]] of Object.entries(open.properties)) {
    if (value === undefined || !isOfType(name, 'date') || !/T\d\d:\d\d/.test(value)) continue;
    const moment = Date.parse(value);
    if (Number.isNaN(moment)) continue;
    const minute = new Date(moment).toISOString().slice(0, 16);
    if (!minutes.has(minute)) minutes.set(minute, name);
  }
  return (
    <>
      {[...minutes].map(([minute, field]) => (
        <SameMinute key={minute} open={open} minute={minute} field={field} />
      ))}
    </>
  );
}

interface SameMinuteProps {
  readonly open: OpenItem;
  readonly minute: string;
  readonly field: string;
}

function SameMinute({ open, minute, field }: SameMinuteProps) {
  const [from, to] = [`${minute}:00Z`, `${minute}:59.999Z`];
  const { answer, fault } = useAnswer((signal) =>
    client.ask('listEventsByBody', {}, { from, to, limit: SHOWN_MAX }, { signal }),
  );
  const found = answer.value;
  const events = found?.events.filter((one) => one.id !== open.id || one.source !== open.source) ?? [];
  const total = found === null ? null : found.total - (found.events.length - events.length);
  return (
    <ContextGroup
      title=""
      count={total ?? undefined}
      note={shownTime(from).slice(0, 16)}
      action={
        <button type="button" onClick={() => show(`${field}:[${from} TO ${to}]`)}>
          <Sign name="timeline" /> {t().sameMinute} <span class="faint">{visibleName(field)}</span>
        </button>
      }
    >
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      <ul class="ref-list">
        {events.map(({ source, id, name, field: other }) => (
          <li key={`${source}:${id}:${other}`}>
            <ItemLink to={{ source, id }} name={name} />
            <span class="faint small-text">
              {source} · {visibleName(other)}
            </span>
          </li>
        ))}
      </ul>
      <More total={total} shown={events.length} />
    </ContextGroup>
  );
}
