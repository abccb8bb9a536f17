/** The text decoded from the content, for items whose searched text is the words of an index. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { visible } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';

const UNITS_SHOWN = 1_000_000;

export function ContentText({ open }: { readonly open: OpenItem }) {
  const text = useSignal<string | null>(null);
  const fault = useSignal('');
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    client
      .open('getText', { ...itemOf(open), from: 'content' }, undefined, { signal })
      .then((answer) => answer.text())
      .then(
        (found) => {
          text.value = found;
        },
        (reason) => {
          if (!isAborted(reason)) fault.value = messageOf(reason);
        },
      );
    return () => controller.abort();
  }, []);
  if (fault.value !== '') return <p class="empty warn">{t().unreadable(fault.value)}</p>;
  if (text.value === null) return <p class="faint">{t().loading}</p>;
  return (
    <>
      <div class="text-slice" dir="auto">
        {visible(text.value.slice(0, UNITS_SHOWN))}
      </div>
      {text.value.length > UNITS_SHOWN && (
        <p class="faint small-text">{t().andMore(text.value.length - UNITS_SHOWN)}</p>
      )}
    </>
  );
}
