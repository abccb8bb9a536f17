/** Selects and orders the properties shown as columns. */
import { useSignal } from '@preact/signals';
import { t } from '../language/words.ts';
import { fields } from '../state/fields.ts';
import { columns, DEFAULT_COLUMNS } from '../state/settings.ts';
import { hashSets } from '../state/sources.ts';
import { Dialog } from './dialog.tsx';
import { FindInput } from './find-input.tsx';
import { Sign } from './sign.tsx';
import { Evidence, visibleName } from './visible-text.tsx';

/** Columns of the hit itself. */
const OF_HIT = ['source', 'id'];
const OF_HASH_SETS = ['hashsets'];
const SHOWN_MAX = 200;

export function ColumnsDialog() {
  const wanted = useSignal('');
  const chosen = columns.value;
  const others = [
    ...OF_HIT,
    ...(hashSets.value.length === 0 ? [] : OF_HASH_SETS),
    ...fields.value.map(({ name }) => name),
  ]
    .filter((name, i, all) => all.indexOf(name) === i && !chosen.includes(name) && name !== 'content')
    .filter((name) => name.toLowerCase().includes(wanted.value.toLowerCase()));
  const move = (name: string, by: number): void => {
    const next = columns.peek().filter((one) => one !== name);
    next.splice(Math.max(0, columns.peek().indexOf(name) + by), 0, name);
    columns.value = next;
  };
  return (
    <Dialog title={t().columns} class="columns-dialog">
      <ul class="chosen-columns">
        {chosen.map((name, i) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked
                disabled={chosen.length === 1}
                onChange={() => {
                  columns.value = chosen.filter((one) => one !== name);
                }}
              />
              <Evidence text={name} />
            </label>
            <button
              type="button"
              class="quiet"
              aria-label={t().up(visibleName(name))}
              disabled={i === 0}
              onClick={() => move(name, -1)}
            >
              <Sign name="up" />
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={t().down(visibleName(name))}
              disabled={i === chosen.length - 1}
              onClick={() => move(name, 1)}
            >
              <Sign name="down" />
            </button>
          </li>
        ))}
      </ul>
      <FindInput wanted={wanted} label={t().columnsFind} />
      <ul class="other-columns">
        {others.slice(0, SHOWN_MAX).map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={false}
                onChange={() => {
                  columns.value = [...columns.peek(), name];
                }}
              />
              <Evidence text={name} />
            </label>
          </li>
        ))}
      </ul>
      {others.length > SHOWN_MAX && <p class="faint">{t().andMore(others.length - SHOWN_MAX)}</p>}
      <footer>
        <button
          type="button"
          onClick={() => {
            columns.value = DEFAULT_COLUMNS;
          }}
        >
          {t().usualColumns}
        </button>
      </footer>
    </Dialog>
  );
}
