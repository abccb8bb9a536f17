/** The near duplicates of the open item with their similarity, and a comparison with one of them. */
import { useSignal } from '@preact/signals';
import type { NearDuplicates as Found } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { lazily } from '../shell/lazily.tsx';
import type { OpenItem } from '../state/item.ts';
import { ContextGroup, ItemLink } from './context-group.tsx';
import { useNames } from './use-names.ts';

const LIMIT = 20;
const Differences = lazily(async () => (await import('./differences.tsx')).Differences);

export function NearDuplicates({ open }: { readonly open: OpenItem }) {
  const { answer: found, fault } = useAnswer((signal) =>
    client.ask('listNearDuplicates', { ...itemOf(open), limit: LIMIT }, undefined, { signal }),
  );
  if (fault.value !== '') return <p class="warn">{fault.value}</p>;
  return found.value === null ? null : <Group open={open} found={found.value} />;
}

function Group({ open, found }: { readonly open: OpenItem; readonly found: Found }) {
  const names = useNames(found.docs);
  /** The text that is compared. */
  const compared = useSignal<number | null>(null);
  return (
    <ContextGroup title={t().nearDuplicates} count={found.total}>
      <ul class="ref-list">
        {found.docs.map((ref, i) => (
          <li key={`${ref.source}:${ref.id}`}>
            <ItemLink to={ref} name={names.value[i] ?? ''} />
            <span class="faint small-text">{ref.source}</span>
            <span class="small-text">{t().wordsInCommon(ref.similarity)}</span>
            <button
              type="button"
              aria-expanded={compared.value === i}
              onClick={() => (compared.value = compared.value === i ? null : i)}
            >
              {t().compareTexts}
            </button>
            {compared.value === i && <Differences one={open} other={ref} />}
          </li>
        ))}
      </ul>
      {found.total > found.docs.length && <p class="faint">{t().andMore(found.total - found.docs.length)}</p>}
    </ContextGroup>
  );
}
