/** Lists values that items of at least two sources share: the same file, address or number. */
import { useComputed, useSignal } from '@preact/signals';
import { useFacet } from '../facets/use-facet.ts';
import { t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, askedSet, go } from '../state/address.ts';
import { fields } from '../state/fields.ts';
import { isChosen } from '../state/sources.ts';

const VALUES_SHOWN = 500;
/** Matches fields that usually link sources. They come first. */
const TYING = /hash|md5|sha|mail|from|to|phone|number|name|address|imei|serial|account/i;

/** Hashes of empty files, which are everywhere and link nothing. */
const OF_NOTHING: ReadonlySet<string> = new Set([
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
]);

function isOfNothing(value: string): boolean {
  return OF_NOTHING.has(value.toLowerCase());
}

const HASH = /^(hash|md5|sha-?\d*)$/i;

export function Across() {
  const shared = useComputed(() =>
    fields.value
      .filter(({ counts, types }) => counts && Object.keys(types).filter(isChosen).length > 1)
      .map(({ name }) => name)
      .sort((a, b) => Number(TYING.test(b)) - Number(TYING.test(a)) || a.localeCompare(b)),
  );
  const chosen = useSignal('');
  const asked = useComputed(
    () =>
      shared.value.find((name) => name === chosen.value) ||
      shared.value.find((name) => HASH.test(name)) ||
      shared.value[0] ||
      '',
  );
  const { found, fault } = useFacet(() =>
    asked.value === ''
      ? null
      : { set: askedSet.value, facet: { field: asked.value, limit: VALUES_SHOWN, minSources: 2 } },
  );
  const facet = asked.value === '' ? null : found.value;
  const values = facet?.values ?? [];
  const ordered = [
    ...values.filter(({ value }) => !isOfNothing(value)),
    ...values.filter(({ value }) => isOfNothing(value)),
  ];
  return (
    <section class="across" aria-label={t().across}>
      <div class="timeline-tools">
        <h2>{t().across}</h2>
        <Choice
          label={t().field}
          value={asked.value}
          options={shared.value.map((name) => [name, visibleName(name)])}
          choose={(name) => {
            chosen.value = name;
          }}
        />
        <span class="faint">{t().acrossHint}</span>
      </div>
      {fault.value !== '' && <p class="warn">{fault.value}</p>}
      <div class="across-values" tabIndex={0} role="group" aria-label={t().value}>
        <table class="plain" aria-label={t().across}>
          <thead>
            <tr>
              <th>{t().value}</th>
              <th class="number">{t().itemsColumn}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map(({ value, items, q }) => (
              <tr key={value}>
                <td>
                  <button
                    type="button"
                    class="link"
                    disabled={q === undefined}
                    onClick={() => q !== undefined && go({ view: 'table', filter: [...address.peek().filter, q] })}
                  >
                    <Evidence text={value} />
                  </button>
                  {isOfNothing(value) && <span class="faint"> {t().emptyFile}</span>}
                </td>
                <td class="number">{t().number(items)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {(facet?.values.length === 0 || asked.value === '') && <p class="empty faint">{t().none}</p>}
        {facet === null && asked.value !== '' && fault.value === '' && <p class="empty faint">{t().loading}</p>}
        {facet !== null && facet.other > 0 && <p class="faint">{t().other(facet.other)}</p>}
      </div>
    </section>
  );
}
