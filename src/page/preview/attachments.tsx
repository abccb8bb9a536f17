/**
 * Lists the attachments of a mail, with links to those that are items of the case, including items that the mail does not name.
 */
import { useComputed } from '@preact/signals';
import type { MailView, Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useNames } from '../item/use-names.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';

interface AttachmentsProps {
  readonly of: Ref;
  /** The name in the mail. */
  readonly attachments: MailView['attachments'];
}

interface Attachment {
  readonly name: string;
  readonly size: number | null;
  readonly item: Ref | null;
}

export function Attachments({ of, attachments }: AttachmentsProps) {
  const { answer: family } = useAnswer((signal) => client.ask('getFamily', itemOf(of), undefined, { signal }));
  const children = useComputed(() => family.value?.children.docs ?? []);
  const names = useNames(children.value);
  const shown = useComputed(() => joined(attachments, children.value, names.value));
  if (shown.value.length === 0) return null;
  return (
    <ul class="chips" aria-label={t().attachments}>
      {shown.value.map(({ name, size, item }, i) => (
        <li key={i} class="chip attachment">
          <Sign name="file" />
          {item === null ? (
            <Evidence text={name} />
          ) : (
            <button type="button" class="link" onClick={() => go({ item: { source: item.source, id: item.id } })}>
              <Evidence text={name} />
            </button>
          )}
          {size !== null && <span class="faint">{t().bytes(size)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Joined by name, each item once. */
function joined(own: MailView['attachments'], items: readonly Ref[], names: readonly string[]): readonly Attachment[] {
  const rest = new Map(items.map((item, i) => [i, item]));
  const found = own.map(({ name, contentType, size }) => {
    const at = [...rest.keys()].find((i) => names[i] === name);
    const item = at === undefined ? null : rest.get(at)!;
    if (at !== undefined) rest.delete(at);
    return { name: name ?? contentType, size, item };
  });
  // Until the names are loaded, items cannot be matched to the mail's own names.
  if (names.length < items.length) return found;
  return [...found, ...[...rest].map(([i, item]) => ({ name: names[i] || `#${item.id}`, size: null, item }))];
}
