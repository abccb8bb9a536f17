/** Shows that live changes are interrupted, and switches presence on or off. */
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { isPresenceShown } from '../state/settings.ts';
import { isLive } from './live.ts';
import { hasPresence } from './presence.ts';

export function LiveSign() {
  return (
    <>
      <span class="live-sign" role="status" aria-label={t().liveState}>
        {isLive.value === false && <span title={t().notLiveHint}>{t().notLive}</span>}
      </span>
      {hasPresence.value && (
        <button
          type="button"
          class="quiet"
          aria-pressed={isPresenceShown.value}
          aria-label={t().presence}
          title={t().presenceHint}
          onClick={() => {
            isPresenceShown.value = !isPresenceShown.peek();
          }}
        >
          <Sign name="eye" /> <span>{t().presence}</span>
        </button>
      )}
    </>
  );
}
