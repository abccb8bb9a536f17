/** A piece of text with its matches marked, as text nodes and `mark` elements. Evidence is never parsed as markup. */
import type { ComponentChildren } from 'preact';
import type { Match } from '../api/answers.ts';
import { visible } from '../shell/visible-text.tsx';

export interface MarkedTextProps {
  readonly text: string;
  /** Offset of the text in the units of the matches. */
  readonly offset: number;
  /** The matches in order. Matches outside the piece are ignored. */
  readonly matches: readonly Match[];
  readonly current: Match | null;
}

export function MarkedText({ text, offset, matches, current }: MarkedTextProps) {
  const pieces: ComponentChildren[] = [];
  let from = 0;
  for (const match of matches) {
    const start = Math.max(from, match.start - offset);
    const end = Math.min(text.length, match.end - offset);
    if (end <= start) continue;
    if (start > from) pieces.push(visible(text.slice(from, start)));
    const isCurrent = match === current;
    pieces.push(
      <mark
        key={match.start}
        class={`clause-${match.clause % 6}`}
        aria-current={isCurrent ? 'true' : undefined}
        ref={isCurrent ? reveal : null}
      >
        {visible(text.slice(start, end))}
      </mark>,
    );
    from = end;
  }
  pieces.push(visible(text.slice(from)));
  return <>{pieces}</>;
}

/** Scrolls the last mark into view. */
export function reveal(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
