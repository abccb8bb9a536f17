/**
 * The query field. It grows with its text, and has token colours, completion and error positions. Typing does not search. Enter
 * searches, because no suggestion is active before an arrow key.
 */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isUnreachable } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { address, go } from '../state/address.ts';
import { moveTo } from '../state/cursor.ts';
import { search, searchFault } from '../state/results.ts';
import { isWaiting } from '../state/sources.ts';
import { Colours } from './colours.tsx';
import { QueryFault } from './query-fault.tsx';
import { Suggestions } from './suggestions.tsx';
import { type Completing, useCompletion } from './use-completion.ts';

export function QueryBox() {
  const input = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(address.peek().q);
  const completing = useCompletion(input, text);
  useSignalEffect(() => {
    text.value = address.value.q;
  });
  useLayoutEffect(() => grow(input.current), [text.value]);

  const run = (q: string): void => {
    completing.close();
    text.value = q;
    if (q === address.peek().q) search();
    else go({ q, item: null });
  };
  const { active } = completing;
  const isLiteral = address.value.literal;
  const isFaulty = searchFault.value !== null && !isUnreachable(searchFault.value) && !isWaiting.value;
  return (
    <search class="query">
      <div class="query-line">
        <Sign name="search" />
        <div class="query-field">
          <Colours text={text} isLiteral={isLiteral} />
          <textarea
            ref={input}
            id="query"
            role="searchbox"
            aria-label={t().query}
            aria-autocomplete="list"
            aria-controls="suggestions"
            {...(active.value < 0 ? {} : { 'aria-activedescendant': `suggestion-${active.value}` })}
            {...(isFaulty ? { 'aria-invalid': 'true', 'aria-describedby': 'query-fault' } : {})}
            aria-keyshortcuts="/"
            placeholder={isLiteral ? t().literalHint : t().queryHint}
            rows={1}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value.replaceAll('\n', ' ');
              if (!isLiteral) completing.ask();
            }}
            onBlur={completing.close}
            onKeyDown={(event) => onKey(event, text.peek(), completing, run)}
          />
        </div>
        {text.value !== '' && (
          <button type="button" class="quiet" aria-label={t().clear} onClick={() => run('')}>
            <Sign name="close" />
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={t().literal}
          title={t().literalHint}
          aria-pressed={isLiteral}
          onClick={() => {
            completing.close();
            go({ q: text.value, literal: !isLiteral, item: null });
          }}
        >
          {t().literalSign}
        </button>
        <button type="button" class="primary" onClick={() => run(text.value)}>
          {t().search}
        </button>
      </div>
      <Suggestions completing={completing} />
      <QueryFault text={text.value} run={run} />
    </search>
  );
}

function onKey(event: KeyboardEvent, text: string, completing: Completing, run: (q: string) => void): void {
  const { options, active, close, take, move } = completing;
  const isListOpen = options.value.length > 0;
  if (event.isComposing) return;
  if (event.key === 'Enter' && event.altKey) {
    const suggestion = searchFault.peek()?.suggestion;
    if (suggestion !== undefined) run(suggestion);
  } else if (event.key === 'Enter') {
    const option = options.value[active.value];
    if (option === undefined) run(text);
    else take(option);
  } else if (event.key === 'Escape') {
    if (isListOpen) close();
    else moveTo(0);
  } else if (isListOpen && event.key === 'ArrowDown') move(1);
  else if (isListOpen && event.key === 'ArrowUp') move(-1);
  else return;
  event.preventDefault();
}

/** Fits the height to the text. */
function grow(element: HTMLTextAreaElement | null): void {
  if (element === null) return;
  element.style.height = '0';
  element.style.height = `${element.scrollHeight}px`;
}
