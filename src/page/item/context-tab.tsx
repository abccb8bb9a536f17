/** The surroundings of an item: ancestors, children, duplicates, near duplicates, and neighbours. */
import type { Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { viewerOf } from '../preview/kind.ts';
import { Evidence } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { ContextGroup, ItemLink } from './context-group.tsx';
import { NearDuplicates } from './near-duplicates.tsx';
import { SameFolder, SameMinutes } from './neighbours.tsx';
import { useNames } from './use-names.ts';

/** Number of ancestors shown at each end of a long path. A case may nest items to any depth. */
const ENDS_SHOWN = 20;

export function ContextTab({ open }: { readonly open: OpenItem }) {
  const hasText = open.parts.includes('text');
  const family = useAnswer((signal) => client.ask('getFamily', itemOf(open), undefined, { signal }));
  const { answer: similar, fault } = useAnswer((signal) =>
    hasText ? client.ask('listSimilarItems', { ...itemOf(open), limit: 10 }, undefined, { signal }) : null,
  );
  const found = family.answer.value;
  const isLong = found !== null && found.path.length > 2 * ENDS_SHOWN;
  const why = family.fault.value || fault.value;
  return (
    <div class="context">
      {why !== '' && <p class="warn">{why}</p>}
      {found !== null && (
        <>
          <ContextGroup title={t().path}>
            <ol class="way-up">
              <li>
                <Evidence text={open.source} />
              </li>
              <Ancestors source={open.source} path={isLong ? found.path.slice(0, ENDS_SHOWN) : found.path} />
              {isLong && <li class="faint">{t().andMore(found.path.length - 2 * ENDS_SHOWN)}</li>}
              {isLong && <Ancestors source={open.source} path={found.path.slice(-ENDS_SHOWN)} />}
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
      {hasText && <NearDuplicates open={open} />}
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

interface AncestorsProps {
  readonly source: string;
  readonly path: readonly { readonly id: number; readonly name: string }[];
}

function Ancestors({ source, path }: AncestorsProps) {
  return path.map(({ id, name }) => (
    <li key={id}>
      <ItemLink to={{ source, id }} name={name} isFolder />
    </li>
  ));
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
