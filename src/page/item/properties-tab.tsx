/** Everything that the case says of the item: a click on a value makes it a clause. */
import { useComputed, useSignal } from '@preact/signals';
import { t } from '../language/words.ts';
import { FindInput } from '../shell/find-input.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, go } from '../state/address.ts';
import type { OpenItem } from '../state/item.ts';
import { current, matches, steps } from '../state/matches.ts';
import { shownValue } from '../table/cell.tsx';
import { MarkedText } from './marked-text.tsx';
import { clauseFor } from './value-clause.ts';

const VALUES_SHOWN = 50;
const UNITS_SHOWN = 4000;

export function PropertiesTab({ open }: { readonly open: OpenItem }) {
  const wanted = useSignal('');
  const names = useComputed(() =>
    Object.keys(open.properties)
      .filter((name) => name.toLowerCase().includes(wanted.value.toLowerCase()))
      .sort((a, b) => a.localeCompare(b)),
  );
  return (
    <div class="properties">
      <FindInput wanted={wanted} label={t().findProperty} />
      <dl>
        {names.value.map((name) => (
          <Property key={name} name={name} values={open.properties[name] ?? []} />
        ))}
      </dl>
    </div>
  );
}

function Property({ name, values }: { readonly name: string; readonly values: readonly string[] }) {
  return (
    <div class="property">
      <dt>
        <Evidence text={name} />
      </dt>
      <dd>
        {values.slice(0, VALUES_SHOWN).map((value, i) => (
          <Value key={i} name={name} value={value} index={i} />
        ))}
        {values.length > VALUES_SHOWN && <span class="faint">{t().andMore(values.length - VALUES_SHOWN)}</span>}
      </dd>
    </div>
  );
}

interface ValueProps {
  readonly name: string;
  readonly value: string;
  readonly index: number;
}

function Value({ name, value, index }: ValueProps) {
  const own = matches.value.matches.filter((match) => match.field === name && match.value === index);
  const text = value.slice(0, UNITS_SHOWN);
  const shown = shownValue(name, text);
  const search = (): void => {
    const clause = clauseFor(name, value);
    const { filter } = address.peek();
    if (!filter.includes(clause)) go({ filter: [...filter, clause] });
  };
  return (
    <button
      type="button"
      class="value"
      title={t().searchValue(visibleName(name), visibleName(text.slice(0, 200)))}
      onClick={search}
    >
      <bdi dir="auto">
        {shown === text && own.length > 0 ? (
          <MarkedText text={text} offset={0} matches={own} current={steps.value[current.value] ?? null} />
        ) : (
          <Evidence text={shown} />
        )}
      </bdi>
    </button>
  );
}
