/**
 * Plays a recording. The browser fetches only the parts that it plays. The transcript is shown beside it, and a time in it
 * leads to that position.
 */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { visible, visibleName } from '../shell/visible-text.tsx';
import { mediaTypeOf, type OpenItem } from '../state/item.ts';
import { hitName } from '../table/cell.tsx';
import { transcriptLines } from './transcript-lines.ts';

/** Hours of speech. */
const UNITS_MAX = 400_000;
const LINES_MAX = 20_000;

export function Recording({ open }: { readonly open: OpenItem }) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const fault = useSignal(false);
  const playedTo = useSignal(0);
  const address = client.address('getContent', itemOf(open));
  const shared = {
    ref: player,
    controls: true,
    preload: 'metadata' as const,
    src: address,
    'aria-label': visibleName(hitName(open)),
    onError: () => {
      fault.value = true;
    },
    onTimeUpdate: () => {
      playedTo.value = player.current?.currentTime ?? 0;
    },
  };
  const seek = (seconds: number): void => {
    const element = player.current;
    if (element === null) return;
    element.currentTime = seconds;
    element.play().catch(() => undefined);
  };
  return (
    <div class="recording">
      <div class="picture">
        {mediaTypeOf(open).startsWith('audio/') ? <audio {...shared} /> : <video {...shared} />}
      </div>
      {fault.value && <p class="warn said">{t().cannotPlay}</p>}
      <Transcript open={open} playedTo={playedTo.value} seek={seek} />
    </div>
  );
}

interface TranscriptProps {
  readonly open: OpenItem;
  readonly playedTo: number;
  readonly seek: (seconds: number) => void;
}

function Transcript({ open, playedTo, seek }: TranscriptProps) {
  const { answer } = useAnswer(async (signal) => transcriptLines(await transcriptOf(open, signal)));
  const all = answer.value ?? [];
  if (all.length === 0) return null;
  const hasTimes = all.some(({ seconds }) => seconds !== null);
  const now = all.findLastIndex(({ seconds }) => seconds !== null && seconds <= playedTo);
  return (
    <section class="transcript" aria-label={t().transcript}>
      <h3>{t().transcript}</h3>
      {!hasTimes && <p class="faint small-text">{t().transcriptWithoutTimes}</p>}
      <ol>
        {all.slice(0, LINES_MAX).map(({ seconds, text }, i) => (
          <li key={i} aria-current={hasTimes && i === now ? 'true' : undefined}>
            {seconds !== null && (
              <button type="button" class="link" title={t().playFrom} onClick={() => seek(seconds)}>
                {clock(seconds)}
              </button>
            )}
            <span dir="auto">{visible(text)}</span>
          </li>
        ))}
      </ol>
      {all.length > LINES_MAX && <p class="faint">{t().andMore(all.length - LINES_MAX)}</p>}
    </section>
  );
}

/**
 * Returns the text of the item. If that is only the words of an index, returns the transcript from the processing of the case,
 * or an empty text.
 */
async function transcriptOf(open: OpenItem, signal: AbortSignal): Promise<string> {
  if (!open.parts.includes('text')) return '';
  const slice = { ...itemOf(open), start: 0, end: UNITS_MAX };
  const text = await client.open('getText', slice, undefined, { signal });
  const origin = text.headers.get('X-Text-Source');
  if (origin === 'row') return '';
  if (origin !== 'index') return text.text();
  const heard = await client.open('getText', { ...itemOf(open), from: 'transcription' }, undefined, { signal });
  return (await heard.text()).slice(0, UNITS_MAX);
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
