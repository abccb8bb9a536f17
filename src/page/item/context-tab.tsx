/** Where the item comes from and what belongs to it: the way up, what it contains, its duplicates, and its neighbours. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Family, Hit, Ref, Similar } from '../api/answers.ts';
import { addressOf, askJson, isAborted, itemPath, messageOf } from '../api/ask.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { isOfType } from '../state/fields.ts';
import { type OpenItem, valuesOfItem } from '../state/item.ts';
import { hitName, nameOr } from '../table/cell.tsx';

export function ContextTab({ open }: { readonly open: OpenItem }) {
  const family = useSignal<Family | null>(null);
  const similar = useSignal<Similar | null>(null);
  const fault = useSignal('');
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const fail = (reason: unknown): void => {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    };
    askJson<Family>(addressOf(itemPath(open, 'family')), { signal }).then((found) => (family.value = found), fail);
    if (open.parts.includes('text')) {
      askJson<Similar>(addressOf(itemPath(open, 'similar'), { limit: 10 }), { signal }).then(
        (found) => (similar.value = found),
        fail,
      );
    }
    return () => controller.abort();
  }, []);
  const found = family.value;
  return (
    <div class="context">
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      <Neighbours open={open} />
      {found !== null && (
        <>
          <Group title={t().path} note={t().siblings(found.siblings)}>
            <ol class="way-up">
              {found.path.map(({ id, name }) => (
                <li key={id}>
                  <ItemLink to={{ source: open.source, id }} name={name} />
                </li>
              ))}
            </ol>
          </Group>
          <Refs title={t().children} refs={found.children.docs} total={found.children.total} />
          <Refs title={t().duplicates} refs={found.duplicates.docs} total={found.duplicates.total} />
        </>
      )}
      {similar.value !== null && (
        <Refs
          title={t().similar}
          refs={similar.value.docs}
          total={similar.value.docs.length}
          note={similar.value.terms.join(' ')}
        />
      )}
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly note?: string;
  readonly children: preact.ComponentChildren;
}

function Group({ title, note = '', children }: GroupProps) {
  return (
    <section class="context-group">
      <h3>
        {title} {note !== '' && <span class="faint">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

interface RefsProps {
  readonly title: string;
  readonly refs: readonly Ref[];
  readonly total: number;
  readonly note?: string;
}

function Refs({ title, refs, total, note }: RefsProps) {
  const records = useSignal<readonly (Hit | null)[]>([]);
  useEffect(() => {
    if (refs.length === 0) return;
    const controller = new AbortController();
    const docs = refs.map(({ source, id }) => ({ source, id }));
    askJson<{ records: readonly (Hit | null)[] }>(addressOf('records'), {
      method: 'POST',
      body: { docs, properties: ['name', 'path', 'title'] },
      signal: controller.signal,
    }).then(
      (answer) => (records.value = answer.records),
      () => undefined,
    );
    return () => controller.abort();
  }, [refs]);
  return (
    <Group title={`${title} (${t().number(total)})`} {...(note === undefined ? {} : { note })}>
      {total === 0 && <p class="faint">{t().none}</p>}
      <ul class="ref-list">
        {refs.map((ref, i) => (
          <li key={`${ref.source}:${ref.id}`}>
            <ItemLink to={ref} name={records.value[i] ? hitName(records.value[i]) : `#${ref.id}`} />
            <span class="faint small-text"> {ref.source}</span>
          </li>
        ))}
      </ul>
      {total > refs.length && <p class="faint">{t().andMore(total - refs.length)}</p>}
    </Group>
  );
}

function ItemLink({ to, name }: { readonly to: Ref; readonly name: string }) {
  return (
    <button type="button" class="link" onClick={() => go({ item: { source: to.source, id: to.id } })}>
      <Sign name="file" />
      <Evidence text={nameOr(name, to.id)} />
    </button>
  );
}

/** What lies in the same folder, and what happened in the same minute. */
function Neighbours({ open }: { readonly open: OpenItem }) {
  const [path] = valuesOfItem(open, 'path');
  const folder = path?.replace(/[/\\][^/\\]*$/, '');
  const dates = Object.entries(open.properties).flatMap(([name, [value]]) =>
    isOfType(name, 'date') && value !== undefined && /T\d\d:\d\d/.test(value)
      ? [[name, value.slice(0, 16)] as const]
      : [],
  );
  const show = (clause: string): void => go({ q: '', filter: [clause], item: null });
  return (
    <div class="chips">
      {folder !== undefined && folder !== '' && folder !== path && (
        <button type="button" onClick={() => show(`path:"${folder.replace(/["\\]/g, '\\$&')}"`)}>
          <Sign name="folder" /> {t().sameFolder}
        </button>
      )}
      {dates.map(([name, minute]) => (
        <button
          key={name}
          type="button"
          title={minute}
          onClick={() => show(`${name}:[${minute}:00Z TO ${minute}:59.999Z]`)}
        >
          <Sign name="timeline" /> {t().sameMinute} <span class="faint">{name}</span>
        </button>
      ))}
    </div>
  );
}
