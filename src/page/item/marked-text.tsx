/** A piece of text with its matches marked: text nodes and `mark` elements, nothing of it is ever read as markup. */
import type { ComponentChildren } from 'preact';
import type { Match } from '../api/answers.ts';
import { visible } from '../shell/visible-text.tsx';

export interface MarkedTextProps {
  readonly text: string;
  /** Where the text begins in what the matches count from. */
  readonly offset: number;
  /** In order; those outside are left out. */
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

/** Brings the last mark into view. */
export function reveal(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
