/** The error of the query below its position, with a suggestion. */
import { isUnreachable } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { address } from '../state/address.ts';
import { searchFault } from '../state/results.ts';
import { isWaiting } from '../state/sources.ts';

/** Characters shown before and after the position. */
const AROUND = 60;

export function QueryFault({ text, run }: { readonly text: string; readonly run: (q: string) => void }) {
  const fault = searchFault.value;
  // If the error is not about the query, the message in place of the hits is enough.
  if (fault === null || isUnreachable(fault) || isWaiting.value) return <div role="alert" class="fault" hidden />;
  // During typing, the position is outdated.
  const position = text === address.value.q ? fault.position : undefined;
  const { suggestion } = fault;
  return (
    <div role="alert" class="fault" id="query-fault">
      {position !== undefined && text !== '' && <Place text={text} position={position} />}
      <p>{fault.error}</p>
      {suggestion !== undefined && (
        <button type="button" onClick={() => run(suggestion)}>
          <Sign name="right" /> {t().useSuggestion} <code>{suggestion}</code> <kbd>Alt+Enter</kbd>
        </button>
      )}
    </div>
  );
}

function Place({ text, position }: { readonly text: string; readonly position: number }) {
  const from = Math.max(0, position - AROUND);
  return (
    <pre class="fault-place">
      {from > 0 && '…'}
      {text.slice(from, position)}
      <span class="fault-mark">{text.slice(position, position + 1) || '\u00a0'}</span>
      {text.slice(position + 1, position + AROUND)}
    </pre>
  );
}
