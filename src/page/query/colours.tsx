/** Draws the coloured query exactly behind the typed text, which is transparent. */
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loadLexer, piecesOf } from './token-colours.ts';

interface ColoursProps {
  readonly text: Signal<string>;
  /** Literal text has no tokens. */
  readonly isLiteral: boolean;
}

export function Colours({ text, isLiteral }: ColoursProps) {
  const hasLexer = useSignal(false);
  const pieces = useComputed(() => (hasLexer.value || text.value !== '' ? piecesOf(text.value) : []));
  const isNeeded = text.value !== '';
  useEffect(() => {
    if (isNeeded) void loadLexer().then(() => (hasLexer.value = true));
  }, [isNeeded]);
  return (
    <div class="query-colours" aria-hidden="true">
      {(isLiteral ? [{ text: text.value, kind: '' }] : pieces.value).map(({ text: piece, kind }, i) =>
        kind === '' ? (
          piece
        ) : (
          <span key={i} class={`token-${kind}`}>
            {piece}
          </span>
        ),
      )}
      {'\u200b'}
    </div>
  );
}
