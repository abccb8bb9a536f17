/**
 * Shows the text decoded from the content, for items whose searched text is the words of an index. Matching words are marked.
 */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Match } from '../api/answers.ts';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import type { OpenItem } from '../state/item.ts';
import { clausesOfTexts } from '../state/matched-texts.ts';
import { isMatching, matches } from '../state/matches.ts';
import { MarkedText } from './marked-text.tsx';
import { marksInText } from './marks-in-text.ts';

const UNITS_SHOWN = 1_000_000;

interface ContentTextProps {
  readonly open: OpenItem;
  /** Called with the reason if the content gives no text. */
  readonly onNone: (reason: string) => void;
}

export function ContentText({ open, onNone }: ContentTextProps) {
  const text = useSignal<string | null>(null);
  const marks = useSignal<readonly Match[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    beginningOf(open, controller.signal).then(
      (found) => {
        text.value = found;
      },
      (reason) => {
        if (!isAborted(reason)) onNone(messageOf(reason));
      },
    );
    return () => controller.abort();
  }, []);
  useSignalEffect(() => {
    void matches.value;
    const found = text.value;
    if (found === null || isMatching.value) return;
    const controller = new AbortController();
    clausesOfTexts(open, controller.signal).then(
      (clauses) => {
        marks.value = marksInText(found.slice(0, UNITS_SHOWN), clauses);
      },
      // If the marks fail, the text is still complete without them.
      () => undefined,
    );
    return () => controller.abort();
  });
  if (text.value === null) return <p class="faint">{t().loading}</p>;
  return (
    <>
      <div class="text-slice" dir="auto">
        <MarkedText text={text.value.slice(0, UNITS_SHOWN)} offset={0} matches={marks.value} current={null} />
      </div>
      {text.value.length > UNITS_SHOWN && <p class="faint small-text">{t().textContinues(UNITS_SHOWN)}</p>}
    </>
  );
}

/** Fetches at least one unit more than is shown, to find out whether there is more. The rest is never transferred. */
async function beginningOf(open: OpenItem, signal: AbortSignal): Promise<string> {
  const answer = await client.open('getText', { ...itemOf(open), from: 'content' }, undefined, { signal });
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for (let units = 0; units <= UNITS_SHOWN; ) {
    const { done, value } = await reader.read();
    if (done) break;
    const piece = decoder.decode(value, { stream: true });
    pieces.push(piece);
    units += piece.length;
  }
  void reader.cancel();
  return pieces.join('');
}
