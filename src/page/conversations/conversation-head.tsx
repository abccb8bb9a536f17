/** The head of a conversation: participants and period, jump to a date, search within, and the person on the right. */
import type { Signal } from '@preact/signals';
import type { Conversation } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { shownTime } from '../state/times.ts';
import type { Loaded } from './loaded-messages.ts';
import type { FoundMessages, ReadConversation } from './use-conversation.ts';

interface HeadProps {
  readonly loaded: Loaded;
  readonly found: FoundMessages | null;
  readonly chosen: Signal<string>;
  readonly read: ReadConversation;
}

export function ConversationHead({ loaded: { about, messages }, found, chosen, read }: HeadProps) {
  const doesCaseSay = messages.some(({ side }) => side !== null);
  return (
    <header class="conversation-head">
      <h3>
        <Evidence text={about.name} />
      </h3>
      <p class="faint">
        {t().messagesFromTo(about.total, shownDay(about.first) ?? '?', shownDay(about.last) ?? '?')}
        {about.by === 'people' && ` · ${t().joinedByPeople}`}
        {about.untimed > 0 && ` · ${t().untimedMessages(about.untimed)}`}
      </p>
      <Participants of={about} />
      <div class="conversation-tools">
        <label>
          {t().jumpToDate}{' '}
          <input
            type="date"
            min={shownDay(about.first)}
            max={shownDay(about.last)}
            onChange={(event) => void read.jump(event.currentTarget.value)}
          />
        </label>
        <SearchWithin found={found} read={read} />
        <label>
          {t().onTheRight}{' '}
          <select value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            <option value="">{doesCaseSay ? t().asCaseSays : t().nobody}</option>
            {about.senders.values.map(({ value }) => (
              <option key={value} value={value}>
                {visibleName(value)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!doesCaseSay && <p class="faint small-text">{t().ownerUnknown}</p>}
      {!about.areAttachmentsComplete && <p class="warn">{t().filesAreCut}</p>}
    </header>
  );
}

function Participants({ of: { senders, participants } }: { readonly of: Conversation }) {
  const silent = participants.values.filter((name) => !senders.values.some(({ value }) => value === name));
  const people = [...senders.values, ...silent.map((value) => ({ value, messages: 0 }))];
  return (
    <ul class="chips" aria-label={t().participants}>
      {people.map(({ value, messages }) => (
        <li key={value} class="chip">
          <Evidence text={value} />
          {` · ${t().number(messages)}`}
        </li>
      ))}
      {senders.total > senders.values.length && (
        <li class="faint">{t().andMore(senders.total - senders.values.length)}</li>
      )}
    </ul>
  );
}

function SearchWithin({ found, read }: Pick<HeadProps, 'found' | 'read'>) {
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void read.search(String(new FormData(event.currentTarget).get('q') ?? ''));
      }}
    >
      <input type="search" name="q" aria-label={t().searchConversation} placeholder={t().searchConversation} />
      {found !== null && (
        <span role="status">{found.total === 0 ? t().noMessageFound : t().matchOf(found.at + 1, found.total)}</span>
      )}
      {found !== null && found.numbers.length > 1 && (
        <>
          <button type="button" aria-label={t().previousMatch} onClick={() => void read.step(-1)}>
            ↑
          </button>
          <button type="button" aria-label={t().nextMatch} onClick={() => void read.step(1)}>
            ↓
          </button>
        </>
      )}
    </form>
  );
}

function shownDay(time: string | null): string | undefined {
  return time === null ? undefined : shownTime(time).slice(0, 10);
}
