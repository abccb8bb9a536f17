/** Searches the countable fields: usual ones first, each with its number of items and its own name. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { t } from '../language/words.ts';
import { FindInput } from '../shell/find-input.tsx';
import { Sign } from '../shell/sign.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { fieldsOfAsked, usualOfAsked } from '../state/fields.ts';
import { foundFields, offeredFields } from './found-fields.ts';

const SHOWN_MAX = 30;

interface FieldSearchProps {
  /** Facets of the bookmark store. */
  readonly stored: readonly string[];
  /** Fields with facets already. */
  readonly shown: ReadonlySet<string>;
  readonly add: (field: string) => void;
}

export function FieldSearch({ stored, shown, add }: FieldSearchProps) {
  const id = useId();
  const isOpen = useSignal(false);
  return (
    <div
      class="add-facet"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.value) return;
        event.stopPropagation();
        isOpen.value = false;
      }}
    >
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Sign name="plus" /> {t().addFacet}
      </button>
      <div id={id}>
        {isOpen.value && (
          <Fields
            stored={stored}
            shown={shown}
            add={(field) => {
              isOpen.value = false;
              add(field);
            }}
          />
        )}
      </div>
    </div>
  );
}

function Fields({ stored, shown, add }: FieldSearchProps) {
  const wanted = useSignal('');
  const offered = offeredFields(fieldsOfAsked.value, usualOfAsked.value, t().fieldLabels, stored).filter(
    ({ name }) => !shown.has(name),
  );
  const found = foundFields(offered, wanted.value);
  return (
    <>
      <FindInput wanted={wanted} label={t().findField} isFocused />
      <ul class="field-list" aria-label={t().fieldsFound}>
        {found.slice(0, SHOWN_MAX).map(({ name, label, items, means }) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => add(name)}>
              {label !== '' && <b>{label}</b>} <Evidence text={name} class={label === '' ? '' : 'faint'} />
            </button>
            <span class="faint small-text">
              {items !== null && t().fieldItems(items)}
              {means.length > 0 && (
                <>
                  {' · '}
                  <Evidence text={means.join(', ')} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p class="faint small-text" role="status">
        {found.length === 0
          ? t().noFieldFound
          : found.length > SHOWN_MAX
            ? t().andMore(found.length - SHOWN_MAX)
            : t().fieldCount(found.length)}
      </p>
    </>
  );
}
