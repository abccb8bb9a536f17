/** Short name for a note's target: the beginning of a passage, or a value of a property. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { NoteRange, Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';

const UNITS_SHOWN = 120;

interface AboutPassageProps {
  readonly to: Ref;
  readonly range: NoteRange;
}

export function AboutPassage({ to, range }: AboutPassageProps) {
  if (!('property' in range)) return <Quote to={to} start={range.start} end={range.end} />;
  const { property, value } = range;
  return (
    <span>
      <Evidence text={property} class="faint" />
      {value !== undefined && (
        <>
          {': '}
          <Shortened text={value} />
        </>
      )}
    </span>
  );
}

function Shortened({ text }: { readonly text: string }) {
  return <Evidence text={text.length > UNITS_SHOWN ? `${text.slice(0, UNITS_SHOWN)}…` : text} />;
}

interface QuoteProps {
  readonly to: Ref;
  readonly start: number;
  readonly end: number;
}

/** Quotes are fetched in sequence: an item may have two hundred notes. */
let fetching: Promise<unknown> = Promise.resolve();

function Quote({ to, start, end }: QuoteProps) {
  const text = useSignal('');
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const slice = { ...itemOf(to), start, end: Math.min(end, start + UNITS_SHOWN + 1) };
    const quote = async (): Promise<void> => {
      if (signal.aborted) return;
      text.value = await (await client.open('getText', slice, undefined, { signal })).text();
    };
    // Without the quote, the position is shown.
    fetching = fetching.then(quote).catch(() => undefined);
    return () => controller.abort();
  }, [to.source, to.id, start, end]);
  return (
    <span>
      <span class="faint">{t().charactersTo(start, end)}</span>
      {text.value !== '' && (
        <>
          {' '}
          <q>
            <Shortened text={text.value.replace(/\s+/g, ' ')} />
          </q>
        </>
      )}
    </span>
  );
}
