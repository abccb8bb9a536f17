/** The surroundings of an item: ancestors, children, duplicates, near duplicates, and neighbours. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Family, Ref, Similar } from '../api/answers.ts';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { viewerOf } from '../preview/kind.ts';
import { Evidence } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { ContextGroup, ItemLink } from './context-group.tsx';
import { NearDuplicates } from './near-duplicates.tsx';
import { SameFolder, SameMinutes } from './neighbours.tsx';
import { useNames } from './use-names.ts';

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
    client.ask('getFamily', itemOf(open), undefined, { signal }).then((found) => (family.value = found), fail);
    if (open.parts.includes('text')) {
      client
        .ask('listSimilarItems', { ...itemOf(open), limit: 10 }, undefined, { signal })
        .then((found) => (similar.value = found), fail);
    }
    return () => controller.abort();
  }, []);
  const found = family.value;
  return (
    <div class="context">
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      {found !== null && (
        <>
          <ContextGroup title={t().path}>
            <ol class="way-up">
              <li>
                <Evidence text={open.source} />
              </li>
              {found.path.map(({ id, name }) => (
                <li key={id}>
                  <ItemLink to={{ source: open.source, id }} name={name} isFolder />
                </li>
              ))}
            </ol>
          </ContextGroup>
          <Refs
            title={viewerOf(open) === 'mail' ? t().attachments : t().children}
            refs={found.children.docs}
            total={found.children.total}
          />
          <Refs title={t().duplicates} refs={found.duplicates.docs} total={found.duplicates.total} />
        </>
      )}
      {open.parts.includes('text') && <NearDuplicates open={open} />}
      {similar.value !== null && (
        <Refs
          title={t().similar}
          refs={similar.value.docs}
          total={similar.value.docs.length}
          note={similar.value.terms.join(' ')}
        />
      )}
      <SameFolder open={open} />
      <SameMinutes open={open} />
    </div>
  );
}

interface RefsProps {
  readonly title: string;
  readonly refs: readonly Ref[];
  readonly total: number;
  readonly note?: string;
}

function Refs({ title, refs, total, note }: RefsProps) {
  const names = useNames(refs);
  return (
    <ContextGroup title={title} count={total} note={note}>
      <ul class="ref-list">
        {refs.map((ref, i) => (
          <li key={`${ref.source}:${ref.id}`}>
            <ItemLink to={ref} name={names.value[i] ?? ''} />
            <span class="faint small-text">{ref.source}</span>
          </li>
        ))}
      </ul>
      {total > refs.length && <p class="faint">{t().andMore(total - refs.length)}</p>}
    </ContextGroup>
  );
}
