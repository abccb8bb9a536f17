/**
 * Shows the text of the item, in slices, so that gigabytes open as fast as a note. A match elsewhere loads its own slice. Gaps
 * are fetched on scrolling.
 */
import { signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isAborted, messageOf } from '../api/client.ts';
import { SLICE_UNITS, type Slice, sliceOf } from '../api/text-slices.ts';
import { t } from '../language/words.ts';
import { NotedText } from '../notes/noted-text.tsx';
import { PassageBar } from '../notes/passage-bar.tsx';
import type { OpenItem } from '../state/item.ts';
import { current, matches, steps } from '../state/matches.ts';
import { notes, shownNote } from '../state/notes.ts';
import { openings } from '../state/sources.ts';
import { ContentText } from './content-text.tsx';

const SLICES_SHOWN_MAX = 12;
/** More than fits on a screen. The rest of the text is laid out after these are on the screen. */
const FIRST_UNITS = 4000;

/**
 * Whether to show the words of the index instead of the text of the content. The choice applies to all items until the page is
 * closed.
 */
const isIndexChosen = signal(false);

export function TextTab({ open }: { readonly open: OpenItem }) {
  if (!open.parts.includes('text')) return <p class="empty">{t().noText}</p>;
  return <Slices open={open} />;
}

function Slices({ open }: { readonly open: OpenItem }) {
  const { slices, units, origin, fault, load } = useSlices(open);
  /** Why the words of the index are shown: the content gives no text, or a match or a note refers to a position in them. */
  const noContent = useSignal(open.parts.includes('content') ? null : '');
  const isAtPlace = useSignal(false);
  const isLong = useSignal(false);
  const ofContent = useComputed(() => matches.value.matches.filter(({ field }) => field === 'content'));
  const bring = (unit: number): void => {
    isAtPlace.value = true;
    isLong.value = true;
    const isShown = slices.peek().some(({ start, text }) => unit >= start && unit < start + text.length);
    if (!isShown) void load(Math.floor(unit / SLICE_UNITS) * SLICE_UNITS, 'alone');
  };
  useSignalEffect(() => {
    const match = steps.value[current.value];
    if (match !== undefined && match.field === 'content') bring(match.start);
  });
  useSignalEffect(() => {
    const range = notes.peek().find(({ n }) => n === shownNote.value)?.range;
    if (range !== undefined && !('property' in range)) bring(range.start);
  });
  useSignalEffect(() => {
    if (slices.value.length > 0) requestAnimationFrame(() => setTimeout(() => (isLong.value = true)));
  });

  const first = slices.value[0];
  const last = slices.value.at(-1);
  const end = last === undefined ? 0 : last.start + last.text.length;
  const now = steps.value[current.value] ?? null;
  if (fault.value !== '') return <p class="empty warn">{t().unreadable(fault.value)}</p>;
  const choose = (isIndex: boolean): void => {
    isIndexChosen.value = isIndex;
    isAtPlace.value = false;
  };
  if (origin.value === 'index' && noContent.value === null && !isAtPlace.value && !isIndexChosen.value) {
    return (
      <div class="text">
        <TextNotice says={t().textOfContent} offers={t().showIndex} onChoose={() => choose(true)} />
        <ContentText
          open={open}
          onNone={(reason) => {
            noContent.value = reason;
          }}
        />
      </div>
    );
  }
  return (
    <div class="text">
      {origin.value === 'row' && <p class="faint small-text">{t().rowText}</p>}
      {origin.value === 'index' && (
        <TextNotice
          says={t().textOfIndex}
          because={noContent.value}
          offers={noContent.value === null ? t().showContent : null}
          onChoose={() => choose(false)}
        />
      )}
      {first !== undefined && first.start > 0 && (
        <button type="button" class="wide" onClick={() => void load(Math.max(0, first.start - SLICE_UNITS), 'before')}>
          {t().earlier}
        </button>
      )}
      {slices.value.map(({ start, text }) => (
        <div key={start} class="text-slice" dir="auto" data-start={start}>
          <NotedText
            text={isLong.value ? text : text.slice(0, FIRST_UNITS)}
            offset={start}
            matches={within(ofContent.value, start, text.length)}
            current={now}
            notes={notes.value}
          />
        </div>
      ))}
      {isLong.value && last !== undefined && end < units.value && <Later more={() => load(end, 'after')} at={end} />}
      {units.value > SLICE_UNITS && <p class="faint small-text text-end">{t().units(units.value)}</p>}
      <PassageBar to={open} />
    </div>
  );
}

/** The slices that are shown, with the elements that load more of them. */
function useSlices(open: OpenItem) {
  const slices = useSignal<readonly Slice[]>([]);
  const units = useSignal(0);
  const origin = useSignal('');
  const fault = useSignal('');
  const request = useRef<AbortController | null>(null);
  const begun = useRef(openings.peek());
  const load = async (start: number, place: 'alone' | 'before' | 'after'): Promise<void> => {
    request.current?.abort();
    request.current = new AbortController();
    try {
      const slice = await sliceOf(open, start, request.current.signal);
      units.value = slice.units;
      origin.value = slice.origin;
      const shown = slices.peek();
      if (place === 'alone') slices.value = [slice];
      else if (place === 'after') slices.value = [...shown, slice].slice(-SLICES_SHOWN_MAX);
      else slices.value = [slice, ...shown].slice(0, SLICES_SHOWN_MAX);
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  /** Another state of the source may have another text. Slices of two states must not be mixed. */
  const loadAgain = async (): Promise<void> => {
    const [first, ...others] = slices.peek();
    if (first === undefined) return load(0, 'alone');
    request.current?.abort();
    request.current = new AbortController();
    const { signal: abort } = request.current;
    try {
      const now = [await sliceOf(open, first.start, abort)];
      for (const _ of others) {
        const { start, text } = now.at(-1)!;
        now.push(await sliceOf(open, start + text.length, abort));
      }
      units.value = now[0]!.units;
      origin.value = now[0]!.origin;
      if (now.some(({ text }, i) => text !== slices.peek()[i]!.text))
        slices.value = now.filter(({ text }) => text !== '');
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  useSignalEffect(() => {
    if (openings.value > begun.current) void loadAgain();
  });
  useEffect(() => {
    if (slices.peek().length === 0) void load(0, 'alone');
    return () => request.current?.abort();
  }, []);
  return { slices, units, origin, fault, load };
}

interface TextNoticeProps {
  readonly says: string;
  /** Why there is no other text. Empty if there is nothing to explain. */
  readonly because?: string | null;
  readonly offers: string | null;
  readonly onChoose: () => void;
}

/** Names the shown text, and offers the other one. */
function TextNotice({ says, because, offers, onChoose }: TextNoticeProps) {
  return (
    <p class="faint small-text text-notice">
      {says} {because && t().noTextOfContent(because)}
      {offers !== null && (
        <button type="button" class="link" onClick={onChoose}>
          {offers}
        </button>
      )}
    </p>
  );
}

/** Loads more as soon as it comes into view. The button is for users who do not scroll. */
function Later({ more, at }: { readonly more: () => Promise<void>; readonly at: number }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void more();
    });
    if (button.current !== null) observer.observe(button.current);
    return () => observer.disconnect();
  }, [at]);
  return (
    <button ref={button} type="button" class="wide" onClick={() => void more()}>
      {t().later}
    </button>
  );
}

/** Matches are ordered by position. */
function within<T extends { readonly start: number; readonly end: number }>(
  all: readonly T[],
  start: number,
  length: number,
): readonly T[] {
  return all.filter((match) => match.end > start && match.start < start + length);
}
