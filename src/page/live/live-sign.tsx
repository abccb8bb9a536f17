/** Says that changes of others do not arrive now; nothing while they do. */
import { t } from '../language/words.ts';
import { isLive } from './live.ts';

export function LiveSign() {
  return (
    <span class="live-sign" role="status" aria-label={t().liveState}>
      {isLive.value === false && <span title={t().notLiveHint}>{t().notLive}</span>}
    </span>
  );
}
