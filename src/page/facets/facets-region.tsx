/** The set counted by fields: a box chooses a value, a sign leaves it out, and each becomes a filter that one can see. */

import { t } from '../language/words.ts';
import { showDialog } from '../shell/dialog.tsx';
import { Section } from '../shell/section.tsx';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { fieldsOfAsked } from '../state/fields.ts';
import { facetFields } from '../state/settings.ts';
import { type AskedFacet, FacetGroup } from './facet-group.tsx';

/** Shown where a source that is asked has the field. */
const USUAL: readonly AskedFacet[] = [
  { field: 'category' },
  { field: 'type' },
  { field: 'ext' },
  { field: 'modified', interval: 'year' },
  { field: 'length', interval: 'log' },
  { field: 'contentType' },
];

export function FacetsRegion() {
  const countable = fieldsOfAsked.value.filter(({ counts }) => counts);
  const isCountable = (name: string): boolean => countable.some((field) => field.name === name);
  const usual = USUAL.filter(({ field }) => isCountable(field));
  const ofStores: readonly AskedFacet[] = [{ field: 'source' }, { field: 'bookmark' }];
  const added: readonly AskedFacet[] = facetFields.value.filter(isCountable).map((field) => ({ field }));
  const shown = new Set([...usual, ...ofStores, ...added].map(({ field }) => field));
  const others = countable.filter(({ name }) => !shown.has(name));
  return (
    <Section title={t().facets}>
      {[...usual, ...ofStores].map((facet) => (
        <FacetGroup key={facet.field} facet={facet} isOpenAtFirst />
      ))}
      {added.map((facet) => (
        <FacetGroup
          key={facet.field}
          facet={facet}
          isOpenAtFirst
          remove={() => {
            facetFields.value = facetFields.peek().filter((field) => field !== facet.field);
          }}
        />
      ))}
      <label class="add-facet">
        <Sign name="plus" />
        <select
          aria-label={t().addFacet}
          value=""
          onChange={(event) => {
            const field = event.currentTarget.value;
            if (field !== '') facetFields.value = [...facetFields.peek(), field];
          }}
        >
          <option value="">{t().addFacet}</option>
          {others.map(({ name }) => (
            <option key={name} value={name}>
              {visibleName(name)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="quiet" onClick={() => showDialog('people')}>
        {t().peopleTitle} …
      </button>
    </Section>
  );
}
