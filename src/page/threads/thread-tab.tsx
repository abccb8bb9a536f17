/** Shows the thread of the open mail from its root: senders and recipients, missing mails, and mails that need not be read. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Thread } from '../api/answers.ts';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { useKeptInView } from '../item/kept-in-view.ts';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { item, type OpenItem } from '../state/item.ts';
import { ThreadMailRow } from './thread-mail.tsx';
import '../styles/threads.css';

const PAGE_ROWS = 200;
/** Deeper rows are not indented further. */
const DEPTH_SHOWN_MAX = 8;

export function ThreadTab() {
  const open = item.value;
  return open === null ? null : <OpenThread key={`${open.source}:${open.id}`} open={open} />;
}

function OpenThread({ open }: { readonly open: OpenItem }) {
  const thread = useSignal<Thread | null>(null);
  const fault = useSignal('');
  const isShort = useSignal(false);
  const load = async (offset: number, signal?: AbortSignal): Promise<void> => {
    try {
      const some = await client.ask(
        'getThread',
        { ...itemOf(open), offset, limit: PAGE_ROWS },
        undefined,
        signal && { signal },
      );
      const before = offset === 0 ? [] : (thread.peek()?.rows ?? []);
      thread.value = { ...some, rows: [...before, ...some.rows] };
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  useEffect(() => {
    const controller = new AbortController();
    void load(0, controller.signal);
    return () => controller.abort();
  }, []);
  const list = useRef<HTMLOListElement>(null);
  useKeptInView(list, { selector: '[aria-current=true]', view: { block: 'nearest' } }, [thread.value === null]);
  if (fault.value !== '') return <p class="empty warn">{t().unreadable(fault.value)}</p>;
  const found = thread.value;
  if (found === null) return <p class="empty faint">{t().loading}</p>;
  const { rows, next } = found;
  const isLeftOut = ({ mail }: Thread['rows'][number]): boolean => isShort.value && mail?.isInclusive === false;
  const left = rows.filter(isLeftOut).length;
  return (
    <div class="thread">
      <header class="thread-head">
        <span>{t().threadMails(found.mails, found.missing)}</span>
        <label class="tree-switch">
          <input type="checkbox" checked={isShort.value} onChange={() => (isShort.value = !isShort.value)} />
          {t().onlyInclusive}
        </label>
        {left > 0 && (
          <span class="faint" role="status">
            {t().containedBelow(left)}
          </span>
        )}
      </header>
      {!found.isComplete && <p class="warn">{t().threadIsCut}</p>}
      {found.incomplete?.map(({ source, reason }) => (
        <p key={source} class="warn">
          <Evidence text={`${source}: ${reason}`} />
        </p>
      ))}
      <ol ref={list} class="thread-rows" aria-label={t().tabs['thread']}>
        {rows.map((row, n) =>
          isLeftOut(row) ? null : (
            <li key={n} style={{ marginInlineStart: `${Math.min(row.depth, DEPTH_SHOWN_MAX) * 14}px` }}>
              {row.mail === null ? (
                <Missing id={row.messageId ?? ''} />
              ) : (
                <ThreadMailRow mail={row.mail} isOpen={n === found.row} answers={subjectAbove(rows, row.parent)} />
              )}
            </li>
          ),
        )}
      </ol>
      {next !== null && (
        <button type="button" class="wide" onClick={() => void load(next)}>
          {t().showMore}
        </button>
      )}
    </div>
  );
}

/** A mail that others refer to, but that is in no source. */
function Missing({ id }: { readonly id: string }) {
  return (
    <p class="thread-gap">
      <b>{t().missingMail}</b> <Evidence text={id} class="faint" />
    </p>
  );
}

/** A subject is shown if it differs from the one above. */
function subjectAbove(rows: Thread['rows'], parent: number | null): string | null {
  for (let n = parent; n !== null; n = rows[n]!.parent) {
    const mail = rows[n]?.mail;
    if (mail != null) return mail.subject;
  }
  return null;
}
