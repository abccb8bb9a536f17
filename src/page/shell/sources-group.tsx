/** Lists the sources: searched ones, those still being built, and failed ones with their reasons. */
import type { SourceStatus } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { go } from '../state/address.ts';
import { areSourcesKnown, choose, isChosen, sources } from '../state/sources.ts';
import { showDialog } from './dialog.tsx';
import { Section } from './section.tsx';
import { Sign } from './sign.tsx';

export function SourcesGroup() {
  return (
    <Section title={t().sources} role="group">
      {sources.value.length === 0 && (
        <p class="faint small-text">{areSourcesKnown.value ? t().noSources : t().loading}</p>
      )}
      <ul class="source-list">
        {sources.value.map((source) => (
          <Source key={source.id} source={source} />
        ))}
      </ul>
    </Section>
  );
}

function Source({ source: { id, state, searchableItems, progress, reason } }: { readonly source: SourceStatus }) {
  return (
    <li class={`source ${state}`}>
      <label>
        <input
          type="checkbox"
          aria-label={id}
          checked={isChosen(id)}
          onChange={(event) => {
            choose(id, event.currentTarget.checked);
            // Restores the box, because one source must stay checked.
            event.currentTarget.checked = isChosen(id);
          }}
        />
        <span class="source-name">{id}</span>
      </label>
      <button type="button" class="link on-hover" onClick={() => go({ sources: [id] })} aria-label={t().only(id)}>
        {t().only('').trim()}
      </button>
      {state === 'ready' && (
        <>
          <button
            type="button"
            class="quiet on-hover"
            aria-label={t().howRead(id)}
            title={t().howRead(id)}
            onClick={() => showDialog('reading', id)}
          >
            <Sign name="list" />
          </button>
          <span class="count">{t().number(searchableItems ?? 0)}</span>
        </>
      )}
      {state === 'building' && (
        <>
          <span class="faint small-text">{t().building(percent(progress?.fraction))}</span>
          <progress max={1} value={progress?.fraction ?? undefined} aria-label={t().building(id)} />
        </>
      )}
      {state === 'failed' && <span class="warn small-text">{t().sourceFailed(reason ?? '')}</span>}
    </li>
  );
}

function percent(fraction: number | null | undefined): string {
  return fraction === null || fraction === undefined ? '' : `${Math.floor(fraction * 100)} %`;
}
