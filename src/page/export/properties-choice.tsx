/** Selects the properties of an export from all those in the sources. */
import { type Signal, useSignal } from '@preact/signals';
import { t } from '../language/words.ts';
import { FindInput } from '../shell/find-input.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { fields } from '../state/fields.ts';
import { hashSets } from '../state/sources.ts';

const SHOWN_MAX = 300;
/** Names that are not properties: they come from the index and the bookmarks. */
const NO_PROPERTIES = ['content', 'source', 'id', 'bookmark', 'selected'];

export function PropertiesChoice({ chosen }: { readonly chosen: Signal<readonly string[]> }) {
  const wanted = useSignal('');
  const ofHashSets = hashSets.value.length === 0 ? [] : ['hashsets'];
  const names = [...new Set([...ofHashSets, ...fields.value.map(({ name }) => name)])]
    .filter((name) => !NO_PROPERTIES.includes(name) && name.toLowerCase().includes(wanted.value.toLowerCase()))
    .sort((a, b) => Number(chosen.value.includes(b)) - Number(chosen.value.includes(a)) || a.localeCompare(b));
  return (
    <fieldset class="properties-choice">
      <legend class="faint">{t().chosenCount(chosen.value.length)}</legend>
      <FindInput wanted={wanted} label={t().findProperty} />
      <ul>
        {names.slice(0, SHOWN_MAX).map((name) => (
          <li key={name}>
            <label class="inline">
              <input
                type="checkbox"
                checked={chosen.value.includes(name)}
                onChange={(event) => {
                  const others = chosen.value.filter((one) => one !== name);
                  chosen.value = event.currentTarget.checked ? [...others, name] : others;
                }}
              />
              <Evidence text={name} />
            </label>
          </li>
        ))}
      </ul>
      {names.length > SHOWN_MAX && <p class="faint">{t().andMore(names.length - SHOWN_MAX)}</p>}
    </fieldset>
  );
}
