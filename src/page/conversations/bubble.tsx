/** One message of a conversation, after its day and gap, with its files inline. */
import type { ConversationMessage } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visible, visibleName } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { thumbnailAddress } from '../state/sources.ts';
import { shownTime } from '../state/times.ts';

interface BubbleProps {
  readonly source: string;
  readonly message: ConversationMessage;
  readonly before: ConversationMessage | null;
  readonly number: number;
  readonly isOwn: boolean;
  readonly isOpen: boolean;
  readonly isMatch: boolean;
}

export function Bubble({ source, message, before, number, isOwn, isOpen, isMatch }: BubbleProps) {
  const { time, gapSeconds, isSystem, isDeleted, text, attachments, missing, answers } = message;
  const day = dayOf(message);
  const isSameWriter =
    before !== null && !before.isSystem && writers(before) === writers(message) && day === dayOf(before);
  const side = isSystem ? 'system' : isOwn ? 'own' : 'other';
  return (
    <li data-number={number} class={`bubble-row ${side}`}>
      {gapSeconds !== null && <p class="bubble-gap">{t().withoutMessage(gapSeconds)}</p>}
      {day !== '' && (before === null || day !== dayOf(before)) && <p class="bubble-day">{day}</p>}
      <article
        class={`bubble${isMatch ? ' match' : ''}`}
        aria-current={isOpen ? 'true' : undefined}
        aria-label={t().messageAt(number + 1)}
      >
        {!isSystem && !isSameWriter && (
          <p class="bubble-writer">
            <Evidence text={writers(message) || '?'} />
          </p>
        )}
        {answers !== null && (
          <button type="button" class="link small-text" onClick={() => go({ item: { source, id: answers } })}>
            {t().answersMessage}
          </button>
        )}
        {isDeleted && <span class="tag warn">{t().wasDeleted}</span>}
        {text.value !== '' && (
          <p class="bubble-text" dir="auto">
            {visible(text.value)}
            {text.isCut && ` ${t().messageIsCut}`}
          </p>
        )}
        {attachments.map((file) => (
          <Attached key={file.id} source={source} file={file} />
        ))}
        {missing.values.map((name, i) => (
          <p key={i} class="bubble-missing">
            <Sign name="file" /> <Evidence text={name} /> ({t().notInCase})
          </p>
        ))}
        <button
          type="button"
          class="link bubble-time"
          title={t().openMessage}
          onClick={() => go({ item: { source, id: message.id } })}
        >
          {time === null ? t().noTime : clockOf(time)}
        </button>
      </article>
    </li>
  );
}

function Attached({
  source,
  file,
}: {
  readonly source: string;
  readonly file: ConversationMessage['attachments'][number];
}) {
  const of = itemOf({ source, id: file.id });
  const type = file.contentType ?? '';
  const name = visibleName(file.name);
  const content = client.address('getContent', of);
  return (
    <figure class="bubble-file">
      {file.hasContent && type.startsWith('audio/') && (
        <audio controls preload="none" src={content} aria-label={name} />
      )}
      {file.hasContent && type.startsWith('video/') && (
        <video controls preload="none" src={content} aria-label={name} />
      )}
      {file.hasThumb && !/^(?:audio|video)\//.test(type) && (
        <button
          type="button"
          class="quiet"
          aria-label={t().openFile(name)}
          onClick={() => go({ item: { source, id: file.id } })}
        >
          <img loading="lazy" src={thumbnailAddress({ source, id: file.id })} alt="" />
        </button>
      )}
      <figcaption>
        <button type="button" class="link" onClick={() => go({ item: { source, id: file.id } })}>
          <Sign name="file" />
          <Evidence text={file.name} />
        </button>
        {file.isDeleted && <span class="tag warn">{t().wasDeleted}</span>}
      </figcaption>
    </figure>
  );
}

function writers({ from }: ConversationMessage): string {
  return from.values.join(', ');
}

/** In the chosen zone. */
function dayOf({ time }: ConversationMessage): string {
  return time === null ? '' : (/^\d{4,}-\d\d-\d\d/.exec(shownTime(time))?.[0] ?? '');
}

function clockOf(time: string): string {
  return /^\d{4,}-\d\d-\d\d (.+)$/.exec(shownTime(time))?.[1] ?? shownTime(time);
}
