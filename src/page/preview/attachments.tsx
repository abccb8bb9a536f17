/** The attachments of a mail: each that the case has as an item leads to it. */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MailView, Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useNames } from '../item/use-names.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';

interface AttachmentsProps {
  readonly of: Ref;
  readonly attachments: MailView['attachments'];
}

export function Attachments({ of, attachments }: AttachmentsProps) {
  const children = useSignal<readonly Ref[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    client.ask('getFamily', itemOf(of), undefined, { signal: controller.signal }).then(
      (family) => (children.value = family.children.docs),
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  const names = useNames(children.value);
  const byName = useComputed(() => new Map(names.value.map((name, i) => [name, children.value[i]])));
  return (
    <ul class="chips" aria-label={t().attachments}>
      {attachments.map(({ name, contentType, size }, i) => {
        const item = name === null ? undefined : byName.value.get(name);
        return (
          <li key={i} class="chip attachment">
            <Sign name="file" />
            {item === undefined ? (
              <Evidence text={name ?? contentType} />
            ) : (
              <button type="button" class="link" onClick={() => go({ item: { source: item.source, id: item.id } })}>
                <Evidence text={name ?? contentType} />
              </button>
            )}
            <span class="faint">{t().bytes(size)}</span>
          </li>
        );
      })}
    </ul>
  );
}
