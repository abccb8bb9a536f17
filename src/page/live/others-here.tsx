/** The other viewers of the item, shown next to its title. */
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { others } from './presence.ts';

export function OthersHere() {
  const { names, count } = others.value;
  const text = count === 0 ? '' : t().othersHere(names.map(visibleName), count - names.length);
  return (
    <span class="others-here" role="status" aria-label={t().othersState}>
      {text !== '' && (
        <span title={text}>
          <Sign name="eye" /> {text}
        </span>
      )}
    </span>
  );
}
