/** The item's neighbours in its folder, and events in the same minute, in all sources. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Events, Ref, TreeNode } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { go } from '../state/address.ts';
import { isOfType } from '../state/fields.ts';
import { type OpenItem, valuesOfItem } from '../state/item.ts';
import { shownTime } from '../state/times.ts';
import { ContextGroup, ItemLink } from './context-group.tsx';

const SHOWN_MAX = 100;

const show = (clause: string): void => go({ q: '', filter: [clause], item: null });

export function SameFolder({ open }: { readonly open: OpenItem }) {
  const beside = useSignal<readonly TreeNode[]>([]);
  /** Null until known. */
  const total = useSignal<number | null>(null);
  const fault = useSignal('');
  useEffect(() => {
    const controller = new AbortController();
    const asked = { sourceID: open.source, id: String(open.parentId ?? 'root'), limit: SHOWN_MAX + 1 };
    client.ask('listTree', asked, undefined, { signal: controller.signal }).then(
      (level) => {
        beside.value = level.children.filter(({ id }) => id !== open.id).slice(0, SHOWN_MAX);
        total.value = level.total - 1;
      },
      (reason: unknown) => {
        if (!isAborted(reason)) fault.value = messageOf(reason);
      },
    );
    return () => controller.abort();
  }, []);
  const [path] = valuesOfItem(open, 'path');
  const folder = path?.replace(/[/\\][^/\\]*$/, '');
  const hasFolder = folder !== undefined && folder !== '' && folder !== path;
  return (
    <ContextGroup
      title={hasFolder ? '' : t().sameFolder}
      count={total.value ?? undefined}
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
        {beside.value.map(({ id, name, isFolder }) => (
          <li key={id}>
            <ItemLink to={{ source: open.source, id }} name={name} isFolder={isFolder} />
          </li>
        ))}
      </ul>
      <More total={total.value} shown={beside.value.length} />
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
  const events = useSignal<Events['events']>([]);
  /** Null until known. */
  const total = useSignal<number | null>(null);
  const fault = useSignal('');
  const [from, to] = [`${minute}:00Z`, `${minute}:59.999Z`];
  useEffect(() => {
    const controller = new AbortController();
    const isOther = (one: Ref): boolean => one.id !== open.id || one.source !== open.source;
    client.ask('listEventsByBody', {}, { from, to, limit: SHOWN_MAX }, { signal: controller.signal }).then(
      (answer) => {
        events.value = answer.events.filter(isOther);
        total.value = answer.total - (answer.events.length - events.value.length);
      },
      (reason: unknown) => {
        if (!isAborted(reason)) fault.value = messageOf(reason);
      },
    );
    return () => controller.abort();
  }, []);
  return (
    <ContextGroup
      title=""
      count={total.value ?? undefined}
      note={shownTime(from).slice(0, 16)}
      action={
        <button type="button" onClick={() => show(`${field}:[${from} TO ${to}]`)}>
          <Sign name="timeline" /> {t().sameMinute} <span class="faint">{field}</span>
        </button>
      }
    >
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      <ul class="ref-list">
        {events.value.map(({ source, id, name, field: other }) => (
          <li key={`${source}:${id}:${other}`}>
            <ItemLink to={{ source, id }} name={name} />
            <span class="faint small-text">
              {source} · {other}
            </span>
          </li>
        ))}
      </ul>
      <More total={total.value} shown={events.value.length} />
    </ContextGroup>
  );
}
