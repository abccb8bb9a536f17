/** Shows the conversation of the open message as a chat with two sides. It loads more at both ends. */
import { useRef } from 'preact/hooks';
import { useKeptInView } from '../item/kept-in-view.ts';
import { t } from '../language/words.ts';
import { item, type OpenItem } from '../state/item.ts';
import { Bubble } from './bubble.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { isOwn } from './loaded-messages.ts';
import { useConversation } from './use-conversation.ts';
import '../styles/conversations.css';

export function ConversationTab() {
  const open = item.value;
  return open === null ? null : <OpenConversation key={`${open.source}:${open.id}`} open={open} />;
}

function OpenConversation({ open }: { readonly open: OpenItem }) {
  const { loaded, fault, notice, found, chosen, wanted, read } = useConversation(open);
  const list = useRef<HTMLOListElement>(null);
  const selector = wanted.value === null ? null : `[data-number="${wanted.value}"]`;
  useKeptInView(list, { selector, view: { block: 'center' } }, [wanted.value, loaded.value]);
  if (fault.value !== '') return <p class="empty warn">{t().unreadable(fault.value)}</p>;
  if (loaded.value === null) return <p class="empty faint">{t().loading}</p>;
  const { about, begin, messages } = loaded.value;
  const end = begin + messages.length;
  const hits = new Set(found.value?.numbers);
  return (
    <div class="conversation">
      <ConversationHead loaded={loaded.value} found={found.value} chosen={chosen} read={read} />
      {notice.value !== '' && (
        <p class="warn" role="alert">
          {notice.value}
        </p>
      )}
      {begin > 0 && (
        <button type="button" class="wide" onClick={() => void read.earlier()}>
          {t().earlierMessages(begin)}
        </button>
      )}
      <ol ref={list} class="bubbles" aria-label={t().tabs['conversation']}>
        {messages.map((message, i) => (
          <Bubble
            key={message.id}
            source={open.source}
            message={message}
            before={messages[i - 1] ?? null}
            number={begin + i}
            isOwn={isOwn(message, chosen.value)}
            isOpen={about.number === begin + i}
            isMatch={hits.has(begin + i)}
          />
        ))}
      </ol>
      {end < about.total && (
        <button type="button" class="wide" onClick={() => void read.load(end)}>
          {t().laterMessages(about.total - end)}
        </button>
      )}
    </div>
  );
}
