/** A mail or an HTML file in its frame, with matches marked by the server. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { client, isAborted, itemOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import type { OpenItem } from '../state/item.ts';
import { matchedTexts } from '../state/matched-texts.ts';
import { isMatching, matches } from '../state/matches.ts';
import { isDark, lightPages } from '../state/settings.ts';
import { SafeFrame } from './safe-frame.tsx';

export function MarkedFrame({ open }: { readonly open: OpenItem }) {
  /** Null until known, because a frame is loaded once. */
  const marks = useSignal<readonly string[] | null>(null);
  useSignalEffect(() => {
    void matches.value;
    if (isMatching.value || marks.peek() !== null) return;
    const controller = new AbortController();
    matchedTexts(open, controller.signal).then(
      (texts) => {
        marks.value = texts;
      },
      (fault: unknown) => {
        if (!isAborted(fault)) marks.value = [];
      },
    );
    return () => controller.abort();
  });
  if (marks.value === null) return <p class="empty faint">{t().loading}</p>;
  const mark = marks.value.length === 0 ? undefined : marks.value;
  const scheme = isDark.value && !lightPages.value ? 'dark' : undefined;
  return (
    <div class="page-view">
      {isDark.value && <LightPages />}
      <SafeFrame address={client.address('getView', { ...itemOf(open), as: 'page', mark, scheme })} />
    </div>
  );
}

/** Pages with their own colours always stay light. */
function LightPages() {
  return (
    <button
      type="button"
      class="quiet light-pages"
      title={t().lightPagesHint}
      aria-pressed={lightPages.value}
      onClick={() => {
        lightPages.value = !lightPages.value;
      }}
    >
      {t().lightPages}
    </button>
  );
}
