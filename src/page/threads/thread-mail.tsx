/** A mail in a thread: people, date, own text, and folded quotes. The text is fetched when the mail becomes visible. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ThreadMail } from '../api/answers.ts';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { ItemLink } from '../item/context-group.tsx';
import { t } from '../language/words.ts';
import { Evidence, visible } from '../shell/visible-text.tsx';
import { shownTime } from '../state/times.ts';
import { partsOf } from './quoted-parts.ts';

/** Maximum length of the shown text. The mail itself shows the rest. */
const TEXT_UNITS = 20_000;

interface ThreadMailRowProps {
  readonly mail: ThreadMail;
  /** Whether it is the open item. */
  readonly isOpen: boolean;
  /** The subject of the mail above it. */
  readonly answers: string | null;
}

export function ThreadMailRow({ mail, isOpen, answers }: ThreadMailRowProps) {
  const { from, to, cc, bcc, subject, date, copies } = mail;
  return (
    <article class="thread-mail" aria-current={isOpen ? 'true' : undefined}>
      <header>
        <span class="thread-people">
          <People of={from} />
          <span class="faint" role="img" aria-label={t().wroteTo}>
            →
          </span>
          <People of={to} />
          {cc.total > 0 && (
            <>
              <span class="faint">Cc</span> <People of={cc} />
            </>
          )}
          {bcc.total > 0 && (
            <>
              <span class="faint">Bcc</span> <People of={bcc} />
            </>
          )}
        </span>
        {date !== null && <time class="faint">{shownTime(date)}</time>}
      </header>
      <div class="thread-facts">
        {isOpen ? (
          <b>
            <Evidence text={subject ?? ''} />
          </b>
        ) : (
          <ItemLink to={mail} name={subject ?? ''} />
        )}
        {answers !== null && subject !== null && isOther(subject, answers) && (
          <span class="tag">{t().otherSubject}</span>
        )}
        {mail.isGuess && (
          <span class="tag" title={t().guessHint}>
            {t().guess}
          </span>
        )}
        {mail.isInclusive === false && <span class="faint small-text">{t().isContained}</span>}
        <span class="faint small-text">
          {mail.source} · {mail.id}
        </span>
        {copies.total > 0 && (
          <details>
            <summary>{t().copiesOf(copies.total)}</summary>
            <ul class="ref-list">
              {copies.docs.map((copy) => (
                <li key={`${copy.source}:${copy.id}`}>
                  <ItemLink to={copy} name={`${copy.source} · ${copy.id}`} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Text of={mail} />
    </article>
  );
}

function People({ of: { total, values } }: { readonly of: ThreadMail['from'] }) {
  if (total === 0) return <span class="faint">?</span>;
  return (
    <span>
      {values.map((value, n) => (
        <span key={n}>
          {n > 0 && ', '}
          <Evidence text={value} />
        </span>
      ))}
      {total > values.length && <span class="faint"> {t().andMore(total - values.length)}</span>}
    </span>
  );
}

function Text({ of }: { readonly of: ThreadMail }) {
  const place = useRef<HTMLDivElement>(null);
  const text = useSignal<string | null>(null);
  const fault = useSignal('');
  useEffect(() => {
    const controller = new AbortController();
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      textOf(of, controller.signal).then(
        (found) => {
          text.value = found;
        },
        (reason: unknown) => {
          if (!isAborted(reason)) fault.value = messageOf(reason);
        },
      );
    });
    if (place.current !== null) observer.observe(place.current);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, []);
  return (
    <div ref={place} class="thread-text" dir="auto">
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      {text.value === null && fault.value === '' && <p class="faint">{t().loading}</p>}
      {text.value !== null &&
        partsOf(text.value).map(({ text: own, isQuote }, n) =>
          isQuote ? (
            <details key={n} class="thread-quote">
              <summary>{t().quoted(own.split('\n').length)}</summary>
              <div>{visible(own)}</div>
            </details>
          ) : (
            <div key={n}>{visible(own)}</div>
          ),
        )}
      {text.value?.length === TEXT_UNITS && <p class="faint">{t().threadTextIsCut}</p>}
    </div>
  );
}

async function textOf(mail: ThreadMail, signal: AbortSignal): Promise<string> {
  const slice = { ...itemOf(mail), start: 0, end: TEXT_UNITS };
  return (await client.open('getText', slice, undefined, { signal })).text();
}

/** Ignores reply prefixes. */
function isOther(subject: string, above: string): boolean {
  const core = (text: string): string =>
    text
      .replace(/^(?:\s*[^\s:]{1,6}\s*:)+\s*/u, '')
      .trim()
      .toLowerCase();
  return core(subject) !== core(above);
}
